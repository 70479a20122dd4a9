package dev.lbp.proposal;

import dev.lbp.internal.Check;
import java.io.Serializable;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A rule that chooses the scale R, the number of sites that a step draws, during warm-up. Each chain adapts by itself.
 * At the end of warm-up all chains freeze at one common scale, so that the draws come from a Markov chain with a fixed
 * kernel.
 *
 * <p>The rule of DLMC and DMALA for the time step is {@link #logScale}, in units of the least time step, 1e-6.
 *
 * <p>Immutable and shared between chains; the changing state is in the {@link Adaptation} of each chain.
 */
public interface ScaleController extends Serializable {

    /**
     * Begins the warm-up of one chain.
     *
     * @param start a guess of the scale, in [1, largest]: from theory if it has one, else 1
     * @param largest the largest scale that keeps the sampler irreducible, max(1, N/2)
     * @param steps the number of warm-up steps to come, at least 1; with swaps, the expected number of other steps
     */
    Adaptation begin(double start, double largest, int steps);

    /**
     * The common scale of all chains after warm-up.
     *
     * @param chains the adaptations of all chains, in the order of their indices
     * @param meanScale exp of the mean over chains, in that order, of the mean of log R over the last half of warm-up
     * @return a real number in [1, largest]; steps draw R from the two integers around it
     */
    default double freeze(List<? extends Adaptation> chains, double meanScale) {
        return meanScale;
    }

    /** The target acceptance rate of the rule; empty if the rule has another target. */
    default OptionalDouble targetAcceptance() {
        return OptionalDouble.empty();
    }

    /** The target of the rule in words, for summaries: "acceptance 0.574". */
    String describe();

    /** The state of one chain's warm-up. Not thread-safe. */
    interface Adaptation extends Serializable {

        /** The scale of the next step, a real number in [1, largest]. */
        double scale();

        /**
         * Updates the scale after a step.
         *
         * @param acceptanceProbability min(1, alpha) of the step, accepted or not
         * @param flips the number of distinct sites that the step proposed to flip
         */
        void update(double acceptanceProbability, int flips);
    }

    /**
     * No adaptation. A whole number R draws exactly R sites at every step, in warm-up and after it. Any other number is
     * used like a frozen scale: each step draws R from the two integers around it. The probability of the upper one is
     * the fractional part, held in [0.1, 0.9].
     *
     * @param scale finite and at least 1
     */
    static ScaleController fixed(double scale) {
        Check.that(scale >= 1.0 && Double.isFinite(scale), "be finite and >= 1", "scale", scale);
        return new FixedScale(scale);
    }

    /**
     * The rule of Sun, Dai and Schuurmans (2022), equation 22 with gain 1: {@code R <- R + (acceptance - target)}. It
     * rises by at most 1 - target per step, so it takes about 900 steps to a scale of 380.
     *
     * @param targetAcceptance in (0, 1); 0.574 is optimal for locally balanced proposals, 0.234 for random walks
     */
    static ScaleController robbinsMonro(double targetAcceptance) {
        return new RobbinsMonroScale(Check.inOpenUnit("targetAcceptance", targetAcceptance));
    }

    /**
     * Robbins-Monro on log R with a decaying gain, the rule of {@code adaptive(target)}. It changes R by factors, so
     * that it reaches any scale in some tens of steps, and it converges as the gain decays.
     *
     * @param targetAcceptance in (0, 1)
     */
    static ScaleController logScale(double targetAcceptance) {
        return new LogScale(Check.inOpenUnit("targetAcceptance", targetAcceptance));
    }

    /**
     * The grid search of Sun, Dai and Schuurmans (2022). Warm-up is divided evenly between the given scales, and the
     * scale with the largest expected jump distance, averaged over chains, is used.
     *
     * @param scales at least one, each at least 1; those above the largest scale allowed are lowered to it
     */
    static ScaleController grid(double... scales) {
        Check.atLeast(1, "scales.length", Check.notNull("scales", scales).length);
        for (double scale : scales) {
            Check.that(scale >= 1.0 && Double.isFinite(scale), "be finite and >= 1", "scales", scale);
        }
        return new GridScale(scales.clone());
    }
}
