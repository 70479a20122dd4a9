package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.internal.kernel.Logistic;
import dev.lbp.runtime.engine.step.AcceptRule;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The probability that an update flips a site of log-ratio d, and the draw with this probability. Each rule leaves the
 * conditional distribution of the site given all others invariant. An update uses one uniform number. A flip of
 * log-ratio -Infinity is never made.
 */
enum SiteRule {
    /** {@code 1 / (1 + e^-d)}, the conditional probability of the other value: a Gibbs update. */
    HEAT_BATH {
        @Override
        boolean flips(double logRatio, ExpTable table, UniformRandomProvider rng) {
            return AcceptRule.gibbsFlips(logRatio, table.exp(-LogRatios.checked(logRatio)), rng);
        }

        @Override
        void probabilities(double[] logRatios, int n, double[] probabilities) {
            Logistic.probabilities(logRatios, n, probabilities);
        }

        @Override
        double probability(double logRatio, ExpTable table) {
            return logRatio == Double.NEGATIVE_INFINITY ? 0.0 : 1.0 / (1.0 + table.exp(-logRatio));
        }
    },

    /** {@code min(1, e^d)}: a Metropolis update, which flips more often than Gibbs. */
    METROPOLIS {
        @Override
        boolean flips(double logRatio, ExpTable table, UniformRandomProvider rng) {
            return rng.nextDouble() < probability(LogRatios.checked(logRatio), table);
        }

        @Override
        void probabilities(double[] logRatios, int n, double[] probabilities) {
            FlipWeightKernels.chosen().weights(Form.MIN, logRatios, 0, n, 0.0, probabilities, 0);
        }

        @Override
        double probability(double logRatio, ExpTable table) {
            return table.exp(Math.min(logRatio, 0.0));
        }
    };

    /**
     * The probability of a flip, at most {@code e^d}.
     *
     * @param logRatio d, finite or -Infinity
     * @param table the exponentials of this chain
     */
    abstract double probability(double logRatio, ExpTable table);

    /** Draws whether a site flips; the parameters are those of {@link #probability}. */
    abstract boolean flips(double logRatio, ExpTable table, UniformRandomProvider rng);

    /**
     * The probabilities of flips.
     *
     * @param logRatios the first {@code n} elements are log-ratios, finite or -Infinity
     * @param probabilities receives the probabilities; may be the same array
     */
    abstract void probabilities(double[] logRatios, int n, double[] probabilities);
}
