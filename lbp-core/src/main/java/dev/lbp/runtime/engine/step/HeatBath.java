package dev.lbp.runtime.engine.step;

import org.apache.commons.rng.UniformRandomProvider;

/** A draw of one of several alternatives in proportion to weights, by one uniform number. */
public final class HeatBath {

    private HeatBath() {}

    /**
     * Draws an alternative of positive weight.
     *
     * @param weights of the {@code n} alternatives, at least one of them positive
     * @param total their sum
     */
    public static int draw(double[] weights, int n, double total, UniformRandomProvider rng) {
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

    /**
     * Draws an alternative given the present one, x, so that the distribution in proportion to the weights is kept, and
     * x is drawn as rarely as possible: c, not x, with probability {@code w_c / (T - min(w_c, w_x))}, T the total. This
     * is the heat bath without x, {@code w_c / (T - w_x)}, accepted with {@code min(1, (T - w_x) / (T - w_c))} (Liu
     * 1996, Metropolised Gibbs). The least weight of two is at most half of the total, so no difference cancels.
     *
     * @param weights of the {@code n} alternatives, at least one of them positive
     * @param total their sum
     * @param present x
     */
    public static int metropolised(double[] weights, int n, double total, int present, UniformRandomProvider rng) {
        double left = rng.nextDouble();
        for (int k = 0; k < n; k++) {
            if (k != present) {
                double probability = weights[k] / (total - Math.min(weights[k], weights[present]));
                if (left < probability) {
                    return k;
                }
                left -= probability;
            }
        }
        return present;
    }
}
