package dev.lbp.proposal;

import dev.lbp.internal.Check;
import java.io.Serializable;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Chooses the scale R, the number of sites that a step draws, during warm-up. Each chain adapts by itself; at the end of
 * warm-up all chains freeze at one common scale, so that what follows is a Markov chain with a fixed kernel.
 *
 * <p>Immutable and shared between chains; what changes is in the {@link Adaptation} of each.
 */
public interface ScaleController extends Serializable {

    /**
     * Begins the warm-up of one chain.
     *
     * @param start a guess of the scale, in [1, largest]: from theory where there is one, else 1
     * @param largest the largest scale that keeps the sampler irreducible, max(1, N/2)
     * @param steps the number of warm-up steps to come, at least 1
     */
    Adaptation begin(double start, double largest, int steps);

    /**
     * The scale all chains freeze at.
     *
     * @param chains the adaptations of all chains, in the order of their indices
     * @param meanScale exp of the mean over chains, in that order, of the mean of log R over the last half of warm-up
     * @return a real number in [1, largest]; steps draw R from the two integers around it
     */
    default double freeze(List<? extends Adaptation> chains, double meanScale) {
        return meanScale;
    }

    /** The acceptance rate that the scale is tuned for; empty if it is tuned for something else. */
    default OptionalDouble targetAcceptance() {
        return OptionalDouble.empty();
    }

    /** What the scale is tuned for, as a summary says it: "acceptance 0.574". */
    String describe();

    /** The state of one chain's warm-up. Not thread-safe. */
    interface Adaptation extends Serializable {

        /** The scale of the next step, a real number in [1, largest]. */
        double scale();

        /**
         * Learns from a step.
         *
         * @param acceptanceProbability min(1, alpha) of it, accepted or not
         * @param flips the number of distinct sites it proposed to flip
         */
        void update(double acceptanceProbability, int flips);
    }

    /**
     * No adaptation. A whole number R draws exactly R sites at every step, in warm-up and after. Any other is played as a frozen
     * scale is: each step draws R from the two integers around it, the upper one with a probability of its fractional part, held
     * in [0.1, 0.9].
     *
     * @param scale finite and at least 1
     */
    static ScaleController fixed(double scale) {
        return new FixedScale(scale);
    }

    /**
     * The paper's rule, equation 22 with gain 1: {@code R <- R + (acceptance - target)}. It climbs by at most 1 - target a
     * step, so that a scale of 380 takes some 900 steps.
     *
     * @param targetAcceptance in (0, 1); 0.574 is optimal for locally balanced proposals, 0.234 for random walks
     */
    static ScaleController robbinsMonro(double targetAcceptance) {
        return new RobbinsMonroScale(Check.inOpenUnit("targetAcceptance", targetAcceptance));
    }

    /**
     * Robbins-Monro on log R with a decaying gain, the rule of {@code adaptive(target)}: it moves by factors, so that any
     * scale is some tens of steps away, and settles as the gain decays.
     *
     * @param targetAcceptance in (0, 1)
     */
    static ScaleController logScale(double targetAcceptance) {
        return new LogScale(Check.inOpenUnit("targetAcceptance", targetAcceptance));
    }

    /**
     * The paper's grid search: warm-up is divided evenly between the scales given, and the one of largest expected jump
     * distance, averaged over chains, is kept.
     *
     * @param scales at least one, each at least 1; those above the largest that is allowed are lowered to it
     */
    static ScaleController grid(double... scales) {
        Check.atLeast(1, "scales.length", Check.notNull("scales", scales).length);
        for (double scale : scales) {
            Check.that(scale >= 1.0 && Double.isFinite(scale), "be finite and >= 1", "scales", scale);
        }
        return new GridScale(scales.clone());
    }
}
