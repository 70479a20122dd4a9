package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.ChainBatch;
import dev.lbp.EngineCases;
import dev.lbp.Failures;
import dev.lbp.Fault;
import dev.lbp.Results;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.Workers;
import dev.lbp.io.Draws;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SinkException;
import dev.lbp.result.StopReason;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.ModelException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Draws streamed to files are the run's own; and when something breaks, what had been written can be read. */
class SinkTest {

    private static final long SEED = 11L;

    /** A buffer of 64 KB holds 32 such states. */
    private static final int WIDE = 2_000;

    private static final int BUFFERED = 32;

    private static final int NPY_HEADER = 128;

    /** By then each of three chains of the local engine has taken its round of a fiftieth of 100,000 steps. */
    private static final int IN_ROUND_2 = 7_000;

    @TempDir
    private Path parent;

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    private Path directory() {
        return parent.resolve("a").resolve("b");
    }

    /** The oracle takes the same steps in a loop. */
    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void run_streamedAndKept_hasTheStatesOfEveryDraw(EnergyModel model) throws IOException {
        int rows = (1 << 16) / EngineCases.N;
        int count = rows + rows / 10; // a flush during the run, and one at its end
        Sampler sampler = Samplers.rwm().scale(3).build();
        SampleResult result = sampler.sample(model)
                .chains(3)
                .warmup(7)
                .draws(count)
                .thin(2)
                .seed(SEED)
                .threads(2)
                .keepDraws()
                .sink(directory())
                .run();
        Draws draws = Draws.read(directory());
        assertThat(draws.chains()).isEqualTo(3);
        assertThat(draws.draws()).isEqualTo(count);
        sameTraces(draws, result.traces());

        ChainBatch batch = sampler.start(model, SEED, 3);
        for (int t = 0; t < 7; t++) {
            batch.step();
        }
        for (int t = 0; t < count; t++) {
            batch.step();
            batch.step();
            for (int c = 0; c < 3; c++) {
                assertThat(result.draw(c, t)).isEqualTo(batch.state(c));
                if (t % 97 == 0 || t >= rows - 1) {
                    assertThat(draws.state(c, t)).isEqualTo(batch.state(c));
                }
            }
        }
    }

    @Test
    void run_withSink_isTheSameRun() {
        SamplingRun run =
                Samplers.lbp().build().sample(SpinLine.of(12)).warmup(50).draws(60);
        SampleResult without = run.run();
        Results.assertSame(without, run.keepDraws().sink(directory()).run());
    }

    @Test
    void read_filesOfTwoRuns_areRefusedByTheManifest() throws IOException {
        SamplingRun run = Samplers.rwm().build().sample(SpinLine.of(12)).warmup(5);
        run.chains(3).draws(60).sink(directory()).run();
        Path other = parent.resolve("other");
        run.chains(4).draws(70).sink(other).run();
        Path states = directory().resolve("states.1.npy");
        byte[] own = Files.readAllBytes(states);
        Files.copy(other.resolve("states.1.npy"), states, StandardCopyOption.REPLACE_EXISTING);
        unreadable(directory(), "must have the 60 draws that manifest.json tells: " + states + ": 70");
        Files.write(states, own);
        Path fourth = directory().resolve("states.3.npy");
        Files.copy(other.resolve("states.3.npy"), fourth);
        unreadable(directory(), "must be of the run whose manifest.json is beside it: " + fourth);
        Files.delete(fourth);
        assertThat(Draws.read(directory()).draws()).isEqualTo(60);
        Files.delete(directory().resolve("states.2.npy"));
        Files.delete(directory().resolve("logProb.2.npy"));
        unreadable(
                directory(),
                "must hold all files that its manifest.json names, and has no states.2.npy: " + directory());
    }

