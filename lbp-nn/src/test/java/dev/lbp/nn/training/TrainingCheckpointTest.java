package dev.lbp.nn.training;

import static dev.lbp.nn.training.PersistentTrainingTest.manyOrFew;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.internal.files.OutputLock;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.CheckpointException;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Trainings that are stopped and continue. */
class TrainingCheckpointTest {

    private static final int N = 16;

    @TempDir
    Path directory;

    private static PersistentTraining training(PlainMlp network) {
        float[][] grey = new float[300][N];
        byte[][] pictures = manyOrFew();
        for (int k = 0; k < 300; k++) {
            for (int i = 0; i < N; i++) {
                grey[k][i] = 0.1f + 0.8f * pictures[k][i];
            }
        }
        return PersistentTraining.ofGrey(network, grey)
                .batch(20)
                .buffer(60)
                .steps(3)
                .updates(40)
                .learningRate(0.02)
                .reinitialise(0.1)
                .seed(5);
    }

    static Stream<Sampler> samplers() {
        return Stream.of(
                Samplers.lbp().build(),
                Samplers.dlmc().build(),
                Samplers.gibbs().build());
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void resume_stoppedTraining_endsAsOneThatWasNotStopped(Sampler sampler) {
        NetworkTrainingResult whole =
                training(new PlainMlp(N, 8, 3)).sampler(sampler).run();
        Path file = directory.resolve("training");
        PersistentTraining first =
                training(new PlainMlp(N, 8, 3)).sampler(sampler).checkpoint(file, 10);
        NetworkTrainingResult part =
                first.listener(23, (progress, now) -> first.stop()).run();
        assertThat(part.stopped()).isTrue();
        assertThat(part.progress().update()).isEqualTo(23);
        NetworkTrainingResult resumed =
                training(new PlainMlp(N, 8, 99)).sampler(sampler).resume(file);
        PersistentTrainingTest.assertSame(whole, resumed);
        assertThat(resumed.progress().seconds()).isGreaterThan(part.progress().seconds());
        // The file is that of the end now, and the training can be continued.
        NetworkTrainingResult longer =
                training(new PlainMlp(N, 8, 3)).sampler(sampler).updates(45).resume(file);
        PersistentTrainingTest.assertSame(
                training(new PlainMlp(N, 8, 3)).sampler(sampler).updates(45).run(), longer);
    }

    @Test
    void resume_anotherWeightFunctionOfTheSameName_isRefused() {
        Path file = directory.resolve("training");
        Sampler third = Samplers.lbp()
                .weight(WeightFunction.of("own", logRatio -> logRatio / 3.0))
                .build();
        Sampler half = Samplers.lbp()
                .weight(WeightFunction.of("own", logRatio -> logRatio / 2.0))
                .build();
        training(new PlainMlp(N, 8, 3)).sampler(third).checkpoint(file, 10).run();
        assertThatThrownBy(() -> training(new PlainMlp(N, 8, 3)).sampler(half).resume(file))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("the weight function (checksum of values) must be ");
    }

    @Test
    void resume_trainingThatDiverged_continuesFromTheLastSavedUpdate() {
        Path file = directory.resolve("training");
        PlainMlp network = new PlainMlp(N, 8, 3);
        network.nanFrom = 27;
        assertThatThrownBy(() -> training(network).checkpoint(file, 10).run())
                .isInstanceOf(NetworkTrainingException.class)
                .hasMessageStartingWith("diverged at update 28");
        PersistentTrainingTest.assertSame(
                training(new PlainMlp(N, 8, 3)).run(),
                training(new PlainMlp(N, 8, 3)).resume(file));
    }

    /** Update 30 makes parameters with which scores are NaN. They must not replace those that update 20 has saved. */
    @Test
    void checkpoint_scoresNotFinite_keepsTheOldFile() {
        Path file = directory.resolve("training");
        PlainMlp network = new PlainMlp(N, 8, 3);
        network.nanFrom = 30;
        assertThatThrownBy(() -> training(network).checkpoint(file, 10).run())
                .isInstanceOf(NetworkTrainingException.class)
                .hasMessage("diverged at update 30: must be finite: mean log-probability of the first data=NaN");
        PersistentTrainingTest.assertSame(
                training(new PlainMlp(N, 8, 3)).run(),
                training(new PlainMlp(N, 8, 3)).resume(file));
    }

    @Test
    void checkpoint_networkFails_isWrapped() {
        IllegalStateException thrown = new IllegalStateException("native failure");
        boolean[] failing = new boolean[1];
        PlainMlp network = new PlainMlp(N, 8, 3) {
            @Override
            double activation(double a) {
                if (failing[0]) {
                    throw thrown;
                }
                return super.activation(a);
            }
        };
        assertThatThrownBy(() -> training(network)
                        .checkpoint(directory.resolve("training"), 10)
                        .listener(10, (progress, now) -> failing[0] = true)
                        .run())
                .isInstanceOf(NetworkTrainingException.class)
                .hasMessage("checkpoint after update 10 failed: " + thrown.getMessage())
                .hasCause(thrown);
    }

    @Test
    void resume_fewerUpdatesThanMade_leavesTheNetworkAsItWas() {
        Path file = directory.resolve("training");
        training(new PlainMlp(N, 8, 3)).checkpoint(file, 10).updates(5).run();
        PlainMlp network = new PlainMlp(N, 8, 99);
        float[] before = network.parameters().array().clone();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> training(network).updates(4).resume(file));
        assertThat(network.parameters().array()).containsExactly(before);
    }

