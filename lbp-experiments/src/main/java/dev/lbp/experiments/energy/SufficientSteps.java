package dev.lbp.experiments.energy;

import java.util.OptionalInt;

/**
 * The criterion for enough Metropolis-Hastings steps per update of a training. The paper gives none, so this is ours: k
 * suffices if for k and all larger numbers measured the test log-likelihood is at most {@link #NEAR} nats below that of
 * the best sampler with the largest number, and the average score gap stays below {@link #LARGEST_GAP}.
 */
final class SufficientSteps {

    /** In nats per image. */
    static final double NEAR = 5.0;

    /** In nats: a training that diverges passes it within some updates. */
    static final double LARGEST_GAP = 20.0;

    private SufficientSteps() {}

    /**
     * The smallest sufficient number of steps; empty if the largest one does not suffice.
     *
     * @param steps in ascending order
     * @param logLikelihoods of the test images; NaN for a training that diverged
     * @param gaps the largest average gap in each training, in magnitude
     * @param best the log-likelihood to compare with
     */
    static OptionalInt smallest(int[] steps, double[] logLikelihoods, double[] gaps, double best) {
        OptionalInt smallest = OptionalInt.empty();
        for (int k = steps.length - 1; k >= 0 && logLikelihoods[k] >= best - NEAR && gaps[k] < LARGEST_GAP; k--) {
            smallest = OptionalInt.of(steps[k]);
        }
        return smallest;
    }
}
