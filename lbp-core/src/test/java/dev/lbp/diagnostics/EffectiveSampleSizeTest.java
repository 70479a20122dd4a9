package dev.lbp.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EffectiveSampleSizeTest {

    /** The share of draws that counts, in an autoregression with coefficient 0.9: (1 - 0.9) / (1 + 0.9). */
    private static final double SLOW_SHARE = 1.0 / 19;

    @Test
    void bulk_independentDraws_isTheirNumberWithinFivePercent() {
        // False failure: over the seeds 0 to 1,999 the ratio has mean 0.997, sd 0.005 and the range 0.967 to 1.010, so
        // below 3 / 2000 at 95 % confidence; 5 % is nine standard deviations.
        double[][] traces = TestTraces.independent(42, 8, 50_000);
        assertThat(EffectiveSampleSize.bulk(traces)).isCloseTo(400_000, within(0.05 * 400_000));
    }

    @Test
    void bulkAndTfp_slowAutoregression_areTheKnownShare() {
        // False failure: over the seeds 0 to 3,999 both ratios have mean 0.98 to 0.99, sd 0.048 and the range 0.75 to
        // 1.15, so below 3 / 4000 at 95 % confidence; 30 % is six standard deviations.
        double[][] traces = TestTraces.autoregressive(43, 4, 20_000, 0.9);
        assertThat(EffectiveSampleSize.bulk(traces) / 80_000).isCloseTo(SLOW_SHARE, within(0.3 * SLOW_SHARE));
        assertThat(EffectiveSampleSize.tfp(traces) / 20_000).isCloseTo(SLOW_SHARE, within(0.3 * SLOW_SHARE));
    }

    @Test
    void bulk_increasingFunctionOfTheTrace_isTheSame() {
        double[][] traces = TestTraces.autoregressive(44, 4, 500, 0.6);
        double before = EffectiveSampleSize.bulk(traces);
        for (double[] chain : traces) {
            Arrays.setAll(chain, t -> Math.exp(3 * chain[t]));
        }
        assertThat(EffectiveSampleSize.bulk(traces)).isEqualTo(before);
    }

    @Test
    void bulkAndTail_chainsAtDifferentLevels_countTheChainsNotTheDraws() {
        // Each level is 20 standard deviations from the next: no false failure to speak of. tfp does not look across
        // chains.
        double[][] traces = TestTraces.add(TestTraces.independent(45, 4, 1000), 0, 20, 40, 60);
        assertThat(EffectiveSampleSize.bulk(traces)).isLessThan(10);
        assertThat(EffectiveSampleSize.tail(traces)).isLessThan(100);
        assertThat(EffectiveSampleSize.tfp(traces)).isGreaterThan(500);
    }

    @Test
    void bulk_chainsAlternatingExactly_isHalfTheDraws() {
        double[][] traces = new double[2][100];
        for (double[] chain : traces) {
            Arrays.setAll(chain, t -> t % 2);
        }
        assertThat(EffectiveSampleSize.bulk(traces)).isEqualTo(100); // as posterior 1.4.0 answers
    }

    /**
     * The bulk of two values is that of either as an indicator, since normal scores of two values are a linear function
     * of it.
     */
    @Test
    void tail_twoValues_isTheBulk() {
        for (int common : new int[] {0, 1}) {
            double[][] traces = TestTraces.autoregressive(48, 4, 500, 0.7);
            for (double threshold :
                    new double[] {0.0, 2.5}) { // 0 and 1 about equally often, or one of them at 4 % of draws
                double[][] two = Arrays.stream(traces)
                        .map(chain -> Arrays.stream(chain)
                                .map(x -> x > threshold ? 1 - common : common)
                                .toArray())
                        .toArray(double[][]::new);
                double bulk = EffectiveSampleSize.bulk(two);
                assertThat(EffectiveSampleSize.tail(two)).isCloseTo(bulk, within(1e-9 * bulk));
            }
        }
    }

    @Test
    void tfp_byHand_isTheFormula() {
        // x - mean = -2, -1, 0, 3: n gamma = 14, 2, -3, -6, cut off at lag 2; 4 / (-1 + 2 (1 + 2/14)) = 28/9.
        assertThat(EffectiveSampleSize.tfp(new double[] {1, 2, 3, 6})).isCloseTo(28.0 / 9, within(1e-14));
    }

    @Test
    void tfp_negativeCorrelation_isTheNumberOfDraws() {
        assertThat(EffectiveSampleSize.tfp(new double[] {1, -1, 1, -1, 2, -2})).isEqualTo(6);
    }

    @Test
    void tfp_severalChains_isTheMeanOverChains() {
        double[][] traces = TestTraces.autoregressive(46, 3, 300, 0.7);
        double mean = Arrays.stream(traces)
                .mapToDouble(EffectiveSampleSize::tfp)
                .average()
                .orElseThrow();
        assertThat(EffectiveSampleSize.tfp(traces)).isCloseTo(mean, within(1e-12 * mean));
    }

    @Test
    void all_constantTrace_isNaN() {
        double[][] traces = TestTraces.constant(4, 100, 0.1);
        assertThat(EffectiveSampleSize.bulk(traces)).isNaN();
        assertThat(EffectiveSampleSize.tail(traces)).isNaN();
        assertThat(EffectiveSampleSize.tfp(traces)).isNaN();
    }

    @Test
    void tfp_oneConstantChainOfSeveral_isNaN() {
        double[][] traces = TestTraces.independent(47, 3, 100);
        Arrays.fill(traces[1], 0.1);
        assertThat(EffectiveSampleSize.tfp(traces)).isNaN();
        assertThat(EffectiveSampleSize.bulk(traces)).isFinite();
    }

    @Test
    void bulkAndTail_onlyTheMiddleDrawDiffers_isNaN() {
        double[][] traces = TestTraces.constant(1, 21, 1);
        traces[0][10] = 2;
        assertThat(EffectiveSampleSize.bulk(traces)).isNaN();
        assertThat(EffectiveSampleSize.tail(traces)).isNaN();
    }

    @Test
    void all_valueNotFinite_isNaN() {
        for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY}) {
            double[][] traces = TestTraces.independent(48, 2, 50);
            traces[1][7] = bad;
            assertThat(EffectiveSampleSize.bulk(traces)).isNaN();
            assertThat(EffectiveSampleSize.tail(traces)).isNaN();
            assertThat(EffectiveSampleSize.tfp(traces)).isNaN();
        }
    }

    @Test
    void bulkAndTail_underFourDrawsPerHalf_isNaN() {
        for (int draws = 0; draws < 8; draws++) {
            double[][] traces = TestTraces.independent(49, 4, draws);
            assertThat(EffectiveSampleSize.bulk(traces)).isNaN();
            assertThat(EffectiveSampleSize.tail(traces)).isNaN();
        }
        assertThat(EffectiveSampleSize.bulk(TestTraces.independent(49, 4, 8))).isEqualTo(16);
    }

    @Test
    void tfp_underTwoDraws_isNaN() {
        assertThat(EffectiveSampleSize.tfp(new double[2][0])).isNaN();
        assertThat(EffectiveSampleSize.tfp(new double[] {3})).isNaN();
        assertThat(EffectiveSampleSize.tfp(new double[] {3, 4})).isEqualTo(2);
    }

    @Test
    void all_anyTrace_leaveTheArgumentAlone() {
        double[][] traces = TestTraces.independent(50, 2, 51);
        double[][] copy = TestTraces.independent(50, 2, 51);
        EffectiveSampleSize.bulk(traces);
        EffectiveSampleSize.tail(traces);
        EffectiveSampleSize.tfp(traces);
        RHat.of(traces);
        MonteCarloError.ofMean(traces);
        MonteCarloError.batchMeans(traces, 5);
        assertThat(traces).isDeepEqualTo(copy);
    }

    @Test
    void all_wrongShape_throws() {
        double[][] ragged = {{1, 2}, {1}};
        assertThatIllegalArgumentException().isThrownBy(() -> EffectiveSampleSize.bulk(ragged));
        assertThatIllegalArgumentException().isThrownBy(() -> EffectiveSampleSize.tail(ragged));
        assertThatIllegalArgumentException().isThrownBy(() -> EffectiveSampleSize.tfp(ragged));
        assertThatIllegalArgumentException().isThrownBy(() -> EffectiveSampleSize.tfp(new double[0][]));
    }
}
