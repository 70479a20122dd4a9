package dev.lbp.internal.kernel;

import java.util.Arrays;

/**
 * Products by plain loops. In single precision the inner loops run over columns and keep no sum in a variable, so that
 * the compiler turns them into vector instructions; with eight rows per loop it sometimes fails to. Fused multiply-adds
 * are correctly rounded everywhere, so bits do not depend on the compiler.
 */
public final class ScalarProducts implements ProductKernel {

    /** The number of columns of a block: the sums of 14 vectors are 28 KB and stay in the first-level cache. */
    private static final int BLOCK = 512;

    /** Multiplies four rows at a time with all vectors, so that the matrix is read from memory once. */
    @Override
    public void products(float[][] rows, float[][] vectors, int count, float[][] out) {
        for (int d = 0; d < count; d++) {
            Arrays.fill(out[d], 0.0f);
        }
        int columns = rows[0].length;
        for (int from = 0; from < columns; from += BLOCK) {
            int to = Math.min(from + BLOCK, columns);
            int t = 0;
            for (; t + 3 < rows.length; t += 4) {
                for (int d = 0; d < count; d++) {
                    addFourRows(rows, vectors[d], t, from, to, out[d]);
                }
            }
            for (; t < rows.length; t++) {
                for (int d = 0; d < count; d++) {
                    addRow(rows[t], vectors[d][t], from, to, out[d]);
                }
            }
        }
    }

    /** Adds four rows, each times its weight, to {@code out}, in the columns {@code from} to {@code to - 1}. */
    private static void addFourRows(float[][] rows, float[] weights, int t, int from, int to, float[] out) {
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

    /** Adds a row times its weight to {@code out}, in the columns {@code from} to {@code to - 1}. */
    private static void addRow(float[] row, float weight, int from, int to, float[] out) {
        for (int j = from; j < to; j++) {
            out[j] = Math.fma(weight, row[j], out[j]);
        }
    }

    @Override
    public void products(double[] vector, double[][] x, int k, double[] out) {
        InnerProducts.dots(vector, x, 0, k, out);
    }

    /** Does nothing: {@link #triangle} reads the columns themselves. */
    @Override
    public void prepare(double[][] x, int k, double[][] blocks) {}

    /** Computes two rows of the triangle at a time, from the columns themselves: this kernel prepares no blocks. */
    @Override
    public void triangle(double[][] vectors, double[][] x, double[][] blocks, int k, double[][] out) {
        int i = 0;
        for (; i + 1 < k; i += 2) {
            InnerProducts.twoRows(x, i, vectors[i], vectors[i + 1], out);
        }
        if (i < k) {
            InnerProducts.oneRow(x, i, 0, vectors[i], out[i]);
        }
    }
}
