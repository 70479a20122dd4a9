package dev.lbp.check;

import dev.lbp.internal.States;
import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.TrackerTolerance;
import dev.lbp.runtime.model.Colourings;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/** The checks of {@link ModelCheck} on the trackers of a local model. */
final class TrackerCheck {

    /** The number of flips, or of calls of flipAll, that each check makes from a state. */
    private static final int FLIPS = 200;

    /** The most sites that a call of flipAll flips in {@link #checkFlipAll}. */
    private static final int MOST_AT_ONCE = 8;

    /**
     * The most flipAll calls between a save and its restore. A call flips about N / 4 sites on average.
     */
    private static final int MOST_CALLS = 10;

    private static final double TOLERANCE = TrackerTolerance.FEW_FLIPS;

    private final LocalEnergyModel model;
    private final UniformRandomProvider rng;
    private final int n;
    private final int[] allSites;
    private final int[] touched;
    private final GraphCheck graph;

    TrackerCheck(LocalEnergyModel model, UniformRandomProvider rng) {
        this.model = model;
        this.rng = rng;
        this.n = model.dimension();
        this.allSites = States.sites(n);
        this.touched = new int[2 * n]; // the length that trackers may fill, by LocalEnergyModel.Tracker
        this.graph = GraphCheck.of(model);
    }

    /**
     * Runs all checks at each state.
     *
     * @param logProb the log-probabilities of the states by the model's batch method, exact to the tolerance
     */
    void verify(byte[][] states, double[] logProb, double tolerance) {
        checkColouring(states[0]);
        for (int c = 0; c < states.length; c++) {
            byte[] state = states[c];
            double score = score(state);
            if (score != logProb[c] && !(Math.abs(score - logProb[c]) <= tolerance * (1.0 + Math.abs(logProb[c])))) {
                throw failure("logProb of the tracker is " + score + ", but of the batch " + logProb[c]);
            }
            if (score != Double.NEGATIVE_INFINITY) {
                checkSharesNoState(state);
                checkFlips(state.clone());
                checkFlipAll(state.clone());
                checkRestore(state);
                checkRefresh(state.clone());
                checkSiteRatios(state);
            }
        }
    }

    /** Makes random flips. Checks after each that the tracker agrees with a new one at the same state. */
    private void checkFlips(byte[] state) {
        LocalEnergyModel.Tracker tracker = tracker(state);
        for (int t = 0; t < FLIPS; t++) {
            int site = rng.nextInt(n);
            double[] before = ratios(tracker);
            state[site] ^= 1;
            double expected = score(state);
            if (expected == Double.NEGATIVE_INFINITY) { // a chain never makes this flip
                state[site] ^= 1;
                continue;
            }
            double here = tracker.logProb();
            int m = TouchedSites.checked("flip()", tracker.flip(site, touched), touched, n);
            checkClose(expected, tracker.logProb(), expected, "logProb of the tracker after a flip of site " + site);
            if (model.exactFlips()) {
                checkClose(expected - here, before[site], expected, "logRatios of the tracker at site " + site);
            }
            checkTouched("flip(" + site + ")", state, expected, before, tracker, m);
            checkGraph(site, expected, before, ratios(tracker));
        }
    }

    /** Flips several sites at once. Checks after each call that the tracker agrees with a new one at the same state. */
    private void checkFlipAll(byte[] state) {
        LocalEnergyModel.Tracker tracker = tracker(state);
        int[] sites = allSites.clone();
        for (int t = 0; t < FLIPS; t++) {
            int count = 1 + rng.nextInt(Math.min(n, MOST_AT_ONCE));
            shuffleFront(sites, count);
            for (int k = 0; k < count; k++) {
                state[sites[k]] ^= 1;
            }
            double expected = score(state);
            double[] before = ratios(tracker);
            tracker.save();
            int m = TouchedSites.checked("flipAll()", tracker.flipAll(sites, count, touched), touched, n);
            checkClose(expected, tracker.logProb(), expected, "logProb of the tracker after flipAll");
            if (expected == Double.NEGATIVE_INFINITY) { // a chain never stays there: goes back
                tracker.restore();
                for (int k = 0; k < count; k++) {
                    state[sites[k]] ^= 1;
                }
            } else {
                checkTouched("flipAll of " + count + " sites", state, expected, before, tracker, m);
            }
        }
    }