    @Test
    void resume_otherSettings_areNamed() {
        Path file = directory.resolve("training");
        training(new PlainMlp(N, 8, 3)).checkpoint(file, 10).updates(5).run();
        refused(
                "cannot resume from " + file + ": steps must be 3, as in the checkpoint, and is 4",
                training(new PlainMlp(N, 8, 3)).steps(4),
                file);
        refused(
                "cannot resume from " + file + ": seed must be 5, as in the checkpoint, and is 6",
                training(new PlainMlp(N, 8, 3)).seed(6),
                file);
        refused(
                "cannot resume from " + file
                        + ": network.parameters().capacity() must be 144, as in the checkpoint, and is 162",
                training(new PlainMlp(N, 9, 3)),
                file);
        PersistentTraining states =
                PersistentTraining.of(new PlainMlp(N, 8, 3), manyOrFew()).batch(20);
        assertThatThrownBy(() -> states.resume(file))
                .isInstanceOf(CheckpointException.class)
                .hasMessageStartingWith("cannot resume from " + file + ": the data must be 300 grey images, checksum ")
                .hasMessageContaining(", as in the checkpoint, and is 300 states, checksum ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> training(new PlainMlp(N, 8, 3)).updates(4).resume(file))
                .withMessage("must be >= 5, as many as made: updates=4");
    }

    /** A network of two forms, of the same class with as many parameters. */
    private static final class TwoForms extends PlainMlp {

        private final boolean bounded;

        TwoForms(boolean bounded) {
            super(N, 8, 3);
            this.bounded = bounded;
        }

        @Override
        double activation(double a) {
            return bounded ? a / (1.0 + Math.abs(a)) : super.activation(a);
        }
    }

    @Test
    void resume_networkOfOtherScores_isRefusedAndStaysAsItWas() {
        Path file = directory.resolve("training");
        training(new TwoForms(false)).checkpoint(file, 10).updates(5).run();
        TwoForms other = new TwoForms(true);
        float[] before = other.parameters().array().clone();
        assertThatThrownBy(() -> training(other).resume(file))
                .isInstanceOf(CheckpointException.class)
                .hasMessageStartingWith("cannot resume from " + file + ": the network gives the data the mean score ");
        assertThat(other.parameters().array()).containsExactly(before);
    }

    private static void refused(String message, PersistentTraining training, Path file) {
        refused(message, () -> training.resume(file));
    }

    @Test
    void resume_damagedFile_isRefused() throws IOException {
        Path file = directory.resolve("training");
        training(new PlainMlp(N, 8, 3)).checkpoint(file, 10).updates(5).run();
        byte[] bytes = Files.readAllBytes(file);
        String damaged = ": it is damaged or cut short: its checksum is not that of its content";
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 9));
        refused("cannot resume from " + file + damaged, training(new PlainMlp(N, 8, 3)), file);
        byte[] flipped = bytes.clone();
        flipped[bytes.length / 2] ^= 1;
        Files.write(file, flipped);
        refused("cannot resume from " + file + damaged, training(new PlainMlp(N, 8, 3)), file);
        Files.writeString(file, "something else");
        refused(
                "cannot resume from " + file + ": it is not a training of this version of lbp",
                training(new PlainMlp(N, 8, 3)),
                file);
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> training(new PlainMlp(N, 8, 3)).resume(missing))
                .isInstanceOf(CheckpointException.class)
                .hasMessage("cannot resume from " + missing + ": it is not there");
    }

    /** A training that has ended is saved to the file that is asked for, though no update is left. */
    @Test
    void resume_endedTraining_isSavedToAnotherFile() throws IOException {
        Path file = directory.resolve("training");
        training(new PlainMlp(N, 8, 3)).checkpoint(file, 10).updates(5).run();
        Path other = directory.resolve("other");
        training(new PlainMlp(N, 8, 3)).checkpoint(other, 10).updates(5).resume(file);
        assertThat(other).hasSameBinaryContentAs(file);
        PersistentTrainingTest.assertSame(
                training(new PlainMlp(N, 8, 3)).updates(9).run(),
                training(new PlainMlp(N, 8, 3)).updates(9).resume(other));
    }

    @Test
    void run_whileAnotherTrainingHasTheFile_isRefused() throws IOException {
        Path file = directory.resolve("training");
        String inUse = "must not be in use by another run: checkpoint=" + file;
        float[] before = new PlainMlp(N, 8, 3).parameters().array();
        List<PlainMlp> refused = new ArrayList<>();
        training(new PlainMlp(N, 8, 3))
                .checkpoint(file, 1)
                .updates(2)
                .listener(1, (progress, now) -> {
                    PlainMlp second = new PlainMlp(N, 8, 3);
                    refused(inUse, training(second).checkpoint(file, 1)::run);
                    refused(inUse, () -> training(second).resume(file));
                    refused.add(second);
                })
                .run();
        assertThat(refused)
                .hasSize(2)
                .allSatisfy(network -> assertThat(network.parameters().array()).containsExactly(before));
        training(new PlainMlp(N, 8, 3)).updates(3).resume(file); // the lock has ended with the training
        try (OutputLock lock = OutputLock.ofCheckpoint(file)) {
            refused(inUse, training(new PlainMlp(N, 8, 3)).updates(3).checkpoint(file, 1)::run);
        }
    }

    private static void refused(String message, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(CheckpointException.class).hasMessage(message);
    }

    @Test
    void checkpoint_fileThatCannotBe_isRefusedAtOnce() throws IOException {
        PersistentTraining training = training(new PlainMlp(N, 8, 3));
        Path nowhere = directory.resolve("none").resolve("training");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> training.checkpoint(nowhere, 10))
                .withMessage("must be in a directory that exists: checkpoint=" + nowhere);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> training.checkpoint(directory.resolve("t"), 0))
                .withMessage("must be >= 1: every=0");
        Path archive = directory.resolve("a.zip");
        try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
            Path inside = zip.getPath("training");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> training.checkpoint(inside, 10))
                    .withMessage("must be on the default file system: checkpoint=training");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> training.resume(inside))
                    .withMessage("must be on the default file system: checkpoint=training");
        }
    }
}
