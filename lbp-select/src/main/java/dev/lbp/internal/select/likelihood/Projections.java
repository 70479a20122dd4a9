package dev.lbp.internal.select.likelihood;

import java.util.Arrays;

/**
 * Computes sums over rows for all columns of a matrix, in single precision. Inner loops run over columns and keep no
 * sum in one variable, so that the compiler turns them into vector instructions. They use fused multiply-adds, which
 * are correctly rounded everywhere, so bits do not depend on the compiler.
 */
final class Projections {

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

    /** Adds the squares of four rows, with the weights a0 to a3. */
    private static void addSquares(
            float[] x0, float[] x1, float[] x2, float[] x3, float a0, float a1, float a2, float a3, float[] out) {
        for (int j = 0; j < out.length; j++) {
            out[j] = Math.fma(
                    a3 * x3[j],
                    x3[j],
                    Math.fma(a2 * x2[j], x2[j], Math.fma(a1 * x1[j], x1[j], Math.fma(a0 * x0[j], x0[j], out[j]))));
        }
    }
}
