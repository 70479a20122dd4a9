package dev.lbp.experiments.energy;

import java.util.OptionalInt;

/**
 * The criterion for enough Metropolis-Hastings steps per update of a training; the paper gives none. A number k of
 * steps suffices if two conditions hold for k and all larger measured numbers of steps. The test log-likelihood is at
 * most {@link #NEAR} nats below that of the best sampler with the largest number. The average score gap stays below
 * {@link #LARGEST_GAP}.
 */
final class SufficientSteps {

    /** The largest loss of log-likelihood, in nats per image. */
    static final double NEAR = 5.0;

    /** The largest average score gap, in nats. A training that diverges exceeds it within some updates. */
    static final double LARGEST_GAP = 20.0;

    private SufficientSteps() {}

    /**
     * The smallest sufficient number of steps. Empty if the largest number does not suffice.
     *
     * @param steps the measured numbers of steps, in ascending order
     * @param logLikelihoods the test log-likelihood for each number of steps; NaN for a training that diverged
     * @param gaps the largest magnitude of the average gap, for each number of steps
     * @param best the log-likelihood of the best sampler with the largest number of steps
     */
    static OptionalInt smallest(int[] steps, double[] logLikelihoods, double[] gaps, double best) {
        OptionalInt smallest = OptionalInt.empty();
        for (int k = steps.length - 1; k >= 0 && logLikelihoods[k] >= best - NEAR && gaps[k] < LARGEST_GAP; k--) {
            smallest = OptionalInt.of(steps[k]);
        }
        return smallest;
    }
}
