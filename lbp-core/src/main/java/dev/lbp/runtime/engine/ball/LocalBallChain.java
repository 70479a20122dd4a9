package dev.lbp.runtime.engine.ball;

import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.proposal.FixedScale;
import dev.lbp.runtime.engine.chain.LocalBitChain;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.target.LocalEnergyModel;

/**
 * A chain of the Hamming ball sampler on the local engine. The tracker visits the states up to distance {@code radius -
 * 1} from the centre, one flip at a time. At each state of distance {@code radius - 1}, one call of {@code logRatios}
 * scores its neighbours at the edge. If a state is impossible, so that its log-ratios have no meaning, or if log-ratios
 * are first-order estimates, the tracker visits the edge too. At the end it returns to the chain's state bit for bit.
 *
 * <p>Cost: two flips for each state that the tracker visits, and a call of {@code logRatios} for each state at distance
 * {@code radius - 1}.
 */
final class LocalBallChain extends LocalBitChain {

    private final HammingBall ball;
    private final BallDraw draw;
    private final boolean exact;

    /** Sites and their log-ratios, as arrays for the tracker. */
    private final int[] sites;

    private final double[] ratios;

    LocalBallChain(LocalEnergyModel model, BitStart start, int index, HammingBall ball, int[] free, StepMix mix) {
        super(
                model,
                start,
                index,
                new ChainScale(new FixedScale(ball.block), start.largestScale()), // the sites of a block
                mix.newSteps(start));
        this.ball = ball;
        this.draw = new BallDraw(ball, free);
        this.exact = model.exactFlips();
        this.sites = new int[ball.block];
        this.ratios = new double[ball.block];
        begin();
    }

    @Override
    public boolean usesLogRatios() {
        return exact || extraStepsUseLogRatios();
    }

    /** Draws a ball, scores its states from the centre on, and moves to one drawn by the scores. */
    @Override
    public void advance() {
        draw.begin(rng);
        tracker.save();
        flip(flipped, draw.centreDifferences(flipped));
        score();
        tracker.restore();
        int n = draw.differences(draw.choose(rng), flipped);
        flip(flipped, n);
        moveTo(AcceptRule.checked(tracker.logProb()), n);
        finish(ball.block, 1.0, true, n); // counts as a move accepted with probability 1
    }

    private void flip(int[] changed, int n) {
        TouchedSites.checked("flipAll()", tracker.flipAll(changed, n, touched), touched, state.length);
    }

    /** Scores the states of the ball, given the tracker at its centre. */
    private void score() {
        int visited = 0;
        for (int entry = 0; entry < ball.size(); entry++) {
            visited = walk(visited, entry);
            double entryLogProb = AcceptRule.checked(tracker.logProb());
            draw.logProb[entry] = entryLogProb;
            // exact log-ratios score all children at once; an impossible state has no log-ratios
            if (exact && ball.flips[entry] == ball.radius - 1 && entryLogProb > Double.NEGATIVE_INFINITY) {
                entry += scoreChildren(entry, entryLogProb); // its children are the next entries
            }
        }
    }

    /** Brings the tracker from entry {@code from} to the next entry {@code to}. Returns {@code to}. */
    private int walk(int from, int to) {
        if (to == 0) {
            return 0;
        }
        for (int at = from; at != ball.parent[to]; at = ball.parent[at]) { // undoes flips, up to the parent of to
            tracker.flip(draw.block[ball.place[at]], touched);
        }
        tracker.flip(draw.block[ball.place[to]], touched);
        return to;
    }

    /** Scores the children of a possible entry, which are at the edge of the ball. Returns their number. */
    private int scoreChildren(int entry, double entryLogProb) {
        int n = ball.children(entry);
        // a child flips one more site: one of those behind the last site that the entry flips
        System.arraycopy(draw.block, ball.place[entry] + 1, sites, 0, n);
        tracker.logRatios(sites, n, ratios);
        LogRatios.check(ratios, 0, n);
        for (int k = 0; k < n; k++) {
            draw.logProb[entry + 1 + k] = entryLogProb + ratios[k];
        }
        return n;
    }
}
