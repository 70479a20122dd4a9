package dev.lbp.runtime.engine.path;

import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.LocalBitChain;
import dev.lbp.runtime.engine.chain.MoveCounts;
import dev.lbp.runtime.engine.metropolis.SubsetIndex;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.ChangedSites;
import dev.lbp.target.LocalEnergyModel;

/**
 * A chain of the path-auxiliary sampler on bits: a label is a site, and its move is the flip, which is its own inverse.
 * If the number of ones is fixed, flips come in pairs, see {@link SwapPath}.
 */
final class PathBitChain extends LocalBitChain implements ExactPath.Moves, MoveCounts.Counting {

    final ExactPath path;
    /** The sites where the path has changed the state so far. */
    private final ChangedSites changed;

    private final boolean[] frozen;
    private final boolean anyFrozen;

    PathBitChain(LocalEnergyModel model, BitStart start, int index, PathMethod method) {
        super(model, start, index, method.length());
        path = start.fixesOnes()
                ? new SwapPath(new SubsetIndex(state, start, /* spare= */ true), method.draw(), method.weight())
                : new LabelPath(start.dimension(), start.free(), method.draw(), method.weight());
        changed = new ChangedSites(start.dimension());
        frozen = start.frozenMask();
        anyFrozen = start.free() != null; // null stands for all sites
        begin();
    }

    @Override
    public void checkKeptWeights() {
        path.check(this);
    }

    @Override
    public void refresh() {
        changed.clear(); // a step that failed may have left sites
        path.load(this);
    }

    @Override
    public void advance() {
        path.advance(this, this);
    }

    @Override
    public void logRatios(int[] labels, int n, double[] out) {
        tracker.logRatios(labels, n, out);
    }

    /** Flips a site in the tracker; frozen sites are dropped from the touched ones. */
    @Override
    public int applyMove(int site) {
        changed.flip(site);
        int count = TouchedSites.checked("flip()", tracker.flip(site, touched), touched, touched.length);
        return anyFrozen && count != TouchedSites.ALL ? dropFixed(touched, count, frozen) : count;
    }

    @Override
    public MoveCounts counts() {
        return path.counts;
    }

    @Override
    public int[] touched() {
        return touched;
    }

    @Override
    public void save() {
        tracker.save();
    }

    @Override
    public void restore() {
        tracker.restore();
    }

    /** Copies the sites that the path would change into {@link #flipped}, and forgets them. */
    @Override
    public int collectFlipped() {
        int n = changed.count();
        System.arraycopy(changed.sites(), 0, flipped, 0, n);
        changed.clear();
        return n;
    }

    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        path.transcribe(transcript);
    }
}
