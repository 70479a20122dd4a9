package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.Answers;
import dev.lbp.internal.Check;
import dev.lbp.internal.ScoredWhole;
import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.engine.step.ProposedValues;
import dev.lbp.runtime.model.AnnealedMoveModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A chain on a model with its own moves. */
public abstract class LocalMoveChain extends LocalChain<int[]> {

    /** The number of moves, from the first on, whose inverses and log-ratios are checked. */
    private static final int CHECKED = 64;

    /**
     * The largest number of labels whose log-ratios are compared with a new tracker's, if the chain does not use the
     * log-ratios of all labels.
     */
    private static final int COMPARED = 256;

    /** The number of moves by which a new tracker is checked. */
    private static final int CHECKED_MOVES = 16;

    /** The rounding of a log-probability that is a sum of many terms, relative to its size. */
    private static final double SUM_ROUNDING = 1e-9;

    private final MoveModel moveModel;
    public final int moves;
    public MoveModel.Tracker tracker;

    /** The labels that the last {@link #apply} reports. */
    public final int[] touched;

    private final int[] one = new int[1];
    private final double[] ratio = new double[1];
    /** The number of moves checked so far. */
    private int checked;

    private final ProposedValues proposed;
    /** The sites that a move changes, and their new values. */
    private final int[] sites;

    private final int[] values;

    public LocalMoveChain(MoveModel model, ValueStart start, int index, ScaleController controller) {
        super(model, start, index, new ChainScale(controller, start.dimension()));
        this.moveModel = model;
        this.moves = start.moves();
        this.tracker = Answers.notNull("newTracker()", model.newTracker());
        this.touched = new int[moves];
        this.proposed = new ProposedValues(start.dimension(), start.values());
        this.sites = new int[start.dimension()];
        this.values = new int[start.dimension()];
    }

    /** Adds the changes of a legal label to the proposed state. */
    public final void propose(int move) {
        proposed.set(sites, values, tracker.changes(move, sites, values));
    }

    /** The value that a site has after the moves that the current step has proposed so far. */
    public final int valueNow(int site) {
        return proposed.valueNow(site, state[site]);
    }

    /** Applies a legal label in the tracker. Returns the number of {@link #touched} labels, or {@code ALL_MOVES}. */
    public final int apply(int move) {
        if (checked < CHECKED) {
            checked++;
            return checkedApply(tracker, move);
        }
        return apply(tracker, move);
    }

    private int apply(MoveModel.Tracker in, int move) {
        return TouchedSites.checkedMoves("apply()", in.apply(move, touched), touched, moves);
    }

    /**
     * Applies a label, and checks what detailed balance needs: its inverse leads back, and its log-ratio is the
     * difference of the log-probabilities.
     */
    private int checkedApply(MoveModel.Tracker in, int move) {
        double logRatio = logRatio(in, move);
        double before = in.logProb();
        int inverse = in.inverse(move);
        Check.that(
                inverse >= 0 && inverse < moves,
                "be in [0, M - 1=" + (moves - 1) + "]",
                "inverse(" + move + ")",
                inverse);
        int count = apply(in, move);
        checkDifference(move, logRatio, before, in.logProb());
        checkLeadsBack(in, move, logRatio, inverse);
        return count;
    }

    /** Checks that the log-ratio of a label is the difference of the log-probabilities before and after it. */
    private static void checkDifference(int move, double logRatio, double before, double after) {
        double rounding = LOOSE * (1.0 + Math.abs(logRatio)) + SUM_ROUNDING * (Math.abs(before) + Math.abs(after));
        if (!(Math.abs(after - before - logRatio) <= rounding)) {
            throw new IllegalStateException("must be the difference of logProb, " + before + " and then " + after
                    + ": the log-ratio of label " + move + "=" + logRatio);
        }
    }

