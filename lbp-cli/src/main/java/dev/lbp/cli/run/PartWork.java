package dev.lbp.cli.run;

import dev.lbp.RunSlice;
import dev.lbp.cli.terminal.NotYetException;
import dev.lbp.result.RunFreeze;
import dev.lbp.result.RunPart;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Carries out the next phase of one part: a stage of warm-up, or the draws. It reads what all parts have written, runs
 * the chains, writes the part and prints what comes next. It does not repeat a phase that is over.
 *
 * @param command the command of all parts
 * @param slice the part's chains
 * @param watched does the work of a stage, with a progress bar
 */
record PartWork(
        PartFiles files,
        PartNumber part,
        PartCommand command,
        RunSlice slice,
        Function<Supplier<RunPart>, RunPart> watched,
        PrintWriter console) {

    /** Carries out the next stage of warm-up. Returns the exit code. */
    int warmUp() throws IOException {
        int stage = files.stage(part.number());
        RunPart made;
        if (stage == 0) {
            writeCommand();
            made = watched.apply(slice::warmUp);
        } else {
            RunPart last = files.read(files.warmUp(part.number(), stage));
            if (last.isWarm()) {
                return say("has finished its warm-up already; " + nextPhase());
            }
            RunFreeze common = files.common(stage, last.stages());
            made = watched.apply(() -> slice.warmUp(last, common));
        }
        made.write(files.warmUp(part.number(), made.stage()));
        removeSaved(".warm-up-" + made.stage());
        String stages = made.stages() == 1 ? "" : "stage " + made.stage() + " of " + made.stages() + " of ";
        return made.isWarm()
                ? say("has finished " + stages + "its warm-up; " + nextPhase())
                : say("has finished " + stages
                        + "its warm-up; start --phase warm-up again when all parts have reached it.");
    }

    private static String nextPhase() {
        return "--phase draw is next, when all parts have.";
    }

    /** Makes the draws. Returns the exit code. */
    int draw() throws IOException {
        if (Files.exists(files.draws(part.number()))) {
            files.read(files.draws(part.number()));
            return say("has all its draws already; " + merging());
        }
        int stage = files.stage(part.number());
        RunPart made = stage == 0 ? drawAlone() : drawAfter(files.read(files.warmUp(part.number(), stage)));
        made.write(files.draws(part.number()));
        removeSaved(".draws");
        for (int before = 1; before < stage; before++) {
            Files.deleteIfExists(files.warmUp(part.number(), before)); // all parts are beyond it
        }
        return say("has all its draws; " + merging());
    }

    private String merging() {
        return "when all parts have: lbp merge " + files.out();
    }

    /**
     * Makes the draws of a run that needs no warm-up of other parts.
     *
     * @throws NotYetException if it does need one, with the parts that have none
     */
    private RunPart drawAlone() throws IOException {
        if (slice.needsFreeze()) {
            String missing = files.otherThan(files.partsWith(PartFiles.warmUpEnding(1))); // "part 3 of 16 has"
            throw new NotYetException(
                    "not yet: " + missing + " no warm-up in " + files.out() + ", which --phase warm-up does");
        }
        writeCommand();
        return watched.apply(slice::draw);
    }

    /** Writes the command, which the other parts compare with theirs. */
    private void writeCommand() throws IOException {
        Path file = files.command(part.number());
        if (!Files.exists(file)) {
            command.write(file);
        }
    }

    /** Makes the draws after the last stage of warm-up. */
    private RunPart drawAfter(RunPart last) throws IOException {
        if (!last.isWarm()) {
            throw new NotYetException("not yet: part " + part + " is at stage " + last.stage() + " of " + last.stages()
                    + " of its warm-up, which --phase warm-up goes on with");
        }
        RunFreeze common = files.common(last.stage(), last.stages());
        return watched.apply(() -> slice.draw(last, common));
    }

    /**
     * Removes the checkpoints of a stage whose part is written.
     *
     * @param stage the ending by which their names tell the stage: {@code .warm-up-S} or {@code .draws}
     */
    private void removeSaved(String stage) throws IOException {
        for (String ending : List.of("", ".previous", ".next")) {
            Files.deleteIfExists(
                    files.directory().resolve(files.saved(part.number()).getFileName() + stage + ending));
        }
    }

    /** Prints how an interrupted part goes on. */
    void sayInterrupted() {
        say("was interrupted and is saved. To go on: the same command");
    }

    /** Prints a sentence on the part. Returns the exit code 0. */
    private int say(String words) {
        console.println("Part " + part + " " + words);
        console.flush();
        return 0;
    }
}
