package dev.lbp.runtime.engine.tempered;

import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LocalChain;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.model.Annealed;
import dev.lbp.runtime.model.AnnealedTracker;
import dev.lbp.runtime.model.ModelCalls;
import java.util.ArrayList;
import java.util.List;

/**
 * A ladder on the local engine: exchanged slots exchange the trackers of the target and recompute their weights, O(N)
 * each.
 *
 * @param <S> the array of a state
 */
final class LocalLadder<S> extends Ladder<S> {

    /** The steps of a scan. */
    private final int every;

    /** The tracker of slot 0. */
    private final AnnealedTracker<S> referenceTracker;

    /** The chain of slot k is at k - 1. */
    private final List<LocalChain<S>> chains = new ArrayList<>();

    LocalLadder(int index, Start<S> start, LocalTemperedStart<S> run, double[] betas) {
        super(index, start, run, betas);
        this.every = run.plan().every();
        this.referenceTracker = run.referenceTracker();
    }

    /** The trackers of the target, of slots 0 to K. */
    List<Object> targetTrackers() {
        List<Object> trackers = new ArrayList<>();
        for (int k = 0; k <= chains.size(); k++) {
            trackers.add(tracker(k).target());
        }
        return trackers;
    }

    List<LocalChain<S>> chains() {
        return chains;
    }

    @Override
    public LocalChain<S> slot(int k) {
        return chains.get(k - 1);
    }

    /** The chain of slot K. */
    LocalChain<S> coldest() {
        return chains.get(chains.size() - 1);
    }

    @SuppressWarnings("unchecked")
    private AnnealedTracker<S> tracker(LocalChain<S> chain) {
        return (AnnealedTracker<S>) chain.tracker();
    }

    private AnnealedTracker<S> tracker(int k) {
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
        referenceTracker.moveTo(reference);
    }

    @Override
    void exchange(int k) {
        LocalChain<S> colder = slot(k + 1);
        tracker(k).exchange(tracker(colder));
        if (k == 0) {
            replaceState(colder, reference);
        } else {
            LocalChain<S> hotter = slot(k);
            exchangeStates(hotter, colder);
            hotter.adopt();
            hotter.shareChanges(colder);
        }
        colder.adopt();
    }

    /** Sets the inverse temperature of slot k. */
    void beta(int k, double beta) {
        ((Annealed) slot(k).model).beta(beta);
    }

    /** The step at which the scan of a step ends. */
    static long scanEnd(long step, int every) {
        return step - step % every + every;
    }

    /** Runs the ladder until the chain of slot K has taken {@code until} steps, or {@code signal} is stopped. */
    void runTo(long until, double[] betas, Ensemble.Visitor<S> visitor, StopSignal signal) {
        while (coldest().steps() < until && !signal.stopped()) {
            long end = Math.min(until, scanEnd(coldest().steps(), every));
            for (int k = 1; k < chains.size(); k++) {
                LocalChain<S> chain = slot(k);
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
    void advance(int k, long end, Ensemble.Visitor<S> visitor) {
        LocalChain<S> chain = slot(k);
        while (chain.steps() < end) {
            step(chain, k);
            if (k == chains.size() && chain.steps() < end) {
                visitor.visit(chain);
            }
        }
    }

    /** Exchanges states if a scan ends here, and then calls the visitor for the last step of slot K. */
    void endScan(long end, double[] betas, Ensemble.Visitor<S> visitor) {
        if (end % every == 0) {
            endScan(betas, end / every);
        }
        visitor.visit(coldest());
    }

    private void step(LocalChain<S> chain, int k) {
        try {
            chain.step();
        } catch (Throwable e) { // checked exceptions too, which a model written in another language may throw
            throw ModelCalls.failure(chain.model, chain.name() + ", replica " + k + " at step " + chain.steps(), e);
        }
    }
}
