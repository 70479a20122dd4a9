package dev.lbp.select;

import java.util.stream.IntStream;

/**
 * The evidence of a model by a Cholesky factorisation of its centred columns: formulas as in the literature, nothing
 * shared.
 */
public final class NaiveEvidence {

    private final double[][] x;
    private final double[] y;
    private final int n;
    private final double tolerance;

    /**
     * @param rows [n][p]
     */
    public NaiveEvidence(double[][] rows, double[] response, double tolerance) {
        this.n = rows.length;
        this.x = new double[rows[0].length][n];
        this.tolerance = tolerance;
        for (int j = 0; j < x.length; j++) {
            for (int t = 0; t < n; t++) {
                x[j][t] = rows[t][j];
            }
            standardise(x[j]);
        }
        this.y = response.clone();
        double mean = mean(y);
        for (int t = 0; t < n; t++) {
            y[t] -= mean;
        }
    }

    /** To mean 0 and standard deviation 1. */
    private static void standardise(double[] column) {
        double mean = mean(column);
        double squares = 0.0;
        for (int t = 0; t < column.length; t++) {
            column[t] -= mean;
            squares += column[t] * column[t];
        }
        double deviation = Math.sqrt(squares / (column.length - 1));
        for (int t = 0; t < column.length; t++) {
            column[t] /= deviation;
        }
    }

    private static double mean(double[] values) {
        double sum = 0.0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** Size, residual sum of squares, total sum of squares and log-determinant of {@code X'X + ridge I} of a model. */
    record Regression(int k, double rss, double yy, double logDet, double[] coefficients) {}

    /** The regression on the columns that are 1 in a state; null if a column depends on those before it. */
    Regression regression(byte[] state, double ridge) {
        int[] in = IntStream.range(0, state.length).filter(j -> state[j] != 0).toArray();
        int k = in.length;
        double[][] l = new double[k][k];
        double[] z = new double[k];
        double logDet = 0.0;
        double yy = dot(y, y);
        double rss = yy;
        for (int i = 0; i < k; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = dot(x[in[i]], x[in[j]]) + (i == j ? ridge : 0.0);
                for (int m = 0; m < j; m++) {
                    sum -= l[i][m] * l[j][m];
                }
                if (i == j && !(sum > tolerance * (n - 1))) {
                    return null;
                }
                l[i][j] = i == j ? Math.sqrt(sum) : sum / l[j][j];
            }
            double sum = dot(x[in[i]], y);
            for (int m = 0; m < i; m++) {
                sum -= l[i][m] * z[m];
            }
            z[i] = sum / l[i][i];
            rss -= z[i] * z[i];
            logDet += 2.0 * Math.log(l[i][i]);
        }
        double[] b = new double[k];
        for (int i = k - 1; i >= 0; i--) {
            double sum = z[i];
            for (int m = i + 1; m < k; m++) {
                sum -= l[m][i] * b[m];
            }
            b[i] = sum / l[i][i];
        }
        return new Regression(k, rss, yy, logDet, b);
    }

    public double gPrior(byte[] state, double g) {
        Regression r = regression(state, 0.0);
        return r == null || r.k > n - 2
                ? Double.NEGATIVE_INFINITY
                : -0.5 * r.k * Math.log(1 + g) - 0.5 * (n - 1) * Math.log((r.yy + g * r.rss) / ((1 + g) * r.yy));
    }

    public double gPriorKnown(byte[] state, double g, double sigma2) {
        Regression r = regression(state, 0.0);
        return r == null || r.k > n - 2
                ? Double.NEGATIVE_INFINITY
                : -0.5 * r.k * Math.log(1 + g) - (r.yy + g * r.rss) / (2 * (1 + g) * sigma2);
    }

    public double slab(byte[] state, double tau2) {
        Regression r = regression(state, 1 / tau2);
        return -0.5 * r.k * Math.log(tau2) - 0.5 * r.logDet - 0.5 * (n - 1) * Math.log(r.rss);
    }

    public double slabKnown(byte[] state, double tau2, double sigma2) {
        Regression r = regression(state, 1 / tau2);
        return -0.5 * r.k * Math.log(tau2) - 0.5 * r.logDet - r.rss / (2 * sigma2);
    }

    public double bic(byte[] state) {
        Regression r = regression(state, 0.0);
        return r == null || r.k > n - 2
                ? Double.NEGATIVE_INFINITY
                : -0.5 * r.k * Math.log(n) - 0.5 * n * Math.log(r.rss / r.yy);
    }

    public double hyperG(byte[] state, double a) {
        Regression r = regression(state, 0.0);
        return r == null || r.k > n - 2
                ? Double.NEGATIVE_INFINITY
                : NaiveMixture.closedForm(a, n - 1, r.k, r.rss / r.yy);
    }

    public double bicKnown(byte[] state, double sigma2) {
        Regression r = regression(state, 0.0);
        return r == null || r.k > n - 2 ? Double.NEGATIVE_INFINITY : -0.5 * r.k * Math.log(n) - r.rss / (2 * sigma2);
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0.0;
        for (int t = 0; t < a.length; t++) {
            sum += a[t] * b[t];
        }
        return sum;
    }
}
