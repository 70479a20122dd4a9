package dev.lbp.internal.select.linear;

import dev.lbp.internal.Memory;
import dev.lbp.internal.select.data.Baseline;
import dev.lbp.internal.select.data.EqualColumns;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The products of all pairs of columns, {@code X'X}, and of each column with the response, {@code X'y}. Columns and
 * response have sum of squares 1, so these are correlations. Chains share it; it never changes. It takes 8 p^2 bytes,
 * or 4 p^2 in single precision. Where these do not fit into the heap, columns are computed again and again by a
 * {@link ColumnCache}.
 */
public final class Gram implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The largest number of columns in double precision: 288 MB. */
    static final int MOST_DOUBLE = 6_000;

    /** The least number of columns of X'X that a cache must hold: those of a chain's models, and some more. */
    private static final int LEAST_CACHED = 100;

    /**
     * The rounding errors of a column's values are at most this part of its length: four units in the last place of
     * each.
     */
    static final double ROUNDING = 0x1p-51;

    private final double[] response;

    /**
     * X'X row by row in double precision; empty if it is in {@link #singles}, in single precision. Both are empty if
     * rows are only computed when they are needed, and cached.
     */
    private final double[][] rows;

    private final float[][] singles;

    private final @Nullable ColumnCache cache;

    /** The columns themselves, [n][p]. */
    private final double[][] x;

    /** The columns as integers, for products without rounding errors. */
    final ExactColumns exact;

    /** By column, a bound of the Euclidean norm of its values' rounding errors; the column has norm 1. */
    private final double[] rounding;

    /** The largest {@link #rounding} of a column. */
    final double mostRounding;

    private Gram(
            double[][] x, double[] y, Source source, double[][] rows, float[][] singles, @Nullable ColumnCache cache) {
        this.x = x;
        this.exact = source.exact;
        this.rounding = source.rounding;
        this.mostRounding = Arrays.stream(rounding).max().orElse(0.0);
        this.response = new double[x[0].length];
        for (int t = 0; t < x.length; t++) {
            for (int j = 0; j < response.length; j++) {
                response[j] += y[t] * x[t][j];
            }
        }
        this.rows = rows;
        this.singles = singles;
        this.cache = cache;
    }

    /**
     * What columns of sum of squares 1 were made from.
     *
     * @param rounding by column, the length of the rounding errors of its values; the column has length 1
     */
    public record Source(ExactColumns exact, double[] rounding) {

        /** The source of columns that were not made from others: exact are x and, last, y. */
        public static Source of(double[][] x, double[] y) {
            int p = x[0].length;
            double[][] columns = new double[p + 1][x.length];
            for (int t = 0; t < x.length; t++) {
                for (int j = 0; j < p; j++) {
                    columns[j][t] = x[t][j];
                }
                columns[p][t] = y[t];
            }
            double[] rounding = new double[p];
            Arrays.fill(rounding, ROUNDING);
            boolean centred = false;
            return new Source(new ExactColumns(columns, p, centred), rounding);
        }
    }

    /**
     * The products, in double precision up to {@link #MOST_DOUBLE} columns. Rounding to single precision changes a
     * correlation by 3e-8, and every chain samples with the same rounded ones; a {@link LinearFit} computes those that
     * matter from the columns.
     *
     * @param x [n][p]: the columns' values, row by row; each column of sum of squares 1
     * @param y [n], of sum of squares 1
     * @throws IllegalArgumentException if the products do not fit into the heap
     */
    public static Gram of(double[][] x, double[] y, Source source) {
        return of(x, y, source, x[0].length > MOST_DOUBLE);
    }

    /**
     * The products in a given precision; from a cache of columns if they do not fit into the heap.
     *
     * @param single whether they are in single precision
     */
    public static Gram of(double[][] x, double[] y, Source source, boolean single) {
        int p = x[0].length;
        double bytes = (double) p * p * (single ? Float.BYTES : Double.BYTES);
        if (!Memory.fits(bytes)) {
            for (int capacity = p / 2; capacity >= LEAST_CACHED; capacity /= 2) {
                if (Memory.fits(2.0 * capacity * p * Float.BYTES)) { // half is left to the chains
                    return cached(x, y, source, capacity);
                }
            }
        }
        Memory.check(
                bytes,
                "the products of all pairs of p=" + p + " columns",
                "leave out columns beforehand, for example those least correlated with the response, or give Java a"
                        + " larger heap (-Xmx)");
        double[][] rows = new double[single ? 0 : p][]; // compute() fills the array that is not empty
        float[][] singles = new float[single ? p : 0][];
        CrossProducts.compute(x, rows, singles);
        return new Gram(x, y, source, rows, singles, null);
    }

    /** The products from a cache that keeps a number of columns in memory. */
    public static Gram cached(double[][] x, double[] y, Source source, int capacity) {
        return new Gram(x, y, source, new double[0][], new float[0][], new ColumnCache(x, capacity));
    }

    /** The number of columns p. */
    int columns() {
        return response.length;
    }

    /** Whether products are kept in single precision. */
    boolean isSingle() {
        return rows.length == 0;
    }

    /** Row i of X'X in single precision. */
    private float[] single(int i) {
        return cache == null ? singles[i] : cache.column(i);
    }

    /** The typical error of a product of two columns. A sum of n products has rounding errors as in a random walk. */
    double error() {
        return 0x1p-53 * (2.0 + Math.sqrt(x.length)) + (isSingle() ? 0x1p-26 : 0.0);
    }

    /** The length of the rounding errors in the values of a column, which has length 1. */
    double rounding(int column) {
        return rounding[column];
    }

    /**
     * Writes the products of a vector of n numbers with all columns, which have the precision of a double here always.
     */
    void project(double[] vector, double[] out) {
        Arrays.fill(out, 0.0);
        for (int t = 0; t < x.length; t++) {
            double[] row = x[t];
            double value = vector[t];
            for (int j = 0; j < out.length; j++) {
                out[j] += value * row[j];
            }
        }
    }

    /**
     * Two columns that are the same; null if there are none.
     *
     * @param near the least absolute product of two columns that may be the same
     * @param areSame whether two such columns are the same
     */
    public int @Nullable [] equalPair(double near, EqualColumns.Pairs areSame) {
        double most = 2.0 * (1.0 - near); // the squared distance of a column from the other one or its negative
        double[] vector = EqualColumns.vector(x.length);
        double[] products = new double[columns()];
        project(vector, products);
        double reach = Math.sqrt(most) * Baseline.norm(vector);
        return EqualColumns.pair(products, reach, (i, j) -> {
            double apart = 0.0;
            double apartNegative = 0.0;
            for (int t = 0; t < x.length && Math.min(apart, apartNegative) <= most; t++) {
                apart += FitErrors.square(x[t][i] - x[t][j]);
                apartNegative += FitErrors.square(x[t][i] + x[t][j]);
            }
            return Math.min(apart, apartNegative) <= most && areSame.test(i, j);
        });
    }

    /** The product of two columns. */
    public double at(int i, int j) {
        return isSingle() ? single(i)[j] : rows[i][j];
    }

    /** The product of a column with the response. */
    public double response(int j) {
        return response[j];
    }

    /** Copies the products of all columns with the response. */
    void copyResponse(double[] out) {
        System.arraycopy(response, 0, out, 0, response.length);
    }

    /**
     * Writes {@code sum_m weights[m] X'x_columns[m]}, the products of all columns with a combination of some.
     *
     * @param count number of these columns
     */
    public void combine(int[] columns, double[] weights, int count, double[] out) {
        Arrays.fill(out, 0.0);
        int m = 0;
        for (; m + 3 < count; m += 4) { // four columns in one pass over `out`
            if (isSingle()) {
                addFour(
                        single(columns[m]),
                        single(columns[m + 1]),
                        single(columns[m + 2]),
                        single(columns[m + 3]),
                        weights,
                        m,
                        out);
            } else {
                addFour(
                        rows[columns[m]],
                        rows[columns[m + 1]],
                        rows[columns[m + 2]],
                        rows[columns[m + 3]],
                        weights,
                        m,
                        out);
            }
        }
        for (; m < count; m++) {
            double w = weights[m];
            if (isSingle()) {
                float[] row = single(columns[m]);
                for (int j = 0; j < out.length; j++) {
                    out[j] += w * row[j];
                }
            } else {
                double[] row = rows[columns[m]];
                for (int j = 0; j < out.length; j++) {
                    out[j] += w * row[j];
                }
            }
        }
    }

    /** Adds four rows to {@code out}, with the weights at m to m + 3. */
    private static void addFour(
            double[] r0, double[] r1, double[] r2, double[] r3, double[] weights, int m, double[] out) {
        double w0 = weights[m];
        double w1 = weights[m + 1];
        double w2 = weights[m + 2];
        double w3 = weights[m + 3];
        for (int j = 0; j < out.length; j++) {
            out[j] += (w0 * r0[j] + w1 * r1[j]) + (w2 * r2[j] + w3 * r3[j]);
        }
    }

    /** Adds four weighted rows of single precision to {@code out} at once. */
    private static void addFour(float[] r0, float[] r1, float[] r2, float[] r3, double[] weights, int m, double[] out) {
        double w0 = weights[m];
        double w1 = weights[m + 1];
        double w2 = weights[m + 2];
        double w3 = weights[m + 3];
        for (int j = 0; j < out.length; j++) {
            out[j] += (w0 * r0[j] + w1 * r1[j]) + (w2 * r2[j] + w3 * r3[j]);
        }
    }
}
