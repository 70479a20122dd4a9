package dev.lbp.models;

import dev.lbp.LocalEnergyModel;
import dev.lbp.internal.Check;

/**
 * Follows one state of a {@link QuadraticModel} by its fields, whose arithmetic is exact (see there). A flip costs
 * O(degree), a log-ratio one multiplication, and {@link #restore} flips back what was flipped since {@link #save}: exact
 * fields make that right to the last bit, so that only the flipped sites need to be remembered, not the values they changed.
 *
 * <p>N sites in the log of flips are worth no more than a copy of the saved state, and it is given up for one there: the
 * memory of a tracker is 21 N bytes whatever a caller does.
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

    /** {@code 1 - 2x}: also the change of x by a flip. */
    private final double[] sign;

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
        this.sign = new double[bias.length];
        this.field = new double[bias.length];
        this.log = new int[bias.length];
        this.saved = new byte[bias.length];
    }

    @Override
    public void reset(byte[] state) {
        Check.length(bias.length, "state", state.length);
        Check.binary("state", state);
        load(state);
        logged = NOT_LOGGING;
        savedIsCopied = false;
    }

    private void load(byte[] state) {
        long twice = 0;
        for (int i = 0; i < state.length; i++) {
            double sum = bias[i];
            for (int k = start[i]; k < start[i + 1]; k++) {
                if (state[column[k]] != 0) {
                    sum += value[k];
                }
            }
            field[i] = sum;
            sign[i] = 1 - 2 * state[i];
            if (state[i] != 0) {
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
            out[k] = sign[site] * field[site];
        }
    }

    @Override
    public int flip(int site, int[] touched) {
        int from = start[site];
        int degree = start[site + 1] - from;
        if (logged != NOT_LOGGING) {
            log(site);
        }
        if (degree + 1 == sign.length) {
            toggle(site);
            return ALL_SITES;
        }
        double change = sign[site];
        quanta += (long) (change * field[site] * perQuantum);
        sign[site] = -change;
        touched[0] = site;
        for (int k = 0; k < degree; k++) {
            int neighbour = column[from + k];
            field[neighbour] += change * value[from + k];
            touched[k + 1] = neighbour;
        }
        return degree + 1;
    }

    /** A flip that tells nobody. */
    private void toggle(int site) {
        double change = sign[site];
        quanta += (long) (change * field[site] * perQuantum);
        sign[site] = -change;
        int to = start[site + 1];
        for (int k = start[site]; k < to; k++) {
            field[column[k]] += change * value[k];
        }
    }

    private void log(int site) {
        if (logged < log.length) {
            log[logged++] = site;
            return;
        }
        for (int i = 0; i < saved.length; i++) {
            saved[i] = (byte) (sign[i] < 0 ? 1 : 0);
        }
        for (int k = 0; k < logged; k++) {
            saved[log[k]] ^= 1;
        }
        savedIsCopied = true;
        logged = NOT_LOGGING;
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
        while (logged > 0) {
            toggle(log[--logged]);
        }
    }
}
