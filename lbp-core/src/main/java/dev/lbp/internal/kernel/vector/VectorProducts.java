package dev.lbp.internal.kernel.vector;

import dev.lbp.internal.kernel.ProductKernel;
import dev.lbp.internal.kernel.ScalarProducts;

/** Products by SIMD. The scalar kernel computes products that are too small for SIMD to pay. */
public final class VectorProducts implements ProductKernel {

    private final ScalarProducts scalar = new ScalarProducts();

    @Override
    public void products(float[][] rows, float[][] vectors, int count, float[][] out) {
        if (rows[0].length < FloatTiles.COLUMNS) {
            scalar.products(rows, vectors, count, out);
        } else {
            FloatTiles.products(rows, vectors, count, out);
        }
    }

    @Override
    public void products(double[] vector, double[][] x, int k, double[] out) {
        if (DoubleTiles.FAST) { // if the machine has vectors of four doubles
            DoubleTiles.products(vector, x, k, out);
        } else {
            scalar.products(vector, x, k, out);
        }
    }

    @Override
    public void prepare(double[][] x, int k, double[][] blocks) {
        if (DoubleTiles.FAST) { // else the scalar kernel reads the columns themselves
            DoubleTiles.interleave(x, k, blocks);
        }
    }

    @Override
    public void triangle(double[][] vectors, double[][] x, double[][] blocks, int k, double[][] out) {
        if (DoubleTiles.FAST) {
            DoubleTiles.triangle(vectors, x, blocks, k, out);
        } else {
            scalar.triangle(vectors, x, blocks, k, out);
        }
    }
}
