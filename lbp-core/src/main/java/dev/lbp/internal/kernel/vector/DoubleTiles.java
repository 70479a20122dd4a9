package dev.lbp.internal.kernel.vector;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of vectors with columns, in double precision. The four lanes of a SIMD vector hold the four sums of one
 * product, or the products with four columns, summed row by row. If there are too few vectors or columns for a tile,
 * the last one is repeated. Multiplications and additions are rounded separately, as in scalar loops.
 */
final class DoubleTiles {

    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_256;

    private static final int LANES = 4;

    /** The number of vectors in a tile: enough sums that no addition waits for the one before. */
    private static final int VECTORS = 8;

    /** Whether the machine has vectors of four lanes; without them, loops over such vectors are slow. */
    static final boolean FAST = DoubleVector.SPECIES_PREFERRED.length() >= LANES;

    private DoubleTiles() {}

    private static DoubleVector load(double[] array, int at) {
        return DoubleVector.fromArray(SPECIES, array, at);
    }

    private static DoubleVector zero() {
        return DoubleVector.zero(SPECIES);
    }

    /** Copies each group of four columns to one array, row by row. */
    static void interleave(double[][] x, int k, double[][] blocks) {
        for (int j = 0; j + 3 < k; j += LANES) {
            double[] block = blocks[j / LANES];
            double[] x0 = x[j];
            double[] x1 = x[j + 1];
            double[] x2 = x[j + 2];
            double[] x3 = x[j + 3];
            for (int t = 0; t < x0.length; t++) {
                block[LANES * t] = x0[t];
                block[LANES * t + 1] = x1[t];
                block[LANES * t + 2] = x2[t];
                block[LANES * t + 3] = x3[t];
            }
        }
    }

    /** {@code ProductKernel.triangle}: corners at the diagonal, and below them blocks of 8 vectors by 4 columns. */
    static void triangle(double[][] vectors, double[][] x, double[][] blocks, int k, double[][] out) {
        int last = k - 1;
        for (int j = 0; j < k; j += LANES) {
            cornerAtDiagonal(vectors, x, j, last, out);
            for (int i = j + 3; i < k; i += VECTORS) { // from row j + 3 on, all 4 columns are in the triangle
                block(vectors, blocks[j / LANES], i, j, last, out);
            }
        }
    }

    /**
     * Computes the products of eight vectors, from vector i on, with a block of four columns, from column j on. After
     * vector {@code last} there are none, and that vector is repeated.
     */
    private static void block(double[][] vectors, double[] block, int i, int j, int last, double[][] out) {
        int i1 = Math.min(i + 1, last);
        int i2 = Math.min(i + 2, last);
        int i3 = Math.min(i + 3, last);
        int i4 = Math.min(i + 4, last);
        int i5 = Math.min(i + 5, last);
        int i6 = Math.min(i + 6, last);
        int i7 = Math.min(i + 7, last);
        double[] v0 = vectors[i];
        double[] v1 = vectors[i1];
        double[] v2 = vectors[i2];
        double[] v3 = vectors[i3];
        double[] v4 = vectors[i4];
        double[] v5 = vectors[i5];
        double[] v6 = vectors[i6];
        double[] v7 = vectors[i7];
        DoubleVector s0 = zero();
        DoubleVector s1 = zero();
        DoubleVector s2 = zero();
        DoubleVector s3 = zero();
        DoubleVector s4 = zero();
        DoubleVector s5 = zero();
        DoubleVector s6 = zero();
        DoubleVector s7 = zero();
        for (int t = 0; t < v0.length; t++) {
            DoubleVector row = load(block, LANES * t);
            s0 = s0.add(row.mul(v0[t]));
            s1 = s1.add(row.mul(v1[t]));
            s2 = s2.add(row.mul(v2[t]));
            s3 = s3.add(row.mul(v3[t]));
            s4 = s4.add(row.mul(v4[t]));
            s5 = s5.add(row.mul(v5[t]));
            s6 = s6.add(row.mul(v6[t]));
            s7 = s7.add(row.mul(v7[t]));
        }
        s0.intoArray(out[i], j);
        s1.intoArray(out[i1], j);
        s2.intoArray(out[i2], j);
        s3.intoArray(out[i3], j);
        s4.intoArray(out[i4], j);
        s5.intoArray(out[i5], j);
        s6.intoArray(out[i6], j);
        s7.intoArray(out[i7], j);
    }

