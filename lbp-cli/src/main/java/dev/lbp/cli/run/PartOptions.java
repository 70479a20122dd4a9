package dev.lbp.cli.run;

import dev.lbp.RunSlice;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.ExitCodes;
import dev.lbp.cli.terminal.NotYetException;
import dev.lbp.internal.Check;
import dev.lbp.result.RunException;
import dev.lbp.result.RunPart;
import dev.lbp.result.SamplingListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that carry out a part of a run. {@code lbp merge} sets the parts to merge instead. */
public final class PartOptions {

    enum Phase {
        WARM_UP,
        DRAW;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Reads a phase; picocli itself would offer WARM_UP too. */
        static final class Form implements ITypeConverter<Phase> {

            @Override
            public Phase convert(String text) {
                for (Phase phase : values()) {
                    if (text.equalsIgnoreCase(phase.toString())) {
                        return phase;
                    }
                }
                throw new TypeConversionException("must be warm-up or draw: " + text);
            }
        }
    }

    /** Makes a part of a run, which has some of the chains. */
    @FunctionalInterface
    public interface Slices {

        /** Makes the part of the run with the {@code count} chains from number {@code first} on. */
        RunSlice of(int first, int count);
    }

    @Option(
            names = "--part",
            paramLabel = "K/M",
            converter = PartNumber.Form.class,
            description =
                    "Carry out part K of M of the run, K from 0 to M - 1, up to the end of a --phase. The parts, on"
                            + " one machine or many, share the directory --out; lbp merge DIR makes the results.")
    private @Nullable PartNumber part;

    @Option(
            names = "--phase",
            paramLabel = "NAME",
            converter = Phase.Form.class,
            description = "With --part: warm-up or draw. The draws begin when the warm-up of all parts is over.")
    private @Nullable Phase phase;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    private @Nullable PartFiles files;
    /** This command, for comparison with those of other parts. */
    private @Nullable PartCommand mine;
    /** The parts to merge; null unless the command merges. */
    private @Nullable List<RunPart> drawn;

    private List<Path> elsewhere = List.of();

    /** Whether the command carries out a part. */
    public boolean isGiven() {
        return part != null;
    }

    /** Whether the command merges parts. */
    public boolean isMerging() {
        return drawn != null;
    }

    /** The parts that the command merges. */
    public List<RunPart> drawn() {
        return Objects.requireNonNull(drawn);
    }

    /**
     * Lets the command merge parts.
     *
     * @param named the outputs outside of the directory of the parts, as the user has named them
     * @throws IllegalArgumentException if a part is damaged, or is of another command than others
     * @throws NotYetException if parts have no draws yet
     */
    public void merge(PartFiles from, List<Path> named) throws IOException {
        drawn = from.allDrawn();
        files = from;
        elsewhere = named;
    }

    /**
     * Checks the options together.
     *
     * @param out the directory that was given; null if none
     * @throws IllegalArgumentException if an option is given without another one that it needs
     */
    public void checkCombination(@Nullable Path out) {
        if (part == null) {
            Check.that(phase == null, "be given with --part K/M", "--phase", "" + phase);
            return;
        }
        Check.that(phase != null, "be given with --phase warm-up or --phase draw", "--part", part);
        Check.that(out != null, "be given with --out DIR, which all parts share", "--part", part);
    }

    /**
     * Refuses an option beside {@code --part}.
     *
     * @param given whether it was given
     */
    public void refuse(boolean given, String option, String reason) {
        Check.that(part == null || !given, "be left out with --part, " + reason + ": " + option);
    }

    /**
     * Declares the files of the parts. A command that merges may write to {@code out} and to the outputs that the user
     * named. A part writes files that begin with its own name to a directory that all parts share.
     */
    public void declare(CommandFiles all, Path out) {
        if (isMerging()) {
            all.permitOnly(out, elsewhere);
        }
        if (part != null) {
            files = new PartFiles(out, part.parts());
            all.sharesMatching("--out", files.directory(), "**"); // all files of the directory
            all.writesNamed("--part", "--part=" + part, files.directory(), files.name(part.number()));
        }
    }

    /**
     * Checks that the command is that of the parts in the directory.
     *
     * @param inputs the files that the command reads
     * @throws IllegalArgumentException if it differs; the message names the option
     */
    public void checkSameCommand(CommandFiles inputs) throws IOException {
        PartFiles directory = files;
        if (directory == null) {
            return;
        }
        Map<String, Path> read = inputs.requireRereadable();
        mine = PartCommand.of(Objects.requireNonNull(command).commandLine().getParseResult(), read);
        if (part != null) {
            directory.checkSize(part);
        }
        for (int other : directory.begun()) {
            mine.checkSame(
                    "this command",
                    PartCommand.read(directory.command(other)),
                    "part " + other + " in " + directory.out());
        }
    }

    /**
     * Carries out the phase of the part that {@code --phase} names: its warm-up up to the next barrier, or its draws.
     *
     * @param slices makes the part's chains
     * @param chains the number of chains of the run
     * @param unit the number of successive chains that must stay together in one part, such as a batch
     * @param listening receives a progress bar
     * @return the exit code
     */
    public int carryOut(Slices slices, int chains, int unit, RunOptions options, Consumer<SamplingListener> listening)
            throws IOException {
        PartNumber number = Objects.requireNonNull(part);
        PartFiles directory = Objects.requireNonNull(files);
        int first = number.first(chains, unit);
        int count = number.count(chains, unit);
        long most = (chains + unit - 1L) / unit;
        Check.that(
                number.parts() <= most,
                "have at most " + most + " parts, each with " + (unit == 1 ? "a chain" : "a batch of chains"),
                "--part",
                number);
        PartWork work = new PartWork(
                directory,
                number,
                Objects.requireNonNull(mine),
                slices.of(first, count).checkpoint(directory.saved(number.number())),
                stage -> options.watched("part " + number, listening, stage),
                Objects.requireNonNull(command).commandLine().getOut());
        try {
            return phase == Phase.DRAW ? work.draw() : work.warmUp();
        } catch (RunException e) {
            if (e.getCause() == null) { // a signal, no failure
                work.sayInterrupted();
                return ExitCodes.INTERRUPTED;
            }
            throw e;
        }
    }
}