    private static void unreadable(Path directory, String message) {
        assertThatThrownBy(() -> Draws.read(directory))
                .isInstanceOf(IOException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void run_modelFails_leavesWhatEveryChainHas(boolean batched) throws IOException {
        Fault fault = new Fault(Fault.Kind.THROW, 2, 25);
        SamplingRun run = Fault.run(Samplers.rwm().scale(2).build(), batched ? fault.batched() : fault.local());
        RunException failure = Failures.of(ModelException.class, run.sink(directory())::run);
        SampleResult partial = failure.partialResult().orElseThrow();
        Draws draws = Draws.read(directory());
        assertThat(draws.draws()).isEqualTo(partial.draws()).isPositive();
        sameTraces(draws, partial.traces());
        assertThat(manifest()).contains("\"stopReason\": \"FAILED\"");
    }

    /** Channels would close themselves under the interrupted thread: files are written by other means. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void run_interrupted_writesAllThatThereIs(boolean batched) throws IOException {
        Thread caller = Thread.currentThread();
        SampleResult result =
                wide(batched, IN_ROUND_2, caller::interrupt).threads(2).run();
        result.export(parent.resolve("export"));
        result.exportCsv(parent.resolve("csv"));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.stopReason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(result.draws()).isBetween(1, 99_999);
        Draws draws = Draws.read(directory());
        assertThat(draws.draws()).isEqualTo(result.draws());
        sameTraces(draws, result.traces());
        sameTraces(Draws.read(parent.resolve("export")), result.traces());
        assertThat(manifest()).contains("\"stopReason\": \"INTERRUPTED\"");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void run_directoryDeleted_endsWithTheNameOfAFile(boolean batched) {
        RunException failure = failure(wide(batched, IN_ROUND_2, () -> delete(directory())));
        assertThat(failure)
                .hasMessageMatching("cannot write \\Q" + directory() + "\\E/states\\.\\d\\.npy: it is no longer there");
        SampleResult partial = failure.partialResult().orElseThrow();
        assertThat(partial.stopReason()).isEqualTo(StopReason.FAILED);
        assertThat(partial.draws()).isBetween(1, 99_999);
    }

    @Test
    void run_directoryDeletedAfterTheLastFlush_isNoticedAtTheEnd() {
        RunException failure =
                failure(wide(false, 40, () -> delete(directory())).draws(BUFFERED - 2));
        assertThat(failure).hasMessageContaining("states.0.npy: it is no longer there");
        assertThat(failure.partialResult().orElseThrow().stopReason()).isEqualTo(StopReason.DRAWS);
    }

    /** A file of chain 1 is put on a full disk; the part written before is put back to be read. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void run_diskFull_endsAndLeavesWhatWasWritten(boolean batched) throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        Path states = directory().resolve("states.1.npy");
        Path aside = parent.resolve("aside");
        RunException failure = failure(wide(batched, IN_ROUND_2, () -> {
            try {
                Files.move(states, aside);
                Files.createSymbolicLink(states, full);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
        assertThat(failure).hasMessage("cannot write " + states + ": No space left on device");
        SampleResult partial = failure.partialResult().orElseThrow();
        Files.move(aside, states, StandardCopyOption.REPLACE_EXISTING);
        Draws draws = Draws.read(directory());
        assertThat(draws.draws()).isBetween(BUFFERED, partial.draws());
        long ofChain1 = (Files.size(states) - NPY_HEADER)
                / WIDE; // other chains may have been stopped before, with less than that
        assertThat(ofChain1).isPositive();
        assertThat(ofChain1 % BUFFERED).as("whole buffers").isZero();
        partial.traces().forEach((name, trace) -> {
            for (int c = 0; c < draws.chains(); c++) {
                assertThat(draws.traces().get(name)[c]).isEqualTo(Arrays.copyOf(trace[c], draws.draws()));
            }
        });
        assertThat(manifest()).contains("\"stopReason\": \"FAILED\"");
    }

    @Test
    void run_pathBelowAFile_isRefusedBeforeTheFirstStep() throws IOException {
        Path file = Files.writeString(parent.resolve("file"), "");
        AtomicInteger calls = new AtomicInteger();
        RunException failure = failure(wide(false, 10, calls::incrementAndGet).sink(file.resolve("draws")));
        assertThat(failure).hasMessageStartingWith("cannot make the directory " + file.resolve("draws"));
        assertThat(calls).as("steps that reached the 10th scoring").hasValue(0);
        assertThat(failure.partialResult()).isEmpty();
    }

    @Test
    void run_directoryOfAnotherRun_isRefused() {
        SamplingRun run = Samplers.rwm().build().sample(SpinLine.of(4)).draws(3).sink(directory());
        run.run();
        assertThat(failure(run)).hasMessage("must not hold the draws of another run: " + directory());
    }

    @Test
    void run_fileAlreadyThere_isRefusedAndKept() throws IOException {
        Files.createDirectories(directory());
        Path theirs = Files.writeString(directory().resolve("hamming.1.npy"), "theirs");
        SamplingRun run = Samplers.rwm().build().sample(SpinLine.of(4)).draws(3).sink(directory());
        assertThat(failure(run)).hasMessage("must not be there already: " + theirs);
        assertThat(theirs).hasContent("theirs");
        assertThat(directory().toFile().list()).containsExactly("hamming.1.npy");
    }

    @Test
    void run_nameThatNoFileCanHave_leavesTheDirectoryToTheNextRun() {
        SamplingRun run = Samplers.rwm().build().sample(SpinLine.of(4)).draws(3).sink(directory());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run.track("states", x -> x[0]))
                .withMessage("must not be what files of draws call the states: name=states");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run.track("x".repeat(300), x -> x[0]))
                .withMessageStartingWith("must be at most 200 bytes as a file's name: name=xxx");
        Samplers.rwm().build().sample(SpinLine.of(4)).draws(3).sink(directory()).run();
    }

    @Test
    void export_fails_leavesTheDirectoryAsItWas() throws IOException {
        SampleResult result = Samplers.rwm()
                .build()
                .sample(SpinLine.of(4))
                .draws(3)
                .keepDraws()
                .run();
        Path theirs = Files.writeString(Files.createDirectories(directory()).resolve("states.npy"), "theirs");
        assertThatIOException()
                .isThrownBy(() -> result.export(directory()))
                .withMessage("must not be there already: " + theirs);
        assertThat(directory().toFile().list()).containsExactly("states.npy");
    }

    @Test
    void sink_ofAnotherFileSystem_isRefused() throws IOException {
        URI uri = URI.create("jar:" + parent.resolve("draws.zip").toUri());
        SamplingRun run = Samplers.rwm().build().sample(SpinLine.of(4));
        try (FileSystem zip = FileSystems.newFileSystem(uri, Map.of("create", "true"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> run.sink(zip.getPath("/draws")))
                    .withMessage("must be on the default file system: directory=/draws");
        }
    }

    @Test
    void manifest_ofARun_saysWhatWasSampled() throws IOException {
        Samplers.rwm()
                .scale(3)
                .build()
                .sample(SpinLine.of(5))
                .chains(2)
                .warmup(4)
                .draws(6)
                .thin(7)
                .seed(-8)
                .sink(directory())
                .run();
        assertThat(manifest())
                .contains("\"sites\": 5,", "\"chains\": 2,", "\"warmup\": 4,", "\"draws\": 6,", "\"thin\": 7,")
                .contains("\"seed\": -8,", "\"sampler\": \"RWM", "\"stopReason\": \"DRAWS\"")
                .contains("\"java\": \"" + System.getProperty("java.version") + "\"")
                .contains("""
                            "states": {
                              "type": "int8",
                              "shape": [2, 6, 5],
                              "files": ["states.0.npy", "states.1.npy"]
                            },
                            "logProb": {
                              "type": "float64",
                              "shape": [2, 6],
                              "files": ["logProb.0.npy", "logProb.1.npy"]
                            },
                        """);
    }

    private String manifest() throws IOException {
        return Files.readString(directory().resolve("manifest.json"));
    }

    /** A run of 100,000 draws of three chains on a flat target, which does something at its n-th score. */
    private SamplingRun wide(boolean batched, int scoring, Runnable action) {
        AtomicInteger count = new AtomicInteger();
        EnergyModel local = EnergyModels.of(WIDE, x -> {
            act(count, scoring, action);
            return 0.0;
        });
        return Samplers.rwm()
                .scale(3)
                .build()
                .sample(batched ? new Flat(count, 3 * BUFFERED, action) : local)
                .chains(3)
                .warmup(0)
                .draws(100_000)
                .threads(1)
                .sink(directory());
    }

    private static void act(AtomicInteger count, int scoring, Runnable action) {
        if (count.incrementAndGet() == scoring) {
            action.run();
        }
    }

    private record Flat(AtomicInteger count, int scoring, Runnable action) implements EnergyModel {

        @Override
        public int dimension() {
            return WIDE;
        }

        @Override
        public INDArray logProb(INDArray states) {
            act(count, scoring, action);
            return Nd4j.zeros(DataType.DOUBLE, states.size(0));
        }

        @Override
        public INDArray gradient(INDArray states) {
            return Nd4j.zeros(DataType.DOUBLE, states.shape());
        }
    }

    private static RunException failure(SamplingRun run) {
        return Failures.of(SinkException.class, run::run);
    }

    private static void sameTraces(Draws draws, Map<String, double[][]> traces) {
        assertThat(draws.traces()).hasSameSizeAs(traces);
        traces.forEach(
                (name, trace) -> assertThat(draws.traces().get(name)).as(name).isDeepEqualTo(trace));
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
