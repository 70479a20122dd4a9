package dev.lbp.select;

import dev.lbp.internal.Memory;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The products of all pairs of columns, {@code X'X}, and of each column with the response, {@code X'y}. Columns and response have
 * sum of squares 1, so these are correlations. Chains share it; it never changes. It takes 8 p^2 bytes, or 4 p^2 in single
 * precision.
 */
final class Gram implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The largest number of columns in double precision: 288 MB. */
    static final int MOST_DOUBLE = 6_000;

    private final double[] response;

    /** Row by row; one of the two has no rows. */
    private final double[][] rows;

    private final float[][] singles;

    private Gram(double[] response, double[][] rows, float[][] singles) {
        this.response = response;
        this.rows = rows;
        this.singles = singles;
    }

    /**
     * In double precision up to {@link #MOST_DOUBLE} columns. Rounding to single precision changes a correlation by 3e-8, and
     * every chain samples with the same rounded ones.
     *
     * @param x [n][p]: the columns' values, row by row; each column of sum of squares 1
     * @param y [n], of sum of squares 1
     * @throws IllegalArgumentException if the products do not fit into the heap
     */
    static Gram of(double[][] x, double[] y) {
        return of(x, y, x[0].length > MOST_DOUBLE);
    }

    /** As {@link #of(double[][], double[])}, with the given precision. */
    static Gram of(double[][] x, double[] y, boolean single) {
        int p = x[0].length;
        Memory.check(
                (double) p * p * (single ? Float.BYTES : Double.BYTES),
                "the products of all pairs of p=" + p + " columns",
                "leave out columns beforehand, for example those least correlated with the response, or give Java a"
                        + " larger heap (-Xmx)");
        double[][] rows = new double[single ? 0 : p][];
        float[][] singles = new float[single ? p : 0][];
        CrossProducts.compute(x, rows, singles);
        double[] response = new double[p];
        for (int t = 0; t < x.length; t++) {
            for (int j = 0; j < p; j++) {
                response[j] += y[t] * x[t][j];
            }
        }
        return new Gram(response, rows, singles);
    }

    /** The number of columns p. */
    int columns() {
        return response.length;
    }

    /** Whether products are kept in single precision. */
    boolean isSingle() {
        return singles.length > 0;
    }

    /** The product of two columns. */
    double at(int i, int j) {
        return isSingle() ? singles[i][j] : rows[i][j];
    }

    /** The product of a column with the response. */
    double response(int j) {
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
    void combine(int[] columns, double[] weights, int count, double[] out) {
        Arrays.fill(out, 0.0);
        int m = 0;
        for (; m + 3 < count; m += 4) {
            if (isSingle()) {
                addFour(singles, columns, weights, m, out);
            } else {
                addFour(rows, columns, weights, m, out);
            }
        }
        for (; m < count; m++) {
            double w = weights[m];
            if (isSingle()) {
                float[] row = singles[columns[m]];
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

    private static void addFour(double[][] rows, int[] columns, double[] weights, int m, double[] out) {
        double[] r0 = rows[columns[m]];
        double[] r1 = rows[columns[m + 1]];
        double[] r2 = rows[columns[m + 2]];
        double[] r3 = rows[columns[m + 3]];
        double w0 = weights[m];
        double w1 = weights[m + 1];
        double w2 = weights[m + 2];
        double w3 = weights[m + 3];
        for (int j = 0; j < out.length; j++) {
            out[j] += (w0 * r0[j] + w1 * r1[j]) + (w2 * r2[j] + w3 * r3[j]);
        }
    }

    private static void addFour(float[][] rows, int[] columns, double[] weights, int m, double[] out) {
        float[] r0 = rows[columns[m]];
        float[] r1 = rows[columns[m + 1]];
        float[] r2 = rows[columns[m + 2]];
        float[] r3 = rows[columns[m + 3]];
        double w0 = weights[m];
        double w1 = weights[m + 1];
        double w2 = weights[m + 2];
        double w3 = weights[m + 3];
        for (int j = 0; j < out.length; j++) {
            out[j] += (w0 * r0[j] + w1 * r1[j]) + (w2 * r2[j] + w3 * r3[j]);
        }
    }
}
