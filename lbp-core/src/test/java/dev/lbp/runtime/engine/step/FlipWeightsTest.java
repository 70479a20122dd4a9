package dev.lbp.runtime.engine.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.SmallTargets;
import dev.lbp.internal.kernel.Exp;
import dev.lbp.proposal.WeightFunction;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FlipWeightsTest {

    /** Log-ratios with room before and after, to see that a run is taken from its place. */
    private static final double[] LOG_RATIOS = {
        99.0, 0.0, -0.0, 1e-9, -1e-9, 0.7, -0.7, 5.0, -5.0, 36.0, -36.0, 300.0, -300.0, 700.0, -700.0, 99.0
    };

    static Stream<Arguments> functions() {
        return Stream.of(
                Arguments.of(WeightFunction.SQRT, formula(Math::sqrt), true),
                Arguments.of(
                        WeightFunction.BARKER, formula(t -> t <= 1.0 ? t / (t + 1.0) : 1.0 / (1.0 + 1.0 / t)), true),
                Arguments.of(WeightFunction.MIN, formula(t -> Math.min(1.0, t)), true),
                Arguments.of(WeightFunction.MAX, formula(t -> Math.max(1.0, t)), true),
                Arguments.of(WeightFunction.of("t", logT -> logT), formula(t -> t), false),
                Arguments.of(
                        WeightFunction.of("t/(t+2)", logT -> -Math.log1p(2.0 * Math.exp(-logT))),
                        formula(t -> t > 1e300 ? 1.0 : t / (t + 2.0)),
                        false),
                // min{t^2, t t^-2}
                Arguments.of(
                        WeightFunction.balanced("t^2", logT -> 2.0 * logT),
                        formula(t -> t < 1.0 ? t * t : 1.0 / t),
                        true));
    }

    private static DoubleUnaryOperator formula(DoubleUnaryOperator g) {
        return g;
    }

    @ParameterizedTest
    @MethodSource("functions")
    void weights_anyLogRatios_areThoseOfTheFormula(WeightFunction weight, DoubleUnaryOperator g) {
        int n = LOG_RATIOS.length - 2;
        double[] weights = new double[n + 1];
        weights[n] = -7.0;
        new FlipWeights(weight).weights(LOG_RATIOS, 1, n, weights);
        for (int k = 0; k < n; k++) {
            double exact = g.applyAsDouble(Math.exp(LOG_RATIOS[k + 1]));
            double held = Math.min(Math.max(exact, Math.exp(-600.0)), Math.exp(40.0));
            // A log-weight of 600 that is rounded in its last place is off by 600 * 2^-53.
            assertThat(weights[k]).as("weight of %s", LOG_RATIOS[k + 1]).isCloseTo(held, within(2e-13 * held));
        }
        assertThat(weights[n]).as("beyond the run").isEqualTo(-7.0);
        double largest = Arrays.stream(weights).max().orElseThrow();
        assertThat(new FlipWeights(weight).largest(LOG_RATIOS, 1, n)).isCloseTo(largest, within(1e-13 * largest));
    }

    /** A flip of weight 0 could not be undone; one of infinite weight would take all draws. */
    @ParameterizedTest
    @MethodSource("functions")
    void weights_anyFiniteLogRatio_arePositiveAndFinite(WeightFunction weight) {
        double[] ratios = {-700.0, -708.5, -1e4, -1e10, -1e300, 700.0, 709.5, 1e4, 1e10, 1e300};
        double[] weights = new double[ratios.length];
        new FlipWeights(weight).weights(ratios, 0, ratios.length, weights);
        for (double w : weights) {
            assertThat(w).isBetween(Math.exp(-600.0) * (1.0 - 1e-13), Math.exp(40.0) * (1.0 + 1e-13));
        }
    }

    @ParameterizedTest
    @MethodSource("functions")
    void logWeight_anyLogRatio_isTheLogOfTheFormula(WeightFunction weight, DoubleUnaryOperator g) {
        for (double logT : LOG_RATIOS) {
            double exact = Math.log(g.applyAsDouble(Math.exp(logT)));
            if (Double.isFinite(exact)) {
                assertThat(weight.logWeight(logT)).isCloseTo(exact, within(1e-12 * (1.0 + Math.abs(exact))));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("functions")
    void isBalanced_anyFunction_tellsWhetherItIs(WeightFunction weight, DoubleUnaryOperator g, boolean balanced) {
        assertThat(weight.isBalanced()).isEqualTo(balanced);
    }

    @Test
    void isBalanced_slightlyOff_isFalse() {
        assertThat(WeightFunction.of("t^0.5001", logT -> 0.5001 * logT).isBalanced())
                .isFalse();
        assertThat(WeightFunction.of("NaN", logT -> Double.NaN).isBalanced()).isFalse();
    }

    @Test
    void balanced_functionThatIsAlready_staysAsItIs() {
        WeightFunction again = WeightFunction.balanced("again", WeightFunction.BARKER::logWeight);
        for (double logT : LOG_RATIOS) {
            assertThat(again.logWeight(logT)).isCloseTo(WeightFunction.BARKER.logWeight(logT), within(1e-12));
        }
    }

    @ParameterizedTest
    @MethodSource("functions")
    void weights_impossibleAndUndefinedFlips_areZeroAndNaN(WeightFunction weight) {
        double[] weights = new double[2];
        new FlipWeights(weight).weights(new double[] {Double.NEGATIVE_INFINITY, Double.NaN}, 0, 2, weights);
        assertThat(weights[0]).isZero();
        assertThat(weights[1]).isNaN();
    }

    /** A function need not be defined but for finite arguments. */
    @Test
    void weights_impossibleFlipOfOwnFunction_doesNotAskIt() {
        WeightFunction choosy = WeightFunction.of("choosy", logT -> {
            if (Double.isInfinite(logT)) {
                throw new IllegalArgumentException();
            }
            return logT;
        });
        double[] weights = new double[1];
        new FlipWeights(choosy).weights(new double[] {Double.NEGATIVE_INFINITY}, 0, 1, weights);
        assertThat(weights[0]).isZero();
        assertThat(new FlipWeights(choosy).largest(new double[] {Double.NEGATIVE_INFINITY, 3.0}, 0, 2))
                .isEqualTo(Exp.exp(3.0));
    }

    @Test
    void largestWeight_partOfAnArray_isTheLargestOfThatPart() {
        double[] ratios = {900.0, -4.0, 6.0, 2.0, 900.0};
        assertThat(new FlipWeights(WeightFunction.SQRT).largest(ratios, 1, 3)).isEqualTo(Exp.exp(3.0));
        assertThat(new FlipWeights(WeightFunction.MAX).largest(ratios, 1, 3)).isEqualTo(Exp.exp(6.0));
        assertThat(new FlipWeights(WeightFunction.MIN).largest(ratios, 1, 3)).isEqualTo(1.0);
        double[] impossible = new double[3];
        Arrays.fill(impossible, Double.NEGATIVE_INFINITY);
        assertThat(new FlipWeights(WeightFunction.SQRT).largest(impossible, 0, 3))
                .isZero();
    }

    /** "Same seed, same draws" needs the bits of the first call from every later one. */
    @Test
    void weights_firstAndLaterCalls_haveTheSameBits() {
        double[] ratios = new double[257];
        Arrays.setAll(ratios, k -> (k - 128) * 0.37);
        for (WeightFunction weight : SmallTargets.weights()) {
            double[] first = new double[ratios.length];
            double[] later = new double[ratios.length];
            new FlipWeights(weight).weights(ratios, 0, ratios.length, first);
            for (int call = 1; call < 20_000; call++) {
                new FlipWeights(weight).weights(ratios, 0, ratios.length, later);
            }
            assertThat(later).isEqualTo(first);
        }
    }

    /** Samplers hold log g in [-600, 40]. */
    @Test
    void ownFunction_ofInfinity_isTakenForTheBounds() {
        WeightFunction infinite =
                WeightFunction.of("own", logT -> logT < 0.0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
        WeightFunction bounded = WeightFunction.of("own", logT -> logT < 0.0 ? -600.0 : 40.0);
        double[] logRatios = {-1.0, 0.5, Double.NEGATIVE_INFINITY, 3.0};
        double[] weights = new double[4];
        new FlipWeights(infinite).weights(logRatios, 0, 4, weights);
        double[] expected = new double[4];
        new FlipWeights(bounded).weights(logRatios, 0, 4, expected);
        assertThat(weights).isEqualTo(expected);
        assertThat(weights[1]).isFinite();
        assertThat(weights[0]).isPositive();
    }
}
