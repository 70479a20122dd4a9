package dev.lbp.select;

import java.util.stream.IntStream;

/**
 * X'X of n rows and p columns by n p^2 multiplications and additions, in plain loops that the JIT compiler makes vector code of:
 * the same bits on every machine, for any number of threads.
 */
final class CrossProducts {

    /** Columns that one pass over the data multiplies with all others. */
    private static final int BLOCK = 2;

    /** Elements of a row that stay in the first-level cache during a pass. */
    private static final int TILE = 1_024;

    private CrossProducts() {}

    /**
     * Fills one of two arrays, the one that has p places.
     *
     * @param x [n][p], each column of sum of squares 1
     * @param rows p places, or none
     * @param singles p places, or none
     */
    static void compute(double[][] x, double[][] rows, float[][] singles) {
        int p = x[0].length;
        IntStream.range(0, (p + BLOCK - 1) / BLOCK).parallel().forEach(block -> {
            int first = block * BLOCK;
            int second = Math.min(first + 1, p - 1);
            double[] a = new double[p];
            double[] b = new double[p];
            multiply(x, first, second, a, b);
            store(a, first, rows, singles);
            if (second > first) {
                store(b, second, rows, singles);
            }
        });
        mirror(rows, singles);
    }

    /**
     * One column in single precision, with the bits that {@link #compute} gives it: products and their order are symmetric.
     *
     * @param x [n][p], each column of sum of squares 1
     */
    static float[] column(double[][] x, int j) {
        double[] a = new double[x[0].length];
        int t = 0;
        for (; t + 3 < x.length; t += 4) {
            addFour(x[t], x[t + 1], x[t + 2], x[t + 3], j, a);
        }
        for (; t < x.length; t++) {
            double[] row = x[t];
            for (int i = 0; i < a.length; i++) {
                a[i] += row[j] * row[i];
            }
        }
        a[j] = 1.0;
        float[] column = new float[a.length];
        for (int i = 0; i < a.length; i++) {
            column[i] = (float) a[i];
        }
        return column;
    }

    private static void addFour(double[] x0, double[] x1, double[] x2, double[] x3, int j, double[] a) {
        double a0 = x0[j];
        double a1 = x1[j];
        double a2 = x2[j];
        double a3 = x3[j];
        for (int i = 0; i < a.length; i++) {
            a[i] += (a0 * x0[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i]);
        }
    }

    /** Rows {@code first} and {@code second} of X'X, from column {@code first} on. */
    private static void multiply(double[][] x, int first, int second, double[] a, double[] b) {
        int n = x.length;
        for (int from = first; from < a.length; from += TILE) {
            int to = Math.min(from + TILE, a.length);
            int t = 0;
            for (; t + 3 < n; t += 4) {
                addFour(x, t, first, second, a, b, from, to);
            }
            for (; t < n; t++) {
                double[] row = x[t];
                for (int j = from; j < to; j++) {
                    a[j] += row[first] * row[j];
                    b[j] += row[second] * row[j];
                }
            }
        }
    }

    private static void addFour(double[][] x, int t, int first, int second, double[] a, double[] b, int from, int to) {
        double[] x0 = x[t];
        double[] x1 = x[t + 1];
        double[] x2 = x[t + 2];
        double[] x3 = x[t + 3];
        double a0 = x0[first];
        double a1 = x1[first];
        double a2 = x2[first];
        double a3 = x3[first];
        double b0 = x0[second];
        double b1 = x1[second];
        double b2 = x2[second];
        double b3 = x3[second];
        for (int j = from; j < to; j++) {
            double v0 = x0[j];
            double v1 = x1[j];
            double v2 = x2[j];
            double v3 = x3[j];
            a[j] += (a0 * v0 + a1 * v1) + (a2 * v2 + a3 * v3);
            b[j] += (b0 * v0 + b1 * v1) + (b2 * v2 + b3 * v3);
        }
    }

    private static void store(double[] row, int i, double[][] rows, float[][] singles) {
        row[i] = 1.0;
        if (rows.length > 0) {
            rows[i] = row;
        } else {
            float[] single = new float[row.length];
            for (int j = i; j < row.length; j++) {
                single[j] = (float) row[j];
            }
            singles[i] = single;
        }
    }

    /** Copies the part above the diagonal to the part below it, in squares that fit into the cache. */
    private static void mirror(double[][] rows, float[][] singles) {
        int side = 64;
        int p = rows.length + singles.length;
        for (int top = 0; top < p; top += side) {
            for (int left = 0; left <= top; left += side) {
                for (int i = top; i < Math.min(top + side, p); i++) {
                    for (int j = left; j < Math.min(left + side, i); j++) {
                        if (rows.length > 0) {
                            rows[i][j] = rows[j][i];
                        } else {
                            singles[i][j] = singles[j][i];
                        }
                    }
                }
            }
        }
    }
}