    /**
     * Checks that the tracker's ratios are those of a new tracker, and that the first m sites in {@link #touched},
     * which a flip has reported, include every site whose ratio changed.
     *
     * @param scale the log-probability of the state; errors are relative to 1 plus its size
     * @param before the ratios before the flip
     * @param m a number of sites, or {@code Tracker.ALL_SITES}
     */
    private void checkTouched(
            String what, byte[] state, double scale, double[] before, LocalEnergyModel.Tracker tracker, int m) {
        double[] after = ratios(tracker);
        LocalEnergyModel.Tracker fresh = tracker(state);
        double[] truth = ratios(fresh);
        boolean[] reported = new boolean[n];
        for (int k = 0; k < m; k++) {
            reported[touched[k]] = true;
        }
        for (int i = 0; i < n; i++) {
            checkClose(truth[i], after[i], scale, "logRatios of the tracker after flips, site " + i);
            boolean changed = Math.abs(truth[i] - before[i]) > TOLERANCE * (1.0 + Math.abs(scale));
            if (changed && m != LocalEnergyModel.Tracker.ALL_SITES && !reported[i]) {
                throw failure(what + " changes the log-ratio of site " + i + " but does not tell so");
            }
        }
    }

    /** Checks that the graph joins the flipped site with every site whose log-ratio changed. */
    private void checkGraph(int flipped, double scale, double[] before, double[] after) {
        for (int i = 0; i < n; i++) {
            if (Math.abs(after[i] - before[i]) > TOLERANCE * (1.0 + Math.abs(scale))) {
                graph.fault(flipped, i).ifPresent(fault -> {
                    throw failure(fault);
                });
            }
        }
    }

    /** Checks that a second tracker, in another state, leaves the first as it was. */
    private void checkSharesNoState(byte[] state) {
        LocalEnergyModel.Tracker tracker = tracker(state);
        double[] before = answers(tracker);
        byte[] opposite = state.clone();
        for (int i = 0; i < n; i++) {
            opposite[i] ^= 1;
        }
        LocalEnergyModel.Tracker second = model.newTracker();
        second.reset(opposite);
        if (second == tracker || !Arrays.equals(before, answers(tracker))) {
            throw failure("newTracker() must return a tracker that shares no state with the ones before");
        }
    }

    /**
     * Checks save and restore with flips of one site and of several between them, up to some multiples of N in all. The
     * first save is never restored, as in a chain after an accepted step.
     */
    private void checkRestore(byte[] state) {
        LocalEnergyModel.Tracker tracker = tracker(state);
        tracker.save();
        tracker.flip(rng.nextInt(n), touched);
        double[] before = answers(tracker);
        tracker.save();
        int[] sites = allSites.clone();
        for (int calls = 1; calls <= MOST_CALLS; calls++) {
            for (int k = 0; k < calls; k++) {
                int most = rng.nextBoolean() ? n : Math.min(n, MOST_AT_ONCE);
                int count = 1 + rng.nextInt(most);
                shuffleFront(sites, count);
                tracker.flipAll(sites, count, touched);
                answers(tracker); // only asks: a tracker may store answers, which restore() must then undo
                tracker.flip(rng.nextInt(n), touched);
            }
            tracker.restore();
            if (!Arrays.equals(before, answers(tracker))) {
                throw failure("restore() must bring back the state of the last save() bit for bit. It does not after "
                        + calls + " calls of flipAll and " + calls + " of flip");
            }
        }
    }

