package dev.lbp.models;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.proposal.WeightFunction;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A factorial hidden Markov model of 60 sites, too many to enumerate, against the forward-backward recursions. */
class FactorialHmmPosteriorTest {

    private static final int STEPS = 20;
    private static final int CHAINS = 3;
    private static final int JOINT = 1 << CHAINS;
    private static final double[] W = {1.2, -0.7, 0.5};
    private static final double B = -0.2;
    private static final double SIGMA = 0.8;
    private static final double ALPHA = 0.1;
    private static final double BETA = 0.8;
    private static final double[] Y = new double[STEPS];

    static {
        for (int l = 0; l < STEPS; l++) {
            Y[l] = 1.3 * Math.sin(0.9 * l) + 0.3;
        }
    }

    private static final FactorialHmm MODEL = FactorialHmm.builder()
            .observations(Y)
            .weights(W)
            .bias(B)
            .noise(SIGMA)
            .initial(ALPHA)
            .stay(BETA)
            .build();

    static List<Sampler> samplers() {
        return List.of(
                Samplers.lbp().build(),
                Samplers.lbp().weight(WeightFunction.SQRT).build(),
                Samplers.lbp().weight(WeightFunction.MAX).scale(3).build(),
                Samplers.gwg().build(),
                Samplers.gibbs().build());
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void sample_posterior_hasTheMarginalsOfForwardBackward(Sampler sampler) {
        ChainMeans.of(sampler, MODEL, 31L, 64, 1_000, 3_000, FactorialHmmPosteriorTest::sites)
                .assertMeansAre(marginals());
    }

    private static double[] sites(byte[] x) {
        double[] values = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            values[i] = x[i];
        }
        return values;
    }

    /**
     * P(x_lk = 1 | y), the chains of a step together being one of 8 values; scaled at each step, so that nothing
     * underflows.
     */
    private static double[] marginals() {
        double[][] forward = new double[STEPS][JOINT];
        double[][] backward = new double[STEPS][JOINT];
        Arrays.fill(backward[STEPS - 1], 1.0);
        for (int l = 0; l < STEPS; l++) {
            for (int now = 0; now < JOINT; now++) {
                double prior = l == 0 ? initial(now) : 0.0;
                for (int before = 0; before < JOINT && l > 0; before++) {
                    prior += forward[l - 1][before] * transition(before, now);
                }
                forward[l][now] = prior * emission(l, now);
            }
            normalise(forward[l]);
        }
        for (int l = STEPS - 2; l >= 0; l--) {
            for (int now = 0; now < JOINT; now++) {
                for (int after = 0; after < JOINT; after++) {
                    backward[l][now] += transition(now, after) * emission(l + 1, after) * backward[l + 1][after];
                }
            }
            normalise(backward[l]);
        }
        double[] marginals = new double[STEPS * CHAINS];
        for (int l = 0; l < STEPS; l++) {
            double[] posterior = new double[JOINT];
            for (int now = 0; now < JOINT; now++) {
                posterior[now] = forward[l][now] * backward[l][now];
            }
            normalise(posterior);
            for (int now = 0; now < JOINT; now++) {
                for (int k = 0; k < CHAINS; k++) {
                    marginals[l * CHAINS + k] += (now >> k & 1) * posterior[now];
                }
            }
        }
        return marginals;
    }

    private static void normalise(double[] values) {
        double sum = Arrays.stream(values).sum();
        for (int i = 0; i < values.length; i++) {
            values[i] /= sum;
        }
    }

    private static double initial(int now) {
        int ones = Integer.bitCount(now);
        return Math.pow(ALPHA, ones) * Math.pow(1 - ALPHA, CHAINS - ones);
    }

    private static double transition(int before, int after) {
        int changed = Integer.bitCount(before ^ after);
        return Math.pow(1 - BETA, changed) * Math.pow(BETA, CHAINS - changed);
    }

    private static double emission(int l, int now) {
        double mean = B;
        for (int k = 0; k < CHAINS; k++) {
            mean += (now >> k & 1) * W[k];
        }
        return Math.exp(-0.5 * Math.pow((Y[l] - mean) / SIGMA, 2));
    }
}
