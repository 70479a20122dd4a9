package dev.lbp.runtime.engine.cluster;

import dev.lbp.proposal.FixedScale;
import dev.lbp.runtime.engine.chain.LocalMoveChain;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.target.CategoricalModel;

/** A chain of sites of C values that moves by {@link Clusters}. */
final class ClusterMoveChain extends LocalMoveChain {

    private final Clusters clusters;
    private final int values;

    ClusterMoveChain(CategoricalModel model, ValueStart start, int index, ClusterMethod method) {
        super(model, start, index, new FixedScale(start.dimension())); // the number of sites that a step may change
        this.clusters = new Clusters(method.kind(), () -> method.bonds(model));
        this.values = start.values();
        begin();
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

    /** Changes clusters, and makes an accepted change in the tracker too, site by site. */
    @Override
    public void advance() {
        int n = clusters.step(flipped, rng);
        if (clusters.accepted()) {
            for (int k = 0; k < n; k++) {
                int move = flipped[k] * values + clusters.value(flipped[k]);
                propose(move);
                apply(move);
            }
            moveTo(AcceptRule.checked(tracker.logProb()), collectFlipped());
        }
        finish(scale.draw(rng), clusters.acceptanceProbability(), clusters.accepted(), n);
    }
}