    /**
     * Checks that after a refresh a tracker answers as a new one at its state, bit for bit; and that a tracker whose
     * refresh returns false has not changed.
     */
    private void checkRefresh(byte[] state) {
        LocalEnergyModel.Tracker tracker = tracker(state);
        for (int t = 0; t < FLIPS; t++) {
            int site = rng.nextInt(n);
            state[site] ^= 1;
            if (score(state) == Double.NEGATIVE_INFINITY) {
                state[site] ^= 1;
            } else {
                tracker.flip(site, touched);
                answers(tracker); // makes a lazy tracker update its numbers
            }
        }
        double[] expected = answers(tracker);
        if (tracker.refresh()) {
            LocalEnergyModel.Tracker fresh = tracker(state);
            fresh.refresh();
            expected = answers(fresh);
        }
        if (!Arrays.equals(expected, answers(tracker))) {
            throw failure(
                    "refresh() must return true and leave a tracker that answers bit for bit as a new one after reset() to"
                            + " the same state and refresh(); or return false and change nothing");
        }
    }

    /** Checks that the log-ratios as a function of the state, if there are any, are those of a tracker. */
    private void checkSiteRatios(byte[] state) {
        model.siteRatios().ifPresent(function -> {
            LocalEnergyModel.Tracker tracker = tracker(state);
            double[] expected = ratios(tracker);
            double[] actual = new double[n];
            byte[] copy = state.clone();
            int[] sites = allSites.clone();
            function.logRatios(copy, sites, 0, n, actual);
            if (!Arrays.equals(copy, state)) {
                throw failure("siteRatios() must not write to the state");
            }
            if (!Arrays.equals(sites, allSites)) {
                throw failure("siteRatios() must not write to sites");
            }
            for (int i = 0; i < n; i++) {
                checkClose(expected[i], actual[i], tracker.logProb(), "the log-ratio by siteRatios() of site " + i);
            }
            int from = n / 2; // a part of the sites
            function.logRatios(state, allSites, from, n, actual);
            for (int i = from; i < n; i++) {
                checkClose(
                        expected[i], actual[i - from], tracker.logProb(), "the log-ratio by siteRatios() of site " + i);
            }
        });
    }

    /** Moves distinct random sites to the front: a partial shuffle. */
    private void shuffleFront(int[] sites, int count) {
        for (int k = 0; k < count; k++) {
            int other = k + rng.nextInt(n - k);
            int site = sites[other];
            sites[other] = sites[k];
            sites[k] = site;
        }
    }

    /** Checks that the flip of a site leaves the log-ratios of all other sites of its colour unchanged. */
    private void checkColouring(byte[] state) {
        int[][] classes = model.colouring();
        if (classes.length == 0) {
            return;
        }
        int[] colour = Colourings.colours(model, classes);
        LocalEnergyModel.Tracker tracker = tracker(state);
        Colourings.checkApart(model, tracker, colour);
    }

    private LocalEnergyModel.Tracker tracker(byte[] state) {
        LocalEnergyModel.Tracker tracker = model.newTracker();
        tracker.reset(state);
        return tracker;
    }

    private double score(byte[] state) {
        return tracker(state).logProb();
    }

    /** The tracker's log-ratios of all sites. */
    private double[] ratios(LocalEnergyModel.Tracker tracker) {
        double[] ratios = new double[n];
        tracker.logRatios(allSites, n, ratios);
        return ratios;
    }

    /** Log-ratios of all sites, and the log-probability. */
    private double[] answers(LocalEnergyModel.Tracker tracker) {
        double[] answers = Arrays.copyOf(ratios(tracker), n + 1);
        answers[n] = tracker.logProb();
        return answers;
    }

    /** Fails if two numbers differ by more than rounding; {@code scale} is the size of the numbers they come from. */
    private void checkClose(double expected, double actual, double scale, String what) {
        if (!TrackerTolerance.close(expected, actual, TOLERANCE, scale)) {
            throw failure(what + " is " + actual + ", but must be " + expected);
        }
    }

    private ModelException failure(String message) {
        return new Faults(model).failure("%s", message);
    }
}
