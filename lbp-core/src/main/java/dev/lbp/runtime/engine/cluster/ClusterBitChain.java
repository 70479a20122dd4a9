package dev.lbp.runtime.engine.cluster;

import dev.lbp.proposal.FixedScale;
import dev.lbp.runtime.engine.chain.LocalBitChain;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.target.LocalEnergyModel;

/** A chain of bits that moves by {@link Clusters}. */
final class ClusterBitChain extends LocalBitChain {

    private final Clusters clusters;

    ClusterBitChain(LocalEnergyModel model, BitStart start, int index, ClusterMethod method) {
        // the scale of a step is the number of sites that it may flip
        super(model, start, index, new ChainScale(new FixedScale(start.freeCount()), start.largestScale()));
        boolean[] frozen = start.frozenMask();
        this.clusters = new Clusters(method.kind(), () -> method.bonds(model).holding(frozen));
        begin();
    }

    /** Clusters need no log-ratios. */
    @Override
    public boolean usesLogRatios() {
        return false;
    }

    /** Reads the values of all sites and, if they may have changed, the pairs and fields. */
    @Override
    public void refresh() {
        for (int i = 0; i < state.length; i++) {
            clusters.set(i, state[i]);
        }
        clusters.readBondsIfChanged(model, tracker, tracker.logProb());
    }

    /** Also gives the clusters the state that was read. */
    @Override
    public void resumeTracker() {
        super.resumeTracker();
        refresh();
    }

    @Override
    public void checkKeptWeights() {
        clusters.check(tracker.logProb());
    }

    /** Changes clusters, and makes an accepted change in the tracker too. */
    @Override
    public void advance() {
        int n = clusters.step(flipped, rng);
        if (clusters.accepted()) {
            tracker.flipAll(flipped, n, touched);
            moveTo(AcceptRule.checked(tracker.logProb()), n);
        }
        finish(scale.draw(rng), clusters.acceptanceProbability(), clusters.accepted(), n);
    }
}
