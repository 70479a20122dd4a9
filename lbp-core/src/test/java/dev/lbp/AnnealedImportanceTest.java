package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.result.LogZEstimate;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.ModelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** The normaliser of models that can be enumerated; what a run costs, tells and refuses. */
class AnnealedImportanceTest {

    private static final int VISIBLE = 8;
    private static final SmallRbm RBM = new SmallRbm(VISIBLE, 4, DataType.DOUBLE);
    private static final double EXACT = logZ(RBM.target());

    private static double logZ(TableTarget target) {
        return Math.log(IntStream.range(0, target.states())
                .mapToDouble(k -> Math.exp(target.logProb(k)))
                .sum());
    }

    private static Stream<Arguments> cases() {
        return Stream.of(
                Arguments.of(Samplers.lbp().build(), RBM),
                Arguments.of(Samplers.gwg().build(), RBM),
                Arguments.of(Samplers.rwm().build(), RBM),
                Arguments.of(Samplers.dlmc().build(), RBM),
                Arguments.of(Samplers.gibbs().build(), RBM),
                Arguments.of(Samplers.lbp().build(), new SmallRbm(VISIBLE, 4, DataType.FLOAT)),
                Arguments.of(Samplers.gibbs().build(), RBM.target().local()));
    }

    /**
     * The estimate is the mean of 2,000 independent weights. Their relative standard deviation is below 0.5 at 12
     * temperatures, as the test checks, so their mean is Gaussian to good accuracy, and with seven cases 5.5 deviations
     * are exceeded with a probability of 3e-7. They are at most 0.062 in log Z.
     */
    @ParameterizedTest
    @MethodSource("cases")
    void run_enumerableModel_estimatesItsNormaliser(Sampler sampler, EnergyModel model) {
        double[] means = {0.5, 0.6, 0.4, 0.5, 0.55, 0.45, 0.5, 0.5};
        LogZEstimate estimate = AnnealedImportance.of(model, means)
                .sampler(sampler)
                .temperatures(12)
                .chains(2_000)
                .seed(7)
                .run();
        assertThat(estimate.standardError()).isLessThan(0.5 / Math.sqrt(2_000.0));
        double error = Math.exp(estimate.logZ() - EXACT) - 1.0;
        assertThat(Math.abs(error)).isLessThan(5.5 * estimate.standardError());
        assertThat(estimate.quotable()).isTrue();
    }

    /** Counts the calls of a model by kind. */
    private static final class Counted implements EnergyModel {

        private static final long serialVersionUID = 1L;

        private int evaluations;
        private int scores;

        @Override
        public int dimension() {
            return RBM.dimension();
        }

        @Override
        public INDArray logProb(INDArray states) {
            scores++;
            return RBM.logProb(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            throw new AssertionError("a step needs evaluate() alone");
        }

        @Override
        public Evaluation evaluate(INDArray states) {
            evaluations++;
            return RBM.evaluate(states);
        }
    }

