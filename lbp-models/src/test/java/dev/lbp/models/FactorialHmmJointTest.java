package dev.lbp.models;

import dev.lbp.ChainBatch;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.NormalizedGaussianSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The joint test of Geweke (2004): from a draw of (x, y) out of the prior, the sampler moves x given y, y is drawn
 * again given x, and so on. If model and sampler are right, (x, y) still follow the prior at the end; a wrong one,
 * even if slightly wrong, carries them away from it. All expectations under the prior are known in closed form.
 *
 * <p>J. Geweke, Getting it right: joint distribution tests of posterior simulators, JASA 99(467), 2004,
 * doi:10.1198/016214504000001132.
 */
class FactorialHmmJointTest {

    private static final int STEPS = 5;
    private static final int CHAINS = 2;
    private static final int REPLICATES = 4_000;
    private static final int ROUNDS = 15;
    private static final double[] W = {1.5, -0.9};
    private static final double B = 0.4;
    private static final double SIGMA = 0.9;
    private static final double ALPHA = 0.25;
    private static final double BETA = 0.7;

    private final UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(2004L);
    private final NormalizedGaussianSampler gaussian = ZigguratSampler.NormalizedGaussian.of(rng);

    static List<Sampler> samplers() {
        return List.of(
                Samplers.lbp().scale(3).build(),
                Samplers.gwg().scale(2).build(),
                Samplers.rwm().scale(1).build(),
                Samplers.gibbs().build());
    }

    /** Replicates are independent, so {@link ChainMeans} gives the error; P(failure) is below 1e-6 for each sampler. */
    @ParameterizedTest
    @MethodSource("samplers")
    void sample_alternatingWithData_keepsThePrior(Sampler sampler) {
        double[][] statistics = new double[REPLICATES][];
        for (int replicate = 0; replicate < REPLICATES; replicate++) {
            byte[] x = drawHidden();
            double[] y = drawData(x);
            for (int round = 0; round < ROUNDS; round++) {
                ChainBatch chain = sampler.start(model(y), rng.nextLong(), new byte[][] {x});
                chain.step();
                x = chain.state(0);
                y = drawData(x);
            }
            statistics[replicate] = statistics(x, y);
        }
        ChainMeans.ofChains(statistics).assertMeansAre(expected());
    }

    private static FactorialHmm model(double[] y) {
        return FactorialHmm.builder()
                .observations(y)
                .weights(W)
                .bias(B)
                .noise(SIGMA)
                .initial(ALPHA)
                .stay(BETA)
                .build();
    }

    private byte[] drawHidden() {
        byte[] x = new byte[STEPS * CHAINS];
        for (int i = 0; i < x.length; i++) {
            double one = i < CHAINS ? ALPHA : x[i - CHAINS] == 1 ? BETA : 1 - BETA;
            x[i] = (byte) (rng.nextDouble() < one ? 1 : 0);
        }
        return x;
    }

    private double[] drawData(byte[] x) {
        double[] y = new double[STEPS];
        for (int l = 0; l < STEPS; l++) {
            y[l] = mean(x, l) + SIGMA * gaussian.sample();
        }
        return y;
    }

    private static double mean(byte[] x, int l) {
        double mean = B;
        for (int k = 0; k < CHAINS; k++) {
            mean += W[k] * x[l * CHAINS + k];
        }
        return mean;
    }

    /** For each step: x of both chains, their product, y, its square, x y; for each two steps: x x' of both chains. */
    private static double[] statistics(byte[] x, double[] y) {
        double[] values = new double[8 * STEPS];
        for (int l = 0; l < STEPS; l++) {
            byte first = x[l * CHAINS];
            byte second = x[l * CHAINS + 1];
            int k = 8 * l;
            values[k++] = first;
            values[k++] = second;
            values[k++] = first * second;
            values[k++] = y[l];
            values[k++] = y[l] * y[l];
            values[k++] = first * y[l];
            values[k++] = first * x[(l + 1) % STEPS * CHAINS];
            values[k] = second * x[(l + 1) % STEPS * CHAINS + 1];
        }
        return values;
    }

    private static double[] expected() {
        double[] values = new double[8 * STEPS];
        double[] p = new double[STEPS];
        p[0] = ALPHA;
        for (int l = 1; l < STEPS; l++) {
            p[l] = p[l - 1] * BETA + (1 - p[l - 1]) * (1 - BETA);
        }
        for (int l = 0; l < STEPS; l++) {
            double q = p[l];
            double mean = B + q * (W[0] + W[1]);
            // P(x_last = 1 | x_first = 1) after STEPS - 1 transitions; the pair wraps around
            double stay = l + 1 < STEPS ? BETA : 0.5 + 0.5 * Math.pow(2 * BETA - 1, STEPS - 1);
            double pair = (l + 1 < STEPS ? q : ALPHA) * stay;
            int k = 8 * l;
            values[k++] = q;
            values[k++] = q;
            values[k++] = q * q;
            values[k++] = mean;
            values[k++] = mean * mean + q * (1 - q) * (W[0] * W[0] + W[1] * W[1]) + SIGMA * SIGMA;
            values[k++] = q * (B + W[0] + q * W[1]);
            values[k++] = pair;
            values[k] = pair;
        }
        return values;
    }
}
