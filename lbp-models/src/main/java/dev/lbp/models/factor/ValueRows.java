package dev.lbp.models.factor;

import dev.lbp.internal.models.tracker.Quantum;
import java.io.Serializable;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Terms of categories in flat arrays: finite terms of one site, finite terms of two sites in the rows of both sites,
 * and all other terms. Equal tables are stored once.
 */
final class ValueRows implements Serializable {

    private static final long serialVersionUID = 1L;

    final double quantum;

    /** The sum of the terms without sites. */
    final double constant;

    /** The log-value of value c at site i by terms of one site, at {@code i C + c}. */
    final double[] own;

    /** The terms of site i and a neighbour have the indices {@code start[i]} to {@code start[i + 1] - 1}. */
    final int[] start;

    final int[] neighbour;

    /**
     * The index in {@link #table} of the first entry of each pair's term. The value of the neighbour runs fastest, then
     * the value of the row's site.
     */
    final int[] at;

    final double[] table;

    final TermRows others;

    ValueRows(Terms model) {
        int n = model.sites();
        int values = model.mostValues();
        List<Term> pairs = new ArrayList<>();
        List<Term> large = new ArrayList<>();
        List<Term> small = new ArrayList<>();
        double sum = 0.0;
        List<Term> all = model.sorted();
        for (Term term : all) {
            if (!term.isSmall()) {
                large.add(term);
            } else if (term.width() == 0) {
                sum += term.logValue(0, 0);
            } else {
                (term.width() == 1 ? small : pairs).add(term);
            }
        }
        constant = sum;
        quantum = model.quantum(all);
        // terms of one site
        own = new double[Math.multiplyExact(n, values)];
        for (Term term : small) {
            int site = term.sites()[0];
            for (int c = 0; c < model.values(site); c++) {
                own[site * values + c] += Quantum.rounded(term.logValue(c, 0), quantum);
            }
        }
        // terms of two sites, in the rows of both
        start = new int[n + 1];
        for (Term term : pairs) {
            for (int site : term.sites()) {
                start[site + 1]++;
            }
        }
        Arrays.parallelPrefix(start, Math::addExact);
        neighbour = new int[start[n]];
        at = new int[start[n]];
        int[] end = start.clone();
        TermRows.Layout<DoubleBuffer> tables = new TermRows.Layout<>();
        for (Term term : pairs) {
            for (int k = 0; k < 2; k++) {
                int site = term.sites()[k];
                int other = term.sites()[1 - k];
                double[] entries = entries(term, k, model.values(site), model.values(other), quantum);
                neighbour[end[site]] = other;
                at[end[site]++] = tables.place(DoubleBuffer.wrap(entries), entries.length);
            }
        }
        table = new double[tables.size()];
        tables.each((part, from) -> part.duplicate().get(table, from, part.remaining()));
        others = new TermRows(model, large, quantum);
    }

    /** The table of a term of two sites, rounded, with the value of site k (0 or 1) as its row. */
    private static double[] entries(Term term, int k, int rows, int columns, double quantum) {
        double[] entries = new double[rows * columns];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                double logValue = k == 0 ? term.logValue(row, column) : term.logValue(column, row);
                entries[row * columns + column] = Quantum.rounded(logValue, quantum);
            }
        }
        return entries;
    }
}
