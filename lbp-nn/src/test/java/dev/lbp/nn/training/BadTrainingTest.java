package dev.lbp.nn.training;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a training refuses, with the constraint, the name and the value. */
class BadTrainingTest {

    private static final int N = 16;

    @Test
    void settings_outOfRange_areRefused() {
        PersistentTraining training = PersistentTrainingTest.training(new PlainMlp(N, 8, 3));
        refused("must be >= 1: steps=0", () -> training.steps(0));
        refused("must be >= 1: updates=0", () -> training.updates(0));
        refused("must be >= 1: batch=0", () -> training.batch(0));
        refused("must be >= 1: buffer=0", () -> training.buffer(0));
        refused("must be in (0, 1]: learningRate=0.0", () -> training.learningRate(0.0));
        refused("must be in (0, 1]: learningRate=NaN", () -> training.learningRate(Double.NaN));
        refused("must be >= 0: warmup=-1", () -> training.warmup(-1));
        refused("must be in [0, 1): averaging=1.0", () -> training.averaging(1.0));
        refused("must be in [0, 1]: reinitialise=1.5", () -> training.reinitialise(1.5));
        refused("must be > 0: largestGap=0.0", () -> training.largestGap(0.0));
        refused("must be >= 1: every=0", () -> training.listener(0, (progress, now) -> {}));
        refused("must have length 16: means.length=2", () -> training.base(new double[2]));
        refused("must be >= batch=30: buffer=20", () -> training.buffer(20).run());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> training.buffer(2_147_483_647).run())
                .withMessageStartingWith("must fit into memory: buffer=2147483647, N=16: 206.2 GB needed");
        assertThatNullPointerException()
                .isThrownBy(() -> training.sampler(null))
                .withMessage("must not be null: sampler");
    }

    @Test
    void data_thatDoNotFit_areRefused() {
        PlainMlp network = new PlainMlp(N, 8, 3);
        refused("must be >= 1: data.length=0", () -> PersistentTraining.of(network, new byte[0][]));
        refused(
                "must have length 16: data[1].length=9",
                () -> PersistentTraining.of(network, new byte[][] {new byte[N], new byte[9]}));
        byte[] two = new byte[N];
        two[3] = 2;
        refused("must be 0 or 1: data[0][3]=2", () -> PersistentTraining.of(network, new byte[][] {two}));
        float[] bright = new float[N];
        bright[4] = 1.5f;
        refused("must be in [0, 1]: grey[0][4]=1.5", () -> PersistentTraining.ofGrey(network, new float[][] {bright}));
        bright[4] = Float.NaN;
        refused("must be in [0, 1]: grey[0][4]=NaN", () -> PersistentTraining.ofGrey(network, new float[][] {bright}));
        refused(
                "must have length 16: grey[0].length=4",
                () -> PersistentTraining.ofGrey(network, new float[][] {new float[4]}));
        assertThatNullPointerException()
                .isThrownBy(() -> PersistentTraining.of(null, PersistentTrainingTest.manyOrFew()))
                .withMessage("must not be null: network");
    }

    static void refused(String message, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }
}
