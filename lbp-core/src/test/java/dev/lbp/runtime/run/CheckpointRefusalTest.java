package dev.lbp.runtime.run;

import static dev.lbp.Results.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.lbp.Inside;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.Workers;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.SinkException;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import dev.lbp.target.Tempered;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/** What is damaged, or of another run, is refused with the reason. */
class CheckpointRefusalTest {

    private static final int SUM = Long.BYTES;

    @TempDir
    private Path directory;

    private Path file;
    private Path previous;

    @BeforeEach
    void nameTheFiles() {
        file = directory.resolve("run.checkpoint");
        previous = directory.resolve("run.checkpoint.previous");
    }

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    private static SamplingRun run(EnergyModel model) {
        return Samplers.lbp()
                .build()
                .sample(model)
                .chains(2)
                .warmup(5)
                .draws(5)
                .seed(3)
                .threads(1);
    }

    static SamplingRun run() {
        return run(SpinLine.of(6));
    }

    private byte[] saved() throws IOException {
        run().checkpoint(file).run();
        Files.deleteIfExists(previous);
        return Files.readAllBytes(file);
    }

    private void refused(SamplingRun resumed, String reason) {
        assertThatThrownBy(() -> resumed.resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(CheckpointException.class)
                .hasMessageStartingWith("cannot resume from " + file + ": ")
                .hasMessageContaining(reason);
    }

    @Test
    void resume_cutShortAnywhere_isRefused() throws IOException {
        byte[] whole = saved();
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            refused(run(), "it ");
        }
    }

