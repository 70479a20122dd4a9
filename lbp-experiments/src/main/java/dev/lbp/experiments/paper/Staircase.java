package dev.lbp.experiments.paper;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The exact acceptance rate of RWM-R on independent sites with P(x_i = 1) either q or 1 - q. In equilibrium each site
 * has its less probable value with probability q. So the number k of such sites among the R that a step flips is
 * binomial, and the step is accepted with probability {@code min(1, (q / (1-q))^(R - 2k))}. The rate is a staircase in
 * R: R = 2m - 1 and R = 2m have the same acceptance rate.
 */
final class Staircase {

    private Staircase() {}

    /**
     * The acceptance rate.
     *
     * @param scale R, at least 1 and at most N
     * @param q in (0, 1/2)
     */
    static double acceptance(int scale, double q) {
        BinomialDistribution unlikely = BinomialDistribution.of(scale, q);
        double rate = 0.0;
        for (int k = 0; k <= scale; k++) {
            rate += unlikely.probability(k) * Math.min(1.0, Math.pow(q / (1.0 - q), scale - 2.0 * k));
        }
        return rate;
    }

    /** The expected jump distance, in sites per step. */
    static double jumpDistance(int scale, double q) {
        return scale * acceptance(scale, q);
    }
}
