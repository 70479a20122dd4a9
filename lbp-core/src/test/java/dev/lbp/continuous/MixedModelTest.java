package dev.lbp.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.ChainBatch;
import dev.lbp.ContinuousChain;
import dev.lbp.ContinuousSampler;
import dev.lbp.Samplers;
import dev.lbp.diagnostics.MonteCarloError;
import dev.lbp.target.EnergyModels;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Spike and slab without conjugacy: logistic regression on two variables, each in the model or not. The joint law of
 * bits and coefficients is enumerated over the bits and integrated over the coefficients on a grid.
 */
class MixedModelTest {

    private static final double[][] X = {
        {1, 0.5}, {0.8, -1}, {-0.3, 1.2}, {1.5, 0.4}, {-1, -0.7}, {0.2, 1}, {-0.6, 0.3}, {0.9, 0.8}
    };
    private static final int[] Y = {1, 1, 0, 1, 0, 1, 0, 1};
    private static final double SLAB = 2.0;

    private static final double[] EXACT = exact();

    /**
     * log of likelihood and slab: the spike is that a variable out of the model has no effect; its coefficient keeps
     * the slab.
     */
    private static double logJoint(byte[] in, double[] beta) {
        double sum = 0.0;
        for (int j = 0; j < Y.length; j++) {
            double eta = in[0] * beta[0] * X[j][0] + in[1] * beta[1] * X[j][1];
            sum += Y[j] * eta - Math.log1p(Math.exp(eta));
        }
        for (double b : beta) {
            sum -= b * b / (2.0 * SLAB * SLAB);
        }
        return sum;
    }

    private static void gradient(byte[] in, double[] beta, double[] slopes) {
        for (int i = 0; i < 2; i++) {
            slopes[i] = -beta[i] / (SLAB * SLAB);
        }
        for (int j = 0; j < Y.length; j++) {
            double eta = in[0] * beta[0] * X[j][0] + in[1] * beta[1] * X[j][1];
            for (int i = 0; i < 2; i++) {
                slopes[i] += in[i] * X[j][i] * (Y[j] - 1.0 / (1.0 + Math.exp(-eta)));
            }
        }
    }

    /** P(in_0), P(in_1), E in_0 beta_0, E beta_1^2. */
    private static double[] statistics(byte[] in, double[] beta) {
        return new double[] {in[0], in[1], in[0] * beta[0], beta[1] * beta[1]};
    }

    /** The midpoint rule on [-20, 20]^2, whose error is below 1e-9 for such smooth densities. */
    private static double[] exact() {
        int n = 200;
        double width = 40.0 / n;
        double[] sums = new double[4];
        double total = 0.0;
        double[] beta = new double[2];
        for (int bits = 0; bits < 4; bits++) {
            byte[] in = {(byte) (bits & 1), (byte) (bits >> 1)};
            for (int a = 0; a < n; a++) {
                beta[0] = -20.0 + (a + 0.5) * width;
                for (int b = 0; b < n; b++) {
                    beta[1] = -20.0 + (b + 0.5) * width;
                    double p = Math.exp(logJoint(in, beta));
                    double[] values = statistics(in, beta);
                    total += p;
                    for (int k = 0; k < 4; k++) {
                        sums[k] += p * values[k];
                    }
                }
            }
        }
        for (int k = 0; k < 4; k++) {
            sums[k] /= total;
        }
        return sums;
    }

    static Stream<ContinuousSampler> samplers() {
        return Stream.of(Samplers.mala().build(), Samplers.barker().diagonal().build());
    }

    /**
     * Each of four means is within 5 of its standard errors: fails by chance with probability 4 * 6e-7; the seeds are
     * fixed.
     */
    @ParameterizedTest
    @MethodSource("samplers")
    void alternation_ofBitsAndReals_hasTheJointLaw(ContinuousSampler sampler) {
        byte[] in = new byte[2];
        double[] beta = new double[2];
        ChainBatch bits =
                Samplers.lbp().scale(1).build().start(EnergyModels.of(2, state -> logJoint(state, beta)), 1L, 1);
        ContinuousChain reals = sampler.start(
                DensityModels.of(2, p -> logJoint(in, p), (p, slopes) -> gradient(in, p, slopes)), 2L, beta);
        int draws = 15_000;
        double[][][] traces = new double[4][1][draws];
        for (int t = -2_000; t < draws; t++) {
            bits.invalidate();
            bits.step();
            System.arraycopy(bits.state(0), 0, in, 0, 2);
            reals.invalidate();
            reals.step();
            System.arraycopy(reals.state(), 0, beta, 0, 2);
            if (t == -1) {
                reals.warmUp(0); // the scale is fixed from here on
            }
            double[] values = statistics(in, beta);
            for (int k = 0; k < 4 && t >= 0; k++) {
                traces[k][0][t] = values[k];
            }
        }
        for (int k = 0; k < 4; k++) {
            double error = MonteCarloError.ofMean(traces[k]);
            double mean = Arrays.stream(traces[k][0]).average().orElseThrow();
            assertThat(error).isBetween(0.0, 0.085);
            assertThat(mean).as("statistic %s", k).isCloseTo(EXACT[k], within(5.0 * error));
        }
    }
}
