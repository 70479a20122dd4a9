package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.bytes.TranscriptReader;
import dev.lbp.internal.bytes.TranscriptWriter;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.engine.step.ScoredState;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.Target;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * A chain of the local engine, with its own tracker.
 *
 * @param <S> the array of a state
 */
public abstract class LocalChain<S> extends ChainState<S> {

    /** Largest relative difference of two log-ratios, or weights, of one site in one state. Rounding is far smaller. */
    public static final double LOOSE = 1e-3;

    /** True if the tracker and the values kept beside it belong to the current state; false after a failure. */
    private boolean upToDate;

    /** Whether the tracker drifts: by rounding its sums depend on earlier flips until it is refreshed. */
    private boolean drifts;

    /** The number of steps and flips since the last refresh. */
    private int sinceRefresh;

    private final TrackerAudit audit = new TrackerAudit();

    /** The state where the chain stayed longest, to score again; null unless the tracker scores states as a whole. */
    private @Nullable LongestStay<S> longestStay;

    /** The number of steps and flips since the start. The sums of the tracker may have that many rounding errors. */
    private double changes;

    /** The bytes of the chain at the last refresh of a tracker that drifts. Null before the first checkpoint. */
    private @Nullable ByteArrayOutputStream refreshed;

    /** The steps and the log-probability of the chain at the checkpoint that was read. */
    private long savedSteps;

    private double savedLogProb;

    public LocalChain(Target model, Start<S> start, int index, ChainScale scale, ExtraStep... extraSteps) {
        super(model, start, index, scale, extraSteps);
    }

    /** Takes a step. If it fails, the state has not changed, and the next step begins with a new tracker. */
    public final void step() {
        if (!upToDate) {
            restart(state);
        }
        if (audit.dueAfter(this) && !drifts) { // a tracker that drifts is compared at its refresh
            compareTrackers();
        }
        if (sinceRefresh >= LocalEnergyModel.Tracker.REFRESH_AFTER) {
            refreshIfDrifting();
        }
        upToDate = false;
        ExtraStep extra = nextExtra();
        if (extra == null) {
            advance();
        } else {
            extra.takeStep((LocalBitChain) this); // only chains of bits are given extra steps
        }
        sinceRefresh += 1 + flips;
        changes += 1.0 + flips;
        if (longestStay != null) {
            longestStay.step();
        }
        upToDate = true;
    }

    /**
     * Compares the tracker with a new one at the chain's state. If they differ, the next step begins with a new
     * tracker. A call may change how a tracker that drifts rounds, so such a tracker is compared only right before a
     * refresh, or after the last step.
     *
     * @throws IllegalStateException if they differ by more than rounding, with the methods that may be wrong
     */
    private void compareTrackers() {
        TrackerAudit.Peer live = peer();
        if (live.isScoredWhole()) {
            audit.endComparison(steps());
            return;
        }
        upToDate = false;
        double liveLogProb = live.logProb();
        int[] labels = comparedLabels();
        double[] ratios = TrackerAudit.ratios(labels, live); // before a new tracker might change what both share
        TrackerAudit.Peer fresh = freshPeer(state, drifts);
        audit.compare(this, liveLogProb, fresh.logProb());
        audit.compareRatios(this, labels, ratios, fresh);
        checkKeptWeights();
        checkFresh(fresh, steps());
        audit.endComparison(steps());
        upToDate = true;
    }

    public final double changes() {
        return changes;
    }

    /**
     * Called after an exchange of {@code flips} sites with another chain. Each tracker now has the rounding errors of
     * both.
     */
    public final void shareChanges(LocalChain<S> other, int flips) {
        changes = Math.max(changes, other.changes) + flips;
        other.changes = changes;
    }

    /** Compares the tracker with a new one, after the last step of a run. */
    public final void end() {
        if (upToDate && steps() > 0) {
            compareTrackers();
        }
    }

    /** The view of the chain's tracker by which {@link TrackerAudit} compares it with a new one. */
    public abstract TrackerAudit.Peer peer();

    @Override
    final ScoredState<S> takeScored() {
        return longestStay == null ? super.takeScored() : longestStay.take();
    }

