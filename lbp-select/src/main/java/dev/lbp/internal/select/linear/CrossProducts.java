package dev.lbp.internal.select.linear;

import java.util.concurrent.ForkJoinTask;
import java.util.stream.IntStream;

/**
 * Computes X'X of n rows and p columns by n p^2 multiplications and additions, in plain loops that the JIT compiler
 * makes vector code of. A product is a sum over rows from the first to the last, four at a time, so it has the same
 * bits on every machine and for any number of threads: a run can go on, or have its parts, on another machine. OpenBLAS
 * has other bits on other processors and for other numbers of threads, and would save nothing: for 500 rows and 5,000
 * columns it takes 0.7 seconds of one processor, 0.7 more to copy its result and 0.7 to start ND4J, and this takes 1.0
 * (medians of four interleaved runs on an AMD EPYC with AVX2, OpenBLAS 0.3.19).
 *
 * <p>Panels of columns are multiplied with all later columns, tile by tile. A tile's values are used for each four
 * columns of the panel while they are in a cache.
 */
public final class CrossProducts {

    /** Columns of a panel, which one thread multiplies. */
    private static final int PANEL = 64;

    /** Columns of a tile: four rows of sums are 16 KB, and stay in a first-level cache. */
    private static final int TILE = 512;

    /** Rows of a tile, a multiple of 4: its values are 128 KB, and stay in a second-level cache. */
    private static final int CHUNK = 32;

    private CrossProducts() {}

    /**
     * Computes X'X into one of two arrays: the one of length p receives the rows. Runs on the threads of the {@link
     * java.util.concurrent.ForkJoinPool} that the calling thread belongs to, or else of the common one.
     *
     * @param x [n][p], each column of sum of squares 1
     * @param rows [p], receives the rows in double precision; or empty
     * @param singles [p], receives the rows in single precision; or empty
     */
    public static void compute(double[][] x, double[][] rows, float[][] singles) {
        int p = x[0].length;
        inPanels(p, (first, last) -> {
            double[][] sums = upperRows(x, first, last);
            for (int k = 0; k < sums.length; k++) {
                store(sums[k], first + k, rows, singles);
            }
        });
        inPanels(p, (top, bottom) -> mirror(top, bottom, rows, singles));
    }

    /** Work on the columns {@code first} to {@code last - 1}. */
    private interface PanelWork {
        void on(int first, int last);
    }

    /** Does the work of each panel of columns, given as its first column and its end, in parallel. */
    private static void inPanels(int p, PanelWork work) {
        ForkJoinTask.invokeAll(IntStream.range(0, (p + PANEL - 1) / PANEL)
                .mapToObj(panel -> ForkJoinTask.adapt(() -> work.on(panel * PANEL, Math.min(panel * PANEL + PANEL, p))))
                .toList());
    }

    /**
     * One column in single precision, with the bits that {@link #compute} gives it: products and their order are
     * symmetric.
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

    /** Adds to column j of X'X the products of four rows. */
    private static void addFour(double[] x0, double[] x1, double[] x2, double[] x3, int j, double[] a) {
        double a0 = x0[j];
        double a1 = x1[j];
        double a2 = x2[j];
        double a3 = x3[j];
        for (int i = 0; i < a.length; i++) {
            a[i] += (a0 * x0[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i]);
        }
    }

    /**
     * The rows {@code first} to {@code last - 1} of X'X on and above the diagonal; elements left of column {@code
     * first} stay 0.
     */
    private static double[][] upperRows(double[][] x, int first, int last) {
        int p = x[0].length;
        double[][] sums = new double[last - first][p];
        double[] spare = sums.length % 4 == 0 ? sums[0] : new double[p]; // receives sums that nobody needs
        int[] columns = new int[4];
        double[][] four = new double[4][];
        for (int from = first; from < p; from += TILE) {
            int to = Math.min(from + TILE, p);
            for (int top = 0; top < x.length; top += CHUNK) {
                int bottom = Math.min(top + CHUNK, x.length);
                for (int i = first; i < last; i += 4) {
                    for (int k = 0; k < 4; k++) { // the last four of a panel may be fewer
                        columns[k] = Math.min(i + k, last - 1);
                        four[k] = i + k < last ? sums[i + k - first] : spare;
                    }
                    addProducts(x, top, bottom, columns, four, from, to);
                }
            }
        }
        return sums;
    }

    /**
     * Adds to four rows of X'X the products of the observations {@code top} to {@code bottom - 1}.
     *
     * @param columns the numbers of the four rows of X'X
     * @param sums receives the products, at the places {@code from} to {@code to - 1}
     */
    private static void addProducts(
            double[][] x, int top, int bottom, int[] columns, double[][] sums, int from, int to) {
        int t = top;
        for (; t + 3 < bottom; t += 4) {
            addFour(x, t, columns, sums, from, to);
        }
        for (; t < bottom; t++) {
            double[] row = x[t];
            for (int k = 0; k < 4; k++) {
                double value = row[columns[k]];
                double[] sum = sums[k];
                for (int j = from; j < to; j++) {
                    sum[j] += value * row[j];
                }
            }
        }
    }

    /** Adds to four rows of X'X the products of the observations t to t + 3. */
    private static void addFour(double[][] x, int t, int[] columns, double[][] sums, int from, int to) {
        double[] x0 = x[t];
        double[] x1 = x[t + 1];
        double[] x2 = x[t + 2];
        double[] x3 = x[t + 3];
        int i = columns[0];
        double a0 = x0[i];
        double a1 = x1[i];
        double a2 = x2[i];
        double a3 = x3[i];
        i = columns[1];
        double b0 = x0[i];
        double b1 = x1[i];
        double b2 = x2[i];
        double b3 = x3[i];
        i = columns[2];
        double c0 = x0[i];
        double c1 = x1[i];
        double c2 = x2[i];
        double c3 = x3[i];
        i = columns[3];
        double d0 = x0[i];
        double d1 = x1[i];
        double d2 = x2[i];
        double d3 = x3[i];
        double[] a = sums[0];
        double[] b = sums[1];
        double[] c = sums[2];
        double[] d = sums[3];
        for (int j = from; j < to; j++) {
            double v0 = x0[j];
            double v1 = x1[j];
            double v2 = x2[j];
            double v3 = x3[j];
            a[j] += (a0 * v0 + a1 * v1) + (a2 * v2 + a3 * v3);
            b[j] += (b0 * v0 + b1 * v1) + (b2 * v2 + b3 * v3);
            c[j] += (c0 * v0 + c1 * v1) + (c2 * v2 + c3 * v3);
            d[j] += (d0 * v0 + d1 * v1) + (d2 * v2 + d3 * v3);
        }
    }

    /** Stores row i of X'X: in {@code rows}, or rounded, from the diagonal on, in {@code singles} if rows is empty. */
    private static void store(double[] row, int i, double[][] rows, float[][] singles) {
        row[i] = 1.0; // columns have sum of squares 1
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

    /**
     * Copies to the rows {@code top} to {@code bottom - 1}, below the diagonal, what is above it; in squares that fit
     * into the cache.
     */
    private static void mirror(int top, int bottom, double[][] rows, float[][] singles) {
        for (int left = 0; left <= top; left += PANEL) {
            for (int i = top; i < bottom; i++) {
                for (int j = left; j < Math.min(left + PANEL, i); j++) {
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
