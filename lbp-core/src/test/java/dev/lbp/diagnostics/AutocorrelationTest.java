package dev.lbp.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AutocorrelationTest {

    /** The definition. */
    private static double naive(double[] x, int lag) {
        return covariance(x, lag) / covariance(x, 0);
    }

    private static double covariance(double[] x, int lag) {
        double mean = Arrays.stream(x).average().orElseThrow();
        double sum = 0;
        for (int t = 0; t + lag < x.length; t++) {
            sum += (x[t] - mean) * (x[t + lag] - mean);
        }
        return sum / (x.length - lag);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 65, 100, 207})
    void of_oneChain_isTheDefinition(int draws) {
        double[] chain = TestTraces.add(TestTraces.autoregressive(90, 1, draws, 0.8), -2_000)[0];
        double[] rho = Autocorrelation.of(chain, draws - 1);
        assertThat(rho).hasSize(draws);
        for (int k = 0; k < draws; k++) {
            assertThat(rho[k]).isCloseTo(naive(chain, k), within(1e-10 * draws / (draws - k)));
        }
        assertThat(Autocorrelation.of(chain, draws / 2)).isEqualTo(Arrays.copyOf(rho, draws / 2 + 1));
    }

    @Test
    void of_chainsOfDifferentMeanAndSpread_isTheAverageOfEach() {
        double[][] traces = TestTraces.add(TestTraces.autoregressive(91, 3, 60, 0.5), 0, 10, 20);
        Arrays.setAll(traces[2], t -> 7 * traces[2][t]);
        double[] rho = Autocorrelation.of(traces, 20);
        for (int k = 0; k <= 20; k++) {
            double mean = (naive(traces[0], k) + naive(traces[1], k) + naive(traces[2], k)) / 3;
            assertThat(rho[k]).isCloseTo(mean, within(1e-12));
        }
    }

    @Test
    void of_oneChain_givesTheEffectiveSampleSizeOfTfp() {
        int n = 500;
        double[] chain = TestTraces.autoregressive(92, 1, n, 0.7)[0];
        double[] rho = Autocorrelation.of(chain, n - 1);
        double sum = 0;
        for (int k = 0; rho[k] >= 0; k++) {
            sum += (1 - (double) k / n) * rho[k];
        }
        double expected = EffectiveSampleSize.tfp(chain);
        assertThat(n / (-1 + 2 * sum)).isCloseTo(expected, within(1e-9 * expected));
    }

    @Test
    void of_constantOrNotFinite_isNaN() {
        assertThat(Autocorrelation.of(new double[] {0.1, 0.1, 0.1}, 2)).containsOnly(Double.NaN);
        assertThat(Autocorrelation.of(new double[] {3}, 0)).containsOnly(Double.NaN);
        double[][] oneStuck = {{1, 2, 3}, {4, 4, 4}};
        assertThat(Autocorrelation.of(oneStuck, 1)).containsOnly(Double.NaN);
        double[][] oneInfinite = {{1, 2, Double.NEGATIVE_INFINITY}, {4, 5, 4}};
        assertThat(Autocorrelation.of(oneInfinite, 1)).containsOnly(Double.NaN);
    }

    @Test
    void of_lagsOutOfRangeOrWrongShape_throws() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Autocorrelation.of(new double[] {1, 2, 3}, 3))
                .withMessage("must be in [0, draws - 1=2]: lags=3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Autocorrelation.of(new double[] {1, 2, 3}, -1))
                .withMessage("must be in [0, draws - 1=2]: lags=-1");
        assertThatIllegalArgumentException().isThrownBy(() -> Autocorrelation.of(new double[0], 0));
        double[][] ragged = {{1, 2, 3}, {1, 2}};
        assertThatIllegalArgumentException().isThrownBy(() -> Autocorrelation.of(ragged, 1));
    }
}
