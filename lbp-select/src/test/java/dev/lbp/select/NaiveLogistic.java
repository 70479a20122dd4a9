package dev.lbp.select;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The evidence of logistic regressions by Laplace's method: the logarithm of the posterior density is replaced by its
 * second-order expansion, after some Newton steps from the model without variables. None of them is the approximate
 * Laplace method, many are the full one.
 *
 * @param x [n][p]
 * @param y [n], 0 or 1
 * @param precision [p][p], of the normal prior of the coefficients; a model has the rows and columns of its own
 */
record NaiveLogistic(double[][] x, double[] y, double[][] precision) {

    /** Zellner's prior: the information of the model without variables, divided by g. */
    static NaiveLogistic gPrior(double[][] x, double[] y, double g) {
        int n = y.length;
        int p = x[0].length;
        double mean = Arrays.stream(y).sum() / n;
        double[][] precision = new double[p][p];
        for (int i = 0; i < p; i++) {
            double[] a = column(x, i);
            for (int j = 0; j < p; j++) {
                double[] b = column(x, j);
                for (int t = 0; t < n; t++) {
                    precision[i][j] += mean * (1 - mean) * (a[t] - mean(a)) * (b[t] - mean(b)) / g;
                }
            }
        }
        return new NaiveLogistic(x, y, precision);
    }

    /** Independent coefficients of variance tau2 for columns of standard deviation 1. */
    static NaiveLogistic ridge(double[][] x, double[] y, double tau2) {
        int p = x[0].length;
        double[][] precision = new double[p][p];
        for (int j = 0; j < p; j++) {
            double[] column = column(x, j);
            double mean = mean(column);
            double squares = Arrays.stream(column)
                    .map(value -> (value - mean) * (value - mean))
                    .sum();
            precision[j][j] = squares / (y.length - 1) / tau2;
        }
        return new NaiveLogistic(x, y, precision);
    }

    private static double[] column(double[][] x, int j) {
        return Arrays.stream(x).mapToDouble(row -> row[j]).toArray();
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).sum() / values.length;
    }

    /** The log-evidence of a model, up to a constant that is the same for all models. */
    double logEvidence(byte[] state, int steps) {
        int[] in = IntStream.range(0, state.length).filter(j -> state[j] != 0).toArray();
        int k = in.length;
        double[] theta = new double[k + 1]; // the constant first
        theta[0] = Math.log(mean(y) / (1 - mean(y)));
        for (int step = 0; ; step++) {
            double value = 0.0;
            double[][] a = new double[k + 1][k + 2]; // minus the Hessian, and the gradient
            for (int t = 0; t < y.length; t++) {
                double[] row = new double[k + 1];
                row[0] = 1.0;
                double eta = theta[0];
                for (int m = 0; m < k; m++) {
                    row[m + 1] = x[t][in[m]];
                    eta += theta[m + 1] * row[m + 1];
                }
                double q = 1 / (1 + Math.exp(-eta));
                value += y[t] * eta - Math.log1p(Math.exp(eta));
                for (int i = 0; i <= k; i++) {
                    a[i][k + 1] += (y[t] - q) * row[i];
                    for (int j = 0; j <= k; j++) {
                        a[i][j] += q * (1 - q) * row[i] * row[j];
                    }
                }
            }
            double[][] prior = new double[k][k + 1];
            for (int i = 0; i < k; i++) {
                for (int j = 0; j < k; j++) {
                    prior[i][j] = precision[in[i]][in[j]];
                    a[i + 1][j + 1] += prior[i][j];
                    a[i + 1][k + 1] -= prior[i][j] * theta[j + 1];
                    value -= 0.5 * prior[i][j] * theta[i + 1] * theta[j + 1];
                }
            }
            double[] gradient = Arrays.stream(a).mapToDouble(row -> row[k + 1]).toArray();
            double logDet = eliminate(a);
            if (step == steps) {
                double rise = 0.0;
                for (int i = 0; i <= k; i++) {
                    rise += 0.5 * gradient[i] * a[i][k + 1];
                }
                return value + rise - 0.5 * logDet + 0.5 * eliminate(prior);
            }
            for (int i = 0; i <= k; i++) {
                theta[i] += a[i][k + 1];
            }
        }
    }

    /** Replaces the last column by the solution (Gauss and Jordan), and returns the log-determinant of the others. */
    private static double eliminate(double[][] a) {
        double logDet = 0.0;
        for (int i = 0; i < a.length; i++) {
            logDet += Math.log(a[i][i]);
            double pivot = a[i][i];
            for (int j = 0; j < a[i].length; j++) {
                a[i][j] /= pivot;
            }
            for (int other = 0; other < a.length; other++) {
                double factor = other == i ? 0.0 : a[other][i];
                for (int j = 0; j < a[i].length; j++) {
                    a[other][j] -= factor * a[i][j];
                }
            }
        }
        return logDet;
    }

    /** The inclusion probabilities under a uniform prior of models. */
    double[] inclusion(int steps) {
        int p = x[0].length;
        double[] sums = new double[p];
        double total = 0.0;
        double empty = logEvidence(new byte[p], steps);
        for (int bits = 0; bits < 1 << p; bits++) {
            byte[] state = state(bits, p);
            double weight = Math.exp(logEvidence(state, steps) - empty);
            total += weight;
            for (int j = 0; j < p; j++) {
                sums[j] += state[j] * weight;
            }
        }
        for (int j = 0; j < p; j++) {
            sums[j] /= total;
        }
        return sums;
    }

    static byte[] state(int bits, int p) {
        byte[] state = new byte[p];
        for (int j = 0; j < p; j++) {
            state[j] = (byte) (bits >> j & 1);
        }
        return state;
    }
}
