package dev.lbp.runtime.engine;

import org.apache.commons.rng.UniformRandomProvider;

/** A draw of one of several alternatives in proportion to weights, by one uniform number. */
final class HeatBath {

    private HeatBath() {}

    /**
     * Draws an alternative of positive weight.
     *
     * @param weights those of the {@code n} alternatives, at least one of them positive
     * @param total their sum
     */
    static int draw(double[] weights, int n, double total, UniformRandomProvider rng) {
        double left = rng.nextDouble() * total;
        int last = 0; // the last alternative of positive weight, where rounding leaves no other
        for (int k = 0; k < n; k++) {
            if (weights[k] > 0.0) {
                if (left < weights[k]) {
                    return k;
                }
                left -= weights[k];
                last = k;
            }
        }
        return last;
    }
}
