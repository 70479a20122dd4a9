package dev.lbp.internal.solve.walk;

import dev.lbp.internal.Answers;
import dev.lbp.internal.States;
import dev.lbp.target.LocalEnergyModel;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A state of bits that changes by flips of free sites and by swaps, which exchange a one and a zero of a group. A swap
 * sets the one to 0 and then computes the log-ratios of up to {@value #TRIES} zeros, because a log-ratio costs less
 * than a flip. If the state without the one has probability 0, or the model's log-ratios are estimates, it computes the
 * log-probability after each exchange instead.
 */
final class BitWalk implements Walk<byte[]> {

    private static final int TRIES = 16;

    /** In place of the second site of a swap: a flip has none. */
    private static final int NONE = -1;

    private final LocalEnergyModel model;
    private final LocalEnergyModel.Tracker tracker;
    private final boolean constrained;
    private final Slots slots;
    private final byte[] state;
    /** Whether the present state has a positive probability. */
    private boolean possible;
    /** Whether rounding errors accumulate in the tracker. */
    private boolean drifts;
    /** Steps and flips since the tracker was refreshed. */
    private int sinceRefresh;

    private final int[] touched;
    private final int[] askedSite = new int[1];
    private final double[] answer = new double[1];

    BitWalk(LocalEnergyModel model, Slots slots) {
        this.model = model;
        this.tracker = Answers.notNull("newTracker()", model.newTracker());
        this.slots = slots;
        this.constrained = slots.site.length > 0;
        this.state = new byte[model.dimension()];
        this.touched = new int[state.length];
    }

    @Override
    public void begin(UniformRandomProvider random) {
        byte[] start = constrained
                ? States.random(state.length, random)
                : States.checked("start()", model.start(random), state.length);
        System.arraycopy(start, 0, state, 0, state.length);
        slots.shuffle(state, random);
        tracker.reset(state.clone()); // the tracker may keep the array
        drifts = tracker.refresh(); // whether refreshes are needed: false if the tracker makes no rounding errors
        sinceRefresh = 0;
        possible = isPossible();
    }

    private boolean isPossible() {
        return ModelAnswers.logProb(tracker.logProb()) != Double.NEGATIVE_INFINITY;
    }

    @Override
    public int places() {
        return slots.free.length + slots.one.length;
    }

    @Override
    public int sweepSteps() {
        return places();
    }

    @Override
    public double step(double least, UniformRandomProvider random) {
        if (places() == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        int place = random.nextInt(places()); // the free sites have the first places, the ones of groups the others
        if (place < slots.free.length) {
            return flip(slots.free[place], least);
        }
        int k = place - slots.free.length;
        int zeros = slots.to[k] - slots.from[k];
        return swap(k, random.nextInt(zeros), Math.min(TRIES, zeros), least);
    }

    @Override
    public boolean improve(int place) {
        if (!possible) {
            return false;
        }
        double ratio;
        if (place < slots.free.length) {
            ratio = flip(slots.free[place], Double.MIN_VALUE); // any gain above 0
        } else { // the places after the free sites are the ones of the groups
            int k = place - slots.free.length;
            ratio = swap(k, 0, slots.to[k] - slots.from[k], Double.MIN_VALUE);
        }
        return ratio > 0.0;
    }

    /** Flips a site if the log-ratio is at least {@code least}. Returns the log-ratio. */
    private double flip(int site, double least) {
        refreshIfDue();
        if (!possible || !model.exactFlips()) {
            return tryFlips(site, NONE, least);
        }
        double ratio = flipLogRatio(site);
        if (ratio >= least) {
            apply(site);
        }
        return ratio;
    }

    /**
     * Tries zeros of the group of a one in turn. Moves the one to the first zero whose log-ratio is at least
     * {@code least}.
     *
     * @param k the index of the one in {@link Slots#one}
     * @param offset the first zero to try, from 0 in its group
     * @return the log-ratio of the last zero tried
     */
    private double swap(int k, int offset, int tries, double least) {
        refreshIfDue();
        double removal =
                possible && model.exactFlips() ? flipLogRatio(slots.site[slots.one[k]]) : Double.NEGATIVE_INFINITY;
        return removal == Double.NEGATIVE_INFINITY
                ? swapByLogProb(k, offset, tries, least)
                : swapByLogRatios(k, offset, tries, least, removal);
    }

    /** Makes a swap: scores the state of each try. If the present state is impossible, it takes the first try. */
    private double swapByLogProb(int k, int offset, int tries, double least) {
        int from = slots.site[slots.one[k]];
        double ratio = Double.NEGATIVE_INFINITY;
        for (int t = 0; t < tries; t++) {
            int zero = slots.from[k] + (offset + t) % (slots.to[k] - slots.from[k]);
            boolean fromImpossible = !possible;
            ratio = tryFlips(from, slots.site[zero], least);
            if (fromImpossible || ratio >= least) {
                slots.exchange(slots.one[k], zero);
                return ratio;
            }
        }
        return ratio;
    }

    /**
     * Makes a swap: sets the one to 0, which has the log-ratio {@code removal}, and then computes the log-ratio of each
     * try.
     */
    private double swapByLogRatios(int k, int offset, int tries, double least, double removal) {
        int from = slots.site[slots.one[k]];
        tracker.save();
        apply(from);
        double ratio = Double.NEGATIVE_INFINITY;
        for (int t = 0; t < tries; t++) {
            int zero = slots.from[k] + (offset + t) % (slots.to[k] - slots.from[k]);
            ratio = removal + flipLogRatio(slots.site[zero]);
            if (ratio >= least) {
                apply(slots.site[zero]);
                slots.exchange(slots.one[k], zero);
                return ratio;
            }
        }
        tracker.restore();
        state[from] ^= 1;
        return ratio;
    }

    /**
     * Flips one or two sites if the log-ratio, a difference of log-probabilities, is at least {@code least}. In an
     * impossible state it flips them unconditionally.
     */
    private double tryFlips(int site, int other, double least) {
        double here = possible ? ModelAnswers.logProb(tracker.logProb()) : Double.NEGATIVE_INFINITY;
        tracker.save();
        apply(site);
        if (other != NONE) {
            apply(other);
        }
        double there = ModelAnswers.logProb(tracker.logProb());
        if (!possible) {
            possible = there != Double.NEGATIVE_INFINITY;
            return Double.NEGATIVE_INFINITY;
        }
        double ratio = there - here;
        if (!(ratio >= least)) {
            tracker.restore();
            state[site] ^= 1; // the bits here, which apply() has flipped too
            if (other != NONE) {
                state[other] ^= 1;
            }
        }
        return ratio;
    }

    private double flipLogRatio(int site) {
        askedSite[0] = site;
        tracker.logRatios(askedSite, 1, answer);
        return ModelAnswers.logRatio(answer[0]);
    }

    /** Flips a site in the tracker and in the state. */
    private void apply(int site) {
        tracker.flip(site, touched);
        state[site] ^= 1;
        sinceRefresh++;
    }

    /** Counts a step, and refreshes the tracker if there have been many steps and flips since it was refreshed. */
    private void refreshIfDue() {
        sinceRefresh++;
        if (drifts && sinceRefresh >= LocalEnergyModel.Tracker.REFRESH_AFTER) {
            refresh();
        }
    }

    private void refresh() {
        tracker.refresh();
        sinceRefresh = 0;
    }

    @Override
    public double logProb() {
        if (drifts) { // the log-probability is to have no rounding errors of earlier flips
            refresh();
        }
        return ModelAnswers.logProb(tracker.logProb());
    }

    @Override
    public byte[] state() {
        return state.clone();
    }
}
