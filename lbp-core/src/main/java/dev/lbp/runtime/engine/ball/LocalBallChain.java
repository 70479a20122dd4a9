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
 * A chain of the Hamming ball sampler on the local engine. The tracker walks through the states of the ball one flip at
 * a time, as far as one flip inside its edge. From there one call of {@code logRatios} has the scores of all states
 * beyond. Log-ratios of an impossible state have no meaning, and those of some models are of first order: then the
 * tracker visits the edge too. In the end it returns to the chain's state bit for bit, and no rounding is left.
 *
 * <p>Cost: two flips and a call of {@code logRatios} for each state inside the edge.
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
                new ChainScale(new FixedScale(ball.block), start.largestScale()),
                mix.newSteps(start));
        this.ball = ball;
        this.draw = new BallDraw(ball, free);
        this.exact = model.exactFlips();
        this.sites = new int[ball.block];
        this.ratios = new double[ball.block];
        begin();
    }

    @Override
    public boolean asksLogRatios() {
        return exact || othersAskLogRatios();
    }

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
        finish(ball.block, 1.0, true, n);
    }

    private void flip(int[] changed, int n) {
        TouchedSites.checked("flipAll()", tracker.flipAll(changed, n, touched), touched, state.length);
    }

    /** Scores the states of the ball, given the tracker at its centre. */
    private void score() {
        int at = 0;
        for (int entry = 0; entry < ball.size(); entry++) {
            at = walk(at, entry);
            double here = AcceptRule.checked(tracker.logProb());
            draw.logProb[entry] = here;
            if (exact && ball.flips[entry] == ball.radius - 1 && here > Double.NEGATIVE_INFINITY) {
                entry += scoreChildren(entry, here);
            }
        }
    }

    /** Brings the tracker from an entry to the next one that is visited. Returns that one. */
    private int walk(int from, int to) {
        if (to == 0) {
            return 0;
        }
        for (int at = from; at != ball.parent[to]; at = ball.parent[at]) {
            tracker.flip(draw.block[ball.place[at]], touched);
        }
        tracker.flip(draw.block[ball.place[to]], touched);
        return to;
    }

    /** Scores the states one flip beyond a possible one, at the edge of the ball. Returns their number. */
    private int scoreChildren(int entry, double here) {
        int n = ball.children(entry);
        System.arraycopy(draw.block, ball.place[entry] + 1, sites, 0, n);
        tracker.logRatios(sites, n, ratios);
        LogRatios.check(ratios, 0, n);
        for (int k = 0; k < n; k++) {
            draw.logProb[entry + 1 + k] = here + ratios[k];
        }
        return n;
    }
}
