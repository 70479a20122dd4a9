package dev.lbp.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MonteCarloErrorTest {

    @Test
    void batchMeans_independentNormals_isSigmaOverRootN() {
        // (error / true error)^2 * 199 is chi-squared with 199 degrees of freedom; false failure P(< 0.65^2 * 199) +
        // P(> 1.35^2 * 199) = 1.2e-11.
        double truth = 1 / Math.sqrt(80_000);
        double error = MonteCarloError.batchMeans(TestTraces.independent(70, 4, 20_000), 50);
        assertThat(error).isCloseTo(truth, within(0.35 * truth));
    }

    @Test
    void both_autoregression_areTheKnownError() {
        // The mean of N draws has the variance 1 / ((1 - 0.9)^2 N). False failure: over the seeds 0 to 3,999 both
        // ratios have mean 0.99 to 1.00, sd at most 0.05 and the range 0.76 to 1.17, so below 3 / 4000 at 95 %
        // confidence; 30 % is six standard deviations.
        double truth = 10 / Math.sqrt(80_000);
        double[][] traces = TestTraces.autoregressive(71, 4, 20_000, 0.9);
        assertThat(MonteCarloError.ofMean(traces)).isCloseTo(truth, within(0.3 * truth));
        assertThat(MonteCarloError.batchMeans(traces, 50)).isCloseTo(truth, within(0.3 * truth));
    }

    /**
     * A slow autoregression of unit variance, with a spike of +-20 at one draw in 50. The spikes have the variance 8
     * and no memory, so the mean of N draws has the variance {@code (8 + 1.8 / 0.2) / N = 17 / N}. The sd alone would
     * give 9 / N; ranks hardly see the spikes, so the bulk ESS would give 68 / N. False failure: over the seeds 0 to
     * 3,999 the ratio has mean 0.989, sd 0.031 and the range 0.90 to 1.12, so below 3 / 4000 at 95 % confidence; 20 %
     * is six standard deviations.
     */
    @Test
    void meanError_spikesOnASlowTrace_isTheKnownError() {
        double truth = Math.sqrt(17.0 / 20_000);
        assertThat(TraceStatistics.of(spikes(77)).meanError()).isCloseTo(truth, within(0.2 * truth));
    }

    private static double[][] spikes(long seed) {
        double[][] traces = TestTraces.autoregressive(seed, 4, 5_000, 0.8);
        SplittableRandom random = new SplittableRandom(~seed);
        for (double[] chain : traces) {
            Arrays.setAll(chain, t -> {
                int face = random.nextInt(100);
                return 0.6 * chain[t] + (face == 0 ? 20.0 : face == 1 ? -20.0 : 0.0);
            });
        }
        return traces;
    }

    @Test
    void batchMeans_byHand_isTheFormula() {
        // Two chains of 5 draws, 2 batches of 2, the fifth draw left over: batch means 1, 3 and 2, 6 about 3 have
        // s^2 = (4 + 0 + 1 + 9) / 3; times 2 / (2 * 5).
        double[][] traces = {{0, 2, 2, 4, 9}, {1, 3, 5, 7, 0}};
        assertThat(MonteCarloError.batchMeans(traces, 2)).isCloseTo(Math.sqrt(14.0 / 15), within(1e-15));
    }

    @Test
    void batchMeans_ofBatchMeans_isThatOfTheDraws() {
        double[][] traces = TestTraces.autoregressive(72, 3, 400, 0.5);
        double[][] means = new double[3][20];
        for (int j = 0; j < 3; j++) {
            for (int i = 0; i < 20; i++) {
                means[j][i] =
                        Arrays.stream(traces[j], 20 * i, 20 * i + 20).average().orElseThrow();
            }
        }
        double expected = MonteCarloError.batchMeans(traces, 20);
        assertThat(MonteCarloError.batchMeans(means, 20)).isCloseTo(expected, within(1e-12 * expected));
    }

    @Test
    void both_shiftedAndScaledTrace_scale() {
        double[][] traces = TestTraces.autoregressive(73, 2, 300, 0.5);
        double ofMean = MonteCarloError.ofMean(traces);
        double batchMeans = MonteCarloError.batchMeans(traces, 10);
        for (double[] chain : traces) {
            Arrays.setAll(chain, t -> 100 - 4 * chain[t]);
        }
        assertThat(MonteCarloError.ofMean(traces)).isCloseTo(4 * ofMean, within(1e-10 * ofMean));
        assertThat(MonteCarloError.batchMeans(traces, 10)).isCloseTo(4 * batchMeans, within(1e-10 * batchMeans));
    }

    @Test
    void both_constantTrace_isNaN() {
        assertThat(MonteCarloError.ofMean(TestTraces.constant(4, 100, 0.1))).isNaN();
        assertThat(MonteCarloError.batchMeans(TestTraces.constant(4, 100, 0.1), 10))
                .isNaN();
    }

    @Test
    void both_valueNotFinite_isNaN() {
        double[][] traces = TestTraces.independent(74, 2, 50);
        traces[0][49] = Double.NaN;
        assertThat(MonteCarloError.ofMean(traces)).isNaN();
        assertThat(MonteCarloError.batchMeans(traces, 10)).isNaN();
    }

    @Test
    void ofMean_underFourDrawsPerHalf_isNaN() {
        for (int draws = 0; draws < 8; draws++) {
            assertThat(MonteCarloError.ofMean(TestTraces.independent(75, 4, draws)))
                    .isNaN();
        }
    }

    @Test
    void batchMeans_batchesOutOfRange_throws() {
        double[][] traces = TestTraces.independent(76, 2, 50);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MonteCarloError.batchMeans(traces, 1))
                .withMessage("must be in [2, draws=50]: batches=1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MonteCarloError.batchMeans(traces, 51))
                .withMessage("must be in [2, draws=50]: batches=51");
    }

    @Test
    void both_wrongShape_throws() {
        double[][] ragged = {{1, 2, 3}, {1, 2}};
        assertThatIllegalArgumentException().isThrownBy(() -> MonteCarloError.ofMean(ragged));
        assertThatIllegalArgumentException().isThrownBy(() -> MonteCarloError.batchMeans(ragged, 2));
    }

    /** Squares of these values are no doubles; powers of two change no digit. */
    @ParameterizedTest
    @ValueSource(ints = {-1_000, -500, 500, 1_010})
    void both_ofAnyMagnitude_areThoseOfTheTraceTimesThat(int exponent) {
        double[][] traces = TestTraces.autoregressive(73, 2, 300, 0.5);
        double[][] scaled = new double[2][];
        for (int j = 0; j < 2; j++) {
            scaled[j] = Arrays.stream(traces[j])
                    .map(value -> Math.scalb(value, exponent))
                    .toArray();
        }
        assertThat(MonteCarloError.ofMean(scaled)).isEqualTo(Math.scalb(MonteCarloError.ofMean(traces), exponent));
        assertThat(MonteCarloError.batchMeans(scaled, 10))
                .isEqualTo(Math.scalb(MonteCarloError.batchMeans(traces, 10), exponent));
        assertThat(PooledAutocorrelation.of(scaled)).isEqualTo(PooledAutocorrelation.of(traces));
        assertThat(Autocorrelation.of(scaled, 20)).isEqualTo(Autocorrelation.of(traces, 20));
        assertThat(EffectiveSampleSize.tfp(scaled)).isEqualTo(EffectiveSampleSize.tfp(traces));
    }
}
