package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.target.LocalEnergyModel;

/**
 * Follows one state of a {@link QuadraticModel} by its fields, whose arithmetic is exact (see there). A flip costs
 * O(degree), a log-ratio one multiplication, and {@link #restore} flips back what was flipped since {@link #save}: exact
 * fields make that right to the last bit, so that only the flipped sites need to be remembered, not the values they changed.
 *
 * <p>N sites in the log of flips are worth no more than a copy of the saved state, and it is given up for one there: the
 * memory of a tracker is 14 N bytes whatever a caller does.
 */
final class QuadraticTracker implements LocalEnergyModel.Tracker {

    private static final long serialVersionUID = 1L;

    /** What {@link #logged} says if flips need not be remembered: nothing is saved, or it is in {@link #saved}. */
    private static final int NOT_LOGGING = -1;

    private final double constant;
    private final double[] bias;
    private final int[] start;
    private final int[] column;
    private final double[] value;
    private final double quantum;
    private final double perQuantum;

    /** x, in bytes so that the cache holds it beside the fields. */
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
        load(to);
        logged = NOT_LOGGING;
        savedIsCopied = false;
    }

    private void load(byte[] from) {
        long twice = 0;
        for (int i = 0; i < from.length; i++) {
            double sum = bias[i];
            for (int k = start[i]; k < start[i + 1]; k++) {
                if (from[column[k]] != 0) {
                    sum += value[k];
                }
            }
            field[i] = sum;
            state[i] = from[i];
            if (from[i] != 0) {
                twice += (long) ((bias[i] + sum) * perQuantum);
            }
        }
        quanta = twice / 2; // each coupling was counted at both its sites, and each bias twice
    }

    @Override
    public double logProb() {
        return constant + quanta * quantum;
    }

    @Override
    public void logRatios(int[] sites, int n, double[] out) {
        for (int k = 0; k < n; k++) {
            int site = sites[k];
            long flip = (long) state[site] << 63; // the sign bit of 1 - 2x
            out[k] = Double.longBitsToDouble(Double.doubleToRawLongBits(field[site]) ^ flip);
        }
    }

    @Override
    public int flip(int site, int[] touched) {
        log(site);
        toggle(site);
        int from = start[site];
        int degree = start[site + 1] - from;
        if (degree + 1 == state.length) {
            return ALL_SITES;
        }
        touched[0] = site;
        System.arraycopy(column, from, touched, 1, degree);
        return degree + 1;
    }

    /** The loop of {@link #toggle}, which writes down the neighbours as it goes: first all flipped sites, then theirs. */
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
        double sign = 1 - 2 * state[site]; // by which x changes
        quanta += (long) (sign * field[site] * perQuantum);
        state[site] ^= 1;
        int to = start[site + 1];
        for (int at = start[site]; at < to; at++) {
            field[column[at]] += sign * value[at];
        }
    }

    /** Logs sites that are about to be flipped. */
    private void logAll(int[] sites, int n) {
        if (hasRoom(n)) {
            System.arraycopy(sites, 0, log, logged, n);
            logged += n;
        }
    }

    private void log(int site) {
        if (hasRoom(1)) {
            log[logged++] = site;
        }
    }

    /** Whether n flips to come are to be logged; if the log is too full for them, a copy of the saved state takes its place. */
    private boolean hasRoom(int n) {
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
        logged = 0;
        savedIsCopied = false;
    }

    @Override
    public void restore() {
        if (savedIsCopied) {
            load(saved);
            save();
        } else if (logged == NOT_LOGGING) {
            throw new IllegalStateException("must save before restore");
        }
        for (int k = 0; k < logged; k++) {
            toggle(log[k]);
        }
        logged = 0;
    }
}
