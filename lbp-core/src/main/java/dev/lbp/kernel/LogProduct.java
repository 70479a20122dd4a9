package dev.lbp.kernel;

/**
 * The logarithm of a product of factors in [0, 1], at the price of a multiplication each: factors are multiplied up, and
 * the logarithm is taken only when the product comes near underflow. About 80 factors of 1/1000 share one logarithm.
 */
final class LogProduct {

    /** Two factors above it cannot underflow together. */
    private static final double SMALL = 1e-150;

    private double product = 1.0;
    private double log;

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
