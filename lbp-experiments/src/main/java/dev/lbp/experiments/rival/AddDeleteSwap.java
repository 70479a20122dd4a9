package dev.lbp.experiments.rival;

import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Add-delete-swap Metropolis, the sampler of most software for variable selection (Brown, Vannucci and Fearn 1998,
 * doi:10.1111/1467-9868.00144). With probability 1/3 each, a step sets a uniformly drawn zero to one, sets a uniformly
 * drawn one to zero, or exchanges a one and a zero. A step costs one log-ratio or one double flip, O(k^2) in a linear
 * regression of k variables. If log-ratios are not exact, it costs a flip and a log-probability.
 */
public final class AddDeleteSwap implements InclusionChain {

    /** In place of a site: no site is added, or no site is deleted. */
    static final int NONE = -1;

    /** Steps that add, delete or exchange. */
    private static final int KINDS = 3;

    private final LocalEnergyModel.Tracker tracker;
    private final boolean exactRatios;
    private final UniformRandomProvider random;
    private final int dimension;
    private final int[] touched;
    /** Space for the sites of a move. */
    private final int[] pair = new int[2];
    /** Space for a log-ratio. */
    private final double[] ratio = new double[1];

    /** The sites that are one, in the first {@code size} places. */
    private final int[] ones;

    /** The place of each site in {@link #ones}; {@link #NONE} for a zero. */
    private final int[] place;

    private int size;

    /** For each site, the number of steps at which it was one, without the steps since {@link #since}. */
    private final long[] counts;

    /** For each one, the step at which it was added. */
    private final long[] since;

    private long steps;
    /** The number of steps that changed the state. */
    private long moved;
    /** The number of flips since the tracker was refreshed. */
    private int flips;

    public AddDeleteSwap(LocalEnergyModel model, byte[] start, UniformRandomProvider random) {
        this.tracker = model.newTracker();
        this.exactRatios = model.exactFlips();
        this.random = random;
        this.dimension = model.dimension();
        this.touched = new int[2 * dimension];
        this.ones = new int[dimension];
        this.place = new int[dimension];
        this.counts = new long[dimension];
        this.since = new long[dimension];
        Arrays.fill(place, NONE);
        tracker.reset(start);
        tracker.refresh();
        for (int i = 0; i < dimension; i++) {
            if (start[i] != 0) {
                addOne(i);
            }
        }
        clear(); // the variables of the start count from step 0 on
    }

    @Override
    public void step() {
        int kind = random.nextInt(KINDS); // 0 adds a variable, 1 deletes one, 2 exchanges two
        boolean deletes = kind != 0;
        boolean adds = kind != 1;
        if (deletes && size == 0 || adds && size == dimension) { // no such site: the state stays
            steps++;
            return;
        }
        int in = deletes ? ones[random.nextInt(size)] : NONE; // the variable to delete
        int out = adds ? drawZero() : NONE; // the variable to add
        double u = random.nextDouble();
        steps++;
        if (deletes && adds) {
            exchange(in, out, u);
        } else if (u < acceptance(in, out)) {
            flip(deletes ? in : out);
            moved++;
        }
        if (flips >= LocalEnergyModel.Tracker.REFRESH_AFTER) {
            tracker.refresh();
            flips = 0;
        }
    }

    /** Whether a site is one. */
    boolean contains(int site) {
        return place[site] != NONE;
    }

    /** Draws a site that is zero. */
    private int drawZero() {
        int site = random.nextInt(dimension);
        while (contains(site)) {
            site = random.nextInt(dimension);
        }
        return site;
    }

    /** The acceptance probability of adding {@code out}, or of deleting {@code in}; the other is {@link #NONE}. */
    double acceptance(int in, int out) {
        pair[0] = in == NONE ? out : in;
        if (exactRatios) {
            tracker.logRatios(pair, 1, ratio);
        } else {
            double before = tracker.logProb();
            tracker.save();
            tracker.flip(pair[0], touched);
            ratio[0] = tracker.logProb() - before;
            tracker.restore();
        }
        // the ratio of proposals: one of the zeros is drawn to be added, one of the ones to be deleted
        double proposals = in == NONE ? (dimension - size) / (size + 1.0) : size / (dimension - size + 1.0);
        return Math.min(1.0, Math.exp(ratio[0]) * proposals);
    }

    /**
     * The acceptance probability of an exchange. The proposal is symmetric. The tracker is left at the proposed state.
     */
    double exchangeAcceptance(int in, int out) {
        double before = tracker.logProb();
        tracker.save();
        pair[0] = in;
        pair[1] = out;
        tracker.flipAll(pair, 2, touched);
        return Math.min(1.0, Math.exp(tracker.logProb() - before));
    }

    /** Exchanges the two sites if {@code u} is less than the acceptance probability. */
    private void exchange(int in, int out, double u) {
        if (u < exchangeAcceptance(in, out)) { // the tracker is now at the proposed state
            removeOne(in);
            addOne(out);
            moved++;
            flips += 2;
        } else {
            tracker.restore();
        }
    }

    private void flip(int site) {
        tracker.flip(site, touched);
        flips++;
        if (contains(site)) {
            removeOne(site);
        } else {
            addOne(site);
        }
    }

    /** Adds a site to the list of ones. Its stay at one has the present step, which {@code steps} counts already. */
    private void addOne(int site) {
        place[site] = size;
        ones[size++] = site;
        since[site] = steps - 1;
    }

    /** Removes a site from the list of ones, and counts the steps of its stay at one, without the present step. */
    private void removeOne(int site) {
        int last = ones[--size]; // takes the place of the removed one
        ones[place[site]] = last;
        place[last] = place[site];
        place[site] = NONE;
        counts[site] += steps - 1 - since[site];
    }

    @Override
    public void clear() {
        Arrays.fill(counts, 0L);
        Arrays.fill(since, 0L);
        steps = 0;
        moved = 0;
    }

    @Override
    public double acceptanceRate() {
        return (double) moved / steps;
    }

    @Override
    public double[] frequencies() {
        double[] frequencies = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            // the steps of a stay at one that has not ended
            long open = contains(i) ? steps - since[i] : 0;
            frequencies[i] = (double) (counts[i] + open) / steps;
        }
        return frequencies;
    }

    /** NaN for each variable: the sampler does not compute conditional probabilities. */
    @Override
    public double[] averages() {
        double[] none = new double[dimension];
        Arrays.fill(none, Double.NaN);
        return none;
    }
}
