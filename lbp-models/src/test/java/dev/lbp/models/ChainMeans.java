package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.ChainBatch;
import dev.lbp.Sampler;
import dev.lbp.ValueChain;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.function.Function;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Expectations estimated by independent chains: each chain's mean over time is one observation, so that the error is
 * the plain standard error of m independent numbers, and no estimate of a correlation time is in it.
 *
 * @param mean of each statistic, over all chains
 * @param error its standard error
 * @param chains m
 */
record ChainMeans(double[] mean, double[] error, int chains) {

    /** Follows batches of chains, every step after warm-up counting. */
    static ChainMeans of(
            Sampler sampler,
            EnergyModel model,
            long seed,
            int chains,
            int warmup,
            int steps,
            Function<byte[], double[]> statistics) {
        ChainBatch batch = sampler.start(model, seed, chains);
        batch.warmUp(warmup);
        double[][] sums = new double[chains][];
        for (int t = 0; t < steps; t++) {
            batch.step();
            for (int c = 0; c < chains; c++) {
                double[] now = statistics.apply(batch.state(c));
                if (sums[c] == null) {
                    sums[c] = new double[now.length];
                }
                for (int k = 0; k < now.length; k++) {
                    sums[c][k] += now[k] / steps;
                }
            }
        }
        return ofChains(sums);
    }

    /** Follows chains on a model with its own moves, each with a seed of its own, every step after warm-up counting. */
    static ChainMeans of(
            Sampler sampler,
            MoveModel model,
            long seed,
            int chains,
            int warmup,
            int steps,
            Function<int[], double[]> statistics) {
        double[][] means = new double[chains][];
        for (int c = 0; c < chains; c++) {
            ValueChain chain = sampler.start(model, seed + c);
            chain.warmUp(warmup);
            for (int t = 0; t < steps; t++) {
                chain.step();
                double[] now = statistics.apply(chain.state());
                if (means[c] == null) {
                    means[c] = new double[now.length];
                }
                for (int k = 0; k < now.length; k++) {
                    means[c][k] += now[k] / steps;
                }
            }
        }
        return ofChains(means);
    }

    /**
     * @param means [chains][statistics]
     */
    static ChainMeans ofChains(double[][] means) {
        int chains = means.length;
        int statistics = means[0].length;
        double[] mean = new double[statistics];
        double[] error = new double[statistics];
        for (int k = 0; k < statistics; k++) {
            int which = k;
            double centre =
                    Arrays.stream(means).mapToDouble(m -> m[which]).average().orElseThrow();
            double squares = Arrays.stream(means)
                    .mapToDouble(m -> (m[which] - centre) * (m[which] - centre))
                    .sum();
            mean[k] = centre;
            error[k] = Math.sqrt(squares / (chains - 1) / chains);
        }
        return new ChainMeans(mean, error, chains);
    }

    /** The largest deviation from what is expected, in standard errors. */
    double worst(double[] expected) {
        double worst = 0.0;
        for (int k = 0; k < mean.length; k++) {
            worst = Math.max(worst, Math.abs(mean[k] - expected[k]) / error[k]);
        }
        return worst;
    }

    /**
     * Fails if some mean is too far off to be chance: by Bonferroni, a right one fails with probability 1e-6 at most,
     * since a deviation in standard errors follows Student's t of m - 1 degrees (m is 50 and more, and each observation
     * itself a mean of many draws, so nearly Gaussian).
     */
    void assertMeansAre(double[] expected) {
        assertThat(expected).hasSameSizeAs(mean);
        double limit = -TDistribution.of(chains - 1).inverseCumulativeProbability(0.5e-6 / mean.length);
        assertThat(worst(expected))
                .as(
                        "largest deviation in standard errors, of %s from %s",
                        Arrays.toString(mean), Arrays.toString(expected))
                .isLessThan(limit);
    }

    /** Two independent estimates of the same; the errors of both add up. */
    void assertAgreesWith(ChainMeans other) {
        double[] both = new double[error.length];
        for (int k = 0; k < both.length; k++) {
            both[k] = Math.hypot(error[k], other.error[k]);
        }
        new ChainMeans(mean, both, Math.min(chains, other.chains)).assertMeansAre(other.mean);
    }
}
