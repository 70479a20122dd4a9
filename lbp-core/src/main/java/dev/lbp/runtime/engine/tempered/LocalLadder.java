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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * A ladder on the local engine. Slots that exchange states exchange their trackers and recompute their weights, in
 * O(N).
 *
 * @param <S> the array of a state
 */
final class LocalLadder<S> extends Ladder<S> {

    /** The number of steps of each slot in a scan, after which states are exchanged. */
    private final int every;

    /** The tracker at the state of slot 0, the draw of the reference. */
    private final AnnealedTracker<S> referenceTracker;

    /** The chains of slots 1 to K; slot k is at k - 1. */
    private final List<LocalChain<S>> chains = new ArrayList<>();

    /**
     * If the log-probabilities of a state and its opposite differ by at most this, relatively, the target may be
     * symmetric.
     */
    private static final double SYMMETRY = 1e-9;

    /** Whether slot K, the coldest, also proposes to flip all bits at once. */
    private boolean proposesOpposite;

    /**
     * Selects the random streams of slot K. Slot 0 has the number {@code streams + 1}, slot k {@code streams + 1 + k}.
     */
    private final int streams;

    /**
     * @param start the start of slot 0
     * @param streams the number that selects the random streams of slot K
     * @param parts exchanges parts of states, also for the twin; null if states are exchanged as a whole
     * @param twin the ladder of second replicas; null if there is none, and if this ladder is a twin itself
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

    /** The number that selects the random streams of slot k, 1 to K - 1. */
    int streams(int k) {
        return streams + 1 + k;
    }

    /** The trackers of the user's model at slots 0 to K, without the annealed trackers around them. */
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

    /** The chain of slot K, at inverse temperature 1. */
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

    /**
     * Exchanges states and trackers of slots k and k + 1. Slot 0 keeps its state, which is drawn again at the next
     * scan.
     */
    @Override
    void exchange(int k) {
        LocalChain<S> colder = slot(k + 1);
        tracker(k).exchange(tracker(colder));
        if (k == 0) {
            replaceState(colder, reference);
        } else {
            LocalChain<S> hotter = slot(k);
            exchangeStates(hotter.state, colder);
            hotter.continueFromTracker();
            hotter.shareChanges(colder, 0); // each tracker has brought its rounding errors with it
        }
        colder.continueFromTracker();
    }

    /**
     * Adds the chain of slot K. Finds out whether the target may be symmetric, so that slot K proposes opposite states.
     *
     * @param free whether no site is frozen
     */
    void begin(LocalChain<S> chain, boolean free) {
        chains.add(chain);
        if (free && parts != null && space.opposite(chain.state, scratch)) {
            AnnealedTracker<S> tracker = tracker(chain);
            double logProb = tracker.targetLogProb();
            tracker.save();
            parts.assignAll(tracker, chain.state, scratch);
            double oppositeLogProb = tracker.targetLogProb();
            tracker.restore();
            proposesOpposite = TrackerTolerance.close(logProb, oppositeLogProb, SYMMETRY, logProb);
        }
    }

    /**
     * Proposes the opposite of the state of slot K in half of the scans, if the target seems symmetric. A model without
     * fields gives a state and its opposite the same probability, but exchanges seldom bring the opposite to slot K,
     * since it must come up from the reference.
     */
    @Override
    void proposeOpposite(UniformRandomProvider coins) {
        if (!proposesOpposite || parts == null || coins.nextBoolean()) {
            return;
        }
        LocalChain<S> chain = coldest();
        AnnealedTracker<S> tracker = tracker(chain);
        double logProb = tracker.targetLogProb();
        space.opposite(chain.state, scratch);
        tracker.save();
        parts.assignAll(tracker, chain.state, scratch);
        if (AcceptRule.accepts(Math.exp(Math.min(0.0, AcceptRule.checked(tracker.targetLogProb()) - logProb)), coins)) {
            replaceState(chain, scratch);
            chain.continueFromTracker();
            chain.shareChanges(chain, space.sites()); // only counts the N changes of the tracker
        } else {
            tracker.restore();
        }
    }