    /**
     * The log-probability of a state by a new tracker.
     *
     * @param at a state of the chain's space
     */
    final double scoreAgain(S at) {
        return freshPeer(at, drifts).logProb(); // a tracker that drifts is refreshed first, as the chain's own is
    }

    /**
     * The view of a new tracker at a state.
     *
     * @param refreshed whether the new tracker is refreshed first
     */
    public abstract TrackerAudit.Peer freshPeer(S at, boolean refreshed);

    /** The labels whose log-ratios are compared; none if the chain uses none. */
    public abstract int[] comparedLabels();

    /**
     * What the model must do, in words of an error message.
     *
     * @param inLastStep whether only the last step can have broken it
     */
    public String requirement(boolean inLastStep) {
        return inLastStep
                ? "update all sums: " + peer().changingMethods()
                : "keep the chain's state and all sums: " + peer().changingMethods() + ", restore(), save(), reset()";
    }

    /** Compares the weights that the chain keeps with the tracker's log-ratios, after these were found right. */
    public void checkKeptWeights() {
        // most chains keep nothing
    }

    /**
     * Checks what else an exact chain needs of the model, with a new tracker that nothing else uses.
     *
     * @param turn the number of steps so far, which chooses the labels to check
     */
    public void checkFresh(TrackerAudit.Peer fresh, long turn) {
        // most chains need logProb() alone
    }

    /** Takes one step that is a move. State and log-probability change together at its end. */
    public abstract void advance();

    /** Computes the values kept beside the tracker, from its current state. */
    public void refresh() {
        // many chains keep nothing
    }

    /** The user's object that scores the chain's state and gives its log-ratios. */
    public abstract Object tracker();

    /** Replaces the tracker by a new one, which must then be reset to the chain's state. */
    public abstract void replaceTracker();

    /** Resets the tracker to a copy of a state. */
    public abstract void resetTracker(S at);

    public abstract double trackerLogProb();

    /** Resets the tracker to the state and log-probability that a checkpoint had. */
    public void resumeTracker() {
        resetTracker(state);
    }

    /** Lets the tracker recompute numbers that drift. Returns whether it has such numbers. */
    boolean refreshTracker() {
        return false;
    }

    /** Starts the chain at its current state. */
    public final void begin() {
        resetTracker(state);
        double newLogProb = AcceptRule.checkedStart(trackerLogProb(), model);
        drifts = refreshTracker();
        if (drifts) {
            newLogProb = refreshedLogProb();
        }
        refresh();
        logProb = newLogProb;
        sinceRefresh = 0;
        longestStay = peer().isScoredWhole() ? new LongestStay<>(this) : null;
        upToDate = true;
    }

    /**
     * Refreshes a tracker that drifts, and all values that are computed from it. The tracker is then a function of the
     * state, so the chain can be resumed from here.
     */
    final void refreshIfDrifting() {
        sinceRefresh = 0;
        if (!drifts) {
            return;
        }
        if (audit.due() && upToDate) {
            compareTrackers();
        }
        upToDate = false;
        refreshTracker();
        double newLogProb = refreshedLogProb();
        refresh();
        logProb = newLogProb;
        upToDate = true;
        if (refreshed != null) {
            store(refreshed);
        }
    }

    /**
     * Continues after a change that was no step: the chain may have exchanged state and tracker with another chain, or
     * the model has changed. The state must be possible.
     */
    public final void continueFromTracker() {
        upToDate = false;
        logProb = readTracker();
        sinceRefresh = 0;
        upToDate = true;
        if (longestStay != null) {
            longestStay.moved();
        }
        updateStored();
    }

    /**
     * Recomputes all values kept beside the tracker, after its state has changed. Returns the log-probability of the
     * new state. If this throws, the chain has not moved.
     */
    final double readTracker() {
        double newLogProb = AcceptRule.checkedStart(trackerLogProb(), model);
        if (drifts) {
            refreshTracker();
            newLogProb = refreshedLogProb();
        }
        refresh();
        return newLogProb;
    }

