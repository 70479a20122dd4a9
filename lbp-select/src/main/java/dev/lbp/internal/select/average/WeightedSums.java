package dev.lbp.internal.select.average;

import java.util.Arrays;

/**
 * Sums over models with weights {@code exp(logWeight)}, which may lie far outside the range of a double: all are
 * relative to the largest so far.
 */
public final class WeightedSums {

    private final double[] sums;
    private double largest = Double.NEGATIVE_INFINITY;
    private double total;

    public WeightedSums(int count) {
        this.sums = new double[count];
    }

    /** The logarithm of the sum of weights, given by their logarithms. */
    static double logOf(double... logWeights) {
        WeightedSums sums = new WeightedSums(0); // no sums but that of the weights
        Arrays.stream(logWeights).forEach(sums::weigh);
        return sums.logTotal();
    }

    /** Begins the next model. Returns its weight, for {@link #add}; 0 for negative infinity. */
    public double weigh(double logWeight) {
        if (logWeight == Double.NEGATIVE_INFINITY) {
            return 0.0;
        }
        if (logWeight > largest) {
            double factor = Math.exp(largest - logWeight); // 0 at first
            for (int k = 0; k < sums.length; k++) {
                sums[k] *= factor;
            }
            total *= factor;
            largest = logWeight;
        }
        double weight = Math.exp(logWeight - largest);
        total += weight;
        return weight;
    }

    /**
     * Adds to sum k.
     *
     * @param weighted a number of the present model, already times its weight
     */
    public void add(int k, double weighted) {
        sums[k] += weighted;
    }

    /** The weighted mean over models of the numbers in sum k. */
    public double mean(int k) {
        return sums[k] / total;
    }

    /** The logarithm of the sum of all weights. */
    public double logTotal() {
        return largest + Math.log(total);
    }
}