    /**
     * Computes the products of the vectors j, j + 1 and j + 2, if they exist, with the columns from j to the vector's
     * number.
     */
    private static void cornerAtDiagonal(double[][] vectors, double[][] x, int j, int last, double[][] out) {
        int j1 = Math.min(j + 1, last);
        int j2 = Math.min(j + 2, last);
        double[] x0 = x[j];
        double[] x1 = x[j1];
        double[] x2 = x[j2];
        double[] v0 = vectors[j];
        double[] v1 = vectors[j1];
        double[] v2 = vectors[j2];
        DoubleVector s00 = zero(); // the sums of vector j + 0 with column j + 0; s21: of vector j + 2 with column j + 1
        DoubleVector s10 = zero();
        DoubleVector s11 = zero();
        DoubleVector s20 = zero();
        DoubleVector s21 = zero();
        DoubleVector s22 = zero();
        int body = body(v0.length);
        for (int t = 0; t < body; t += LANES) {
            DoubleVector y0 = load(x0, t);
            DoubleVector y1 = load(x1, t);
            DoubleVector y2 = load(x2, t);
            DoubleVector v = load(v0, t);
            s00 = s00.add(v.mul(y0));
            v = load(v1, t);
            s10 = s10.add(v.mul(y0));
            s11 = s11.add(v.mul(y1));
            v = load(v2, t);
            s20 = s20.add(v.mul(y0));
            s21 = s21.add(v.mul(y1));
            s22 = s22.add(v.mul(y2));
        }
        out[j][j] = sum(s00, v0, x0);
        if (j1 > j) {
            out[j1][j] = sum(s10, v1, x0);
            out[j1][j1] = sum(s11, v1, x1);
        }
        if (j2 > j1) {
            out[j2][j] = sum(s20, v2, x0);
            out[j2][j1] = sum(s21, v2, x1);
            out[j2][j2] = sum(s22, v2, x2);
        }
    }

    /**
     * {@code ProductKernel.products}: the products of one vector with the first k columns, four at a time. If fewer
     * than four are left, the last column is repeated.
     */
    static void products(double[] vector, double[][] x, int k, double[] out) {
        int last = k - 1;
        int body = body(vector.length);
        for (int i = 0; i < k; i += 4) {
            int i1 = Math.min(i + 1, last);
            int i2 = Math.min(i + 2, last);
            int i3 = Math.min(i + 3, last);
            double[] x0 = x[i];
            double[] x1 = x[i1];
            double[] x2 = x[i2];
            double[] x3 = x[i3];
            DoubleVector s0 = zero();
            DoubleVector s1 = zero();
            DoubleVector s2 = zero();
            DoubleVector s3 = zero();
            for (int t = 0; t < body; t += LANES) {
                DoubleVector v = load(vector, t);
                s0 = s0.add(v.mul(load(x0, t)));
                s1 = s1.add(v.mul(load(x1, t)));
                s2 = s2.add(v.mul(load(x2, t)));
                s3 = s3.add(v.mul(load(x3, t)));
            }
            out[i] = sum(s0, vector, x0);
            out[i1] = sum(s1, vector, x1);
            out[i2] = sum(s2, vector, x2);
            out[i3] = sum(s3, vector, x3);
        }
    }

    /** The number of the first n elements that fill whole vectors. */
    private static int body(int n) {
        return n - n % LANES;
    }

    /**
     * The product of two vectors from its four sums; the first sum also takes the elements after the last whole SIMD
     * vector.
     */
    private static double sum(DoubleVector sums, double[] a, double[] b) {
        double first = sums.lane(0);
        for (int t = body(a.length); t < a.length; t++) {
            first += a[t] * b[t];
        }
        return first + sums.lane(1) + (sums.lane(2) + sums.lane(3));
    }
}
