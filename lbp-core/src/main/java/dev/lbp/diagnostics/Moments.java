package dev.lbp.diagnostics;

import dev.lbp.internal.Sum;
import java.util.Arrays;

/**
 * Mean and sample variance, both computed about the first value.
 *
 * <p>The shift by {@code x[0]} makes the variance of a constant array exactly 0: without it, the sum of n equal numbers
 * divided by n need not be that number. It also keeps the digits of log-probabilities near -20,000 that vary by a few
 * units.
 */
final class Moments {

    private Moments() {}

    /** The mean of {@code x}, which is not empty. */
    static double mean(double[] x) {
        return mean(x, 0, x.length);
    }

    /** {@code x_from + (1/n) sum_t (x_t - x_from)}, t from {@code from} to {@code to - 1}, n = to - from >= 1. */
    static double mean(double[] x, int from, int to) {
        double sum = 0;
        for (int t = from; t < to; t++) {
            sum += x[t] - x[from];
        }
        return x[from] + sum / (to - from);
    }

    /** The mean of each chain. */
    static double[] means(double[][] traces) {
        double[] means = new double[traces.length];
        Arrays.setAll(means, j -> mean(traces[j]));
        return means;
    }

    /** {@code (1/(n-1)) sum_t (x_t - mean)^2}, n >= 2. */
    static double variance(double[] x) {
        return squaredDeviations(x, mean(x)) / (x.length - 1);
    }

    /** Sample variance of all values of all chains together. */
    static double variance(double[][] traces) {
        double mean = mean(means(traces));
        double sum = 0;
        for (double[] trace : traces) {
            sum += squaredDeviations(trace, mean);
        }
        return sum / ((double) traces.length * traces[0].length - 1);
    }

    private static double squaredDeviations(double[] x, double mean) {
        return Sum.of(x, v -> (v - mean) * (v - mean));
    }
}
