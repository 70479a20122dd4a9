package dev.lbp.runtime.engine;

import dev.lbp.internal.Answers;
import dev.lbp.internal.Check;
import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.Transcript;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.MoveModel;

/** A chain on a model with its own moves. */
abstract class LocalMoveChain extends LocalChain<int[]> {

    /** The number of first moves whose inverses and log-ratios are checked. */
    private static final int CHECKED = 64;

    /** Rounding of a log-probability that is a sum of many terms, relative to its size. */
    private static final double SUM_ROUNDING = 1e-9;

    private final MoveModel moveModel;
    final int moves;
    MoveModel.Tracker tracker;

    /** The labels that the last {@link #apply} reports. */
    final int[] touched;

    private final int[] one = new int[1];
    private final double[] ratio = new double[1];
    private int checked;

    private final ProposedValues proposed;
    private final int[] sites;
    private final int[] values;

    LocalMoveChain(MoveModel model, MoveStart start, int index, ScaleController controller) {
        super(
                model,
                index,
                start.rowNames(),
                start.generator(index),
                start.state(index),
                start.dimension(),
                new ChainScale(controller, start.dimension()));
        this.moveModel = model;
        this.moves = start.moves();
        this.tracker = Answers.notNull("newTracker()", model.newTracker());
        this.touched = new int[moves];
        this.proposed = new ProposedValues(start.dimension(), start.values());
        this.sites = new int[start.dimension()];
        this.values = new int[start.dimension()];
    }

    /** Makes what a legal label changes part of the proposed state. */
    final void propose(int move) {
        proposed.set(sites, values, tracker.changes(move, sites, values));
    }

    /** The value that a site has after the moves that the current step has proposed so far. */
    final int valueNow(int site) {
        return proposed.valueNow(site, state[site]);
    }

    /** Applies a legal label in the tracker. Returns the number of {@link #touched} labels, or {@code ALL_MOVES}. */
    final int apply(int move) {
        if (checked < CHECKED) {
            checked++;
            return checkedApply(move);
        }
        return applyInTracker(move);
    }

    private int applyInTracker(int move) {
        return TouchedSites.checkedMoves("apply()", tracker.apply(move, touched), touched, moves);
    }

    /**
     * Applies a label, and checks what detailed balance rests on: its inverse leads back, and its log-ratio is the difference of
     * the log-probabilities.
     */
    private int checkedApply(int move) {
        double there = logRatio(move);
        double before = tracker.logProb();
        int inverse = tracker.inverse(move);
        Check.that(
                inverse >= 0 && inverse < moves,
                "be in [0, M - 1=" + (moves - 1) + "]",
                "inverse(" + move + ")",
                inverse);
        int count = applyInTracker(move);
        double after = tracker.logProb();
        double rounding = LOOSE * (1.0 + Math.abs(there)) + SUM_ROUNDING * (Math.abs(before) + Math.abs(after));
        if (!(Math.abs(after - before - there) <= rounding)) {
            throw new IllegalStateException("must be the difference of logProb, " + before + " and then " + after
                    + ": the log-ratio of label " + move + "=" + there);
        }
        double back = logRatio(inverse);
        int again = tracker.inverse(inverse);
        if (again != move || !(Math.abs(there + back) <= LOOSE * (1.0 + Math.abs(there)))) {
            throw new IllegalStateException("must lead back with the opposite log-ratio: inverse(" + move + ")="
                    + inverse + ", log-ratios " + there + " and " + back + ", inverse(" + inverse + ")=" + again);
        }
        return count;
    }

    private double logRatio(int move) {
        one[0] = move;
        tracker.logRatios(one, 1, ratio);
        return ratio[0];
    }

    /** Writes the sites that the step would change to {@link #flipped}, and returns their number. */
    public final int settle() {
        return proposed.settle(state, flipped);
    }

    @Override
    final void change(int n) {
        for (int k = 0; k < n; k++) {
            state[flipped[k]] = proposed.value(flipped[k]);
        }
    }

    @Override
    final Object tracker() {
        return tracker;
    }

    @Override
    final void replaceTracker() {
        tracker = Answers.notNull("newTracker()", moveModel.newTracker());
    }

    @Override
    final void resetTracker(int[] at) {
        proposed.clear(); // what a step that failed has left
        ModelCalls.reset(tracker, at);
    }

    @Override
    final double trackerLogProb() {
        return tracker.logProb();
    }

    @Override
    final void transcribeState(Transcript transcript) {
        transcript.of(state, state.length);
    }
}