    /** Ends a step that has given the chain another tracker and called {@link #readTracker}, which refreshes it. */
    final void endAdoption() {
        sinceRefresh = -1 - flips; // step() adds 1 + flips, which makes 0
        updateStored();
    }

    /** Stores the present bytes of the chain, from which {@link #resume} continues, after its tracker was changed. */
    private void updateStored() {
        if (drifts && refreshed != null) {
            store(refreshed);
        }
    }

    /**
     * Keeps values for checkpoints if {@code other} does: this chain may be newer than the first checkpoint. {@link
     * #continueFromTracker} must follow.
     */
    public final void joinCheckpoints(LocalChain<S> other) {
        if (refreshed == null && other.refreshed != null) {
            refreshed = new ByteArrayOutputStream();
        }
    }

    /** The tracker's log-probability after a refresh; an exception if the refresh made the state impossible. */
    private double refreshedLogProb() {
        double newLogProb = AcceptRule.checked(trackerLogProb());
        Check.state(
                newLogProb != Double.NEGATIVE_INFINITY,
                "leave a possible state possible: refresh(), logProb=-Infinity");
        return newLogProb;
    }

    private void store(ByteArrayOutputStream bytes) {
        bytes.reset();
        transcribe(new TranscriptWriter(bytes));
    }

    /** Makes the next step begin with a new tracker: the parameters of the model may have changed. */
    public final void invalidate() {
        upToDate = false;
        longestStay = null;
    }

    /** Starts the chain at the state {@code at} with a new tracker. If this throws, the chain keeps its state. */
    public final void restart(S at) {
        invalidate();
        replaceTracker();
        int n = Array.getLength(at);
        Object before = Array.newInstance(at.getClass().getComponentType(), n);
        System.arraycopy(state, 0, before, 0, n);
        System.arraycopy(at, 0, state, 0, n); // values kept beside the tracker may depend on the state
        try {
            begin();
        } catch (Throwable e) {
            System.arraycopy(before, 0, state, 0, n);
            throw e;
        }
    }

    /**
     * Writes or reads the chain. If its tracker drifts, a checkpoint holds the chain as it was at the last refresh, and
     * {@link #resume} repeats the steps since then.
     */
    @Override
    public final void transcribeForResume(Transcript transcript) {
        if (!drifts) {
            transcribe(transcript);
            savedSteps = steps();
            savedLogProb = logProb;
            return;
        }
        if (refreshed == null) {
            refreshed = new ByteArrayOutputStream();
            if (!transcript.isReading()) {
                storeFirst(refreshed);
            }
        }
        byte[] bytes = transcript.of(refreshed.toByteArray());
        savedSteps = transcript.of(steps());
        savedLogProb = transcript.of(logProb);
        if (transcript.isReading()) {
            refreshed.reset();
            refreshed.writeBytes(bytes);
            transcribe(new TranscriptReader(new ByteArrayInputStream(bytes)));
        }
    }

    /** Stores the chain for the first checkpoint of a run, which is made before its first step. */
    private void storeFirst(ByteArrayOutputStream bytes) {
        Check.state(sinceRefresh == 0, "be made right after a refresh: first checkpoint of " + name());
        store(bytes);
    }

    /**
     * Resets the tracker to the state that was read, because trackers are not transcribed, and repeats the steps since
     * its last refresh. If a tracker's numbers depend only on the state, as in this library's models, the reset
     * restores them. A tracker that drifts gets the same calls as after {@link #refreshIfDrifting}: if it computes
     * log-ratios only on a call, it would otherwise round them differently.
     */
    public final void resume() {
        resumeTracker();
        sinceRefresh = 0;
        changes = steps() * (1.0 + flipped.length); // an upper bound of the changes that the saved tracker had made
        if (drifts) {
            refreshTracker();
            refresh();
        }
        while (steps() < savedSteps) {
            step();
        }
        double again = trackerLogProb();
        if (again != savedLogProb) {
            LoggerFactory.getLogger(LocalChain.class)
                    .warn(
                            "{}: {} goes on, but not with the same bits as if it had not been stopped: its tracker"
                                    + " gives the log-probability {} of a state that it came to with {}",
                            model.name(),
                            name(),
                            again,
                            savedLogProb);
        }
    }
}