    /** Checks, after a label was applied, that its inverse has the opposite log-ratio and this label as inverse. */
    private void checkLeadsBack(MoveModel.Tracker in, int move, double logRatio, int inverse) {
        double back = logRatio(in, inverse);
        int inverseOfInverse = in.inverse(inverse);
        if (inverseOfInverse != move || !(Math.abs(logRatio + back) <= LOOSE * (1.0 + Math.abs(logRatio)))) {
            throw new IllegalStateException(
                    "must lead back with the opposite log-ratio: inverse(" + move + ")=" + inverse + ", log-ratios "
                            + logRatio + " and " + back + ", inverse(" + inverse + ")=" + inverseOfInverse);
        }
    }

    final double logRatio(MoveModel.Tracker in, int move) {
        one[0] = move;
        in.logRatios(one, 1, ratio);
        return ratio[0];
    }

    private static TrackerAudit.Peer peerOf(MoveModel.Tracker tracker) {
        return new TrackerAudit.Peer(
                tracker, ScoredWhole.is(tracker), tracker::logProb, tracker::logRatios, "label", "apply()");
    }

    @Override
    public final TrackerAudit.Peer peer() {
        return peerOf(tracker);
    }

    /** Makes a new tracker at a state, for a comparison; it must not be the chain's own. */
    @Override
    public final TrackerAudit.Peer freshPeer(int[] at, boolean refreshed) {
        MoveModel.Tracker fresh = Answers.notNull("newTracker()", moveModel.newTracker());
        Check.state(
                AnnealedMoveModel.targetOf(fresh) != AnnealedMoveModel.targetOf(tracker),
                "return a new tracker at each call: newTracker()");
        ModelCalls.reset(fresh, at);
        return peerOf(fresh);
    }

    /** Labels at equal distances, at most {@link #COMPARED}. */
    @Override
    public int[] comparedLabels() {
        int count = Math.min(moves, COMPARED);
        return IntStream.range(0, count)
                .map(k -> (int) ((long) k * moves / count))
                .toArray();
    }

    /** Checks some moves and their inverses in a new tracker, without a change of the chain. */
    @Override
    public final void checkFresh(TrackerAudit.Peer fresh, long turn) {
        MoveModel.Tracker other = (MoveModel.Tracker) fresh.tracker();
        int labels = Math.min(moves, COMPARED);
        int legal = 0;
        for (int k = 0; k < labels && legal < CHECKED_MOVES; k++) {
            int move = (int) ((turn * labels + k) % moves);
            if (logRatio(other, move) != Double.NEGATIVE_INFINITY) {
                legal++;
                checkReturn(other, move);
            }
        }
    }

    /** Applies a label and its inverse, and checks that their changes lead back to the chain's state. */
    private void checkReturn(MoveModel.Tracker other, int move) {
        int[] walked = state.clone();
        int inverse = other.inverse(move);
        change(walked, other.changes(move, sites, values));
        checkedApply(other, move);
        change(walked, other.changes(inverse, sites, values));
        int site = Arrays.mismatch(state, walked);
        if (site >= 0) {
            throw new IllegalStateException("must lead back from the state that label " + move + " leads to: inverse("
                    + move + ")=" + inverse + ", changes(), site " + site);
        }
        apply(other, inverse);
    }

    /** Sets the first {@code count} sites of {@link #sites} to their new values in a state. */
    private void change(int[] walked, int count) {
        for (int k = 0; k < count; k++) {
            walked[sites[k]] = values[k];
        }
    }

    /** Writes into {@link #flipped} the sites that the step would change, and returns their number. */
    public final int collectFlipped() {
        return proposed.takeDiffering(state, flipped);
    }

    @Override
    protected final void change(int n) {
        for (int k = 0; k < n; k++) {
            state[flipped[k]] = proposed.value(flipped[k]);
        }
    }

    @Override
    public final Object tracker() {
        return tracker;
    }

    @Override
    public final void replaceTracker() {
        tracker = Answers.notNull("newTracker()", moveModel.newTracker());
    }

    @Override
    public final void resetTracker(int[] at) {
        proposed.clear(); // a step that failed may have left changes
        ModelCalls.reset(tracker, at);
    }

    @Override
    public final double trackerLogProb() {
        return tracker.logProb();
    }

    @Override
    protected final void transcribeState(Transcript transcript) {
        transcript.of(state, state.length);
    }
}