    /** Decides on each part of slots k and k + 1, and exchanges the accepted ones. */
    @Override
    void exchangeParts(int k, double step, UniformRandomProvider coins) {
        PartExchange<S> exchange = Objects.requireNonNull(parts);
        LocalChain<S> colder = slot(k + 1);
        double logProbBefore = targetLogProb(k) + targetLogProb(k + 1);
        boolean largest = exchange.decide(step, state(k), tracker(k), colder.state, tracker(colder), coins);
        if (largest || exchange.changes() > 0) {
            LocalChain<S> hotter = k == 0 ? null : slot(k);
            completePartExchange(exchange, logProbBefore, state(k), tracker(k), hotter, colder, largest);
        }
    }

    /**
     * In each slot decides by a fair coin for each part in which the states of both replicas differ whether they
     * exchange it.
     */
    @Override
    void exchangeTwins(Ladder<S> other, UniformRandomProvider coins) {
        PartExchange<S> exchange = Objects.requireNonNull(parts);
        for (int k = 1; k <= chains.size(); k++) {
            LocalChain<S> chain = slot(k);
            LocalChain<S> twin = (LocalChain<S>) other.slot(k);
            if (exchange.split(chain.state, twin.state) > 0) {
                double logProbBefore = targetLogProb(k) + other.targetLogProb(k);
                boolean largest = exchange.decideFreely(coins);
                if (!largest) { // else the trackers are exchanged as a whole first
                    exchange.assignChanging(tracker(chain), twin.state);
                }
                completePartExchange(exchange, logProbBefore, twin.state, tracker(twin), twin, chain, largest);
                exchange.exchangeLabels(trips(), k, other.trips(), k);
            }
        }
    }

    /**
     * Completes an exchange of parts between {@code chain} and {@code otherState}. If {@code largest} is false, the
     * caller has already given the tracker of {@code chain} its new values. If it is true, the states and trackers are
     * exchanged as a whole first, and then the sites that are not exchanged get their old values back. So the trackers
     * need not change the many sites of the largest part one by one.
     *
     * @param logProbBefore the sum of the log-probabilities of the two states before the exchange
     * @param otherChain the chain of {@code otherState}; null for slot 0, which has no chain and will be drawn again
     * @param largest whether the largest part is exchanged
     */
    private void completePartExchange(
            PartExchange<S> exchange,
            double logProbBefore,
            S otherState,
            AnnealedTracker<S> otherTracker,
            @Nullable LocalChain<S> otherChain,
            LocalChain<S> chain,
            boolean largest) {
        if (largest) {
            tracker(chain).exchange(otherTracker);
            exchangeStates(otherState, chain);
            exchange.assignChanging(tracker(chain), otherState);
        }
        if (otherChain != null) {
            exchange.assignChanging(otherTracker, chain.state);
            checkSumKept(exchange, logProbBefore, chain, otherChain);
            // each term has its value from one of two possible states, unless the graph lacks a pair of sites
        } else if (tracker(chain).targetLogProb() == Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException(exchange.fault(tracker(chain), chain.state, otherState));
        }
        exchangeSites(otherState, chain, exchange.changing(), exchange.changes());
        chain.continueFromTracker();
        if (otherChain != null) {
            otherChain.continueFromTracker();
            otherChain.shareChanges(chain, exchange.changes());
        }
    }

    /**
     * Checks that an exchange of parts between the trackers of two chains has not changed the sum of the
     * log-probabilities. It must be called before the states of the chains change, which an error message needs.
     */
    private void checkSumKept(PartExchange<S> exchange, double before, LocalChain<S> one, LocalChain<S> other) {
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

    /** The number of steps at the end of the scan that is under way after {@code step} steps. */
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

    /**
     * Steps slot k until it has taken {@code end} steps. The visitor is called after each step of slot K but the last,
     * for which {@link #endScan} calls it.
     */
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

    /** Takes a step with the chain of slot k; the exception for a failure names replica and step. */
    private void step(LocalChain<S> chain, int k) {
        try {
            chain.step();
        } catch (Throwable e) { // checked exceptions too, which a model written in another language may throw
            throw ModelCalls.failure(chain.model, chain.name() + ", replica " + k + " at step " + chain.steps(), e);
        }
    }
}
