package dev.lbp.target;

import dev.lbp.internal.Check;
import java.io.Serializable;

/**
 * A number computed from a state, which a run traces besides the log-probability, see {@link
 * dev.lbp.SamplingRun#track}. It depends on the state alone, and is finite for every state of a chain, including the
 * starting state. The threads of all chains call it, several at once. A chain compares {@link #after} with {@link #of}
 * once, at its first flips, and checks then that neither wrote to the state. After each call it checks that {@code
 * after} did not write to the flipped sites. A wrong statistic ends the run with a {@link ModelException}.
 */
@FunctionalInterface
public interface Statistic extends Serializable {

    /**
     * The statistic of a state.
     *
     * @param state N values of 0 or 1: the chain's own array, valid during the call, and not to be written to
     */
    double of(byte[] state);

    /**
     * The statistic of a state, given the statistic of an earlier state and the sites that changed since. Override it
     * if that costs less than {@link #of}. It must return the same value to the last bit: otherwise a trace depends on
     * the path of the chain to a state. Sums of whole numbers are exact, and so are the sums of {@link #weightedSum};
     * other sums of floating-point numbers drift.
     *
     * @param before the statistic of the earlier state
     * @param state the current state, as in {@link #of}
     * @param flipped the sites that differ between the two states, each once, in any order, in the first {@code count}
     *     places; not to be written to, since other statistics read it too
     * @param count the number of these sites, at least 1
     */
    default double after(double before, byte[] state, int[] flipped, int count) {
        return of(state);
    }

    /**
     * {@code sum_i w_i x_i}: with equal weights the number of ones, that is the magnetisation up to its scale. An
     * update costs O(1) per flip. Weights are rounded to multiples of a power of two q, so that every such sum is
     * exact. This moves each weight by at most the last bit of {@code sum_i |w_i|}, and leaves whole numbers unchanged
     * if that sum is below 2^52.
     *
     * @param weights N finite values, whose absolute values have a finite sum
     */
    static Statistic weightedSum(double... weights) {
        return new WeightedSum(Check.finite("weights", Check.notNull("weights", weights)));
    }
}
