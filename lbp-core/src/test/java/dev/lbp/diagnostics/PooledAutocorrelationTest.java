package dev.lbp.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Against the sums of the definition; that several chains are put together right is held by the golden tables. */
class PooledAutocorrelationTest {

    @Test
    void of_oneChain_isTheRatioOfSums() {
        double[] chain = noise(1, 200)[0];
        double mean = Arrays.stream(chain).average().orElseThrow();
        double[] rho = PooledAutocorrelation.of(new double[][] {chain});
        double variance = products(chain, mean, 0) / (chain.length - 1);
        assertThat(rho).hasSize(200);
        assertThat(rho[0]).isEqualTo(1.0);
        for (int k = 1; k < chain.length; k++) {
            double gamma = products(chain, mean, k) / chain.length;
            double total = products(chain, mean, 0) / chain.length; // V = W (n-1)/n
            assertThat(rho[k]).isCloseTo(1.0 - (variance - gamma) / total, within(1e-12));
        }
    }

    @Test
    void of_chainsThatDisagree_staysNearOne() {
        double[][] traces = noise(2, 500);
        assertThat(PooledAutocorrelation.of(traces)[5]).isBetween(-0.2, 0.2); // 6 standard errors of 1 / sqrt(1,000)
        for (int t = 0; t < 500; t++) {
            traces[1][t] += 100.0;
        }
        assertThat(PooledAutocorrelation.of(traces)[5]).isBetween(0.99, 1.0);
    }

    @Test
    void of_noAnswer_isNaN() {
        assertThat(PooledAutocorrelation.of(new double[][] {{3, 3, 3}, {3, 3, 3}}))
                .containsOnly(Double.NaN)
                .hasSize(3);
        assertThat(PooledAutocorrelation.of(new double[][] {{1}, {2}}))
                .containsOnly(Double.NaN)
                .hasSize(1);
        assertThat(PooledAutocorrelation.of(new double[][] {{1, Double.NaN}})).containsOnly(Double.NaN);
        assertThat(PooledAutocorrelation.of(new double[][] {{}})).isEmpty();
    }

    private static double products(double[] chain, double mean, int lag) {
        double sum = 0.0;
        for (int t = 0; t + lag < chain.length; t++) {
            sum += (chain[t] - mean) * (chain[t + lag] - mean);
        }
        return sum;
    }

    private static double[][] noise(int chains, int draws) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(11L);
        double[][] traces = new double[chains][draws];
        for (double[] chain : traces) {
            Arrays.setAll(chain, t -> random.nextDouble());
        }
        return traces;
    }
}
