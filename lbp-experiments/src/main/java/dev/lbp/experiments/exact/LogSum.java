package dev.lbp.experiments.exact;

import java.util.stream.IntStream;

/**
 * Computes the logarithm of a sum of exponentials, and averages of values with the exponentials as weights. The
 * exponentials may be beyond the range of a double.
 */
final class LogSum {

    private double largest = Double.NEGATIVE_INFINITY;
    private double total;
    private final double[] weighted;

    /** @param values the number of averaged values */
    LogSum(int values) {
        this.weighted = new double[values];
    }

    /**
     * Adds a term {@code exp(logWeight)} to the sum.
     * @return the weight of the term for {@link #add}: {@code exp(logWeight)} divided by the largest term so far
     */
    double term(double logWeight) {
        if (logWeight > largest) {
            double factor = Math.exp(largest - logWeight);
            total *= factor;
            for (int k = 0; k < weighted.length; k++) {
                weighted[k] *= factor;
            }
            largest = logWeight;
        }
        double weight = Math.exp(logWeight - largest);
        total += weight;
        return weight;
    }

    /** Adds {@code weight * value} to a weighted sum. Call it before the next {@link #term}. */
    void add(int k, double weight, double value) {
        weighted[k] += weight * value;
    }

    /** The logarithm of the sum of all terms. */
    double log() {
        return largest + Math.log(total);
    }

    /** The weighted mean of value k. */
    double mean(int k) {
        return weighted[k] / total;
    }

    /** All weighted means. */
    double[] means() {
        return IntStream.range(0, weighted.length).mapToDouble(k -> mean(k)).toArray();
    }
}
