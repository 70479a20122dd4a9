package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.target.EnergyModel;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** Chains that start at exact draws of a small target: each of their states must be an exact draw. */
final class ExactStarts {

    /** The probability that a sound sampler fails {@link #verifyLaw}. */
    private static final double LEVEL = 1e-6;

    private ExactStarts() {}

    /**
     * Takes some steps of a sampler from exact draws, and compares the counts of all states with the target by a
     * chi-squared test of level 1e-6.
     */
    static void verifyLaw(Sampler sampler, EnergyModel model, TableTarget target, int chains) {
        ChainBatch batch = sampler.start(model, 5L, draws(target, chains));
        batch.step(6);
        double[] counts = new double[target.states()];
        double off = 0.0;
        for (int c = 0; c < chains; c++) {
            int number = TableTarget.number(batch.state(c));
            counts[number]++;
            off = Math.max(off, Math.abs(batch.logProb(c) - target.logProb(number)));
        }
        assertThat(off).isLessThan(1e-9);
        double[] p = target.probabilities();
        double statistic = 0.0;
        int possible = 0;
        for (int k = 0; k < p.length; k++) {
            if (target.possible(k)) {
                possible++;
                statistic += Math.pow(counts[k] - chains * p[k], 2) / (chains * p[k]);
            }
        }
        assertThat(ChiSquaredDistribution.of(possible - 1).survivalProbability(statistic))
                .isGreaterThan(LEVEL);
    }

    private static byte[][] draws(TableTarget target, int count) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(11L);
        double[] p = target.probabilities();
        byte[][] draws = new byte[count][];
        for (int c = 0; c < count; c++) {
            double left = random.nextDouble();
            int k = -1;
            do {
                k++;
                left -= p[k];
            } while (left > 0.0 && k < p.length - 1);
            draws[c] = TableTarget.state(k, target.dimension());
        }
        return draws;
    }
}
