package dev.lbp.runtime.engine.step;

import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.target.LocalEnergyModel;
import java.util.function.IntToDoubleFunction;

/**
 * The conditional probabilities {@code P(x_i flips | the other sites) = t / (1 + t)} of a chain's sites. A chain with
 * the weight function t/(t+1) has them as its weights.
 *
 * <p>Where log-ratios are estimates, so are these: v_i in place of the exact p_i. A chain that proposes one flip in a
 * step, with probability q_i, knows p_i of that site from the log-probabilities of both states. A site of small q_i is
 * hardly ever proposed, so its p_i is also computed at some states that do not depend on the chain. Then
 *
 * <pre>{@code
 * v_i + 1[i was proposed] (p_i - v_i) / (q_i + d)   and   (p_i - v_i) d / (q_i + d),   d = 1 / (EVERY N)}</pre>
 *
 * are used: the mean of the first over all steps, and the mean of the second over those states. Their sum is the mean
 * of p_i, however wrong the estimates are. Each part of the correction is at most p_i - v_i divided by d.
 */
public final class ConditionalFlips {

    /** Where probabilities are estimates, the exact one of one site is computed at one draw in this number. */
    public static final int EVERY = 4;

    private final double[] probabilities;
    private final int[] touched;
    private final double moves;
    private final double rate;
    private final IntToDoubleFunction flip;
    private int count = LocalEnergyModel.Tracker.ALL_SITES;

    /** Of the flip that the present step proposes: its site, v_i, log q_i but for the moves, and log pi before it. */
    private int site;

    private boolean wasOne;
    private double estimate;
    private double logForward;
    private double before;

    private int proposed = -1;
    private double correction;

    /**
     * @param table the weights of the chain's current state between steps
     * @param touched the chain's array of the sites that a step touched
     * @param moves where weights are estimates, the part of steps that propose a single flip by them; else 0
     * @param flip log pi of the chain's state with one site flipped
     */
    public ConditionalFlips(WeightTable table, int[] touched, double moves, IntToDoubleFunction flip) {
        this.probabilities = table.weights();
        this.touched = touched;
        this.moves = moves;
        this.rate = 1.0 / (EVERY * (double) probabilities.length);
        this.flip = flip;
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
    public void update(int sites) {
        count = sites;
        proposed = -1;
    }

    /**
     * Stores the flip that a step proposes, while the weights are those of its start.
     *
     * @param flipped its site
     * @param isOne whether the site is 1 there
     * @param logProbability the logarithm of the probability of the flip, given that the step is a move
     * @param logProb that of the state where the step begins
     */
    public void propose(int flipped, boolean isOne, double logProbability, double logProb) {
        site = flipped;
        wasOne = isOne;
        estimate = probabilities[flipped];
        logForward = logProbability;
        before = logProb;
    }

    /**
     * Computes the correction, after {@link #update}.
     *
     * @param logProb that of the proposed state
     */
    public void correct(double logProb) {
        double exact = 1.0 / (1.0 + Exp.exp(before - logProb));
        double ofFlip = (exact - estimate) / (moves * Exp.exp(logForward) + rate);
        proposed = site;
        correction = wasOne ? -ofFlip : ofFlip;
    }

    /**
     * Computes the exact probability of a flip in the current state, and from it the second part of the correction of
     * {@code P(x_i = 1 | the others)}, see the class.
     *
     * @param i a free site
     * @param isOne whether it is 1
     * @param logProb that of the current state
     */
    public double computed(int i, boolean isOne, double logProb) {
        double exact = 1.0 / (1.0 + Exp.exp(logProb - flip.applyAsDouble(i)));
        double total = 0.0; // the table's own total might be summed again, which changes later draws
        for (double weight : probabilities) {
            total += weight;
        }
        double excess = (exact - probabilities[i]) * rate / (moves * probabilities[i] / total + rate);
        return isOne ? -excess : excess;
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
