package dev.lbp.models.factor;

import dev.lbp.internal.models.tracker.CategoricalTracker;
import dev.lbp.target.SiteGraph;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one state of categories. Finite terms of one or two sites are kept as fields, {@code field_i(c) = h_i(c) +
 * sum_j f_ij(c, x_j)}, all others as {@link TermSums}. A label of a value that its site does not have is illegal.
 */
final class ValueTermTracker extends CategoricalTracker {

    private static final long serialVersionUID = 1L;

    private final ValueRows rows;
    private final @Nullable SiteGraph graph;
    private final int[] start;
    private final int[] neighbour;
    private final int[] at;
    private final double[] table;
    private final double[] field;
    private final TermSums sums;
    private final int[] valueCounts;

    ValueTermTracker(Terms terms, ValueRows rows) {
        super(terms.sites(), terms.mostValues(), rows.constant, rows.quantum);
        this.rows = rows;
        this.graph = terms.siteGraph().orElse(null);
        this.start = rows.start;
        this.neighbour = rows.neighbour;
        this.at = rows.at;
        this.table = rows.table;
        this.field = new double[rows.own.length];
        this.sums = new TermSums(rows.others);
        this.valueCounts = new int[terms.sites()];
        for (int i = 0; i < valueCounts.length; i++) {
            valueCounts[i] = terms.values(i);
        }
    }

    @Override
    public int values(int site) {
        return valueCounts[site];
    }

    @Override
    public long computeSums() {
        System.arraycopy(rows.own, 0, field, 0, field.length);
        sums.clear();
        long twice = 0;
        for (int i = 0; i < state.length; i++) {
            sums.enter(i, state[i]);
            for (int k = start[i]; k < start[i + 1]; k++) {
                int j = neighbour[k];
                for (int c = 0; c < valueCounts[i]; c++) {
                    field[i * values + c] += table[at[k] + c * valueCounts[j] + state[j]];
                }
            }
            int here = i * values + state[i];
            twice += (long) ((rows.own[here] + field[here]) * perQuantum);
        }
        return twice / 2 + sums.computeSums(perQuantum); // "twice" has each pair at both its sites, and each h twice
    }

    @Override
    public boolean isPossible() {
        return sums.isPossible();
    }

    @Override
    public double logRatio(int site, int to) {
        if (to >= valueCounts[site]) { // no value of this site
            return Double.NEGATIVE_INFINITY;
        }
        int first = site * values;
        int now = state[site];
        double ratio = field[first + to] - field[first + now];
        return sums.has(site) ? ratio + sums.ratio(site, now, to) : ratio;
    }

    @Override
    public long gain(int site, int to) {
        int first = site * values;
        double gain = field[first + to] - field[first + state[site]];
        // all values are whole multiples of a quantum, so the product is a whole number and the cast exact
        return (long) ((sums.has(site) ? gain + sums.gain(site, state[site], to) : gain) * perQuantum);
    }

    @Override
    public void set(int site, int to) {
        int from = state[site];
        sums.move(site, from, to);
        state[site] = to;
        for (int k = start[site]; k < start[site + 1]; k++) {
            int j = neighbour[k];
            int first = j * values;
            // the pair's table begins at at[k], and has a row of j's values for each value of the site
            int before = at[k] + from * valueCounts[j];
            int after = at[k] + to * valueCounts[j];
            for (int c = 0; c < valueCounts[j]; c++) {
                field[first + c] += table[after + c] - table[before + c];
            }
        }
    }

    @Override
    public int touched(int site, int before, int[] touched) {
        if (graph == null || graph.degree(site) + 1 == state.length) { // unknown neighbours, or all other sites
            return ALL_MOVES;
        }
        int n = addAllLabels(site, touched, 0);
        int end = graph.start(site + 1);
        for (int k = graph.start(site); k < end; k++) {
            n = addAllLabels(graph.neighbour(k), touched, n);
        }
        return n;
    }
}
