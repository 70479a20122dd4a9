package dev.lbp.models.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.bytes.BatchStream;
import dev.lbp.models.BernoulliRbm;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.rng.simple.RandomSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class RbmTrainingTest {

    private static final byte[][] PICTURES = BarsAndStripes.patterns(3);

    private static RbmTraining small() {
        return RbmTraining.of(PICTURES).hidden(6).steps(3).epochs(10).batch(20).learningRate(0.02);
    }

    /**
     * 14 pictures: no distribution has a mean log-likelihood above -log 14 = -2.64. Every pixel is 1 in half of them,
     * so independent bits have -9 log 2 = -6.24.
     */
    @Test
    void run_barsAndStripes_comesNearTheBestLikelihood() {
        RbmTraining training = RbmTraining.of(PICTURES)
                .hidden(16)
                .steps(10)
                .epochs(5_000)
                .batch(100)
                .learningRate(0.01);
        double before = TinyRbm.of(training.initial()).logLikelihood(PICTURES);
        assertThat(before).isCloseTo(-9.0 * Math.log(2.0), within(0.01));
        TrainingResult result = training.run();
        assertThat(result.updates()).isEqualTo(700);
        double after = TinyRbm.of(result.model()).logLikelihood(PICTURES);
        assertThat(after).isBetween(-3.5, -Math.log(14.0));
    }

    /**
     * A first step of Adam is one learning rate in the direction of the gradient's sign. On 4,000 data and as many
     * chains, 30 sweeps from the data, each component of the estimate has a standard error below sqrt(2 * 0.25 / 4,000)
     * = 0.0112; one whose exact value is above 0.07, 6.2 standard errors, has the wrong sign with a probability below
     * 3e-10. There are 14 components, and some of either sign are that clear.
     */
    @Test
    void update_firstStep_goesUpTheExactGradient() {
        BernoulliRbm start = BernoulliRbm.random(4, 2, 0.5, 6L);
        byte[][] data = new byte[4_000][];
        for (int k = 0; k < data.length; k++) {
            data[k] = TinyRbm.state(k % 3 == 0 ? 0b0011 : 0b0010, 4);
        }
        ContrastiveDivergence divergence =
                new ContrastiveDivergence(start, 4_000, 30, 1e-3, RandomSource.XO_SHI_RO_256_PP.create(2L));
        BatchStream inOrder = new BatchStream(data.length, RandomSource.XO_SHI_RO_256_PP.create(3L));
        assertThat(divergence.update(data, inOrder)).isTrue();
        TinyRbm exact = TinyRbm.of(start);
        double[] after = TinyRbm.of(divergence.model()).parameters();
        int up = 0;
        int down = 0;
        for (int k = 0; k < after.length; k++) {
            double at = exact.parameters()[k];
            double slope = (exact.with(k, at + 1e-4).logLikelihood(data)
                            - exact.with(k, at - 1e-4).logLikelihood(data))
                    / 2e-4;
            if (Math.abs(slope) > 0.07) {
                up += slope > 0.0 ? 1 : 0;
                down += slope < 0.0 ? 1 : 0;
                assertThat(after[k] - at).as("parameter %d", k).isCloseTo(1e-3 * Math.signum(slope), within(1e-9));
            }
        }
        assertThat(up).isGreaterThanOrEqualTo(2);
        assertThat(down).isGreaterThanOrEqualTo(2);
    }

    @Test
    void run_sameSeed_sameBits() {
        TinyRbm first = TinyRbm.of(small().run().model());
        RbmTraining training = small();
        assertThat(TinyRbm.of(training.run().model()).parameters()).containsExactly(first.parameters());
        assertThat(TinyRbm.of(training.run().model()).parameters()).containsExactly(first.parameters());
        assertThat(TinyRbm.of(small().seed(2).run().model()).parameters()).isNotEqualTo(first.parameters());
    }

    @Test
    void initial_biases_areTheLogOddsOfTheMeans() {
        byte[][] data = {{1, 0, 1, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 1}};
        BernoulliRbm initial = RbmTraining.of(data).hidden(100).initial();
        double held = Math.log(999.0);
        double[] expected = {held, -held, -Math.log(3.0), -Math.log(3.0)};
        assertThat(initial.visibleBias()).containsExactly(expected, within(1e-12));
        assertThat(initial.hiddenBias()).containsOnly(0.0).hasSize(100);
        // 400 draws of N(0, 0.01^2): outside of 5 standard deviations, one seed in 4,000; this one is not
        for (double[] row : initial.weights()) {
            for (double weight : row) {
                assertThat(weight).isNotZero().isBetween(-0.05, 0.05);
            }
        }
    }

    @Test
    void listener_isTold_ofEveryUpdate() {
        List<String> told = new ArrayList<>();
        List<Double> errors = new ArrayList<>();
        small().listener((update, updates, error) -> {
                    told.add(update + "/" + updates);
                    errors.add(error);
                })
                .run();
        assertThat(told).containsExactly("0/7", "1/7", "2/7", "3/7", "4/7", "5/7", "6/7", "7/7");
        assertThat(errors.get(0)).isNaN();
        // Visible probabilities begin at 1/2, give or take sums of 6 weights of 0.01: squares of 1/4.
        assertThat(errors.get(1)).isCloseTo(0.25, within(0.01));
        assertThat(errors.subList(2, 8)).allMatch(error -> error > 0.0 && error < 0.3);
    }

    @Test
    void listener_thatThrows_endsTheTrainingAndTheMachineIsKept() {
        TrainingResult three = small().epochs(4).run(); // 56 data of 20 a batch
        for (Throwable thrown : new Throwable[] {new IllegalStateException("enough"), new AssertionError("no")}) {
            for (int last : new int[] {0, 3}) {
                RbmTraining training = small().listener((update, updates, error) -> {
                    if (update == last) {
                        RbmTrainingTest.<RuntimeException>sneak(thrown);
                    }
                });
                TrainingException failure = catchThrowableOfType(TrainingException.class, training::run);
                assertThat(failure)
                        .hasMessageStartingWith("the listener failed in update " + last + ": ")
                        .hasMessageEndingWith(String.valueOf(thrown.getMessage()))
                        .hasCauseReference(thrown);
                TrainingResult kept = failure.partialResult().orElseThrow();
                assertThat(kept.updates()).isEqualTo(last);
                assertThat(kept.interrupted()).isFalse();
                assertThat(TinyRbm.of(kept.model()).parameters())
                        .containsExactly(TinyRbm.of(last == 0 ? training.initial() : three.model())
                                .parameters());
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @Test
    void run_interrupted_keepsTheLastWholeUpdate() {
        TrainingResult three = small().epochs(4).run(); // 56 data of 20 a batch
        assertThat(three.updates()).isEqualTo(3);
        assertThat(three.interrupted()).isFalse();
        TrainingResult cut = small().listener((update, updates, error) -> {
                    if (update == 3) {
                        Thread.currentThread().interrupt();
                    }
                })
                .run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(cut.interrupted()).isTrue();
        assertThat(cut.updates()).isEqualTo(3);
        assertThat(TinyRbm.of(cut.model()).parameters())
                .containsExactly(TinyRbm.of(three.model()).parameters());
    }

    @Test
    void run_interruptedAfterTheLastUpdate_isWhole() {
        AtomicInteger last = new AtomicInteger();
        TrainingResult result = small().listener((update, updates, error) -> {
                    last.set(update);
                    if (update == updates) {
                        Thread.currentThread().interrupt();
                    }
                })
                .run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.interrupted()).isFalse();
        assertThat(result.updates()).isEqualTo(7).isEqualTo(last.get());
    }

    @Test
    void badArgument_isNamed() {
        byte[][] data = {{0, 1}, {1, 1}};
        RbmTraining training = RbmTraining.of(data);
        assertThatNullPointerException().isThrownBy(() -> RbmTraining.of(null)).withMessage("must not be null: data");
        assertRefused(() -> RbmTraining.of(new byte[0][]), "must be >= 1: data.length=0");
        assertRefused(() -> RbmTraining.of(new byte[1][0]), "must be >= 1: data[0].length=0");
        assertRefused(() -> RbmTraining.of(new byte[][] {{0}, {0, 1}}), "must have length 1: data[1].length=2");
        assertRefused(() -> RbmTraining.of(new byte[][] {{0, 2}}), "must be 0 or 1: data[0][1]=2");
        assertRefused(() -> training.hidden(0), "must be >= 1: hidden=0");
        assertRefused(() -> training.steps(0), "must be >= 1: steps=0");
        assertRefused(() -> training.epochs(0), "must be >= 1: epochs=0");
        assertRefused(() -> training.batch(0), "must be >= 1: batch=0");
        assertRefused(() -> training.learningRate(0.0), "must be in (0, 1]: learningRate=0.0");
        assertRefused(() -> training.learningRate(1.5), "must be in (0, 1]: learningRate=1.5");
        assertRefused(() -> training.learningRate(Double.NaN), "must be in (0, 1]: learningRate=NaN");
        assertThatNullPointerException()
                .isThrownBy(() -> training.listener(null))
                .withMessage("must not be null: listener");
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }
}
