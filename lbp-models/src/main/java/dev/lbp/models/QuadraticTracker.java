package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.target.LocalEnergyModel;

/**
 * Keeps the fields of one state of a {@link QuadraticModel}, in its exact arithmetic. A flip costs O(degree), a
 * log-ratio one multiplication. {@link #restore} flips back the sites that were flipped since {@link #save}. Exact
 * fields make that right to the last bit, so it stores only the flipped sites, not the values that they changed.
 *
 * <p>At N sites the log of flips is as large as a copy of the saved state, and a copy replaces it: the memory of a
 * tracker is 14 N bytes for any sequence of calls.
 */
final class QuadraticTracker implements LocalEnergyModel.Tracker {

    private static final long serialVersionUID = 1L;

    /**
     * The value of {@link #logged} if flips are not logged: nothing is saved, or the saved state is in {@link #saved}.
     */
    private static final int NOT_LOGGING = -1;

    private final double constant;
    private final double[] bias;
    private final int[] start;
    private final int[] column;
    private final double[] value;
    private final double quantum;
    private final double perQuantum;

    /** x, in bytes so that the cache holds it together with the fields. */
    private final byte[] state;

    private final double[] field;

    /** {@code (log pi(x) - constant) / quantum}. */
    private long quanta;

    private final int[] log;
    private int logged = NOT_LOGGING;
    private final byte[] saved;
    private boolean savedIsCopied;

    QuadraticTracker(double constant, double[] bias, Couplings couplings, double quantum) {
        this.constant = constant;
        this.bias = bias;
        this.start = couplings.start;
        this.column = couplings.column;
        this.value = couplings.value;
        this.quantum = quantum;
        this.perQuantum = 1.0 / quantum;
        this.state = new byte[bias.length];
        this.field = new double[bias.length];
        this.log = new int[bias.length];
        this.saved = new byte[bias.length];
    }

    @Override
    public void reset(byte[] to) {
        Check.length(bias.length, "state", Check.notNull("state", to).length);
        Check.binary("state", to);
        recompute(to);
        logged = NOT_LOGGING;
        savedIsCopied = false;
    }

    /** Sets the state, and computes all fields and the log-probability. */
    private void recompute(byte[] from) {
        long twice = 0;
        for (int i = 0; i < from.length; i++) { // without a branch on a site's value, which no processor can predict
            double sum = bias[i];
            for (int k = start[i]; k < start[i + 1]; k++) {
                sum += value[k] * from[column[k]];
            }
            field[i] = sum;
            state[i] = from[i];
            twice += from[i] * (long) ((bias[i] + sum) * perQuantum);
        }
        quanta = twice / 2; // the sum has counted each coupling at both its sites, and each bias twice
    }

    @Override
    public double logProb() {
        return constant + quanta * quantum;
    }

    @Override
    public void logRatios(int[] sites, int n, double[] out) {
        for (int k = 0; k < n; k++) {
            int site = sites[k];
            long flip = (long) state[site] << 63; // the sign bit of 1 - 2x; by XOR the field gets this sign
            out[k] = Double.longBitsToDouble(Double.doubleToRawLongBits(field[site]) ^ flip);
        }
    }

    @Override
    public int flip(int site, int[] touched) {
        log(site);
        toggle(site);
        int from = start[site];
        int degree = start[site + 1] - from;
        if (degree + 1 == state.length) { // the site is coupled with all others
            return ALL_SITES;
        }
        touched[0] = site;
        System.arraycopy(column, from, touched, 1, degree);
        return degree + 1;
    }

    /**
     * Flips each site as {@link #toggle} does, and writes the touched sites: first all flipped sites, then the
     * neighbours of each. If these may be more than N, the rest is flipped without them.
     */
    @Override
    public int flipAll(int[] sites, int n, int[] touched) {
        logAll(sites, n);
        System.arraycopy(sites, 0, touched, 0, n);
        long change = 0;
        int count = n;
        for (int k = 0; k < n; k++) {
            int site = sites[k];
            int from = start[site];
            int to = start[site + 1];
            if (count + to - from > state.length) {
                quanta += change;
                for (; k < n; k++) {
                    toggle(sites[k]);
                }
                return ALL_SITES;
            }
            double sign = 1 - 2 * state[site];
            change += (long) (sign * field[site] * perQuantum);
            state[site] ^= 1;
            for (int at = from; at < to; at++) {
                int neighbour = column[at];
                touched[count++] = neighbour;
                field[neighbour] += sign * value[at];
            }
        }
        quanta += change;
        return count;
    }

    /** Flips a site. */
    private void toggle(int site) {
        double sign = 1 - 2 * state[site]; // the change of x
        quanta += (long) (sign * field[site] * perQuantum);
        state[site] ^= 1;
        int to = start[site + 1];
        for (int at = start[site]; at < to; at++) {
            field[column[at]] += sign * value[at];
        }
    }

    /** Logs sites that are about to be flipped, if they must be logged. */
    private void logAll(int[] sites, int n) {
        if (makesRoom(n)) {
            System.arraycopy(sites, 0, log, logged, n);
            logged += n;
        }
    }

    /** Logs a site that is about to be flipped, if it must be logged. */
    private void log(int site) {
        if (makesRoom(1)) {
            log[logged++] = site;
        }
    }

    /**
     * Makes room in the log for the next n flips, and returns whether they must be logged. If the log is too short for
     * them, a copy of the saved state replaces it, and nothing is logged until the next save.
     */
    private boolean makesRoom(int n) {
        if (logged == NOT_LOGGING) {
            return false;
        }
        if (logged + n <= log.length) {
            return true;
        }
        System.arraycopy(state, 0, saved, 0, saved.length);
        for (int k = 0; k < logged; k++) {
            saved[log[k]] ^= 1;
        }
        savedIsCopied = true;
        logged = NOT_LOGGING;
        return false;
    }

    @Override
    public void save() {
        logged = 0; // from here on flips are logged, for restore to undo them
        savedIsCopied = false;
    }

    @Override
    public void restore() {
        if (savedIsCopied) { // the log had too little room
            recompute(saved);
            save(); // begins an empty log
        } else if (logged == NOT_LOGGING) {
            throw new IllegalStateException("must save before restore");
        }
        for (int k = 0; k < logged; k++) {
            toggle(log[k]);
        }
        logged = 0;
    }
}
