package dev.lbp.internal.kernel.vector;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of vectors with all columns, in single precision. The sums of six vectors, each with the columns of two SIMD
 * vectors, stay in registers while a block of rows is added. The last tile ends with the last column of the matrix, so
 * some columns are computed twice.
 */
final class FloatTiles {

    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

    private static final int LANES = SPECIES.length();

    /** The number of columns in a tile. */
    static final int COLUMNS = 2 * LANES;

    /** The number of vectors in a tile: all its sums fit into 16 registers. */
    private static final int VECTORS = 6;

    /** The number of rows in a block, whose part of a tile's columns stays in the first-level cache. */
    private static final int ROWS = 64;

    private FloatTiles() {}

    private static FloatVector load(float[] array, int at) {
        return FloatVector.fromArray(SPECIES, array, at);
    }

    /** {@code ProductKernel.products} of floats, for matrices of at least {@link #COLUMNS} columns. */
    static void products(float[][] rows, float[][] vectors, int count, float[][] out) {
        int columns = rows[0].length;
        int body = columns - columns % COLUMNS;
        for (int d = 0; d < count; d++) {
            Arrays.fill(out[d], 0, body, 0.0f);
        }
        for (int from = 0; from < rows.length; from += ROWS) {
            int to = Math.min(from + ROWS, rows.length);
            for (int j = 0; j < body; j += COLUMNS) {
                addRows(rows, from, to, j, vectors, count, out);
            }
        }
        if (body < columns) {
            int j = columns - COLUMNS; // the last tile computes some columns once more, from 0
            for (int d = 0; d < count; d++) {
                Arrays.fill(out[d], j, columns, 0.0f);
            }
            addRows(rows, 0, rows.length, j, vectors, count, out);
        }
    }

    /**
     * Adds the rows {@code from} to {@code to - 1} to the sums of all vectors in a tile's columns. If there are too few
     * vectors for a tile, the last one is repeated.
     */
    private static void addRows(float[][] rows, int from, int to, int j, float[][] v, int count, float[][] out) {
        int last = count - 1;
        for (int d = 0; d < count; d += VECTORS) {
            int d1 = Math.min(d + 1, last);
            int d2 = Math.min(d + 2, last);
            int d3 = Math.min(d + 3, last);
            int d4 = Math.min(d + 4, last);
            int d5 = Math.min(d + 5, last);
            FloatVector a0 = load(out[d], j);
            FloatVector b0 = load(out[d], j + LANES);
            FloatVector a1 = load(out[d1], j);
            FloatVector b1 = load(out[d1], j + LANES);
            FloatVector a2 = load(out[d2], j);
            FloatVector b2 = load(out[d2], j + LANES);
            FloatVector a3 = load(out[d3], j);
            FloatVector b3 = load(out[d3], j + LANES);
            FloatVector a4 = load(out[d4], j);
            FloatVector b4 = load(out[d4], j + LANES);
            FloatVector a5 = load(out[d5], j);
            FloatVector b5 = load(out[d5], j + LANES);
            float[] v0 = v[d];
            float[] v1 = v[d1];
            float[] v2 = v[d2];
            float[] v3 = v[d3];
            float[] v4 = v[d4];
            float[] v5 = v[d5];
            for (int t = from; t < to; t++) {
                FloatVector x = load(rows[t], j);
                FloatVector y = load(rows[t], j + LANES);
                FloatVector weight = FloatVector.broadcast(SPECIES, v0[t]);
                a0 = weight.fma(x, a0);
                b0 = weight.fma(y, b0);
                weight = FloatVector.broadcast(SPECIES, v1[t]);
                a1 = weight.fma(x, a1);
                b1 = weight.fma(y, b1);
                weight = FloatVector.broadcast(SPECIES, v2[t]);
                a2 = weight.fma(x, a2);
                b2 = weight.fma(y, b2);
                weight = FloatVector.broadcast(SPECIES, v3[t]);
                a3 = weight.fma(x, a3);
                b3 = weight.fma(y, b3);
                weight = FloatVector.broadcast(SPECIES, v4[t]);
                a4 = weight.fma(x, a4);
                b4 = weight.fma(y, b4);
                weight = FloatVector.broadcast(SPECIES, v5[t]);
                a5 = weight.fma(x, a5);
                b5 = weight.fma(y, b5);
            }
            a0.intoArray(out[d], j);
            b0.intoArray(out[d], j + LANES);
            a1.intoArray(out[d1], j);
            b1.intoArray(out[d1], j + LANES);
            a2.intoArray(out[d2], j);
            b2.intoArray(out[d2], j + LANES);
            a3.intoArray(out[d3], j);
            b3.intoArray(out[d3], j + LANES);
            a4.intoArray(out[d4], j);
            b4.intoArray(out[d4], j + LANES);
            a5.intoArray(out[d5], j);
            b5.intoArray(out[d5], j + LANES);
        }
    }
}
