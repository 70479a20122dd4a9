package dev.lbp.internal.kernel;

/**
 * Inner products of vectors in double precision. One loop adds several sums, so that additions overlap in time, and
 * reads the columns once for two vectors. The order of additions of a sum does not depend on the others.
 */
public final class InnerProducts {

    private InnerProducts() {}

    /**
     * Computes rows i and i + 1 of a triangle of products of vectors with the columns x[j].
     *
     * @param a vector i: row i of the matrix receives its products with the columns 0 to i
     * @param b vector i + 1: row i + 1 receives its products with the columns 0 to i + 1
     */
    static void twoRows(double[][] x, int i, double[] a, double[] b, double[][] matrix) {
        int j = 0;
        for (; j + 3 <= i; j += 4) {
            double[] x0 = x[j];
            double[] x1 = x[j + 1];
            double[] x2 = x[j + 2];
            double[] x3 = x[j + 3];
            double a0 = 0.0;
            double a1 = 0.0;
            double a2 = 0.0;
            double a3 = 0.0;
            double b0 = 0.0;
            double b1 = 0.0;
            double b2 = 0.0;
            double b3 = 0.0;
            for (int t = 0; t < a.length; t++) {
                a0 += a[t] * x0[t];
                a1 += a[t] * x1[t];
                a2 += a[t] * x2[t];
                a3 += a[t] * x3[t];
                b0 += b[t] * x0[t];
                b1 += b[t] * x1[t];
                b2 += b[t] * x2[t];
                b3 += b[t] * x3[t];
            }
            matrix[i][j] = a0;
            matrix[i][j + 1] = a1;
            matrix[i][j + 2] = a2;
            matrix[i][j + 3] = a3;
            matrix[i + 1][j] = b0;
            matrix[i + 1][j + 1] = b1;
            matrix[i + 1][j + 2] = b2;
            matrix[i + 1][j + 3] = b3;
        }
        // the columns after the last group of four
        oneRow(x, i, j, a, matrix[i]);
        oneRow(x, i + 1, j, b, matrix[i + 1]);
    }

    /** Computes the products of a vector with the columns {@code first} to {@code last}. */
    static void oneRow(double[][] x, int last, int first, double[] vector, double[] out) {
        int j = first;
        for (; j + 3 <= last; j += 4) {
            double[] x0 = x[j];
            double[] x1 = x[j + 1];
            double[] x2 = x[j + 2];
            double[] x3 = x[j + 3];
            double s0 = 0.0;
            double s1 = 0.0;
            double s2 = 0.0;
            double s3 = 0.0;
            for (int t = 0; t < vector.length; t++) {
                double value = vector[t];
                s0 += value * x0[t];
                s1 += value * x1[t];
                s2 += value * x2[t];
                s3 += value * x3[t];
            }
            out[j] = s0;
            out[j + 1] = s1;
            out[j + 2] = s2;
            out[j + 3] = s3;
        }
        dots(vector, x, j, last + 1, out);
    }

    /** Computes {@link #dot} of a vector with the columns {@code from} to {@code to - 1}, two columns at a time. */
    static void dots(double[] vector, double[][] x, int from, int to, double[] out) {
        int j = from;
        for (; j + 1 < to; j += 2) {
            double[] x0 = x[j];
            double[] x1 = x[j + 1];
            // the four sums of dot(), a for the first column and b for the second
            double a0 = 0.0;
            double a1 = 0.0;
            double a2 = 0.0;
            double a3 = 0.0;
            double b0 = 0.0;
            double b1 = 0.0;
            double b2 = 0.0;
            double b3 = 0.0;
            int t = 0;
            for (; t + 3 < vector.length; t += 4) {
                a0 += vector[t] * x0[t];
                a1 += vector[t + 1] * x0[t + 1];
                a2 += vector[t + 2] * x0[t + 2];
                a3 += vector[t + 3] * x0[t + 3];
                b0 += vector[t] * x1[t];
                b1 += vector[t + 1] * x1[t + 1];
                b2 += vector[t + 2] * x1[t + 2];
                b3 += vector[t + 3] * x1[t + 3];
            }
            for (; t < vector.length; t++) {
                a0 += vector[t] * x0[t];
                b0 += vector[t] * x1[t];
            }
            out[j] = a0 + a1 + (a2 + a3);
            out[j + 1] = b0 + b1 + (b2 + b3);
        }
        if (j < to) {
            out[j] = dot(vector, x[j]);
        }
    }

    /**
     * The product of two vectors, added in four sums: of the elements 0, 4, 8, .., the elements 1, 5, 9, .., and so on.
     */
    public static double dot(double[] a, double[] b) {
        double s0 = 0.0;
        double s1 = 0.0;
        double s2 = 0.0;
        double s3 = 0.0;
        int t = 0;
        for (; t + 3 < a.length; t += 4) {
            s0 += a[t] * b[t];
            s1 += a[t + 1] * b[t + 1];
            s2 += a[t + 2] * b[t + 2];
            s3 += a[t + 3] * b[t + 3];
        }
        for (; t < a.length; t++) {
            s0 += a[t] * b[t];
        }
        return s0 + s1 + (s2 + s3);
    }
}
