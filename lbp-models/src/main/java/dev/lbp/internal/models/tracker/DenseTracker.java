package dev.lbp.internal.models.tracker;

/**
 * Keeps the fields of one state of a {@code DenseCategories}: {@code field_i(c) = h_i(c) + sum_j J_ij(c, x_j)}. The
 * log-ratio of giving value c to site i is {@code field_i(c) - field_i(x_i)}. A move adds a contiguous row of N C
 * couplings to all fields and subtracts another one.
 */
public final class DenseTracker extends CategoricalTracker {

    private static final long serialVersionUID = 1L;

    /** h in quanta, all values of a site together. */
    private final int[] own;

    /** J in quanta: for each site i and value a, at {@code a N C}, what they add to the fields of all sites. */
    private final int[][] rows;

    private final double quantum;

    /** The fields of the state, in quanta. */
    private final int[] field;

    public DenseTracker(int values, int[] own, int[][] rows, double quantum) {
        super(rows.length, values, 0.0, quantum);
        this.own = own;
        this.rows = rows;
        this.quantum = quantum;
        this.field = new int[own.length];
    }

    @Override
    public long computeSums() {
        System.arraycopy(own, 0, field, 0, own.length);
        for (int i = 0; i < state.length; i++) {
            int[] row = rows[i];
            int from = state[i] * field.length;
            for (int k = 0; k < field.length; k++) {
                field[k] += row[from + k];
            }
        }
        long twice = 0;
        for (int i = 0; i < state.length; i++) {
            int at = i * values + state[i];
            twice += (long) own[at] + field[at];
        }
        return twice / 2; // "twice" has each coupling at both its sites, and each h twice
    }

    @Override
    public double logRatio(int site, int to) {
        int first = site * values;
        return (field[first + to] - field[first + state[site]]) * quantum;
    }

    @Override
    public void set(int site, int to) {
        int[] row = rows[site];
        int oldRow = state[site] * field.length;
        int newRow = to * field.length;
        state[site] = to;
        for (int k = 0; k < field.length; k++) { // the row's elements of the site itself are 0
            field[k] += row[newRow + k] - row[oldRow + k];
        }
    }

    @Override
    public int touched(int site, int before, int[] touched) {
        return ALL_MOVES;
    }
}
