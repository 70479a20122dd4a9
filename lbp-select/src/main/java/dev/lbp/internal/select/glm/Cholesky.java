package dev.lbp.internal.select.glm;

/** The factor L of {@code A = L L'} of small positive definite matrices, in the lower triangles of row arrays. */
final class Cholesky {

    /** A pivot below this part of its diagonal element is rounding. */
    private static final double LEAST_PART = 1e-11;

    private Cholesky() {}

    /**
     * Replaces the lower triangle of a matrix by L.
     *
     * @param a the first {@code k} rows, each of at least its own number of elements
     * @return log det A; NaN if a column is a combination of those before it, up to rounding
     */
    static double factorise(double[][] a, int k) {
        double logDet = 0.0;
        for (int i = 0; i < k; i++) {
            double[] row = a[i];
            for (int j = 0; j < i; j++) {
                row[j] = (row[j] - dot(row, a[j], j)) / a[j][j];
            }
            double pivot = row[i] - dot(row, row, i);
            if (!(pivot > LEAST_PART * row[i])) {
                return Double.NaN;
            }
            row[i] = Math.sqrt(pivot);
            logDet += StrictMath.log(pivot);
        }
        return logDet;
    }

    private static double dot(double[] a, double[] b, int count) {
        double sum = 0.0;
        for (int i = 0; i < count; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** Replaces b by {@code L^-1 b}. */
    static void forward(double[][] l, int k, double[] b) {
        for (int i = 0; i < k; i++) {
            b[i] = (b[i] - dot(l[i], b, i)) / l[i][i];
        }
    }

    /** Replaces b by {@code L'^-1 b}. */
    static void backward(double[][] l, int k, double[] b) {
        for (int i = k - 1; i >= 0; i--) {
            b[i] /= l[i][i];
            for (int j = 0; j < i; j++) {
                b[j] -= l[i][j] * b[i];
            }
        }
    }

    /** The inverse of A, both triangles. */
    static double[][] inverse(double[][] l, int k) {
        double[][] inverse = new double[k][k];
        for (int i = 0; i < k; i++) {
            inverse[i][i] = 1.0;
            forward(l, k, inverse[i]);
            backward(l, k, inverse[i]);
        }
        return inverse;
    }
}
