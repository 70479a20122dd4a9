package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.lbp.continuous.DensityModels;
import dev.lbp.io.Draws;
import dev.lbp.result.RunException;
import dev.lbp.result.RunPart;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SinkException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of draws of a run in parts are those of the whole run, byte for byte. */
class PartSinkTest {

    private static final int CHAINS = 6;

    @TempDir
    private Path parent;

    private static <T extends Run<?, ?, T>> T sized(T run) {
        return run.chains(CHAINS).warmup(20).draws(15).thin(2).seed(4).threads(2);
    }

    private static SamplingRun bits() {
        return sized(Samplers.lbp().build().sample(SpinLine.of(9))).track("a b", x -> x[0]);
    }

    private static ValueRun values(int values) {
        TableMoves moves = new TableMoves(MoveSpaces.permutations(4), x -> 0.1 * x) {
            @Override
            public int values() {
                return values;
            }
        };
        return sized(Samplers.rwm().build().sample(moves));
    }

    private static ContinuousRun reals() {
        return sized(Samplers.mala()
                .build()
                .sample(DensityModels.of(2, p -> -p[0] * p[0] - p[1] * p[1], (p, gradient) -> {
                    gradient[0] = -2.0 * p[0];
                    gradient[1] = -2.0 * p[1];
                })));
    }

    static List<Supplier<Run<?, ?, ?>>> runs() {
        return List.of(
                PartSinkTest::bits,
                () -> bits().tempering(Tempering.replicas(3).every(1)),
                () -> sized(Samplers.gibbs().build().sample(SpinLine.of(9))).chainsPerBatch(2),
                () -> values(4),
                () -> values(200),
                () -> reals().chainsPerBatch(1));
    }

