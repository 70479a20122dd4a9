package dev.lbp.internal.kernel;

/**
 * The logarithm of a product of factors in [0, 1], for one multiplication per factor. Factors are multiplied, and a
 * logarithm is taken only when the product comes near underflow. About 80 factors of 1/1000 share one logarithm.
 */
final class LogProduct {

    /** A product of two factors, each above this number, cannot underflow. */
    private static final double SMALL = 1e-150;

    private double product = 1.0;
    private double log;

    /** Resets the product to 1. */
    LogProduct clear() {
        product = 1.0;
        log = 0.0;
        return this;
    }

    /** Multiplies by part / whole; by 0 if the part is 0, even if the whole is 0. */
    void timesShare(double part, double whole) {
        times(part == 0.0 ? 0.0 : part / whole);
    }

    /**
     * Multiplies by first * second / denominator, unless a factor or the result is near underflow.
     *
     * @return whether it multiplied; if not, the caller must multiply the single factors one by one
     */
    boolean timesRatioUnlessSmall(double first, double second, double denominator) {
        double factor = first * second / denominator;
        boolean fine = first >= SMALL && second >= SMALL && factor >= SMALL;
        if (fine) {
            times(factor);
        }
        return fine;
    }

    /** Multiplies by all elements of an array, eight at a time unless their product is near underflow. */
    void timesAll(double[] factors) {
        int k = 0;
        for (; k < factors.length - 7; k += 8) {
            double first = (factors[k] * factors[k + 1]) * (factors[k + 2] * factors[k + 3]);
            double second = (factors[k + 4] * factors[k + 5]) * (factors[k + 6] * factors[k + 7]);
            boolean multiplied = timesRatioUnlessSmall(first, second, 1.0);
            if (!multiplied) {
                for (int j = k; j < k + 8; j++) {
                    times(factors[j]);
                }
            }
        }
        for (; k < factors.length; k++) {
            times(factors[k]);
        }
    }

    /** Multiplies by a factor; takes a logarithm if the factor or the product comes near underflow. */
    void times(double factor) {
        if (factor < SMALL) {
            log += Math.log(factor);
            return;
        }
        product *= factor;
        if (product < SMALL) {
            log += Math.log(product);
            product = 1.0;
        }
    }

    double log() {
        return log + Math.log(product);
    }
}
