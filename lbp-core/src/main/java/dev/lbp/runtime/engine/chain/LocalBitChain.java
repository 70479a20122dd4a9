package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.Answers;
import dev.lbp.internal.Check;
import dev.lbp.internal.ScoredWhole;
import dev.lbp.internal.States;
import dev.lbp.internal.TrackerTolerance;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.model.AnnealedLocalModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A chain of bits on the local engine. A subclass ends its constructor with {@link #begin}, which scores the starting
 * state. Its {@link #advance} takes one step: it changes the tracker, decides, undoes the changes of a rejected
 * proposal, changes the state by {@link #change} and the log-probability together, and ends with {@link #finish}. It
 * flips free sites only.
 */
public abstract class LocalBitChain extends LocalChain<byte[]> {

    private final LocalEnergyModel localModel;
    public LocalEnergyModel.Tracker tracker;

    /** The sites that may flip; null for all. */
    private final int @Nullable [] freeSites;

    /** The sites whose log-ratio a step has changed, as the tracker reports them. */
    public final int[] touched;

    /**
     * The largest log-ratio that a check accepts for a flip to a state of probability 0; the exact one is -Infinity.
     */
    private static final double IMPOSSIBLE = -700.0;

    /** The number of flips by which {@link #checkFresh} checks a new tracker. */
    static final int CHECKED_FLIPS = 32;

    /** A chain whose steps are all moves that flip at most one site. */
    public LocalBitChain(LocalEnergyModel model, BitStart start, int index, ScaleController controller) {
        this(model, start, index, new ChainScale(controller, start.largestScale()), new int[start.dimension()]);
    }

    /** A chain whose steps flip several sites at once. */
    public LocalBitChain(LocalEnergyModel model, BitStart start, int index, ChainScale scale, ExtraStep... extraSteps) {
        this(model, start, index, scale, new int[2 * start.dimension()], extraSteps);
    }

    /**
     * @param touched receives the sites that the tracker reports: N long, or 2N if steps flip several sites at once
     */
    public LocalBitChain(
            LocalEnergyModel model,
            BitStart start,
            int index,
            ChainScale scale,
            int[] touched,
            ExtraStep... extraSteps) {
        super(model, start, index, scale, extraSteps);
        this.localModel = model;
        this.freeSites = start.free();
        this.touched = touched;
        this.tracker = Answers.notNull("newTracker()", model.newTracker());
        replaceExtraTrackers();
    }

    /** Makes new trackers for the extra steps that need one of their own. */
    private void replaceExtraTrackers() {
        for (ExtraStep extra : extraSteps) {
            extra.replaceTracker(localModel, tracker);
        }
    }

    /**
     * Updates the values kept beside the tracker, after the tracker has made an accepted swap. By default it computes
     * all of them again.
     *
     * @param removed the site that was a one
     * @param added the site that was a zero
     * @param count the number of entries of {@link #touched}, or {@code ALL_SITES}
     */
    public void updateAfterSwap(int removed, int added, int count) {
        refresh();
    }

    /** Called at the end of a swap or jump that leaves the state as it is. */
    public void endWithoutMove() {
        // most chains keep nothing about the last step
    }

    /**
     * Checks a stored weight against its recomputed value: they differ if the tracker did not report a changed
     * log-ratio.
     */
    public static void checkWeight(int site, double stored, double recomputed) {
        // != lets two weights of 0 pass, whose quotient is NaN; !(<=) refuses NaN
        if (stored != recomputed && !(Math.abs(stored / recomputed - 1.0) <= LOOSE)) {
            throw new IllegalStateException(
                    "must tell every site whose log-ratio a flip changes: flip(), touched, site " + site);
        }
    }

    /** Removes the fixed sites from the first {@code count} touched sites. Returns the number of sites left. */
    public static int dropFixed(int[] touched, int count, boolean[] fixed) {
        int kept = 0;
        for (int k = 0; k < count; k++) {
            int site = touched[k];
            touched[kept] = site;
            kept += fixed[site] ? 0 : 1;
        }
        return kept;
    }

    @Override
    public final Object tracker() {
        return tracker;
    }

    /** The view of a tracker by which {@link TrackerAudit} compares it with another one. */
    public static TrackerAudit.Peer peerOf(LocalEnergyModel.Tracker tracker) {
        boolean whole = ScoredWhole.is(AnnealedLocalModel.targetOf(tracker));
        return new TrackerAudit.Peer(tracker, whole, tracker::logProb, tracker::logRatios, "site", "flip(), flipAll()");
    }

    @Override
    public final TrackerAudit.Peer peer() {
        return peerOf(tracker);
    }

    /** Makes a new tracker at a state, for a comparison; it must not be one that the chain uses. */
    @Override
    public final TrackerAudit.Peer freshPeer(byte[] at, boolean refreshed) {
        LocalEnergyModel.Tracker fresh = Answers.notNull("newTracker()", localModel.newTracker());
        Object target = AnnealedLocalModel.targetOf(fresh);
        Check.state(
                target != AnnealedLocalModel.targetOf(tracker)
                        && Arrays.stream(extraSteps).noneMatch(extra -> extra.owns(target)),
                "return a new tracker at each call: newTracker()");
        ModelCalls.reset(fresh, at);
        if (refreshed) {
            fresh.refresh();
        }
        return peerOf(fresh);
    }

    /** Whether the chain uses log-ratios of the tracker. */
    public boolean usesLogRatios() {
        return true;
    }

    /** Whether a kind of step besides moves uses log-ratios. */
    public final boolean extraStepsUseLogRatios() {
        return Arrays.stream(extraSteps).anyMatch(ExtraStep::usesLogRatios);
    }

    @Override
    public final int[] comparedLabels() {
        return !usesLogRatios() ? new int[0] : freeSites == null ? States.sites(state.length) : freeSites;
    }

    /**
     * Checks that log-ratios are differences of the log-probability, if the chain uses them and the model declares them
     * exact.
     */
    @Override
    public void checkFresh(TrackerAudit.Peer fresh, long turn) {
        if (!usesLogRatios() || !localModel.exactFlips()) {
            return;
        }
        LocalEnergyModel.Tracker other = (LocalEnergyModel.Tracker) fresh.tracker();
        int[] sites = comparedLabels();
        int[] ignored = new int[2 * state.length];
        int[] one = new int[1];
        double[] ratio = new double[1];
        double logProbBefore = fresh.logProb();
        for (int k = 0; k < Math.min(CHECKED_FLIPS, sites.length); k++) {
            one[0] = sites[(int) ((turn * CHECKED_FLIPS + k) % sites.length)];
            fresh.logRatios(one, 1, ratio);
            other.flip(one[0], ignored);
            double logProbAfter = fresh.logProb();
            if (!isDifference(ratio[0], logProbBefore, logProbAfter)) {
                throw new IllegalStateException("must be the difference of logProb(), " + logProbBefore + " and then "
                        + logProbAfter + ": logRatios(), site " + one[0] + "=" + ratio[0]);
            }
            other.flip(one[0], ignored);
        }
    }

    /** Whether a log-ratio is the difference of two log-probabilities, but for rounding. */
    private static boolean isDifference(double logRatio, double before, double after) {
        // a model may give an impossible flip a log-ratio that is only very low
        if (after == Double.NEGATIVE_INFINITY) {
            return logRatio <= IMPOSSIBLE;
        }
        return TrackerTolerance.close(
                after - before, logRatio, TrackerTolerance.FEW_FLIPS, Math.abs(before) + Math.abs(after));
    }

    /** Replaces all trackers: each may have failed, or hold parameters that the model had before. */
    @Override
    public final void replaceTracker() {
        tracker = Answers.notNull("newTracker()", localModel.newTracker());
        replaceExtraTrackers();
    }

    @Override
    public final void resetTracker(byte[] at) {
        ModelCalls.reset(tracker, at);
    }

    @Override
    public final double trackerLogProb() {
        return tracker.logProb();
    }

    @Override
    final boolean refreshTracker() {
        return tracker.refresh();
    }

    @Override
    protected final void change(int n) {
        States.flip(state, flipped, n);
    }

    @Override
    protected final void transcribeState(Transcript transcript) {
        transcript.of(state, state.length);
    }
}
