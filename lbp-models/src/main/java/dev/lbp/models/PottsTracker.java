package dev.lbp.models;

import dev.lbp.internal.models.tracker.CategoricalTracker;

/**
 * Keeps the fields of one state of {@code log pi = constant + sum_i h_i(x_i) + sum_{i~j} J_ij [x_i = x_j]}:
 * {@code field_i(c) = h_i(c) + sum_j J_ij [x_j = c]}. The log-ratio of giving value c to site i is
 * {@code field_i(c) - field_i(x_i)}. A move costs O(degree + touched labels): a neighbour with the old or the new value
 * has C touched labels, any other neighbour two.
 */
final class PottsTracker extends CategoricalTracker {

    private static final long serialVersionUID = 1L;

    /** h, all values of a site together. */
    private final double[] own;

    private final int[] start;
    private final int[] column;
    private final double[] value;
    private final double[] field;

    PottsTracker(int values, double constant, double[] own, Couplings couplings, double quantum) {
        super(couplings.sites(), values, constant, quantum);
        this.own = own;
        this.start = couplings.start;
        this.column = couplings.column;
        this.value = couplings.value;
        this.field = new double[own.length];
    }

    @Override
    public long computeSums() {
        System.arraycopy(own, 0, field, 0, own.length);
        long twice = 0;
        for (int i = 0; i < state.length; i++) {
            for (int k = start[i]; k < start[i + 1]; k++) {
                field[i * values + state[column[k]]] += value[k];
            }
            int at = i * values + state[i];
            twice += (long) ((own[at] + field[at]) * perQuantum);
        }
        return twice / 2; // "twice" has each coupling at both its sites, and each h twice
    }

    @Override
    public double logRatio(int site, int to) {
        int first = site * values;
        return field[first + to] - field[first + state[site]];
    }

    @Override
    public void set(int site, int to) {
        int from = state[site];
        state[site] = to;
        for (int k = start[site]; k < start[site + 1]; k++) {
            int first = column[k] * values;
            field[first + from] -= value[k];
            field[first + to] += value[k];
        }
    }

    @Override
    public int touched(int site, int before, int[] touched) {
        int now = state[site];
        int count = addAllLabels(site, touched, 0);
        for (int k = start[site]; k < start[site + 1]; k++) {
            int neighbour = column[k];
            int neighbourValue = state[neighbour];
            // a log-ratio is a value's field less that of the present value: if the present one changes, all do
            if (neighbourValue == before || neighbourValue == now) {
                count = addAllLabels(neighbour, touched, count);
            } else {
                touched[count++] = neighbour * values + before;
                touched[count++] = neighbour * values + now;
            }
        }
        return count;
    }
}