    @Test
    void resume_anyByteChanged_isRefused() throws IOException {
        byte[] whole = saved();
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << at % Byte.SIZE);
            Files.write(file, flipped);
            refused(run(), "it ");
        }
    }

    @Test
    void resume_settingThatTheCheckpointLacks_isRefused() throws IOException {
        saved();
        refused(run().keepBest(3), "keepBest must be none, as in the checkpoint, and is 3");
    }

    @Test
    void resume_lastOneDamaged_goesOnFromTheOneBefore() throws IOException {
        SampleResult whole = run().run();
        run().checkpoint(file, 1).run();
        for (byte[] damaged : new byte[][] {{}, "not a checkpoint at all".getBytes(StandardCharsets.UTF_8)}) {
            Files.write(file, damaged);
            assertSame(whole, run().resume(file));
        }
        Files.delete(file); // as between the two renamings
        assertSame(whole, run().resume(file));
        Files.write(file, new byte[1]);
        Files.write(previous, new byte[2]);
        refused(run(), "it is not a checkpoint of lbp; cannot resume from " + previous);
    }

    /** The first thing that a resumed run writes must not replace the one it came from by the damaged one. */
    @Test
    void resume_lastOneDamaged_keepsTheOneBeforeUntilThereAreTwo() throws IOException {
        run().checkpoint(file, 1).run();
        byte[] before = Files.readAllBytes(previous);
        Files.write(file, new byte[3]);
        RunNotifier killed = new RunNotifier(new SamplingListener() {}) {
            @Override
            void checkpointEnds(Path written, long bytes) {
                throw new IllegalStateException("killed");
            }
        };
        RunTask<byte[], SampleResult> task = RunTask.ofBits(
                Inside.settings(run().threads(1).checkpoint(file)),
                killed,
                new dev.lbp.runtime.run.CheckpointFile(file));
        assertThatThrownBy(task::run).hasMessage("the run failed: java.lang.IllegalStateException: killed");
        assertThat(previous).hasBinaryContent(before);
        assertSame(run().run(), run().resume(file));
    }

    @Test
    void resume_otherModel_isRefused() throws IOException {
        saved();
        refused(run(SpinLine.of(7)), "the model's number of sites must be 6, as in the checkpoint, and is 7");
        refused(
                run(SpinLine.flat(6)),
                "the model has other parameters or data: its log-probability of test state 0 must be ");
        refused(run(SpinLine.of(6).batched(DataType.DOUBLE)), "the model's class must be dev.lbp.SpinLine, ");
    }

    /** A model that has its parameters in its identity. */
    private record Labelled(SpinLine line, Map<String, String> identity) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return line.dimension();
        }

        @Override
        public Tracker newTracker() {
            return line.newTracker();
        }
    }

    @Test
    void resume_otherIdentity_isRefusedByName() {
        SpinLine line = SpinLine.of(6);
        run(new Labelled(line, Map.of("field", "1", "coupling", "2")))
                .checkpoint(file)
                .run();
        refused(
                run(new Labelled(line, Map.of("field", "1", "coupling", "3"))),
                "the model's coupling must be 2, as in the checkpoint, and is 3");
        refused(
                run(new Labelled(SpinLine.flat(6), Map.of("coupling", "2"))),
                "the model's field must be 1, as in the checkpoint, and is none");
        EnergyModel tempered = Tempered.of(new Labelled(line, Map.of("field", "7", "coupling", "2")), 1.5);
        assertThat(tempered.identity()).containsEntry("field", "7");
        assertThat(run(new Labelled(line, Map.of("coupling", "2", "field", "1")))
                        .resume(file)
                        .draws())
                .isEqualTo(5);
        assertThatThrownBy(() -> run(new Labelled(line, null)).resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(ModelException.class)
                .hasMessageContaining("must not be null: identity()");
    }

    @Test
    void resume_otherSettings_areRefused() throws IOException {
        saved();
        refused(run().seed(4), "seed must be 3, as in the checkpoint, and is 4");
        refused(run().chains(3), "chains must be 2");
        refused(run().chainsPerBatch(1), "chainsPerBatch must be none, as in the checkpoint, and is 1");
        refused(run().warmup(6), "warmup must be 5");
        refused(run().draws(4), "draws must be >= 5, as in the checkpoint, and is 4");
        refused(run().thin(2), "thin must be 1");
        refused(run().initial(new byte[2][6]), "initial (checksum) must be none");
        refused(run().initial(new byte[2][6]).frozen(new boolean[6]), "initial (checksum) must be none");
        refused(run().track("a", x -> 0.0), "track must be [], as in the checkpoint, and is [a]");
        refused(run().conditionals(), "conditionals must be false");
        refused(run().keepDraws(), "keepDraws must be false");
        refused(run().sink(directory.resolve("draws")), "sink must be none");
        refused(run().untilEss(10), "the stopping rule must be ");
        SamplingRun other = Samplers.rwm()
                .build()
                .sample(SpinLine.of(6))
                .chains(2)
                .warmup(5)
                .draws(5)
                .seed(3);
        refused(other, "the sampler must be LBP");
    }

    private static SamplingRun holding(int site) {
        boolean[] frozen = new boolean[6];
        frozen[site] = true;
        return run().initial(new byte[2][6]).frozen(frozen);
    }

    @Test
    void resume_otherFrozenSitesOrStoppingRule_areRefused() throws IOException {
        holding(1).untilEss(1e6).checkpoint(file).run();
        refused(holding(2).untilEss(1e6), "frozen (checksum) must be ");
        refused(run().initial(new byte[2][6]).untilEss(1e6), "frozen (checksum) must be ");
        refused(holding(1).untilEss(1e5), "the stopping rule must be ");
        refused(holding(1).untilRHat(1.1), "the stopping rule must be ");
        refused(holding(1).untilEss(1e6, "logProb"), "the stopping rule must be ");
        refused(holding(1).untilEss(1e6).leastDraws(3), "the stopping rule must be ");
        assertThat(holding(1).untilEss(1e6).resume(file).draws()).isEqualTo(5);
    }

    private static SamplingRun run(Samplers.Lbp sampler) {
        return sampler.build()
                .sample(SpinLine.of(12))
                .chains(2)
                .warmup(5)
                .draws(5)
                .threads(1);
    }

    /** A rule of a user's own, whose settings its description leaves out. */
    private record Constant(double scale) implements ScaleController {

        @Override
        public Adaptation begin(double start, double largest, int steps) {
            return new Unchanging(scale);
        }

        @Override
        public String describe() {
            return "constant";
        }

        private record Unchanging(double scale) implements Adaptation {

            @Override
            public void update(double acceptanceProbability, int flips) {}
        }
    }

    /** A rule of a user's own, whose adaptation holds something. */
    private static final class Holding implements ScaleController {

        private final transient Object content;

        Holding(Object content) {
            this.content = content;
        }

        @Override
        public Adaptation begin(double start, double largest, int steps) {
            return new Held(content);
        }

        @Override
        public String describe() {
            return "holding";
        }

        private record Held(Object content) implements Adaptation {

            @Override
            public double scale() {
                return 2.0;
            }

            @Override
            public void update(double acceptanceProbability, int flips) {}
        }
    }

    /** Nested sets. Each is in two others, so reading them would take 2^60 calls of hashCode. */
    @Test
    void resume_adaptationMadeToHang_isRefused() {
        Set<Object> outermost = new HashSet<>();
        Set<Object> first = outermost;
        Set<Object> second = new HashSet<>();
        for (int level = 0; level < 60; level++) {
            Set<Object> below = new HashSet<>();
            Set<Object> another = new HashSet<>(Set.of("other"));
            first.addAll(List.of(below, another));
            second.addAll(List.of(below, another));
            first = below;
            second = another;
        }
        SampleResult atWarmUp = run(Samplers.lbp().scale(new Holding(outermost)))
                .warmup(10_000_000)
                .budget(Duration.ofNanos(1))
                .checkpoint(file)
                .run();
        assertThat(atWarmUp.draws()).isZero();
        assertThatThrownBy(() -> run(Samplers.lbp().scale(new Holding("anything")))
                        .warmup(10_000_000)
                        .resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(CheckpointException.class)
                .hasMessageStartingWith("cannot read " + file + ": the adaptation of a scale cannot be read: ");
    }

    static List<Arguments> samplersThatDiffer() {
        String controller = "the scale controller must be dev.lbp.proposal.";
        return List.of(
                Arguments.of(
                        Samplers.lbp().scale(3),
                        Samplers.lbp().scale(5),
                        "must be LBP, weight t/(t+1), scale: fixed at 3"),
                Arguments.of(
                        Samplers.lbp().scale(ScaleController.grid(1, 2, 3)),
                        Samplers.lbp().scale(ScaleController.grid(1, 2, 4)),
                        controller + "GridScale"),
                Arguments.of(
                        Samplers.lbp().scale(ScaleController.logScale(0.5)),
                        Samplers.lbp().scale(ScaleController.robbinsMonro(0.5)),
                        controller + "LogScale"),
                Arguments.of(
                        Samplers.lbp().scale(ScaleController.logScale(0.5)),
                        Samplers.lbp().scale(ScaleController.logScale(0.6)),
                        "the sampler must be LBP, weight t/(t+1), scale: acceptance 0.5, as in the checkpoint"),
                Arguments.of(
                        Samplers.lbp().scale(new Constant(1)),
                        Samplers.lbp().scale(new Constant(2)),
                        "the scale controller must be dev.lbp.runtime.run.CheckpointRefusalTest$Constant"),
                Arguments.of(
                        Samplers.lbp().weight(WeightFunction.SQRT),
                        Samplers.lbp().weight(WeightFunction.MAX),
                        "the sampler must be LBP, weight sqrt(t)"),
                Arguments.of(
                        Samplers.lbp().weight(WeightFunction.of("g", t -> 0.5 * t)),
                        Samplers.lbp().weight(WeightFunction.of("g", t -> 0.1 * t)),
                        "the weight function (checksum of values) must be "));
    }

    @ParameterizedTest
    @MethodSource("samplersThatDiffer")
    void resume_otherSampler_isRefused(Samplers.Lbp saved, Samplers.Lbp other, String reason) {
        SampleResult whole = run(saved).checkpoint(file).run();
        refused(run(other), reason);
        assertSame(whole, run(saved).resume(file));
    }

    @Test
    void resume_otherStatisticOfTheSameName_isRefused() throws IOException {
        run().track("s", x -> x[0]).checkpoint(file).run();
        refused(run().track("s", x -> x[1]), "the statistic s (checksum of values) must be ");
        assertThat(run().track("s", x -> x[0]).resume(file).draws()).isEqualTo(5);
    }

    /** A target with so few possible states that chance draws none. */
    private static SamplingRun constrained(double field) {
        EnergyModel model = EnergyModels.of(60, x -> {
            for (int i = 1; i < x.length; i++) {
                if (x[i] != 0) {
                    return Double.NEGATIVE_INFINITY;
                }
            }
            return field * (1 - x[0]);
        });
        return run(model).initial(new byte[2][60]);
    }

    @Test
    void resume_otherModelThatSeededStatesDoNotTell_isRefused() {
        constrained(0.5).checkpoint(file).run();
        refused(constrained(0.6), "the model's log-probability of the starting states (checksum) must be ");
        assertThat(constrained(0.5).resume(file).draws()).isEqualTo(5);
    }

    @Test
    void run_checkpointOfARunThatGoesOn_isRefused() {
        List<Throwable> second = new ArrayList<>();
        SamplingRun first = run().checkpoint(file).track("s", x -> {
            for (SamplingRun other :
                    List.of(run().checkpoint(file), run().draws(9).checkpoint(file))) {
                second.add(catchThrowable(other::run));
                second.add(catchThrowable(() -> other.resume(file)));
            }
            return 0.0;
        });
        first.run();
        assertThat(second)
                .hasSizeGreaterThan(8)
                .allSatisfy(refusal -> assertThat(refusal)
                        .isInstanceOf(RunException.class)
                        .hasCauseInstanceOf(CheckpointException.class)
                        .hasMessage("must not be in use by another run: checkpoint=" + file));
        assertThat(run().track("s", x -> 0.0).resume(file).draws()).isEqualTo(5);
    }

    @Test
    void resume_otherVersionKernelOrFormat_isRefused() throws IOException {
        byte[] whole = saved();
        String kernel = FlipWeightKernels.chosen().arithmetic();
        rewrite(whole, text(kernel), text("x".repeat(kernel.length())));
        refused(run(), "the kernel must be " + "x".repeat(kernel.length()));
        String version = String.valueOf(RunSettings.version());
        rewrite(whole, text(version), text("9".repeat(version.length())));
        refused(run(), "the version of lbp must be 99");
        byte[] otherFormat = whole.clone();
        otherFormat[11]++;
        Files.write(file, otherFormat);
        refused(run(), "it has format 5, and this version of lbp reads format 4");
    }

    private static byte[] text(String string) {
        byte[] bytes = string.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(4 + bytes.length)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    /** Writes a checkpoint with something else in the first place of something, and the checksum that goes with it. */
    private void rewrite(byte[] whole, byte[] something, byte[] other) throws IOException {
        byte[] bytes = whole.clone();
        int at = 0;
        while (!Arrays.equals(bytes, at, at + something.length, something, 0, something.length)) {
            at++;
        }
        System.arraycopy(other, 0, bytes, at, other.length);
        writeSummed(bytes);
    }

    private void writeSummed(byte[] bytes) throws IOException {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, bytes.length - SUM);
        ByteBuffer.wrap(bytes).putLong(bytes.length - SUM, sum.getValue());
        Files.write(file, bytes);
    }

    /** A whole number of the content is another: the run is refused or another one, but there is no error of Java and no hang. */
    @Test
    void resume_numbersOfNoRun_areRefused() throws IOException {
        run().keepBest(3).checkpoint(file).run();
        byte[] whole = Files.readAllBytes(file);
        for (int at = 12; at + Integer.BYTES + SUM <= whole.length; at += 23) {
            byte[] bytes = whole.clone();
            ByteBuffer.wrap(bytes).putInt(at, Integer.MAX_VALUE);
            writeSummed(bytes);
            Throwable failure = catchThrowable(() -> run().keepBest(3).resume(file));
            if (failure != null) {
                assertThat(failure).as("at " + at).isInstanceOf(RunException.class);
            }
        }
    }

    @Test
    void resume_nothingThere_isRefused() {
        assertThatThrownBy(() -> run().resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(CheckpointException.class)
                .hasMessage("cannot resume from " + file + ": it is not there");
    }

    @Test
    void resume_sinkGone_isRefused() throws IOException {
        Path sink = directory.resolve("draws");
        run().checkpoint(file).sink(sink).run();
        Path states = sink.resolve("states.1.npy");
        Files.write(states, Arrays.copyOf(Files.readAllBytes(states), 130));
        assertThatThrownBy(() -> run().sink(sink).resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(SinkException.class)
                .hasMessage(
                        "cannot go on with " + states + ": it must have the first 5 draws of the run that is resumed");
        assertThatThrownBy(() -> run().sink(directory.resolve("other")).resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(SinkException.class)
                .hasMessage("must hold the draws of the run that is resumed: " + directory.resolve("other"));
        Path ofAnother = directory.resolve("another");
        run().seed(8).sink(ofAnother).run();
        assertThatThrownBy(() -> run().sink(ofAnother).resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(SinkException.class)
                .hasMessageStartingWith("must hold the draws of the run that is resumed: ");
    }

    /** The sink has 9 draws of each chain, the checkpoint 5. */
    @Test
    void resume_fileOfTheSinkGone_isRefusedAndLeavesTheOthers() throws IOException {
        Path sink = directory.resolve("draws");
        run().checkpoint(file).sink(sink).run();
        byte[] checkpoint = Files.readAllBytes(file);
        byte[] five = Files.readAllBytes(sink.resolve("states.0.npy"));
        run().draws(9).sink(sink).resume(file);
        Files.write(file, checkpoint);
        Path states = sink.resolve("states.1.npy");
        byte[] lost = Files.readAllBytes(states);
        Files.delete(states);
        byte[] others = Files.readAllBytes(sink.resolve("states.0.npy"));
        assertThatThrownBy(() -> run().draws(9).sink(sink).resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(SinkException.class)
                .hasMessage("cannot go on with " + states + ": it is no longer there");
        assertThat(states).doesNotExist();
        assertThat(sink.resolve("states.0.npy")).hasBinaryContent(others);
        Files.write(states, lost);
        run().sink(sink).resume(file);
        assertThat(sink.resolve("states.0.npy")).hasBinaryContent(five);
    }
}
