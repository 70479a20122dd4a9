package dev.lbp.select;

import java.util.Arrays;

/**
 * Products of vectors with all columns of a matrix, in single precision. Inner loops run over columns and keep no sum
 * in one variable, so that the compiler turns them into vector instructions; each reads four rows for two vectors. They
 * use fused multiply-adds, which are correctly rounded everywhere, so bits do not depend on the compiler.
 */
final class Projections {

    /** Columns of one block: two blocks of sums stay in the processor's first cache. */
    private static final int BLOCK = 2_048;

    private Projections() {}

    /** {@code out += weight row}. */
    static void add(float[] row, float weight, float[] out) {
        for (int j = 0; j < out.length; j++) {
            out[j] = Math.fma(weight, row[j], out[j]);
        }
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
     * Products of two vectors with all columns.
     *
     * @param rows [n][p]
     * @param a [n]
     * @param b [n]
     * @param outA [p], receives {@code x_j'a}
     * @param outB [p], receives {@code x_j'b}
     */
    static void pair(float[][] rows, float[] a, float[] b, float[] outA, float[] outB) {
        Arrays.fill(outA, 0.0f);
        Arrays.fill(outB, 0.0f);
        for (int from = 0; from < outA.length; from += BLOCK) {
            int to = Math.min(from + BLOCK, outA.length);
            int t = 0;
            for (; t + 3 < rows.length; t += 4) {
                four(rows, a, b, t, from, to, outA, outB);
            }
            for (; t < rows.length; t++) {
                one(rows[t], a[t], b[t], from, to, outA, outB);
            }
        }
    }

    private static void four(
            float[][] rows, float[] a, float[] b, int t, int from, int to, float[] outA, float[] outB) {
        float[] x0 = rows[t];
        float[] x1 = rows[t + 1];
        float[] x2 = rows[t + 2];
        float[] x3 = rows[t + 3];
        float a0 = a[t];
        float a1 = a[t + 1];
        float a2 = a[t + 2];
        float a3 = a[t + 3];
        float b0 = b[t];
        float b1 = b[t + 1];
        float b2 = b[t + 2];
        float b3 = b[t + 3];
        for (int j = from; j < to; j++) {
            outA[j] = Math.fma(a3, x3[j], Math.fma(a2, x2[j], Math.fma(a1, x1[j], Math.fma(a0, x0[j], outA[j]))));
            outB[j] = Math.fma(b3, x3[j], Math.fma(b2, x2[j], Math.fma(b1, x1[j], Math.fma(b0, x0[j], outB[j]))));
        }
    }

    private static void one(float[] row, float a, float b, int from, int to, float[] outA, float[] outB) {
        for (int j = from; j < to; j++) {
            outA[j] = Math.fma(a, row[j], outA[j]);
            outB[j] = Math.fma(b, row[j], outB[j]);
        }
    }
}
