package dev.lbp.runtime.engine;

import dev.lbp.internal.Check;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.runtime.model.PartFailure;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The jump of one chain: with a probability p, whatever the state, a step proposes a draw y of a distribution q, independent of the
 * state x, and accepts it with {@code min(1, pi(y) q(x) / (pi(x) q(y)))} (independence sampler, Tierney 1994, section 2.3.3).
 */
final class IndependentJump {

    /** The draws whose log-probability is compared with {@link StateDistribution#logProb}. */
    private static final int CHECKED_DRAWS = 16;

    private static final double LOOSE = 1e-6;

    private final StateDistribution q;
    private final double probability;
    private int checkedDraws;

    /** The last draw y. */
    final byte[] proposed;

    /** log q(y). */
    double logForward;

    /** Whether q has scored the state that the last jump would leave as impossible: no draw returns to it. */
    boolean cannotReturn;

    /**
     * @param probability p in (0, 1]
     */
    IndependentJump(StateDistribution q, double probability, int dimension) {
        this.q = q;
        this.probability = probability;
        this.proposed = new byte[dimension];
    }

    /** Draws whether the next step is a jump. */
    boolean isNext(UniformRandomProvider rng) {
        return probability == 1.0 || rng.nextDouble() < probability;
    }

    /** What the steps are: the only moves of the chain, or jumps among moves. */
    StepKind kind() {
        return probability == 1.0 ? StepKind.MOVE : StepKind.JUMP;
    }

    /** The expected number of steps that are no jumps. */
    int expectedOthers(int steps) {
        return probability == 1.0 ? steps : (int) Math.round((1.0 - probability) * steps);
    }

    /** Draws y. */
    void draw(UniformRandomProvider rng) {
        cannotReturn = false;
        try {
            logForward = checked(q.draw(rng, proposed), "draw()");
            Check.that(logForward > Double.NEGATIVE_INFINITY, "score its own draw as possible", "draw()", logForward);
            Check.binary("state", proposed);
            if (checkedDraws < CHECKED_DRAWS) {
                checkDraw();
                checkedDraws++;
            }
        } catch (Throwable e) { // checked exceptions too, which a distribution written in another language may throw
            throw failure(e);
        }
    }

    private void checkDraw() {
        byte[] given = proposed.clone();
        double again = q.logProb(given);
        int site = Arrays.mismatch(proposed, given);
        if (site >= 0) {
            throw new IllegalStateException("must not be written to by logProb(): state[" + site + "]=" + given[site]);
        }
        Check.that(
                again == logForward || Math.abs(again - logForward) <= LOOSE * Math.max(1.0, Math.abs(again)),
                "return what logProb() gives for the state, " + again,
                "draw()",
                logForward);
    }

    /** log q(x) of the present state; negative infinity if no draw returns to it. */
    double logReverse(byte[] state) {
        try {
            double logReverse = checked(q.logProb(state), "logProb()");
            cannotReturn = logReverse == Double.NEGATIVE_INFINITY;
            return logReverse;
        } catch (Throwable e) { // as above
            throw failure(e);
        }
    }

    private static double checked(double logProb, String method) {
        Check.that(logProb < Double.POSITIVE_INFINITY, "be finite or -Infinity", method, logProb);
        return logProb;
    }

    private PartFailure failure(Throwable thrown) {
        return new PartFailure("distribution of jumps " + q.getClass().getName(), thrown);
    }

    /** Writes the sites where y differs from a state. Returns their number. */
    int differences(byte[] state, int[] sites) {
        int n = 0;
        for (int i = Arrays.mismatch(state, proposed); i >= 0 && i < state.length; i++) {
            sites[n] = i;
            n += state[i] ^ proposed[i];
        }
        return n;
    }
}
