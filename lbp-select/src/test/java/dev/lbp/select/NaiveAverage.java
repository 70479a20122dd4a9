package dev.lbp.select;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Averages over all models under BIC: least squares with the columns of each, the constant among them, by Gauss and
 * Jordan.
 */
final class NaiveAverage {

    private final double[][] x;
    private final double[] y;
    private final Predicate<byte[]> possible;
    private final ToDoubleFunction<byte[]> logPrior;

    NaiveAverage(double[][] x, double[] y, Predicate<byte[]> possible, ToDoubleFunction<byte[]> logPrior) {
        this.x = x;
        this.y = y;
        this.possible = possible;
        this.logPrior = logPrior;
    }

    /** A quantity of one model. */
    interface Quantity {
        double of(byte[] state, Ols fit);
    }

    /**
     * Least squares of one model.
     *
     * @param columns its columns, the constant first as -1
     * @param inverse of the matrix of products
     */
    record Ols(int[] columns, double[] coefficients, double[][] inverse, double rss, double variance, int freedom) {

        /** The variance of a t distribution of scale 1. */
        double inflation() {
            return freedom / (freedom - 2.0);
        }

        /** The coefficient of a column, 0 if it is not there. */
        double coefficient(int column) {
            int at = place(column);
            return at < 0 ? 0.0 : coefficients[at];
        }

        /** The squared standard error of a column's coefficient. */
        double squaredError(int column) {
            int at = place(column);
            return at < 0 ? 0.0 : variance * inverse[at][at];
        }

        private int place(int column) {
            return IntStream.range(0, columns.length)
                    .filter(k -> columns[k] == column)
                    .findFirst()
                    .orElse(-1);
        }

        double predicted(double[] row) {
            return IntStream.range(0, columns.length)
                    .mapToDouble(k -> coefficients[k] * value(row, k))
                    .sum();
        }

        double squaredErrorOfMean(double[] row) {
            double sum = 0.0;
            for (int k = 0; k < columns.length; k++) {
                for (int l = 0; l < columns.length; l++) {
                    sum += value(row, k) * inverse[k][l] * value(row, l);
                }
            }
            return variance * sum;
        }

        private double value(double[] row, int k) {
            return columns[k] < 0 ? 1.0 : row[columns[k]];
        }
    }

    /** The posterior mean of a quantity. */
    double mean(Quantity quantity) {
        double total = 0.0;
        double sum = 0.0;
        for (int bits = 0; bits < 1 << x[0].length; bits++) {
            byte[] state = new byte[x[0].length];
            for (int j = 0; j < state.length; j++) {
                state[j] = (byte) (bits >> j & 1);
            }
            if (possible.test(state)) {
                Ols fit = ols(state);
                int n = y.length;
                double weight = Math.exp(-0.5 * fit.columns.length * Math.log(n)
                        - 0.5 * n * Math.log(fit.rss)
                        + logPrior.applyAsDouble(state));
                total += weight;
                sum += weight * quantity.of(state, fit);
            }
        }
        return sum / total;
    }

    private Ols ols(byte[] state) {
        int[] columns = IntStream.range(-1, state.length)
                .filter(j -> j < 0 || state[j] != 0)
                .toArray();
        int k = columns.length;
        double[][] a = new double[k][2 * k];
        double[] products = new double[k];
        for (int i = 0; i < k; i++) {
            a[i][k + i] = 1.0;
            for (int t = 0; t < y.length; t++) {
                double value = columns[i] < 0 ? 1.0 : x[t][columns[i]];
                products[i] += value * y[t];
                for (int j = 0; j < k; j++) {
                    a[i][j] += value * (columns[j] < 0 ? 1.0 : x[t][columns[j]]);
                }
            }
        }
        for (int i = 0; i < k; i++) {
            double pivot = a[i][i];
            for (int j = 0; j < 2 * k; j++) {
                a[i][j] /= pivot;
            }
            for (int other = 0; other < k; other++) {
                double factor = other == i ? 0.0 : a[other][i];
                for (int j = 0; j < 2 * k; j++) {
                    a[other][j] -= factor * a[i][j];
                }
            }
        }
        double[][] inverse = new double[k][];
        double[] b = new double[k];
        for (int i = 0; i < k; i++) {
            inverse[i] = Arrays.copyOfRange(a[i], k, 2 * k);
            for (int j = 0; j < k; j++) {
                b[i] += inverse[i][j] * products[j];
            }
        }
        Ols fit = new Ols(columns, b, inverse, 0.0, 0.0, 0);
        double rss = 0.0;
        for (int t = 0; t < y.length; t++) {
            double rest = y[t] - fit.predicted(x[t]);
            rss += rest * rest;
        }
        return new Ols(columns, b, inverse, rss, rss / (y.length - k), y.length - k);
    }
}
