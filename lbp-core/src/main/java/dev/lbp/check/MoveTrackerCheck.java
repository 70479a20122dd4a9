package dev.lbp.check;

import dev.lbp.internal.Answers;
import dev.lbp.internal.States;
import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.TrackerTolerance;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/** The checks of {@link MoveCheck} on the trackers of a model. */
final class MoveTrackerCheck {

    /** Moves of the walk from each state. */
    private static final int WALK = 200;

    /** Calls of {@code restore} from each state. */
    private static final int RESTORES = 10;

    private static final double TOLERANCE = TrackerTolerance.FEW_FLIPS;

    private final MoveModel model;
    private final Faults faults;
    private final UniformRandomProvider rng;
    private final int n;
    private final int values;

    /** The number of labels. */
    private final int m;

    private final int[] labels;
    private final int[] touched;
    private final int[] sites;
    private final int[] changed;
    private final GraphCheck graph;
    private int possible;
    private long moves;
    private double largestError;

    MoveTrackerCheck(MoveModel model, UniformRandomProvider rng) {
        this.model = model;
        this.faults = new Faults(model);
        this.rng = rng;
        this.n = ModelCalls.dimensionOf(model);
        this.values = ModelCalls.valuesOf(model);
        this.m = ModelCalls.movesOf(model);
        this.labels = States.sites(m);
        this.touched = new int[m];
        this.sites = new int[n];
        this.changed = new int[n];
        this.graph = GraphCheck.of(model);
    }

    MoveCheck.Report report() {
        faults.failIf(
                possible == 0,
                "all states are impossible, so that nothing can be compared: give possible ones by initial(...)");
        return new MoveCheck.Report(possible, moves, largestError);
    }

    /** Checks trackers at a state and along a random walk from it. An impossible state is only scored. */
    void verify(int[] state) {
        checkRefuses(state, "a value below 0", -1, n);
        checkRefuses(state, "a value of values()=" + values, values, n);
        checkRefuses(state, "N + 1 values", 0, n + 1);
        double logProb = tracker(state).logProb();
        faults.checked(logProb);
        if (logProb != Double.NEGATIVE_INFINITY) {
            possible++;
            checkAbsentValues(state);
            checkSharesNoState(state);
            walk(state.clone());
            checkRestore(state);
        }
    }

    /**
     * Checks that labels {@code i * values + c}, for site i and value c, are illegal where site i has no value c: sites
     * may have fewer values than {@code values}.
     */
    private void checkAbsentValues(int[] state) {
        for (int i = 0; model instanceof CategoricalModel categories && i < n; i++) {
            int own = categories.values(i);
            faults.failIf(own < 1 || own > values, "values(%d) must be in [1, %d]: %d", i, values, own);
            int[] absent = IntStream.range(i * values + own, (i + 1) * values).toArray();
            double[] ratios = new double[absent.length];
            tracker(state).logRatios(absent, absent.length, ratios);
            for (int k = 0; k < absent.length; k++) {
                faults.failIf(
                        ratios[k] != Double.NEGATIVE_INFINITY,
                        "logRatios() must be -Infinity for label %d, since site %d has %d values: %s",
                        absent[k],
                        i,
                        own,
                        ratios[k]);
            }
        }
    }

    /** Checks that a tracker refuses a state with {@code value} at a random site, or with another length. */
    private void checkRefuses(int[] state, String what, int value, int length) {
        int[] wrong = Arrays.copyOf(state, length);
        wrong[length == n ? rng.nextInt(n) : n] = value; // in a state that is too long, at the site after the last
        try {
            newTracker().reset(wrong);
        } catch (IllegalArgumentException e) {
            return;
        }
        throw faults.failure(
                "reset() must throw an IllegalArgumentException for a state of another length than N, or with a value outside"
                        + " [0, %d], here for one with %s",
                values - 1, what);
    }

