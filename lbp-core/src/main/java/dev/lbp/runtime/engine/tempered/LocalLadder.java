package dev.lbp.runtime.engine.tempered;

import dev.lbp.internal.TrackerTolerance;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LocalChain;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.model.Annealed;
import dev.lbp.runtime.model.AnnealedTracker;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.tempering.RoundTrips;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

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

    /** The largest relative difference of the log-probabilities of a state and its opposite in a symmetric target. */
    private static final double SYMMETRIC = 1e-9;

    /** Whether slot K proposes opposite states. */
    private boolean mirrors;

    /** The number of the streams of slot K; that of slot 0 is the next, and slot k has k + 1 more. */
    private final int streams;

    /**
     * @param start the start of slot 0
     * @param streams the number of the streams of slot K
     * @param parts null if states move as a whole; a twin shares it
     * @param twin null without twins, and of a twin
     */
    LocalLadder(
            int index,
            Start<S> start,
            LocalTemperedStart<S> run,
            int streams,
            @Nullable PartExchange<S> parts,
            @Nullable LocalLadder<S> twin,
            double[] betas) {
        super(index, start, run, parts, twin, betas);
        this.streams = streams;
        this.every = run.plan().every();
        this.referenceTracker = run.referenceTracker();
    }

    /** The number of the streams of a slot, 1 to K - 1. */
    int streams(int k) {
        return streams + 1 + k;
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
            hotter.shareChanges(colder, 0);
        }
        colder.adopt();
    }

    /** Adds the chain of slot K. */
    void begin(LocalChain<S> chain, boolean canMirror) {
        chains.add(chain);
        if (canMirror && parts != null && space.opposite(chain.state, scratch)) {
            AnnealedTracker<S> tracker = tracker(chain);
            double here = tracker.targetLogProb();
            tracker.save();
            parts.become(tracker, chain.state, scratch);
            double there = tracker.targetLogProb();
            tracker.restore();
            mirrors = TrackerTolerance.close(here, there, SYMMETRIC, here);
        }
    }

    /**
     * The law of slot K is that of the target. Without fields a state and its opposite are equally probable, and
     * exchanges bring the opposite seldom, since it must come from the reference.
     */
    @Override
    void mirror(UniformRandomProvider coins) {
        if (!mirrors || parts == null || coins.nextBoolean()) {
            return;
        }
        LocalChain<S> chain = coldest();
        AnnealedTracker<S> tracker = tracker(chain);
        double here = tracker.targetLogProb();
        space.opposite(chain.state, scratch);
        tracker.save();
        parts.become(tracker, chain.state, scratch);
        if (AcceptRule.accepts(Math.exp(Math.min(0.0, AcceptRule.checked(tracker.targetLogProb()) - here)), coins)) {
            replaceState(chain, scratch);
            chain.adopt();
            chain.shareChanges(chain, space.sites());
        } else {
            tracker.restore();
        }
    }

    @Override
    int exchangeParts(int k, double step, UniformRandomProvider coins) {
        LocalChain<S> colder = slot(k + 1);
        if (parts == null || parts.split(state(k), colder.state) <= 1) {
            return -1;
        }
        double before = targetLogProb(k) + targetLogProb(k + 1);
        int moved = parts.decide(step, state(k), tracker(colder), coins);
        if (moved > 0) {
            if (k > 0) { // the reference will be drawn anew
                parts.follow(tracker(k), colder.state);
                check(parts, before, slot(k), colder);
            }
            exchangeSites(state(k), colder, parts.sites(), moved);
            colder.adopt();
            if (k > 0) {
                slot(k).adopt();
                slot(k).shareChanges(colder, moved);
            }
        }
        return moved;
    }

    @Override
    void exchangeTwins(Ladder<S> other, UniformRandomProvider coins) {
        for (int k = 1; k <= chains.size(); k++) {
            LocalChain<S> chain = slot(k);
            LocalChain<S> twin = (LocalChain<S>) other.slot(k);
            if (parts == null || parts.split(chain.state, twin.state) == 0) {
                continue;
            }
            boolean whole = coins.nextBoolean();
            int moved = parts.decideFreely(coins);
            if (whole) {
                tracker(chain).exchange(tracker(twin));
                exchangeStates(twin, chain);
            }
            double before = tracker(chain).targetLogProb() + tracker(twin).targetLogProb();
            parts.follow(tracker(chain), twin.state);
            parts.follow(tracker(twin), chain.state);
            check(parts, before, chain, twin);
            exchangeSites(twin.state, chain, parts.sites(), moved);
            RoundTrips.exchange(
                    trips(),
                    k,
                    other.trips(),
                    k,
                    parts.sites(),
                    parts.differ(),
                    whole ? moved : 0,
                    whole ? parts.differ() : moved);
            chain.adopt();
            twin.adopt();
            chain.shareChanges(twin, moved);
        }
    }

    /**
     * Checks that an exchange of parts between two trackers has kept the sum of their log-probabilities, before their
     * chains know of it.
     */
    private void check(PartExchange<S> exchange, double before, LocalChain<S> one, LocalChain<S> other) {
        double after = tracker(one).targetLogProb() + tracker(other).targetLogProb();
        double tolerance = TrackerTolerance.after(Math.max(one.changes(), other.changes()));
        if (!TrackerTolerance.close(before, after, tolerance, before)) {
            throw new IllegalStateException(exchange.fault(tracker(one), one.state, other.state) + ", logProb " + before
                    + " of two replicas before the exchange and " + after + " after it");
        }
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
            for (Ladder<S> column : columns().toList()) {
                for (int k = 1; k <= chains.size(); k++) {
                    LocalChain<S> chain = (LocalChain<S>) column.slot(k);
                    while (chain != coldest() && chain.steps() < end) {
                        if (signal.stopped()) {
                            return;
                        }
                        step(chain, k);
                    }
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