    /** A temperature costs one evaluation: the one of its proposals, or, at the first, of the draws. */
    @Test
    void run_anyScale_costsOneEvaluationPerTemperature() {
        Counted fixed = new Counted();
        AnnealedImportance.of(fixed)
                .sampler(Samplers.lbp().scale(3).build())
                .temperatures(40)
                .run();
        assertThat(fixed.evaluations).isEqualTo(40);
        assertThat(fixed.scores).isZero();
        Counted adaptive = new Counted();
        List<Integer> done = new ArrayList<>();
        AnnealedImportance.of(adaptive)
                .temperatures(600)
                .chains(10)
                .listener((temperatures, total) -> {
                    assertThat(total).isEqualTo(720);
                    done.add(temperatures);
                })
                .run();
        assertThat(adaptive.evaluations).isEqualTo(120 + 600); // the pilot run has a fifth of the temperatures
        assertThat(done)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 720).boxed().toList());
        Counted uninformed = new Counted();
        AnnealedImportance.of(uninformed)
                .sampler(Samplers.rwm().scale(3).build())
                .temperatures(40)
                .run();
        assertThat(uninformed.scores).isEqualTo(40);
        assertThat(uninformed.evaluations).isZero();
    }

    @Test
    void run_sameSeed_givesTheSameBits() {
        AnnealedImportance annealing =
                AnnealedImportance.of(RBM).temperatures(150).chains(20);
        double[] first = annealing.seed(3).run().logWeights();
        assertThat(annealing.seed(3).run().logWeights()).containsExactly(first);
        assertThat(annealing.seed(4).run().logWeights()).isNotEqualTo(first);
    }

    @Test
    void run_oneTemperature_isPlainImportanceSampling() {
        TableTarget target = RBM.target();
        double[] logWeights =
                AnnealedImportance.of(RBM).temperatures(1).chains(50).run().logWeights();
        List<Double> possible = IntStream.range(0, target.states())
                .mapToObj(k -> target.logProb(k) + VISIBLE * Math.log(2.0))
                .toList();
        for (double w : logWeights) {
            assertThat(possible).anySatisfy(p -> assertThat(p).isCloseTo(w, within(1e-12)));
        }
    }

    /** A base that is the model itself: every weight is Z. */
    @Test
    void run_baseOfTheModel_hasEqualWeights() {
        EnergyModel model = EnergyModels.of(3, x -> 5.0 + Math.log(0.3 / 0.7) * x[0] + Math.log(0.9 / 0.1) * x[2]);
        LogZEstimate estimate = AnnealedImportance.of(model, new double[] {0.3, 0.5, 0.9})
                .temperatures(30)
                .run();
        double exact = 5.0 - Math.log(0.7 * 0.5 * 0.1);
        for (double w : estimate.logWeights()) {
            assertThat(w).isCloseTo(exact, within(1e-12));
        }
    }

    @Test
    void run_interruptedThread_endsAndStaysInterrupted() {
        AnnealedImportance annealing = AnnealedImportance.of(RBM)
                .temperatures(500)
                .listener((done, total) -> {
                    if (done == 130) {
                        Thread.currentThread().interrupt();
                    }
                });
        assertThatThrownBy(annealing::run)
                .isInstanceOf(CancellationException.class)
                .hasMessage("interrupted after 30 of 500 temperatures: an estimate needs all of them");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void run_modelFails_namesIt() {
        EnergyModel impossible = EnergyModels.of(3, x -> x[0] == 1 ? Double.NEGATIVE_INFINITY : 0.0);
        assertThatThrownBy(() -> AnnealedImportance.of(impossible).run())
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("annealed failed in")
                .hasMessageContainingAll(
                        "must start in a possible state", "AnnealedImportance starts at draws of its base");
        EnergyModel nan = EnergyModels.of(3, x -> x[0] == 1 ? Double.NaN : 0.0);
        assertThatThrownBy(() -> AnnealedImportance.of(nan).run())
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("must not be NaN");
    }

    @Test
    void settings_outOfRange_areRefused() {
        AnnealedImportance annealing = AnnealedImportance.of(RBM);
        refused("must be >= 1: temperatures=0", () -> annealing.temperatures(0));
        refused("must be >= 2: chains=1", () -> annealing.chains(1));
        refused("must have length 8: means.length=7", () -> AnnealedImportance.of(RBM, new double[7]));
        refused("must be in (0, 1): means[0]=0.0", () -> AnnealedImportance.of(RBM, new double[8]));
        refused(
                "must be a LayeredModel, such as an RBM, for blockGibbs(); use auto(): model=SmallRbm, annealed",
                () -> annealing.sampler(Samplers.blockGibbs().build()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> annealing.sampler(Samplers.pas().build()))
                .withMessageContaining("must be a LocalEnergyModel");
        assertThatNullPointerException()
                .isThrownBy(() -> annealing.sampler(null))
                .withMessage("must not be null: sampler");
        assertThatNullPointerException()
                .isThrownBy(() -> annealing.listener(null))
                .withMessage("must not be null: listener");
        assertThatNullPointerException()
                .isThrownBy(() -> AnnealedImportance.of(RBM, null))
                .withMessage("must not be null: means");
    }

    private static void refused(String message, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }
}
