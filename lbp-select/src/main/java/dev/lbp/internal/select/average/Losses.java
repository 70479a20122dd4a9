package dev.lbp.internal.select.average;

import dev.lbp.internal.Sum;
import java.util.Arrays;

/** Means over held-out rows with their standard errors. A row of weight w counts as w equal rows. */
final class Losses {

    private Losses() {}

    /**
     * The mean of a loss, and its standard error.
     *
     * @param weights at least 0
     */
    static double[] mean(double[] losses, double[] weights) {
        double total = Arrays.stream(weights).sum();
        double mean = Sum.of(losses.length, t -> weights[t] > 0.0 ? weights[t] * losses[t] : 0.0);
        mean /= total;
        double squares = 0.0;
        for (int t = 0; t < losses.length; t++) {
            squares += weights[t] > 0.0 ? weights[t] * (losses[t] - mean) * (losses[t] - mean) : 0.0;
        }
        return new double[] {mean, Math.sqrt(squares / (total * (total - 1.0)))};
    }

    /** The square root of a mean of squares, by the delta method. */
    static double[] root(double[] meanOfSquares) {
        double root = Math.sqrt(meanOfSquares[0]);
        return new double[] {root, root > 0.0 ? meanOfSquares[1] / (2.0 * root) : 0.0};
    }
}
