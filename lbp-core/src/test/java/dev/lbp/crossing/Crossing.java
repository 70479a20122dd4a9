package dev.lbp.crossing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Parts;
import dev.lbp.Run;
import dev.lbp.Samplers;
import dev.lbp.continuous.DensityModel;
import dev.lbp.hashes.HashedResults;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.TemperingObservables;
import dev.lbp.runtime.run.CheckpointCopies;
import dev.lbp.runtime.run.CheckpointFile;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * A sampler on a model in a {@link CrossedForm}: the plain run, and the runs that must draw the same bit for bit. One
 * has more threads and writes checkpoints and files of draws, some resume from these checkpoints and write the same
 * ones, some are stopped in the middle of a step and resumed, some are merged from parts.
 */
final class Crossing {

    private final String name;
    private final int chains;
    private final Supplier<Run<?, ?, ?>> run;
    private final boolean inWords;
    private final String plain;
    private final Path parent;

    private Crossing(String name, Supplier<Run<?, ?, ?>> run, RunResult plain, Path parent) {
        this.name = name;
        this.chains = plain.chains();
        this.run = run;
        this.inWords = plain.summary().contains("chains in a word");
        this.plain = content(plain);
        this.parent = parent;
    }

    /**
     * Crosses what a run is made of.
     *
     * @param run makes the run; fails if a sampler, a model and a form do not fit
     * @param broken what the draws of a run break of its form
     * @param parent of a new directory for the files of the runs
     * @return null if they do not fit, which a message says
     */
    static @Nullable Crossing of(
            String name, Supplier<Run<?, ?, ?>> run, Function<RunResult, List<String>> broken, Path parent) {
        RunResult plain;
        try {
            plain = run.get().run();
        } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).as(name + " is refused with a reason").startsWith("must ");
            return null;
        }
        assertThat(broken.apply(plain)).as(name).isEmpty();
        return new Crossing(name, run, plain, parent);
    }

    /** Whether the chains of the run share words. */
    boolean inWords() {
        return inWords;
    }

    /** Four states that a model draws, for chains whose sites are frozen. */
    static Object starts(Object model) {
        if (model instanceof EnergyModel bits) {
            return Samplers.rwm()
                    .build()
                    .sample(bits)
                    .chains(CrossedForm.CHAINS)
                    .draws(1)
                    .run()
                    .finalStates();
        }
        if (model instanceof MoveModel moves) {
            return Samplers.rwm()
                    .build()
                    .sample(moves)
                    .chains(CrossedForm.CHAINS)
                    .draws(1)
                    .run()
                    .finalStates();
        }
        return model instanceof CategoricalEnergyModel values
                ? Samplers.rwm()
                        .build()
                        .sample(values)
                        .chains(CrossedForm.CHAINS)
                        .draws(1)
                        .run()
                        .finalStates()
                : new double[0][];
    }

    static int sites(Object model) {
        if (model instanceof EnergyModel bits) {
            return bits.dimension();
        }
        if (model instanceof MoveModel moves) {
            return moves.dimension();
        }
        return model instanceof CategoricalEnergyModel values ? values.dimension() : ((DensityModel) model).dimension();
    }

    /** The space of a model, and the engine that samples it. */
    static String space(Object model) {
        if (model instanceof EnergyModel) {
            return model instanceof LocalEnergyModel ? "bits, local" : "bits, batched";
        }
        return model instanceof MoveModel
                ? "moves, local"
                : model instanceof CategoricalEnergyModel ? "categories, batched" : "reals, batched";
    }

    /**
     * Carries out all runs and compares them with the plain one.
     *
     * @param steps of each chain between two checkpoints
     * @param resumed how many of the checkpoints are resumed: one that depends on the name, or so many spread over the
     *     run from there; also how many runs are stopped, at most one in each phase
     * @param partSizes the numbers of chains of a part; each makes a merge
     * @return what differs, a line each
     */
    List<String> differences(int steps, int resumed, int... partSizes) throws IOException {
        List<String> differences = new ArrayList<>();
        Path directory = Files.createTempDirectory(parent, "run");
        Path sink = directory.resolve("sink");
        List<Path> copies = new ArrayList<>();
        Random random = new Random(name.hashCode());
        List<Integer> drawn = new ArrayList<>(); // the last one is any checkpoint, each as likely as another
        IntPredicate withFiles = place -> {
            boolean found = random.nextInt(place + 1) == 0;
            if (found) {
                drawn.add(place);
            }
            return found || resumed > 1;
        };
        compare(
                differences,
                "3 threads, with files of draws and checkpoints",
                () -> CheckpointCopies.of(run.get().threads(3).sink(sink), steps, directory, copies, withFiles, null));
        Map<String, String> files = files(sink);
        assertThat(copies).as(name + ": checkpoints").hasSizeGreaterThan(3);
        for (int phase = 0; phase < Math.min(resumed, 2); phase++) {
            boolean draws = Math.floorMod(name.hashCode() + phase, 2) == 1;
            Path begun = Files.createDirectory(directory.resolve("stopped" + phase));
            String column = "stopped in " + (draws ? "draws" : "warm-up") + " and resumed";
            compare(differences, column, () -> stopped(begun, steps, draws ? copies.size() - 2 : 0));
            compareFiles(differences, column, begun.resolve("sink"), files);
        }
        int count = Math.min(resumed, copies.size());
        int first = drawn.get(drawn.size() - 1);
        for (int k = 0; k < count; k++) {
            int place = (first + k * copies.size() / count) % copies.size();
            String column = "resumed at checkpoint " + place + " of " + copies.size();
            Path left = leftBehind(copies.get(place));
            List<Path> later = new ArrayList<>();
            Path again = Files.createDirectory(directory.resolve("again" + place));
            compare(
                    differences,
                    column,
                    () -> CheckpointCopies.of(run.get().threads(2).sink(left), steps, again, later, copies.get(place)));
            compareFiles(differences, column, left, files);
            compareCheckpoints(differences, column, later, copies.subList(place, copies.size()));
        }
        for (int size : partSizes) {
            Path parts = directory.resolve("parts" + size);
            String column = "merged from parts of " + size;
            compare(differences, column, () -> merged(run.get().sink(parts), parts, size));
            compareFiles(differences, column, parts, files);
        }
        delete(directory);
        return differences;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /**
     * Interrupts a run while its chains move, and resumes it.
     *
     * @param place the number of the checkpoint after which the interrupt comes
     */
    private RunResult stopped(Path directory, int steps, int place) {
        Path sink = directory.resolve("sink");
        Path checkpoint = CheckpointCopies.interrupted(run.get().threads(3).sink(sink), steps, directory, place);
        return run.get().threads(2).sink(sink).resume(checkpoint);
    }

    /** The files of draws of a process that died after a checkpoint while it wrote more draws. */
    private static Path leftBehind(Path copy) throws IOException {
        Path sink = CheckpointCopies.sinkOf(copy);
        for (Path file : arrays(sink)) {
            Files.write(file, new byte[1000], StandardOpenOption.APPEND);
        }
        return sink;
    }

    private <R extends RunResult> R merged(Run<?, R, ?> whole, Path sink, int size) {
        return whole.merge(Parts.drawn(() -> run.get().sink(sink), chains, size));
    }

    /** What a user would see as the end of a run. */
    private interface Trial {
        RunResult result() throws IOException;
    }

    private void compare(List<String> differences, String column, Trial trial) throws IOException {
        String found;
        try {
            found = content(trial.result());
        } catch (RuntimeException e) {
            found = e.toString();
        }
        if (!found.equals(plain)) {
            differences.add(name + ", " + column + ": " + found + " for " + plain);
        }
    }

    private void compareFiles(List<String> differences, String column, Path sink, Map<String, String> expected)
            throws IOException {
        if (!files(sink).equals(expected)) {
            differences.add(name + ", " + column + ": the files of draws differ");
        }
    }

    /**
     * A resumed run that has forgotten something says so in its next checkpoint, even if it draws the same. It writes
     * one where it begins too. Rounds of steps that take a second are made shorter. So a run of a second or more may
     * have checkpoints at other steps than another run, but for the last one.
     *
     * @param expected the checkpoints from the resumed one on
     */
    private void compareCheckpoints(List<String> differences, String column, List<Path> found, List<Path> expected)
            throws IOException {
        List<String> contents = contents(expected);
        List<String> again = contents(found);
        if (again.isEmpty()
                || !contents.containsAll(again) && seconds(found) < 1 && seconds(expected) < 1
                || !contents.get(contents.size() - 1).equals(again.get(again.size() - 1))) {
            differences.add(name + ", " + column + ": its checkpoints differ");
        }
    }

    /** The time of a run with its last checkpoint. */
    private static long seconds(List<Path> checkpoints) throws IOException {
        return time(checkpoints.get(checkpoints.size() - 1)).toSeconds();
    }

    private static Duration time(Path checkpoint) throws IOException {
        return new CheckpointFile.Saved(checkpoint, "").head().time();
    }

    /**
     * What checkpoints have, but for the time of the run, which stands before the state, and the times of both phases
     * and the checksum, which stand at the end.
     */
    private static List<String> contents(List<Path> checkpoints) throws IOException {
        List<String> contents = new ArrayList<>();
        for (Path checkpoint : checkpoints) {
            byte[] all = Files.readAllBytes(checkpoint);
            long nanos = time(checkpoint).toNanos();
            String time = text(ByteBuffer.allocate(Long.BYTES).putLong(nanos).array());
            String content = text(Arrays.copyOf(all, all.length - 3 * Long.BYTES));
            int at = content.indexOf(time);
            assertThat(at).as(checkpoint + ": place of the time").isNotNegative();
            contents.add(content.substring(0, at) + content.substring(at + time.length()));
        }
        return contents;
    }

    /** The bytes of the arrays in a directory, by name. */
    private static Map<String, String> files(Path directory) throws IOException {
        Map<String, String> content = new TreeMap<>();
        for (Path file : arrays(directory)) {
            content.put("" + file.getFileName(), text(Files.readAllBytes(file)));
        }
        return content;
    }

    /** A character for each byte. */
    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static List<Path> arrays(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of(); // the run has failed, which is a difference of its own
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(path -> path.toString().endsWith(".npy")).toList();
        }
    }

    /** All that a result has, as a text that two results share only if they agree bit for bit. */
    private static String content(RunResult result) {
        String ofChoice = result.choice().map(Object::toString).orElse("");
        String ofLadder = result.tempering()
                .map(ladder -> text(ladder) + ladder.at(0.5 * ladder.betas()[2]).logZ())
                .orElse("");
        String ofConditionals = result instanceof SampleResult bits
                ? bits.conditionals().map(Crossing::text).orElse("")
                : "";
        return HashedResults.of(result) + result.verdict() + ofChoice + ofLadder + ofConditionals;
    }

    /** The values of a record, and the slots of a ladder. */
    private static String text(Record values) {
        StringBuilder text = new StringBuilder();
        for (RecordComponent component : values.getClass().getRecordComponents()) {
            Object value = ReflectionSupport.invokeMethod(component.getAccessor(), values);
            if (value instanceof TemperingObservables slots) {
                slots.names().forEach(name -> text.append(text(slots.slots(name))));
            } else {
                text.append(Arrays.deepToString(new Object[] {value})).append(' ');
            }
        }
        return text.toString();
    }
}