    /** Makes random moves. Checks after each that the tracker agrees with a new one at the same state. */
    private void walk(int[] state) {
        MoveModel.Tracker tracker = tracker(state);
        double[] before = ratios(tracker);
        for (int t = 0; t < WALK; t++) {
            int move = randomPossible(before);
            faults.failIf(
                    move < 0, "must have a legal label that leads to a possible state: %s", Arrays.toString(state));
            double here = tracker.logProb();
            int inverse = inverse(tracker, move);
            int[] next = stateAfter(tracker, state, move);
            int count = TouchedSites.checkedMoves("apply()", tracker.apply(move, touched), touched, m);
            moves++;
            MoveModel.Tracker newOne = tracker(next);
            double there = newOne.logProb();
            checkClose(there, tracker.logProb(), there, "logProb of the tracker after label " + move);
            checkClose(there - here, before[move], here, "the log-ratio of label " + move);
            double[] truth = ratios(newOne);
            double[] after = ratios(tracker);
            checkRatios(move, before, after, truth, count, there);
            checkSubset(tracker, after);
            checkBack(tracker, state, next, move, inverse, before[move], after);
            before = after;
            System.arraycopy(next, 0, state, 0, n);
        }
    }

    /**
     * Checks that all log-ratios are those of a new tracker, and that each label whose log-ratio changed was touched.
     */
    private void checkRatios(int move, double[] before, double[] after, double[] truth, int count, double scale) {
        boolean[] reported = new boolean[m];
        for (int k = 0; k < count; k++) {
            reported[touched[k]] = true;
        }
        for (int label = 0; label < m; label++) {
            checkClose(truth[label], after[label], scale, "after label " + move + " the log-ratio of label " + label);
            boolean same = before[label] == truth[label]
                    || Math.abs(before[label] - truth[label]) <= TOLERANCE * (1.0 + Math.abs(scale));
            if (!same && count != MoveModel.Tracker.ALL_MOVES && !reported[label]) {
                throw faults.failure(
                        "apply(%d) changes the log-ratio or the legality of label %d, but does not tell so",
                        move, label);
            }
            if (!same) {
                // Only a categorical model has a graph; its labels are site * values + value.
                graph.fault(move / values, label / values).ifPresent(fault -> {
                    throw faults.failure("%s", fault);
                });
            }
        }
    }

    /** Checks the log-ratios of some labels in any order, since samplers compute only those of touched labels. */
    private void checkSubset(MoveModel.Tracker tracker, double[] all) {
        int[] shuffled = labels.clone();
        int count = 1 + rng.nextInt(m);
        for (int k = 0; k < count; k++) { // a partial shuffle
            int other = k + rng.nextInt(m - k);
            int label = shuffled[other];
            shuffled[other] = shuffled[k];
            shuffled[k] = label;
        }
        double[] ratios = new double[m];
        tracker.logRatios(shuffled, count, ratios);
        for (int k = 0; k < count; k++) {
            checkClose(
                    all[shuffled[k]],
                    ratios[k],
                    tracker.logProb(),
                    "asked with others in another order, the log-ratio of label " + shuffled[k]);
        }
    }

    /** Checks that the inverse leads back from {@code next} to {@code state}. */
    private void checkBack(
            MoveModel.Tracker tracker, int[] state, int[] next, int move, int inverse, double ratio, double[] after) {
        String what = "the inverse " + inverse + " of label " + move;
        faults.failIf(
                after[inverse] == Double.NEGATIVE_INFINITY,
                "%s must be legal in the state that the label leads to",
                what);
        checkClose(-ratio, after[inverse], tracker.logProb(), "the log-ratio of " + what);
        int undone = inverse(tracker, inverse);
        faults.failIf(undone != move, "%s must have label %d as its own inverse, not %d", what, move, undone);
        faults.failIf(!Arrays.equals(state, stateAfter(tracker, next, inverse)), "%s must lead back", what);
    }

    /** The label that undoes a move, as the tracker answers. Fails if it is no label. */
    private int inverse(MoveModel.Tracker tracker, int move) {
        int inverse = tracker.inverse(move);
        faults.failIf(inverse < 0 || inverse >= m, "must be in [0, M - 1=%d]: inverse(%d)=%d", m - 1, move, inverse);
        return inverse;
    }

    /** The state that a label leads to, as the tracker announces it. */
    private int[] stateAfter(MoveModel.Tracker tracker, int[] state, int move) {
        int count = tracker.changes(move, sites, changed);
        faults.failIf(count < 0 || count > n, "must be in [0, N=%d]: changes(%d)=%d", n, move, count);
        int[] next = state.clone();
        boolean[] seen = new boolean[n];
        for (int k = 0; k < count; k++) {
            int site = sites[k];
            int value = changed[k];
            faults.failIf(
                    site < 0 || site >= n || value < 0 || value >= values,
                    "must be in range: changes(%d) gives site %d the value %d",
                    move,
                    site,
                    value);
            faults.failIf(seen[site], "changes(%d) must list a site once: site %d", move, site);
            seen[site] = true;
            next[site] = value;
        }
        return next;
    }

