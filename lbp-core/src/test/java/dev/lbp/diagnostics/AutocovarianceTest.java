package dev.lbp.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AutocovarianceTest {

    /** The definition, O(n) for one lag: what the transform has to give. */
    private static double naive(double[] x, int lag) {
        double mean = Moments.mean(x);
        double sum = 0;
        for (int t = 0; t + lag < x.length; t++) {
            sum += (x[t] - mean) * (x[t + lag] - mean);
        }
        return sum / x.length;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9, 64, 65, 100, 207, 702})
    void mean_oneChainOfAnyLength_isTheDefinition(int draws) {
        double[][] trace = TestTraces.autoregressive(1, 1, draws, 0.8);
        double[] gamma = Autocovariance.mean(trace);
        assertThat(gamma).hasSize(draws);
        for (int k = 0; k < draws; k++) {
            assertThat(gamma[k]).isCloseTo(naive(trace[0], k), within(1e-13 * Math.max(1, gamma[0])));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 6, 7})
    void mean_chainsOfDifferentMeanAndSpread_isTheAverageOverChains(int chains) {
        double[][] traces = TestTraces.autoregressive(2, chains, 50, 0.5);
        double[] expected = new double[50];
        for (int j = 0; j < chains; j++) {
            for (int t = 0; t < 50; t++) {
                traces[j][t] = 10 * j + (1 + j) * traces[j][t];
            }
            for (int k = 0; k < 50; k++) {
                expected[k] += naive(traces[j], k) / chains;
            }
        }
        assertThat(Autocovariance.mean(traces)).containsExactly(expected, within(1e-13 * Math.max(1, expected[0])));
    }

    @Test
    void mean_longChainFarFromZero_keepsElevenDigits() {
        double[][] trace = TestTraces.add(TestTraces.autoregressive(3, 1, 40_000, 0.99), -20_000);
        double[] gamma = Autocovariance.mean(trace);
        for (int k = 0; k < gamma.length; k += 997) {
            assertThat(gamma[k]).isCloseTo(naive(trace[0], k), within(1e-11 * gamma[0])); // 2e-12 was measured
        }
    }
}
