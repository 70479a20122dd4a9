package dev.lbp.select;

import org.apache.commons.math3.special.Beta;
import org.apache.commons.math3.special.Erf;

/**
 * A mixture of t distributions: of a number at one new row, a part for each model.
 *
 * @param weights of the parts, with sum 1
 * @param locations of the parts
 * @param scales of the parts, at least 0; a part of scale 0 is its location
 * @param freedoms degrees of freedom; infinite for a normal distribution
 */
record Mixture(double[] weights, double[] locations, double[] scales, double[] freedoms) {

    /** Quantiles are exact to this part of a probability. */
    private static final double EXACT = 1e-9;

    private static final int MOST_STEPS = 200;

    /** The probability of at most x. */
    double atMost(double x) {
        double sum = 0.0;
        for (int m = 0; m < weights.length; m++) {
            double distance = x - locations[m];
            if (scales[m] > 0.0) {
                sum += weights[m] * standard(distance / scales[m], freedoms[m]);
            } else {
                sum += distance >= 0.0 ? weights[m] : 0.0;
            }
        }
        return sum;
    }

    /** The distribution function of a t distribution. */
    static double standard(double x, double freedom) {
        if (Double.isInfinite(freedom)) {
            return 0.5 * Erf.erfc(-x / Math.sqrt(2.0));
        }
        double tail = 0.5 * Beta.regularizedBeta(freedom / (freedom + x * x), 0.5 * freedom, 0.5);
        return x > 0.0 ? 1.0 - tail : tail;
    }

    /**
     * The number that is not exceeded with a probability; NaN or infinite if a scale is.
     *
     * @param probability in (0, 1)
     */
    double quantile(double probability) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int m = 0; m < weights.length; m++) {
            if (!(scales[m] <= Double.MAX_VALUE)) {
                return Double.isNaN(scales[m]) ? Double.NaN : (probability < 0.5 ? -scales[m] : scales[m]);
            }
            low = Math.min(low, locations[m] - scales[m]);
            high = Math.max(high, locations[m] + scales[m]);
        }
        double width = high - low;
        for (; width > 0.0 && atMost(low) > probability; low -= width) {
            width *= 2.0;
        }
        width = high - low;
        for (; width > 0.0 && atMost(high) < probability; high += width) {
            width *= 2.0;
        }
        return between(low, high, probability);
    }

    /** By the rule of false position, and by halves where that is slow. */
    private double between(double from, double to, double probability) {
        double low = from;
        double high = to;
        double below = atMost(low) - probability;
        double above = atMost(high) - probability;
        for (int step = 0; step < MOST_STEPS && high - low > EXACT * (to - from); step++) {
            boolean halve = step % 3 == 2 || !(above > below);
            double x = halve ? 0.5 * (low + high) : low - below * (high - low) / (above - below);
            double value = atMost(x) - probability;
            if (Math.abs(value) <= EXACT) {
                return x;
            }
            if (value < 0.0) {
                low = x;
                below = value;
            } else {
                high = x;
                above = value;
            }
        }
        return high;
    }
}
