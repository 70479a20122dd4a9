package dev.lbp.runtime.engine;

import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.target.LocalEnergyModel;

/**
 * The conditional probabilities {@code P(x_i flips | the other sites) = t / (1 + t)} of a chain's sites. A chain with
 * the weight function t/(t+1) has them as its weights.
 */
public final class ConditionalFlips {

    private final double[] probabilities;
    private final int[] touched;
    private int count = LocalEnergyModel.Tracker.ALL_SITES;

    /**
     * @param table the weights of the chain's current state between steps
     * @param touched the chain's array of the sites that a step touched
     */
    ConditionalFlips(WeightTable table, int[] touched) {
        this.probabilities = table.weights();
        this.touched = touched;
    }

    /**
     * Stores how many sites a step touched.
     *
     * @param sites the number of entries of the array, or {@code ALL_SITES}; 0 if the chain has not moved
     */
    void update(int sites) {
        count = sites;
    }

    /** The probability of the flip of each site in the current state, 0 for a frozen one; not to be written to. */
    public double[] probabilities() {
        return probabilities;
    }

    /**
     * The sites whose probability the last step changed, in the first {@link #count} places; a site may occur twice.
     */
    public int[] touched() {
        return touched;
    }

    /** The number of entries of {@link #touched}, or {@code ALL_SITES} if any probability may have changed. */
    public int count() {
        return count;
    }
}
