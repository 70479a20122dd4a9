package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.Answers;
import dev.lbp.internal.Check;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.StepKind;
import dev.lbp.runtime.model.AnnealedLocalModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.PartFailure;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.Objects;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The jumps of one chain. With a fixed probability p a step proposes a draw y of a distribution q, independent of the
 * state x unless {@link StateDistribution#given} has another distribution for it, and accepts it with {@code min(1,
 * pi(y) q(x) / (pi(x) q(y)))} (independence sampler, Tierney 1994, section 2.3.3).
 */
public final class IndependentJump extends ExtraStep {

    /**
     * The number of draws, from the first on, whose log-probability is compared with {@link StateDistribution#logProb}.
     */
    private static final int CHECKED_DRAWS = 16;

    /** The largest relative difference of two computations of log q(y). */
    private static final double LOOSE = 1e-6;

    private final StateDistribution q;
    private int checkedDraws;

    /** The last draw y. */
    final byte[] proposed;

    /** log q(y). */
    private double logForward;

    /** Whether q gives probability 0 to the state before the last jump, so that no draw returns to it. */
    private boolean cannotReturn;

    /** Scores the draws on the local engine. When a draw is accepted, it becomes the chain's tracker. */
    private LocalEnergyModel.@Nullable Tracker tracker;

    /**
     * @param probability p in (0, 1]
     */
    IndependentJump(StateDistribution q, double probability, int dimension) {
        super(probability);
        this.q = q;
        this.proposed = new byte[dimension];
    }

    /** The steps count as moves if the chain makes no other steps, else as jumps. */
    @Override
    StepKind kind() {
        return probability == 1.0 ? StepKind.MOVE : StepKind.JUMP;
    }

    @Override
    boolean hasJumps() {
        return true;
    }

    @Override
    boolean cannotReturn() {
        return cannotReturn;
    }

    /**
     * Makes the tracker that scores the draws of the jump.
     *
     * @param ofChain the tracker of the chain, which must be another object
     */
    @Override
    void replaceTracker(LocalEnergyModel model, LocalEnergyModel.Tracker ofChain) {
        tracker = Answers.notNull("newTracker()", model.newTracker());
        Check.state(tracker != ofChain, "return a new tracker at each call: newTracker()");
    }

    @Override
    boolean owns(Object target) {
        return tracker != null && target == AnnealedLocalModel.targetOf(tracker);
    }

    /** Scores the draw by the jump's own tracker, which becomes the chain's tracker if the draw is accepted. */
    @Override
    void takeStep(LocalBitChain chain) {
        LocalEnergyModel.Tracker other = Objects.requireNonNull(tracker);
        draw(chain.rng, chain.state);
        ModelCalls.reset(other, proposed);
        other.refresh();
        double proposedLogProb = AcceptRule.checked(other.logProb());
        double probability = acceptance(chain, proposedLogProb);
        boolean accept = AcceptRule.accepts(probability, chain.rng);
        int n = differences(chain.state, chain.flipped);
        if (accept) {
            tracker = chain.tracker; // serves the next jump
            chain.tracker = other;
            chain.moveTo(chain.readTracker(), n);
        }
        chain.finishExtra(kind(), n, probability, accept, n);
        if (accept) {
            chain.endAdoption();
        } else {
            chain.endWithoutMove();
        }
    }

    /** The probability that a chain accepts the draw y, given log pi(y). */
    double acceptance(ChainState<byte[]> chain, double proposedLogProb) {
        return AcceptRule.checked(proposedLogProb) == Double.NEGATIVE_INFINITY
                ? 0.0
                : AcceptRule.acceptanceProbability(chain.logProb, proposedLogProb, logForward, logReverse(chain.state));
    }

    /** Draws y for a jump from a state. */
    public void draw(UniformRandomProvider rng, byte[] state) {
        cannotReturn = false;
        try {
            StateDistribution given = Answers.notNull("given()", q.given(state));
            logForward = checked(given.draw(rng, proposed), "draw()");
            Check.that(logForward > Double.NEGATIVE_INFINITY, "score its own draw as possible", "draw()", logForward);
            Check.binary("state", proposed);
            if (checkedDraws < CHECKED_DRAWS) {
                checkDraw(given);
                checkedDraws++;
            }
        } catch (Throwable e) { // checked exceptions too, which a distribution written in another language may throw
            throw failure(e);
        }
    }

    /** Checks the draw against logProb(), on a copy, so that a distribution that writes to it is found. */
    private void checkDraw(StateDistribution given) {
        byte[] copy = proposed.clone();
        double again = given.logProb(copy);
        int site = Arrays.mismatch(proposed, copy);
        if (site >= 0) {
            throw new IllegalStateException("must not be written to by logProb(): state[" + site + "]=" + copy[site]);
        }
        Check.that(
                again == logForward || Math.abs(again - logForward) <= LOOSE * Math.max(1.0, Math.abs(again)),
                "return what logProb() gives for the state, " + again,
                "draw()",
                logForward);
    }

    /** log q(x) of the present state x, as the draw of a jump from y; -Infinity if no draw returns to x. */
    private double logReverse(byte[] state) {
        try {
            double logReverse =
                    checked(Answers.notNull("given()", q.given(proposed)).logProb(state), "logProb()");
            cannotReturn = logReverse == Double.NEGATIVE_INFINITY;
            return logReverse;
        } catch (Throwable e) { // checked exceptions too
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
    public int differences(byte[] state, int[] sites) {
        int n = 0;
        // without a branch: every site is written, and the next one overwrites it unless it differs and so raises n
        for (int i = Arrays.mismatch(state, proposed); i >= 0 && i < state.length; i++) {
            sites[n] = i;
            n += state[i] ^ proposed[i];
        }
        return n;
    }
}
