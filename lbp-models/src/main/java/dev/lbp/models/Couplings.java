package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.internal.models.tracker.Quantum;
import dev.lbp.target.PairBonds;
import dev.lbp.target.SiteGraph;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Symmetric couplings in compressed sparse rows: the neighbours of site i are {@code column[start[i]]} to
 * {@code column[start[i + 1] - 1]}, in increasing order, and {@code value} has their couplings at the same places. Each
 * coupling is in the rows of both its sites.
 *
 * <p>{@link QuadraticModel#couplings} returns the couplings of a model. {@link #neighbour} and {@link #value} read
 * entry k of the rows; nothing is copied, and only the bounds of the arrays check arguments.
 */
public final class Couplings implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Both directions of a coupling are stored, in arrays that an int must index. */
    private static final int MOST = (Integer.MAX_VALUE - 8) / 2;

    /** Heap of a model under construction: copies of biases, and the starts of rows. */
    private static final double BYTES_PER_SITE = 32.0;

    /** Lists of couplings as given, sorted by column, sorted by row, and merged; each coupling is in two rows. */
    private static final double BYTES_PER_COUPLING = 88.0;

    final int[] start;
    final int[] column;
    final double[] value;

    private Couplings(int[] start, int[] column, double[] value) {
        this.start = start;
        this.column = column;
        this.value = value;
    }

    /**
     * Refuses a model that does not fit into memory.
     *
     * @param sizes the arguments for its size, as the caller wrote them
     */
    static void checkMemory(double sites, double couplings, String sizes) {
        Memory.check(bytes(sites, couplings), sizes, "make the model smaller");
    }

    /** The heap that a model under construction needs. */
    static double bytes(double sites, double couplings) {
        return BYTES_PER_SITE * sites + BYTES_PER_COUPLING * couplings;
    }

    /** Checks a user's lists of couplings; messages use the user's names for them. */
    static void check(
            int sites,
            String rowsName,
            int[] rows,
            String columnsName,
            int[] columns,
            String valuesName,
            double[] values) {
        Check.notNull(valuesName, values);
        Check.that(values.length <= MOST, "have length <= " + MOST, valuesName + ".length", values.length);
        Check.asMany(valuesName, values.length, rowsName, Check.notNull(rowsName, rows).length);
        Check.asMany(valuesName, values.length, columnsName, Check.notNull(columnsName, columns).length);
        Check.finite(valuesName, values);
        for (int k = 0; k < values.length; k++) {
            checkSite(sites, rowsName, k, rows[k]);
            checkSite(sites, columnsName, k, columns[k]);
        }
    }

    /** Checks a user's lists of couplings between different sites, named from, to and couplings. */
    static void checkPairs(int sites, int[] from, int[] to, double[] couplings) {
        check(sites, "from", from, "to", to, "couplings", couplings);
        for (int k = 0; k < from.length; k++) {
            if (from[k] == to[k]) {
                throw new IllegalArgumentException("must differ from from[" + k + "]: to[" + k + "]=" + to[k]);
            }
        }
    }

    private static void checkSite(int sites, String name, int k, int site) {
        if (site < 0 || site >= sites) {
            throw new IllegalArgumentException(
                    "must be a site, 0 to " + (sites - 1) + ": " + name + "[" + k + "]=" + site);
        }
    }

    /**
     * Sorts couplings into rows by two stable passes of a radix sort, O(sites + couplings). Repeated pairs stay apart,
     * in the order given; couplings of a site with itself are left out.
     */
    static Couplings of(int sites, int[] rows, int[] columns, double[] values) {
        int[] start = new int[sites + 1];
        for (int k = 0; k < values.length; k++) {
            if (rows[k] != columns[k]) {
                start[rows[k] + 1]++;
                start[columns[k] + 1]++;
            }
        }
        for (int i = 0; i < sites; i++) {
            start[i + 1] += start[i];
        }
        int entries = start[sites];

        // first pass of a sort: entries by column; the matrix is symmetric, so columns are as long as rows
        int[] row = new int[entries];
        double[] unsorted = new double[entries];
        int[] next = Arrays.copyOf(start, sites);
        for (int k = 0; k < values.length; k++) {
            if (rows[k] != columns[k]) {
                int byColumn = next[columns[k]]++;
                row[byColumn] = rows[k];
                unsorted[byColumn] = values[k];
                int byRow = next[rows[k]]++;
                row[byRow] = columns[k];
                unsorted[byRow] = values[k];
            }
        }

        // second pass: entries by row; in each row they stay in the order of their columns
        int[] column = new int[entries];
        double[] value = new double[entries];
        next = Arrays.copyOf(start, sites);
        for (int c = 0; c < sites; c++) {
            for (int k = start[c]; k < start[c + 1]; k++) {
                int place = next[row[k]]++;
                column[place] = c;
                value[place] = unsorted[k];
            }
        }
        return new Couplings(start, column, value);
    }

    /** Adds up repeated pairs, rounds each sum to a multiple of the quantum, and leaves out sums that become 0. */
    Couplings merged(double quantum) {
        int[] mergedStart = new int[start.length];
        int[] mergedColumn = new int[column.length];
        double[] mergedValue = new double[value.length];
        int size = 0;
        for (int i = 0; i < sites(); i++) {
            int k = start[i];
            while (k < start[i + 1]) {
                int neighbour = column[k];
                double sum = 0.0;
                for (; k < start[i + 1] && column[k] == neighbour; k++) {
                    sum += value[k];
                }
                double rounded = Quantum.rounded(sum, quantum);
                if (rounded != 0.0) {
                    mergedColumn[size] = neighbour;
                    mergedValue[size] = rounded;
                    size++;
                }
            }
            mergedStart[i + 1] = size;
        }
        return new Couplings(mergedStart, Arrays.copyOf(mergedColumn, size), Arrays.copyOf(mergedValue, size));
    }

    /** The number of sites N. */
    public int sites() {
        return start.length - 1;
    }

    /**
     * The first entry of a site's row; the row ends before {@code start(site + 1)}.
     *
     * @param site 0 to N
     */
    public int start(int site) {
        return start[site];
    }

    /** The neighbour of an entry, in increasing order within a row. */
    public int neighbour(int entry) {
        return column[entry];
    }

    /** The coupling of an entry, not 0: in a {@link QuadraticModel} the factor {@code Q_ij} of {@code x_i x_j}. */
    public double value(int entry) {
        return value[entry];
    }

    /** The pairs of sites that are coupled. */
    public SiteGraph graph() {
        return SiteGraph.ofRows(start, column);
    }

    /**
     * The terms {@code scale Q_ij [x_i = x_j]}, with fields.
     *
     * @param fields h_i(c) at {@code i * values + c}
     */
    PairBonds bonds(double scale, int values, double[] fields) {
        return PairBonds.of(graph(), Arrays.stream(value).map(q -> scale * q).toArray(), values, fields);
    }

    /** The number of pairs of sites that are coupled. */
    public int count() {
        return column.length / 2;
    }

    /** The number of neighbours of a site. */
    public int degree(int site) {
        return start[site + 1] - start[site];
    }

    /** {@code sum_j Q_ij x_j}, where x starts at an offset. */
    double sum(int site, double[] x, int offset) {
        double sum = 0.0;
        for (int k = start[site]; k < start[site + 1]; k++) {
            sum += value[k] * x[offset + column[k]];
        }
        return sum;
    }
}
