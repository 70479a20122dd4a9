package dev.lbp.runtime.engine;

import dev.lbp.runtime.model.AnnealedLocalModel;
import dev.lbp.runtime.model.AnnealedLocalModel.PathTracker;
import dev.lbp.runtime.model.FactorisedBase;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.tempering.SlotRecords;
import java.util.ArrayList;
import java.util.List;

/**
 * A ladder on the local engine: exchanged slots exchange the trackers of the target and recompute their weights, O(N)
 * each.
 */
final class LocalLadder extends Ladder {

    private final int every;
    private final PathTracker referenceTracker;

    /** The chain of slot k is at k - 1. */
    private final List<LocalBitChain> chains = new ArrayList<>();

    private final byte[] scratch;

    /**
     * @param referenceTracker the tracker of slot 0
     * @param every the steps of a scan
     */
    LocalLadder(
            int index,
            BitStart start,
            FactorisedBase base,
            SlotRecords<byte[]> records,
            PathTracker referenceTracker,
            int every,
            double[] betas) {
        super(index, start, base, records, betas);
        this.every = every;
        this.referenceTracker = referenceTracker;
        this.scratch = new byte[reference.length];
    }

    /** The trackers of the target, of slots 0 to K. */
    List<Object> targetTrackers() {
        List<Object> trackers = new ArrayList<>();
        for (int k = 0; k <= chains.size(); k++) {
            trackers.add(tracker(k).target());
        }
        return trackers;
    }

    List<LocalBitChain> chains() {
        return chains;
    }

    @Override
    LocalBitChain slot(int k) {
        return chains.get(k - 1);
    }

    private LocalBitChain coldest() {
        return chains.get(chains.size() - 1);
    }

    private static PathTracker tracker(LocalBitChain chain) {
        return (PathTracker) chain.tracker();
    }

    private PathTracker tracker(int k) {
        return k == 0 ? referenceTracker : tracker(slot(k));
    }

    @Override
    double targetLogProb(int k) {
        return tracker(k).targetLogProb();
    }

    @Override
    double baseLogProb(int k) {
        return tracker(k).baseLogProb();
    }

    @Override
    void renewReference() {
        drawReference();
        ModelCalls.reset(referenceTracker, reference);
        referenceTracker.refresh();
    }

    @Override
    void exchange(int k) {
        LocalBitChain colder = slot(k + 1);
        tracker(k).exchange(tracker(colder));
        if (k == 0) {
            replaceState(colder, reference);
        } else {
            LocalBitChain hotter = slot(k);
            System.arraycopy(hotter.state, 0, scratch, 0, scratch.length);
            replaceState(hotter, colder.state);
            replaceState(colder, scratch);
            hotter.adopt();
            hotter.shareChanges(colder);
        }
        colder.adopt();
    }

    /** Sets the inverse temperature of slot k. */
    void beta(int k, double beta) {
        ((AnnealedLocalModel) slot(k).model).beta(beta);
    }

    /** The step at which the scan of a step ends. */
    static long scanEnd(long step, int every) {
        return step - step % every + every;
    }

    /** Runs the ladder until the chain of slot K has taken {@code until} steps, or {@code signal} is stopped. */
    void runTo(long until, double[] betas, Ensemble.Visitor<byte[]> visitor, StopSignal signal) {
        while (coldest().steps() < until && !signal.stopped()) {
            long end = Math.min(until, scanEnd(coldest().steps(), every));
            for (int k = 1; k < chains.size(); k++) {
                LocalBitChain chain = slot(k);
                while (chain.steps() < end) {
                    if (signal.stopped()) {
                        return;
                    }
                    step(chain, k);
                }
            }
            advance(chains.size(), end, visitor);
            endScan(end, betas, visitor);
        }
    }

    /** Takes the steps of slot k until {@code end}. The visitor is called for those of slot K but the last. */
    void advance(int k, long end, Ensemble.Visitor<byte[]> visitor) {
        LocalBitChain chain = slot(k);
        while (chain.steps() < end) {
            step(chain, k);
            if (k == chains.size() && chain.steps() < end) {
                visitor.visit(chain);
            }
        }
    }

    /** Exchanges states if a scan ends here, and then calls the visitor for the last step of slot K. */
    void endScan(long end, double[] betas, Ensemble.Visitor<byte[]> visitor) {
        if (end % every == 0) {
            endScan(betas, end / every);
        }
        visitor.visit(coldest());
    }

    private static void step(LocalBitChain chain, int k) {
        try {
            chain.step();
        } catch (Throwable e) { // checked exceptions too, which a model written in another language may throw
            throw ModelCalls.failure(chain.model, chain.name() + ", replica " + k + " at step " + chain.steps(), e);
        }
    }
}
