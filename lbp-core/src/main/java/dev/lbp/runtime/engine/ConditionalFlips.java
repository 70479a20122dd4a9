package dev.lbp.runtime.engine;

import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.target.LocalEnergyModel;

/**
 * The conditional probabilities {@code P(x_i flips | the other sites) = t / (1 + t)} of a chain's sites. A chain with
 * the weight function t/(t+1) has them as its weights.
 *
 * <p>Where log-ratios are estimates, so are these: v_i in place of the exact p_i. A chain that proposes one flip in a
 * step, with probability q_i, knows p_i of that site from the log-probabilities of both states. Then
 *
 * <pre>{@code v_i + 1[i was proposed] (p_i - v_i) / q_i}</pre>
 *
 * has the mean p_i given the state that the step began at, whatever the estimates are worth.
 */
public final class ConditionalFlips {

    private final double[] probabilities;
    private final int[] touched;
    private final double moves;
    private int count = LocalEnergyModel.Tracker.ALL_SITES;
    private int proposed = -1;
    private double correction;

    /**
     * @param table the weights of the chain's current state between steps
     * @param touched the chain's array of the sites that a step touched
     * @param moves where weights are estimates, the part of steps that propose a single flip by them; else 0
     */
    ConditionalFlips(WeightTable table, int[] touched, double moves) {
        this.probabilities = table.weights();
        this.touched = touched;
        this.moves = moves;
    }

    /** Whether the probabilities are estimates, which steps correct. */
    public boolean areCorrected() {
        return moves > 0.0;
    }

    /**
     * Stores how many sites a step touched.
     *
     * @param sites the number of entries of the array, or {@code ALL_SITES}; 0 if the chain has not moved
     */
    void update(int sites) {
        count = sites;
        proposed = -1;
    }

    /**
     * Stores the flip that a step has proposed.
     *
     * @param wasOne whether the site was 1 where the step began
     * @param estimate v_i there
     * @param logForward the logarithm of the probability of the flip, given that the step is a move
     * @param logRatio of the log-probabilities, of the proposed state to the one where the step began
     */
    void correct(int site, boolean wasOne, double estimate, double logForward, double logRatio) {
        double exact = 1.0 / (1.0 + Exp.exp(-logRatio));
        double ofFlip = (exact - estimate) / (moves * Exp.exp(logForward));
        proposed = site;
        correction = wasOne ? -ofFlip : ofFlip;
    }

    /** The site whose flip the last step proposed; -1 if it was no move, or probabilities are exact. */
    public int proposed() {
        return proposed;
    }

    /** What corrects {@code P(x_i = 1 | the others)} of the {@link #proposed} site, see the class. */
    public double correction() {
        return correction;
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