    /** Checks that a second tracker, in another state, leaves the first as it was. */
    private void checkSharesNoState(int[] state) {
        MoveModel.Tracker tracker = tracker(state);
        double[] before = answers(tracker);
        MoveModel.Tracker second = tracker(state);
        second.save();
        makeRandomMoves(second, RESTORES);
        faults.failIf(
                second == tracker || !Arrays.equals(before, answers(tracker)),
                "newTracker() must return a tracker that shares no state with the ones before");
    }

    /**
     * Checks save and restore with more and more moves between them. The first save is never restored, as in a chain
     * after an accepted step.
     */
    private void checkRestore(int[] state) {
        MoveModel.Tracker tracker = tracker(state);
        tracker.save();
        makeRandomMoves(tracker, RESTORES);
        double[] before = answers(tracker);
        tracker.save();
        for (int calls = 1; calls <= RESTORES; calls++) {
            makeRandomMoves(tracker, calls * calls);
            tracker.restore();
            faults.failIf(
                    !Arrays.equals(before, answers(tracker)),
                    "restore() must bring back the state of the last save() bit for bit; it does not after %d moves",
                    calls * calls);
        }
    }

    /** Makes moves to possible states; fewer than {@code steps} if a state has none. */
    private void makeRandomMoves(MoveModel.Tracker tracker, int steps) {
        for (int t = 0; t < steps; t++) {
            int move = randomPossible(ratios(tracker));
            if (move >= 0) {
                tracker.apply(move, touched);
                moves++;
            }
        }
    }

    /** A random label that leads to a possible state; -1 if there is none. */
    private int randomPossible(double[] ratios) {
        int chosen = -1;
        int seen = 0;
        for (int label = 0; label < m; label++) {
            // The k-th such label takes the place of the chosen one with probability 1 / k, so all are equally likely.
            if (ratios[label] != Double.NEGATIVE_INFINITY && rng.nextInt(++seen) == 0) {
                chosen = label;
            }
        }
        return chosen;
    }

    private MoveModel.Tracker newTracker() {
        return Answers.notNull("newTracker()", model.newTracker());
    }

    private MoveModel.Tracker tracker(int[] state) {
        MoveModel.Tracker tracker = newTracker();
        ModelCalls.reset(tracker, state);
        return tracker;
    }

    /** The log-ratios of all labels; fails if one is NaN or +Infinity. That of an illegal label is -Infinity. */
    private double[] ratios(MoveModel.Tracker tracker) {
        double[] ratios = new double[m];
        tracker.logRatios(labels, m, ratios);
        for (int label = 0; label < m; label++) {
            if (!(ratios[label] <= Double.MAX_VALUE)) {
                throw faults.failure(
                        "must not be NaN or +Infinity: the log-ratio of label %d=%s", label, ratios[label]);
            }
        }
        return ratios;
    }

    /** All answers in a row: M log-ratios, M inverses, -1 for an illegal label, and the log-probability. */
    private double[] answers(MoveModel.Tracker tracker) {
        double[] answers = Arrays.copyOf(ratios(tracker), 2 * m + 1);
        answers[2 * m] = tracker.logProb();
        for (int label = 0; label < m; label++) {
            answers[m + label] = answers[label] == Double.NEGATIVE_INFINITY ? -1 : tracker.inverse(label);
        }
        return answers;
    }

    /**
     * Fails if two numbers differ by more than rounding relative to {@code 1 + |scale|}, or if one is NaN. Equal
     * infinities pass. Keeps the largest difference for the report.
     */
    private void checkClose(double expected, double actual, double scale, String what) {
        if (expected == actual) {
            return;
        }
        double error = Math.abs(expected - actual) / (1.0 + Math.abs(scale));
        if (!(error <= TOLERANCE)) {
            throw faults.failure("%s is %s, but must be %s", what, actual, expected);
        }
        largestError = Math.max(largestError, error);
    }
}
