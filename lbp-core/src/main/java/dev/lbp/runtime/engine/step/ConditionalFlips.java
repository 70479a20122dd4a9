package dev.lbp.runtime.engine.step;

import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.target.LocalEnergyModel;
import java.util.function.IntToDoubleFunction;

/**
 * The conditional probabilities {@code P(x_i flips | the other sites) = t / (1 + t)} of a chain's sites. A chain with
 * the weight function t/(t+1) has them as its weights.
 *
 * <p>If log-ratios are estimates, so are the probabilities: v_i instead of the exact p_i. A chain that proposes one
 * flip per step, of site i with probability q_i, knows p_i of that site from the log-probabilities of both states. A
 * site with a small q_i is hardly ever proposed. So at every fourth draw p_i is also computed for one site, which does
 * not depend on the proposals. Two terms are averaged:
 *
 * <pre>{@code
 * v_i + 1[i was proposed] (p_i - v_i) / (q_i + d)   and   (p_i - v_i) d / (q_i + d),   d = 1 / (EVERY N)}</pre>
 *
 * The first is averaged over all steps, the second over the computed draws. The sum of both means is the mean of p_i,
 * however wrong the estimates are. No correction is larger than (p_i - v_i) / d.
 */
public final class ConditionalFlips {

    /** If probabilities are estimates, the exact probability of one site is computed at every fourth draw. */
    public static final int EVERY = 4;

    private final double[] probabilities;
    private final int[] touched;
    private final double moveShare;
    /** d = 1 / (EVERY N): how often, per draw, the exact probability of one given site is computed besides steps. */
    private final double rate;
    /** log pi of the chain's state with one site flipped. */
    private final IntToDoubleFunction logProbOfFlip;
    /** The number of sites in {@link #touched} whose probability the last step changed, or {@code ALL_SITES}. */
    private int count = LocalEnergyModel.Tracker.ALL_SITES;

    /** The site i of the flip that the present step proposes. */
    private int site;

    /** Whether this site is 1 before the flip. */
    private boolean wasOne;
    /** v_i: the estimated probability of the proposed flip, which the correction compares with the exact p_i. */
    private double estimate;

    /** log q_i of the proposed flip, given that the step is a move. */
    private double logForward;

    /** log pi of the state before the proposed flip. */
    private double logProbBefore;

    /** The site whose flip the last step proposed; -1 if there is none. */
    private int proposed = -1;

    private double correction;

    /**
     * @param table the weights of the chain's current state between steps
     * @param touched the chain's array of the sites that a step touched
     * @param moveShare if weights are estimates, the share of steps that propose a single flip by them; else 0
     * @param logProbOfFlip log pi of the chain's state with one site flipped
     */
    public ConditionalFlips(WeightTable table, int[] touched, double moveShare, IntToDoubleFunction logProbOfFlip) {
        this.probabilities = table.weights();
        this.touched = touched;
        this.moveShare = moveShare;
        this.rate = 1.0 / (EVERY * (double) probabilities.length); // one of N sites at every EVERY-th draw
        this.logProbOfFlip = logProbOfFlip;
    }

    /** Whether the probabilities are estimates, which steps correct. */
    public boolean areCorrected() {
        return moveShare > 0.0;
    }

    /**
     * Stores how many sites a step touched, and that no flip has been proposed since.
     *
     * @param touchedSites the number of entries of the array, or {@code ALL_SITES}; 0 if the chain has not moved
     */
    public void update(int touchedSites) {
        count = touchedSites;
        proposed = -1;
    }

    /**
     * Stores the flip that a step proposes. Must be called while the weights belong to the state before it.
     *
     * @param flipped the site
     * @param isOne whether the site is 1 before the flip
     * @param logProbability the logarithm of the probability of the flip, given that the step is a move
     * @param logProb the log-probability of the state before the flip
     */
    public void propose(int flipped, boolean isOne, double logProbability, double logProb) {
        site = flipped;
        wasOne = isOne;
        estimate = probabilities[flipped];
        logForward = logProbability;
        logProbBefore = logProb;
    }

    /**
     * Computes the {@link #correction} at the end of a step. Must be called after {@link #update}, which clears it.
     *
     * @param logProb the log-probability of the proposed state
     */
    public void correct(double logProb) {
        double exact = 1.0 / (1.0 + Exp.exp(logProbBefore - logProb));
        double ofFlip = (exact - estimate) / (moveShare * Exp.exp(logForward) + rate); // (p_i - v_i) / (q_i + d)
        proposed = site;
        correction = wasOne ? -ofFlip : ofFlip; // P(x_i = 1) is 1 - p_i for a site that is 1
    }

    /**
     * Computes the exact probability p_i of a flip in the current state, and from it the correction {@code (p_i - v_i)
     * d / (q_i + d)} of the class comment, as a change of {@code P(x_i = 1 | the others)}. Here v_i is the estimate of
     * p_i, q_i the probability to propose the flip, and d the field {@link #rate}.
     *
     * @param i a free site
     * @param isOne whether it is 1
     * @param logProb the log-probability of the current state
     */
    public double computedCorrection(int i, boolean isOne, double logProb) {
        double exact = 1.0 / (1.0 + Exp.exp(logProb - logProbOfFlip.applyAsDouble(i)));
        double total = 0.0; // the table's total() may sum again, which would change the bits of later draws
        for (double weight : probabilities) {
            total += weight;
        }
        double excess = (exact - probabilities[i]) * rate / (moveShare * probabilities[i] / total + rate);
        return isOne ? -excess : excess;
    }

    /** The site whose flip the last step proposed; -1 if the step was no move, or if probabilities are exact. */
    public int proposed() {
        return proposed;
    }

    /**
     * The amount to add to the estimate of {@code P(x_i = 1 | the others)} at the {@link #proposed} site: the
     * correction by the proposed flip, the term with q_i + d in the class comment.
     */
    public double correction() {
        return correction;
    }

    /** The probability of the flip of each site in the current state, 0 for a frozen one; not to be written to. */
    public double[] probabilities() {
        return probabilities;
    }

    /** The first {@link #count} elements are the sites whose probability the last step changed, some perhaps twice. */
    public int[] touched() {
        return touched;
    }

    /** The number of entries of {@link #touched}, or {@code ALL_SITES} if any probability may have changed. */
    public int count() {
        return count;
    }
}