    private static Map<String, String> files(Path directory) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.skip(1).toList()) {
                content.put(
                        directory.relativize(file).toString(),
                        Files.isDirectory(file) ? "directory" : Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return content;
    }

    @ParameterizedTest
    @MethodSource("runs")
    void merge_ofParts_leavesTheFilesOfTheWholeRun(Supplier<Run<?, ?, ?>> run) throws IOException {
        Path whole = parent.resolve("whole");
        run.get().sink(whole).run();
        assertThat(run.get().sinkManifest()).isEqualTo(files(whole).get("manifest.json"));
        for (int size : new int[] {1, 4, CHAINS}) {
            Path merged = parent.resolve("in parts of " + size);
            Parts.merged(with(run, merged), CHAINS, size);
            assertThat(files(merged)).isEqualTo(files(whole));
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Supplier<? extends Run<?, RunResult, ?>> with(Supplier<Run<?, ?, ?>> run, Path sink) {
        return () -> (Run) run.get().sink(sink);
    }

    @Test
    void draws_ofAPart_areThoseOfItsChains() throws IOException {
        Path sink = parent.resolve("sink");
        Parts.drawn(() -> bits().sink(sink), CHAINS, 4);
        RunResult whole = bits().keepDraws().run();
        Draws draws = Draws.read(sink.resolve("part-4-2"));
        assertThat(draws.firstChain()).isEqualTo(4);
        assertThat(draws.chains()).isEqualTo(2);
        assertThat(draws.draws()).isEqualTo(15);
        for (int c = 0; c < 2; c++) {
            assertThat(draws.traces().get("a b")[c]).isEqualTo(whole.traces().get("a b")[4 + c]);
            for (int t = 0; t < 15; t++) {
                assertThat(draws.state(c, t)).isEqualTo(bitsOf(whole, 4 + c, t));
            }
        }
        Files.delete(sink.resolve("part-4-2").resolve("states.4.npy"));
        assertThat(catchThrowable(() -> Draws.read(sink.resolve("part-4-2"))))
                .hasMessageContaining("must hold all files that its manifest.json names, and has no states.4.npy");
    }

    private static byte[] bitsOf(RunResult result, int chain, int draw) {
        return ((SampleResult) result).draw(chain, draw);
    }

    @Test
    void sink_ofASlice_takesItsFilesElsewhere() throws IOException {
        Path whole = parent.resolve("whole");
        bits().sink(whole).run();
        Path collected = Files.createDirectory(parent.resolve("collected"));
        List<RunPart> warm = new ArrayList<>();
        for (int first = 0; first < CHAINS; first += 3) {
            warm.add(bits().part(first, 3).warmUp());
        }
        List<RunPart> drawn = new ArrayList<>();
        for (RunPart part : warm) {
            Path local = parent.resolve("local" + part.first());
            drawn.add(bits().part(part.first(), 3).sink(local).draw(part, RunPart.freeze(warm)));
            for (String file : local.toFile().list((in, name) -> name.endsWith(".npy"))) {
                Files.move(local.resolve(file), collected.resolve(file));
            }
        }
        Files.writeString(collected.resolve("manifest.json"), bits().sinkManifest());
        Results.assertSame(bits().run(), bits().merge(drawn));
        assertThat(files(collected)).isEqualTo(files(whole));
    }

    /** A process that is killed while it merges leaves some files at either place. */
    @Test
    void merge_begunByAProcessThatWasKilled_isFinished() throws IOException {
        Path whole = parent.resolve("whole");
        bits().sink(whole).run();
        List<RunPart> parts = Parts.drawn(() -> bits().sink(parent.resolve("0")), CHAINS, 4);
        int files = 3 * CHAINS;
        for (int moved = 0; moved <= files + 3; moved++) {
            Path sink = parent.resolve("" + moved);
            if (moved > 0) {
                Parts.drawn(() -> bits().sink(sink), CHAINS, 4);
            }
            moveSome(sink, moved);
            if (moved > files) {
                Files.copy(whole.resolve("manifest.json"), sink.resolve("manifest.json"));
            }
            if (moved > files + 1) {
                Files.delete(sink.resolve("part-0-4").resolve("manifest.json"));
            }
            if (moved > files + 2) {
                Files.delete(sink.resolve("part-0-4"));
            }
            bits().sink(sink).merge(parts);
            assertThat(files(sink)).as(moved + " moved").isEqualTo(files(whole));
            bits().sink(sink).merge(parts);
            assertThat(files(sink)).isEqualTo(files(whole));
        }
    }

    private static void moveSome(Path sink, int count) throws IOException {
        try (Stream<Path> files = Files.walk(sink)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".npy"))
                    .sorted()
                    .limit(count)
                    .toList()) {
                Files.move(file, sink.resolve(file.getFileName()));
            }
        }
    }

    private RunException refused(Path sink, List<RunPart> parts) throws IOException {
        Map<String, String> before = Files.exists(sink) ? files(sink) : Map.of();
        RunException refusal =
                Failures.of(SinkException.class, () -> bits().sink(sink).merge(parts));
        assertThat(Files.exists(sink) ? files(sink) : Map.of())
                .as("nothing moves")
                .isEqualTo(before);
        return refusal;
    }

    @Test
    void merge_filesThatAreNotThoseOfTheParts_isRefusedAndNothingMoves() throws IOException {
        Path sink = parent.resolve("sink");
        List<RunPart> parts = Parts.drawn(() -> bits().sink(sink), CHAINS, 4);
        Path last = sink.resolve("part-4-2");
        Path states = last.resolve("states.5.npy");
        Path aside = parent.resolve("aside");

        Files.move(last, aside);
        assertThat(refused(sink, parts)).hasMessage("must hold the draws of this part of the run: " + last);
        Files.move(aside, last);

        Files.move(states, aside);
        assertThat(refused(sink, parts)).hasMessage("must be there, with draws of the run: " + states);
        byte[] whole = Files.readAllBytes(aside);
        Files.write(states, Arrays.copyOf(whole, whole.length - 1));
        assertThat(refused(sink, parts)).hasMessage("must hold int8 [1, 15, 9], and nothing more: " + states);
        Files.write(states, Arrays.copyOf(whole, whole.length + 1));
        assertThat(refused(sink, parts)).hasMessage("must hold int8 [1, 15, 9], and nothing more: " + states);
        Files.copy(last.resolve("logProb.5.npy"), states, StandardCopyOption.REPLACE_EXISTING);
        assertThat(refused(sink, parts)).hasMessage("must hold int8 [1, 15, 9], and nothing more: " + states);
        Files.writeString(states, "something");
        assertThat(refused(sink, parts)).hasMessage("must be a .npy file, but is too short: " + states);
        Files.write(states, whole);

        Path there = Files.copy(states, sink.resolve("states.5.npy"));
        assertThat(refused(sink, parts)).hasMessage("must not be there already: " + there);
        Files.delete(there);

        Path manifest =
                Files.writeString(sink.resolve("manifest.json"), bits().seed(5).sinkManifest());
        assertThat(refused(sink, parts)).hasMessage("must not hold the draws of another run: " + sink);
        Files.delete(manifest);

        assertThat(refused(parent.resolve("elsewhere"), parts))
                .hasMessageEndingWith(
                        "part of the run: " + parent.resolve("elsewhere").resolve("part-0-4"));
        Results.assertSame(bits().run(), bits().sink(sink).merge(parts));
    }

    @Test
    void merge_directoryOfAnotherRunsPart_isRefused() throws IOException {
        Path sink = parent.resolve("sink");
        List<RunPart> parts = Parts.drawn(() -> bits().sink(sink), CHAINS, 4);
        Path first = sink.resolve("part-0-4");
        for (Supplier<SamplingRun> other : others()) {
            Path moved = parent.resolve("other");
            Parts.drawn(() -> other.get().sink(moved), CHAINS, 4);
            Path aside = parent.resolve("aside");
            Files.move(first, aside);
            Files.move(moved.resolve("part-0-4"), first);
            assertThat(refused(sink, parts)).hasMessage("must hold the draws of this part of the run: " + first);
            delete(first);
            delete(moved);
            Files.move(aside, first);
        }
        Parts.drawn(() -> bits().sink(parent.resolve("pairs")), CHAINS, 2);
        assertThat(refused(parent.resolve("pairs"), parts)).hasMessageEndingWith("pairs/part-0-4");
    }

    private static List<Supplier<SamplingRun>> others() {
        return List.of(
                () -> bits().seed(5),
                () -> bits().draws(16),
                () -> sized(Samplers.lbp().build().sample(SpinLine.flat(9))).track("a b", x -> x[0]),
                () -> sized(Samplers.lbp().build().sample(SpinLine.of(9))).track("a b", x -> x[1]));
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void draw_again_replacesTheFilesOfThisPartOfThisRunOnly() throws IOException {
        Path sink = parent.resolve("sink");
        List<RunPart> parts = Parts.drawn(() -> bits().sink(sink), CHAINS, 4);
        Map<String, String> before = files(sink);
        Files.write(sink.resolve("part-0-4").resolve("states.2.npy"), new byte[500]);
        Files.delete(sink.resolve("part-0-4").resolve("logProb.3.npy"));
        Parts.drawn(() -> bits().sink(sink), CHAINS, 4);
        assertThat(files(sink)).isEqualTo(before);
        for (Supplier<SamplingRun> other : others()) {
            RunException refusal = Failures.of(
                    SinkException.class, () -> Parts.drawn(() -> other.get().sink(sink), CHAINS, 4));
            assertThat(refusal).hasMessage("must not hold the draws of another run: " + sink.resolve("part-0-4"));
            assertThat(files(sink)).isEqualTo(before);
        }
        Results.assertSame(bits().run(), bits().sink(sink).merge(parts));
    }
}
