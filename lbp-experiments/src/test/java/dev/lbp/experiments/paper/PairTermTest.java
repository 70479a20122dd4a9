package dev.lbp.experiments.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.proposal.WeightFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/**
 * Coupled sites that are flipped together. By equation 9 the sum {@code log pi(y) - log pi(x) + sum_u (log w_u(y) - log
 * w_u(x))} is 0 for product targets. With sqrt(t) it is 0 for every quadratic target; with t/(t+1) it is not.
 */
class PairTermTest {

    private static final int N = 6;

    private final double[] bias = new double[N];
    private final double[][] coupling = new double[N][N];

    private double logProb(int state) {
        double sum = 0.0;
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < i; j++) {
                sum += coupling[i][j] * (state >> i & 1) * (state >> j & 1);
            }
            sum += bias[i] * (state >> i & 1);
        }
        return sum;
    }

    /** The largest absolute value over all states x and all sets of flipped sites. */
    private double largestTerm(WeightFunction weight) {
        double largest = 0.0;
        for (int x = 0; x < 1 << N; x++) {
            for (int flipped = 0; flipped < 1 << N; flipped++) {
                int y = x ^ flipped;
                double term = logProb(y) - logProb(x);
                for (int u = 0; u < N; u++) {
                    if ((flipped >> u & 1) == 1) {
                        term += weight.logWeight(logProb(y ^ 1 << u) - logProb(y));
                        term -= weight.logWeight(logProb(x ^ 1 << u) - logProb(x));
                    }
                }
                largest = Math.max(largest, Math.abs(term));
            }
        }
        return largest;
    }

    private void draw(double strength) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(11L);
        for (int i = 0; i < N; i++) {
            bias[i] = 4.0 * random.nextDouble() - 2.0;
            for (int j = 0; j < i; j++) {
                coupling[i][j] = strength * (2.0 * random.nextDouble() - 1.0);
            }
        }
    }

    @Test
    void term_onAQuadraticTarget_vanishesForSqrtAlone() {
        draw(2.0);
        assertThat(largestTerm(WeightFunction.SQRT)).isCloseTo(0.0, within(1e-12));
        assertThat(largestTerm(WeightFunction.BARKER)).isGreaterThan(0.5);
    }

    @Test
    void term_onAProductTarget_vanishesForBoth() {
        draw(0.0);
        assertThat(largestTerm(WeightFunction.SQRT)).isCloseTo(0.0, within(1e-12));
        assertThat(largestTerm(WeightFunction.BARKER)).isCloseTo(0.0, within(1e-12));
    }
}
