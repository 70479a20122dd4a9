package dev.lbp.select;

import java.util.Arrays;

/**
 * Products of vectors with all columns of a matrix, in single precision. Inner loops run over columns and keep no sum
 * in one variable, so that the compiler turns them into vector instructions; it sometimes fails to with eight rows in
 * one loop. They use fused multiply-adds, which are correctly rounded everywhere, so bits do not depend on the
 * compiler.
 */
final class Projections {

    /** Columns of one block: the sums of 14 vectors are 28 KB, and stay in the processor's first cache. */
    private static final int BLOCK = 512;

    private Projections() {}

    /** {@code out += weight row}. */
    static void add(float[] row, float weight, float[] out) {
        add(row, weight, 0, out.length, out);
    }

    /** {@code out *= factor}. */
    static void scale(float[] out, float factor) {
        for (int j = 0; j < out.length; j++) {
            out[j] *= factor;
        }
    }

    /** {@code out_j = sum over rows of weights_t x_tj^2}. */
    static void addSquares(float[][] rows, double[] weights, float[] out) {
        Arrays.fill(out, 0.0f);
        int t = 0;
        for (; t + 3 < rows.length; t += 4) {
            addSquares(
                    rows[t],
                    rows[t + 1],
                    rows[t + 2],
                    rows[t + 3],
                    (float) weights[t],
                    (float) weights[t + 1],
                    (float) weights[t + 2],
                    (float) weights[t + 3],
                    out);
        }
        for (; t < rows.length; t++) {
            float[] row = rows[t];
            float weight = (float) weights[t];
            for (int j = 0; j < out.length; j++) {
                out[j] = Math.fma(weight * row[j], row[j], out[j]);
            }
        }
    }

    private static void addSquares(
            float[] x0, float[] x1, float[] x2, float[] x3, float a0, float a1, float a2, float a3, float[] out) {
        for (int j = 0; j < out.length; j++) {
            out[j] = Math.fma(
                    a3 * x3[j],
                    x3[j],
                    Math.fma(a2 * x2[j], x2[j], Math.fma(a1 * x1[j], x1[j], Math.fma(a0 * x0[j], x0[j], out[j]))));
        }
    }

    /**
     * Products of some vectors with all columns. Four rows at a time meet all vectors, so that the matrix is read from
     * memory once, however many vectors there are.
     *
     * @param rows [n][p]
     * @param vectors at least [count][n]
     * @param out at least [count][p], receives {@code x_j'v}
     */
    static void products(float[][] rows, float[][] vectors, int count, float[][] out) {
        for (int d = 0; d < count; d++) {
            Arrays.fill(out[d], 0.0f);
        }
        int columns = rows[0].length;
        for (int from = 0; from < columns; from += BLOCK) {
            int to = Math.min(from + BLOCK, columns);
            int t = 0;
            for (; t + 3 < rows.length; t += 4) {
                for (int d = 0; d < count; d++) {
                    addFour(rows, vectors[d], t, from, to, out[d]);
                }
            }
            for (; t < rows.length; t++) {
                for (int d = 0; d < count; d++) {
                    add(rows[t], vectors[d][t], from, to, out[d]);
                }
            }
        }
    }

    private static void addFour(float[][] rows, float[] weights, int t, int from, int to, float[] out) {
        float[] x0 = rows[t];
        float[] x1 = rows[t + 1];
        float[] x2 = rows[t + 2];
        float[] x3 = rows[t + 3];
        float a0 = weights[t];
        float a1 = weights[t + 1];
        float a2 = weights[t + 2];
        float a3 = weights[t + 3];
        for (int j = from; j < to; j++) {
            out[j] = Math.fma(a3, x3[j], Math.fma(a2, x2[j], Math.fma(a1, x1[j], Math.fma(a0, x0[j], out[j]))));
        }
    }

    private static void add(float[] row, float weight, int from, int to, float[] out) {
        for (int j = from; j < to; j++) {
            out[j] = Math.fma(weight, row[j], out[j]);
        }
    }
}
