package dev.lbp.target;

import dev.lbp.internal.Check;
import java.io.Serializable;

/**
 * A number of a state that a run traces beside the log-probability, see {@link dev.lbp.SamplingRun#track}: a function of the state
 * alone, and finite for every state that a chain is in, its starting state included. Each chain's thread calls it, so several
 * at once. A chain compares {@link #after} with {@link #of} once, at its first flips, and looks whether they have written to the state;
 * whether they have written to the flips it looks each time. A run is ended by a {@link ModelException} if one is wrong.
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
     * The statistic of a state, given that of an earlier one and what has changed since. Override it where that costs less than
     * {@link #of}, and answer the same to the last bit: otherwise a trace depends on how a chain came to its states. Sums of
     * whole numbers are exact, and so are those of {@link #weightedSum}; other sums of floating-point numbers drift.
     *
     * @param before the statistic of the earlier state
     * @param state the state to answer for, as in {@link #of}
     * @param flipped the sites in which the two differ, each once, in any order: the first {@code count} of these; not to be
     *     written to, since other statistics read it too
     * @param count how many there are, at least 1
     */
    default double after(double before, byte[] state, int[] flipped, int count) {
        return of(state);
    }

    /**
     * {@code sum_i w_i x_i}: with equal weights the number of ones, which is the magnetisation up to its scale. It is kept up to
     * date at O(1) per flip. Weights are rounded to multiples of a power of two q for which every such sum is exact; this moves
     * each by no more than the last bit of {@code sum_i |w_i|}, and leaves whole numbers as they are if that sum is below 2^52.
     *
     * @param weights N finite values, whose absolute values have a finite sum
     */
    static Statistic weightedSum(double... weights) {
        return new WeightedSum(Check.finite("weights", Check.notNull("weights", weights)));
    }
}
