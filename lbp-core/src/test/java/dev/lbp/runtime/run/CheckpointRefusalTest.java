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
import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
        assertRefused(resumed, file, reason);
    }

    static void assertRefused(SamplingRun resumed, Path file, String reason) {
        assertThatThrownBy(() -> resumed.resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(CheckpointException.class)
                .hasMessageStartingWith("cannot resume from " + file + ": ")
                .hasMessageContaining(reason);
    }

    /** The file itself says so of every damage, and a run that asks it is tried with some of them. */
    private void notWhole(int damage) {
        CheckpointFile damaged = new CheckpointFile(file);
        assertThatThrownBy(damaged::lastWhole)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot resume from " + file + ": it ");
        if (damage % 16 == 0) {
            refused(run(), "it ");
        }
    }

    @Test
    void resume_cutShortAnywhere_isRefused() throws IOException {
        byte[] whole = saved();
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            notWhole(length);
        }
    }

    @Test
    void resume_anyByteChanged_isRefused() throws IOException {
        byte[] whole = saved();
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << at % Byte.SIZE);
            Files.write(file, flipped);
            notWhole(at);
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
            void saved(Path written) {
                throw new IllegalStateException("killed");
            }
        };
        RunTask<byte[], SampleResult> task = new RunTask<>(
                Inside.settings(run().threads(1).checkpoint(file)), RunKind.BITS, killed, new CheckpointFile(file));
        assertThatThrownBy(task::run).hasMessage("the run failed: killed");
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
        refused(run(), "it has format 7, and this version of lbp reads format 6");
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

    /**
     * A whole number of the content is another: the run is refused or another one, but there is no error of Java and no
     * hang.
     */
    @Test
    void resume_numbersOfNoRun_areRefused() throws IOException {
        run().keepBest(3).checkpoint(file).run();
        byte[] whole = Files.readAllBytes(file);
        for (int at = 12; at + Integer.BYTES + SUM <= whole.length; at += 67) {
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
}
