package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.NormalizedGaussianSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The densities of {@link NaiveIncrement} against the increments: their ratios, their draws, and the kernels made of
 * them.
 */
class IncrementTest {

    /** A skewed density with a light and a heavy tail: {@code -e^x / 2 + x / 3 - log cosh(x / 2)}. */
    private static double logDensity(double x) {
        return -0.5 * Math.exp(x) + x / 3.0 - Math.log(Math.cosh(0.5 * x));
    }

    private static double slope(double x) {
        return -0.5 * Math.exp(x) + 1.0 / 3.0 - 0.5 * Math.tanh(0.5 * x);
    }

    private static double logAlpha(Increment increment, double x, double y, double s) {
        return logDensity(y) - logDensity(x) + increment.logRatio(y - x, slope(x), slope(y), s);
    }

    @ParameterizedTest
    @EnumSource
    void logRatio_anyPair_isInDetailedBalance(Increment increment) {
        for (double s : new double[] {0.3, 1.7}) {
            for (double x = -4.0; x <= 2.5; x += 1.3) {
                for (double y = -3.7; y <= 2.5; y += 1.1) {
                    double forth = logDensity(x)
                            + NaiveIncrement.of(increment, slope(x), s).logDensity(y - x)
                            + Math.min(0.0, logAlpha(increment, x, y, s));
                    double back = logDensity(y)
                            + NaiveIncrement.of(increment, slope(y), s).logDensity(x - y)
                            + Math.min(0.0, logAlpha(increment, y, x, s));
                    if (forth > -500.0) { // the naive noise of two modes is 0 beyond
                        assertThat(forth).as("s=%s, x=%s, y=%s", s, x, y).isCloseTo(back, within(1e-9));
                    }
                }
            }
        }
    }

    /** The kernel on 400 points, each with the midpoint rule's share of the proposal: the target stays. */
    @ParameterizedTest
    @EnumSource
    void kernel_onBins_keepsTheTarget(Increment increment) {
        int n = 400;
        double s = 0.9;
        double width = 14.0 / n;
        double[] x = new double[n];
        double[] p = new double[n];
        double total = 0.0;
        for (int k = 0; k < n; k++) {
            x[k] = -11.0 + (k + 0.5) * width;
            p[k] = Math.exp(logDensity(x[k]));
            total += p[k];
        }
        double[] after = new double[n];
        for (int j = 0; j < n; j++) {
            NaiveIncrement q = NaiveIncrement.of(increment, slope(x[j]), s);
            double stays = 1.0;
            for (int k = 0; k < n; k++) {
                double moves = k == j
                        ? 0.0
                        : width
                                * Math.exp(
                                        q.logDensity(x[k] - x[j]) + Math.min(0.0, logAlpha(increment, x[j], x[k], s)));
                stays -= moves;
                after[k] += p[j] / total * moves;
            }
            after[j] += p[j] / total * stays;
        }
        for (int k = 0; k < n; k++) {
            assertThat(after[k]).isCloseTo(p[k] / total, within(1e-8));
        }
    }

    /** Each case fails by chance with probability 1e-6; the seed is fixed. */
    @ParameterizedTest
    @CsvSource({
        "SQRT,1.3,0.8",
        "BARKER,1.3,0.8",
        "BARKER,-9,1",
        "BIMODAL_BARKER,0.7,1.2",
        "BIMODAL_BARKER,-3,1",
        "MIN,1.3,0.8",
        "MIN,-30,1",
        "CONSTANT,2,0.7"
    })
    void draw_manyTimes_hasTheDensity(Increment increment, double slope, double s) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(20L);
        NormalizedGaussianSampler normal = ZigguratSampler.NormalizedGaussian.of(rng);
        int draws = 200_000;
        int bins = 24;
        double low = -2.5 * s;
        double width = 5.0 * s / bins;
        long[] counts = new long[bins];
        for (int k = 0; k < draws; k++) {
            int bin = (int) Math.floor((increment.draw(slope, s, rng, normal) - low) / width);
            if (bin >= 0 && bin < bins) {
                counts[bin]++;
            }
        }
        NaiveIncrement q = NaiveIncrement.of(increment, slope, s);
        double statistic = 0.0;
        int used = 0;
        for (int b = 0; b < bins; b++) {
            double expected = draws
                    * NaiveIncrement.simpson(z -> Math.exp(q.logDensity(z)), low + b * width, low + (b + 1) * width);
            if (expected > 10.0) {
                statistic += Math.pow(counts[b] - expected, 2) / expected;
                used++;
            }
        }
        assertThat(statistic).isLessThan(ChiSquaredDistribution.of(used).inverseSurvivalProbability(1e-6));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, 1e-9, 0.01, 0.5, 1.0, 3.0, 10.0, 100.0, 1_000.0})
    void logNormaliser_ofMin_isTheIntegral(double slopeTimesS) {
        DoubleUnaryOperator downhill = e -> Math.exp(-slopeTimesS * e - 0.5 * e * e) / Math.sqrt(2.0 * Math.PI);
        double reach = Math.min(10.0, 40.0 / Math.max(slopeTimesS, 1e-9));
        double z = 0.5;
        int pieces = 64;
        for (int k = 0; k < pieces; k++) {
            z += NaiveIncrement.simpson(downhill, k * reach / pieces, (k + 1) * reach / pieces);
        }
        assertThat(Math.exp(Increment.logNormaliser(slopeTimesS / 0.7, 0.7))).isCloseTo(z, within(1e-12 * z));
        assertThat(Increment.logNormaliser(-slopeTimesS / 0.7, 0.7))
                .isEqualTo(Increment.logNormaliser(slopeTimesS / 0.7, 0.7));
    }

    /**
     * Beyond 1e3 the series {@code erfcx(x) = 1 / (x sqrt pi) (1 - 1 / (2 x^2) + ..)} has all digits after two terms.
     */
    @ParameterizedTest
    @ValueSource(doubles = {1e4, 1e8, 1e100, 1e308})
    void logNormaliser_ofMinOfSteepSlopes_isTheSeries(double slope) {
        double x = slope / Math.sqrt(2.0);
        double erfcx = (1.0 - 0.5 / x / x) / (x * Math.sqrt(Math.PI));
        assertThat(Increment.logNormaliser(slope, 1.0)).isCloseTo(Math.log(0.5 * (1.0 + erfcx)), within(1e-15));
    }

    @ParameterizedTest
    @EnumSource
    void logRatio_steepSlopes_isNeverNaN(Increment increment) {
        double[] slopes = {0.0, 1e-300, -1.0, 1e10, -1e150, 1e308, -1e308};
        for (double here : slopes) {
            for (double there : slopes) {
                for (double z : new double[] {1e-300, -1.0, 1e10, -1e300}) {
                    boolean drawn = z * here > -700.0; // else of density 0
                    assertThat(drawn ? increment.logRatio(z, here, there, 0.5) : 0.0)
                            .as("z=%s, slopes %s and %s", z, here, there)
                            .isNotNaN();
                }
            }
        }
    }

    @Test
    void draw_steepSlopes_goesUphill() {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(1L);
        NormalizedGaussianSampler normal = ZigguratSampler.NormalizedGaussian.of(rng);
        for (Increment increment : Increment.values()) {
            for (int k = 0; increment.informed() && k < 100; k++) {
                assertThat(increment.draw(1e12, 1.0, rng, normal)).isPositive();
                assertThat(increment.draw(-1e308, 1.0, rng, normal)).isNegative();
            }
        }
    }
}
