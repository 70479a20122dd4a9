package dev.lbp.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.proposal.WeightFunction;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptimalScalingTest {

    /** The best acceptance rate per step, to more digits than the paper's 0.574. */
    private static final double LBP_BEST = OptimalScaling.lbpAcceptancePerTime(Double.POSITIVE_INFINITY);

    private static final double[] P = {0.1, 0.8, 0.35, 0.5, 0.93, 0.62, 0.07, 0.44, 0.3};

    static WeightFunction[] balanced() {
        return new WeightFunction[] {
            WeightFunction.SQRT,
            WeightFunction.BARKER,
            WeightFunction.MIN,
            WeightFunction.MAX,
            WeightFunction.balanced("t^2", logT -> 2.0 * logT)
        };
    }

    /** Equation 7 word for word, its expectation by going through all states. */
    @ParameterizedTest
    @MethodSource("balanced")
    void lambda1_anyBalancedWeight_isEquation7(WeightFunction weight) {
        double numerator = 0.0;
        double flow = 0.0;
        for (int j = 0; j < P.length; j++) {
            double w1 = w(weight, j, 1);
            numerator += P[j] * w1 * Math.pow(w(weight, j, 0) - w1, 2);
            flow += P[j] * w1;
        }
        double mean = 0.0;
        for (int state = 0; state < 1 << P.length; state++) {
            double probability = 1.0;
            double sum = 0.0;
            for (int i = 0; i < P.length; i++) {
                int bit = state >> i & 1;
                probability *= bit == 1 ? P[i] : 1.0 - P[i];
                sum += w(weight, i, bit);
            }
            mean += probability * sum / P.length;
        }
        double expected = Math.sqrt(numerator / (4.0 * mean * mean * flow));
        assertThat(OptimalScaling.lambda1(P, weight::logWeight)).isCloseTo(expected, within(1e-12 * expected));
    }

    /** w_j(x_j) of equation 4. */
    private static double w(WeightFunction weight, int j, int bit) {
        double here = bit == 1 ? P[j] : 1.0 - P[j];
        return Math.exp(weight.logWeight(Math.log((1.0 - here) / here)));
    }

    @Test
    void lambda1_weightTimesAConstant_isTheSame() {
        double lambda = OptimalScaling.lambda1(P, WeightFunction.SQRT::logWeight);
        assertThat(OptimalScaling.lambda1(P, logT -> 0.5 * logT + 650.0)).isCloseTo(lambda, within(1e-12));
        assertThat(OptimalScaling.lambda1(P, logT -> 0.5 * logT - 650.0)).isCloseTo(lambda, within(1e-12));
    }

    @Test
    void lambda1_flatTarget_isZeroAndTheScaleUnbounded() {
        double lambda = OptimalScaling.lambda1(new double[] {0.5, 0.5}, WeightFunction.BARKER::logWeight);
        assertThat(lambda).isZero();
        assertThat(OptimalScaling.lbpScale(lambda, 0.574, 2)).isInfinite();
        assertThat(OptimalScaling.lbpAcceptance(lambda, 2, 2)).isEqualTo(1.0);
    }

    /** Why the paper keeps probabilities off 0, 1 and 1/2 (section 3.3): lambda_1 is near 0, or very large. */
    @ParameterizedTest
    @MethodSource("balanced")
    void lambda1_probabilitiesNearHalfOrTheirEnds_leavesEveryBound(WeightFunction weight) {
        double[] half = {0.499, 0.501, 0.5005};
        double[] ends = {1e-9, 1.0 - 1e-9, 2e-9};
        double near = OptimalScaling.lambda1(half, weight::logWeight);
        double far = OptimalScaling.lambda1(ends, weight::logWeight);
        assertThat(near).isBetween(1e-4, 0.01);
        assertThat(far).isBetween(1e8, 1e9); // about 1 / (2 p)
        assertThat(OptimalScaling.lbpAcceptance(near, 100.0, 1_000)).isGreaterThan(0.99);
        assertThat(OptimalScaling.lbpAcceptance(far, 100.0, 1_000)).isLessThan(1e-9);
    }

    /** Saturated sites have no weight, and no part in it. */
    @Test
    void lambda1OfLogOdds_saturatedSites_staysFinite() {
        double[] logOdds = {0.5, -1.0, 800.0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
        double lambda = OptimalScaling.lambda1OfLogOdds(logOdds, WeightFunction.BARKER::logWeight);
        double two = OptimalScaling.lambda1OfLogOdds(new double[] {0.5, -1.0}, WeightFunction.BARKER::logWeight);
        assertThat(lambda).isCloseTo(two * 5.0 / 2.0, within(1e-12));
    }

    @Test
    void lambda2_anyTarget_isEquation21AtBetaZero() {
        double sum = Arrays.stream(P)
                .map(p -> (2.0 * p - 1.0) * Math.log(p / (1.0 - p)))
                .sum();
        assertThat(OptimalScaling.lambda2(P)).isCloseTo(Math.sqrt(2.0 / P.length * sum), within(1e-13));
    }

    /** The maximum of z 2 Phi(-z^1.5 / 2), by golden section: z = 1.081, where acceptance is 0.574. */
    @Test
    void lbp_bestScale_isAt1081WithAcceptance0574() {
        double z = argmax(scale -> OptimalScaling.lbpJumpDistance(1.0, scale, 1), 0.1, 5.0);
        assertThat(z).isCloseTo(1.081, within(5e-4));
        assertThat(OptimalScaling.lbpAcceptance(1.0, z, 1)).isCloseTo(OptimalScaling.LBP_ACCEPTANCE, within(5e-4));
        assertThat(OptimalScaling.lbpAcceptance(1.0, 1.081, 1)).isCloseTo(0.574, within(5e-4));
    }

    /** "High efficiency for acceptance rates between 0.5 and 0.7" (section 1 of the paper). */
    @Test
    void lbp_efficiency_isFlatBetweenHalfAndSevenTenths() {
        double best = jumps(LBP_BEST);
        assertThat(jumps(0.5) / best).isCloseTo(0.984, within(5e-4));
        assertThat(jumps(0.7) / best).isCloseTo(0.948, within(5e-4));
        assertThat(jumps(0.4) / best).isLessThan(0.93);
        assertThat(jumps(0.8) / best).isLessThan(0.85);
    }

    private static double jumps(double acceptance) {
        return OptimalScaling.lbpJumpDistance(1.0, OptimalScaling.lbpScale(1.0, acceptance, 1_000), 1_000);
    }

    @Test
    void rwm_bestScale_isAtAcceptance0234() {
        double best = argmax(scale -> OptimalScaling.rwmJumpDistance(1.0, scale), 0.1, 50.0);
        assertThat(OptimalScaling.rwmAcceptance(1.0, best)).isCloseTo(OptimalScaling.RWM_ACCEPTANCE, within(5e-4));
    }

    /**
     * The maximum of jump distance over time, by golden section over R; at a scale of 1 acceptance is the paper's best.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.05, 0.175, 0.4, 1.0, 30.0})
    void acceptancePerTime_anyFixedCost_isAtTheMaximum(double cost) {
        double lambda1 = Math.pow(1.0 / OptimalScaling.lbpScale(1.0, LBP_BEST, 1), -1.5);
        double lbp = argmax(z -> OptimalScaling.lbpJumpDistance(lambda1, z, 1) / (cost + z), 0.001, 2.0);
        assertThat(OptimalScaling.lbpAcceptancePerTime(cost))
                .isCloseTo(OptimalScaling.lbpAcceptance(lambda1, lbp, 1), within(1e-6));
        double lambda2 = Math.sqrt(argmax(scale -> OptimalScaling.rwmJumpDistance(1.0, scale), 0.1, 50.0));
        double rwm = argmax(z -> OptimalScaling.rwmJumpDistance(lambda2, z) / (cost + z), 0.001, 2.0);
        assertThat(OptimalScaling.rwmAcceptancePerTime(cost))
                .isCloseTo(OptimalScaling.rwmAcceptance(lambda2, rwm), within(1e-6));
    }

    @Test
    void acceptancePerTime_extremeCosts_areThePapersRateAndOne() {
        assertThat(OptimalScaling.lbpAcceptancePerTime(Double.POSITIVE_INFINITY))
                .isCloseTo(OptimalScaling.LBP_ACCEPTANCE, within(5e-4));
        assertThat(OptimalScaling.rwmAcceptancePerTime(Double.POSITIVE_INFINITY))
                .isCloseTo(OptimalScaling.RWM_ACCEPTANCE, within(5e-4));
        for (double none : new double[] {0.0, -0.0}) {
            assertThat(OptimalScaling.lbpAcceptancePerTime(none)).isEqualTo(1.0);
            assertThat(OptimalScaling.rwmAcceptancePerTime(none)).isEqualTo(1.0);
        }
        assertThat(OptimalScaling.lbpAcceptancePerTime(0.175))
                .isCloseTo(OptimalScaling.LBP_LOCAL_ACCEPTANCE, within(2e-3));
        assertThat(OptimalScaling.rwmAcceptancePerTime(0.24))
                .isCloseTo(OptimalScaling.RWM_LOCAL_ACCEPTANCE, within(2e-3));
    }

    /** What one target for all local models costs, in jump distance per unit of time. */
    @Test
    void localAcceptance_smallFixedCosts_isNearlyTheBest() {
        for (double cost = 0.01; cost <= 0.7; cost += 0.01) {
            double best = lbpPerTime(OptimalScaling.lbpAcceptancePerTime(cost), cost);
            assertThat(lbpPerTime(OptimalScaling.LBP_LOCAL_ACCEPTANCE, cost)).isGreaterThan(0.909 * best);
            assertThat(lbpPerTime(LBP_BEST, cost)).isBetween(0.62 * best, 0.914 * best);
        }
        for (double cost = 0.06; cost <= 1.0; cost += 0.01) {
            double best = rwmPerTime(OptimalScaling.rwmAcceptancePerTime(cost), cost);
            assertThat(rwmPerTime(OptimalScaling.RWM_LOCAL_ACCEPTANCE, cost)).isGreaterThan(0.9 * best);
        }
    }

    /** Jump distance over time at an acceptance rate, with R in units of the paper's best. */
    private static double lbpPerTime(double acceptance, double cost) {
        double z = OptimalScaling.lbpScale(1.0, acceptance, 1) / OptimalScaling.lbpScale(1.0, LBP_BEST, 1);
        return z * acceptance / (cost + z);
    }

    /** The same for random walks: R goes with the square of the normal quantile. */
    private static double rwmPerTime(double acceptance, double cost) {
        NormalDistribution normal = NormalDistribution.of(0.0, 1.0);
        double ratio = normal.inverseCumulativeProbability(0.5 * acceptance)
                / normal.inverseCumulativeProbability(0.5 * OptimalScaling.RWM_ACCEPTANCE);
        return ratio * ratio * acceptance / (cost + ratio * ratio);
    }

    @ParameterizedTest
    @CsvSource({"0.3, 0.574, 800", "1.7, 0.2, 100", "0.05, 0.95, 6400"})
    void lbpScale_anyAcceptance_invertsEquation6(double lambda1, double acceptance, int n) {
        double scale = OptimalScaling.lbpScale(lambda1, acceptance, n);
        assertThat(OptimalScaling.lbpAcceptance(lambda1, scale, n)).isCloseTo(acceptance, within(1e-12));
    }

    /**
     * Bernoulli C2, half of 800 sites at .15 and half at .85, weight t/(t+1). By hand: the weight is .15 where the site
     * has its likely value and .85 where not, so equation 7 is {@code .7^2 / (4 * .255^2)}, lambda_1 = 1.37255 and
     * {@code R = 1.081 (800 / 1.37255)^(2/3) = 75.4}. Samplers of 800 sites measure 71.8; the limit is 5 % above.
     */
    @Test
    void lbpScale_bernoulliC2_isTheOneByHand() {
        double[] p = new double[800];
        Arrays.setAll(p, j -> j % 2 == 0 ? 0.15 : 0.85);
        double lambda1 = OptimalScaling.lambda1(p, WeightFunction.BARKER::logWeight);
        assertThat(lambda1).isCloseTo(0.7 / 0.51, within(1e-12));
        assertThat(OptimalScaling.lbpScale(lambda1, 0.574, 800)).isCloseTo(75.43, within(0.05));
    }

    @Test
    void arguments_outOfRange_areNamed() {
        assertThatThrownBy(() -> OptimalScaling.lambda1(new double[] {0.5, 1.0}, logT -> logT))
                .hasMessage("must be in (0, 1): p[1]=1.0");
        assertThatThrownBy(() -> OptimalScaling.lambda2(new double[] {0.0})).hasMessageContaining("p[0]=0.0");
        assertThatThrownBy(() -> OptimalScaling.lbpScale(1.0, 1.0, 10)).hasMessageContaining("acceptance=1.0");
        assertThatThrownBy(() -> OptimalScaling.lambda2(new double[] {0.4}, 0.5))
                .hasMessage("must be in [0, 0.5): beta=0.5");
        assertThatThrownBy(() -> OptimalScaling.rwmAcceptance(1.0, 2.0, -0.1, 10))
                .hasMessage("must be in [0, 0.5): beta=-0.1");
        assertThatThrownBy(() -> OptimalScaling.rwmAcceptance(1.0, 2.0, 0.1, 0))
                .hasMessage("must be >= 1: dimension=0");
        assertThatThrownBy(() -> OptimalScaling.lbpAcceptancePerTime(-0.1)).hasMessage("must be >= 0: fixedCost=-0.1");
        assertThatThrownBy(() -> OptimalScaling.rwmAcceptancePerTime(Double.NaN))
                .hasMessage("must be >= 0: fixedCost=NaN");
    }

    private static double argmax(DoubleUnaryOperator f, double from, double to) {
        double ratio = 0.6180339887498949;
        double a = from;
        double b = to;
        while (b - a > 1e-9) {
            double c = b - ratio * (b - a);
            double d = a + ratio * (b - a);
            if (f.applyAsDouble(c) > f.applyAsDouble(d)) {
                b = d;
            } else {
                a = c;
            }
        }
        return 0.5 * (a + b);
    }

    @Test
    void productGap_isLargestForBarker() {
        double[] p = {0.05, 0.3, 0.5, 0.81, 0.99};
        double barker = OptimalScaling.productGap(p, WeightFunction.BARKER::logWeight);
        double expected = 0.0;
        for (double one : p) {
            expected += 2.0 * one * (1.0 - one) / p.length;
        }
        assertThat(barker).isCloseTo(1.0 / expected, within(1e-12));
        for (WeightFunction g : List.of(WeightFunction.SQRT, WeightFunction.MIN, WeightFunction.MAX)) {
            assertThat(OptimalScaling.productGap(p, g::logWeight)).isLessThan(barker);
        }
    }

    /** There r cancels, and the gap is 1 / (2 p (1 - p)). */
    @Test
    void productGap_atOneSite_doesNotDependOnTheWeight() {
        for (WeightFunction g : List.of(WeightFunction.SQRT, WeightFunction.BARKER, WeightFunction.MIN)) {
            assertThat(OptimalScaling.productGap(new double[] {0.2}, g::logWeight))
                    .isCloseTo(1.0 / 0.32, within(1e-12));
        }
    }
}
