package dev.lbp.runtime.engine.step;

import dev.lbp.internal.kernel.Exp;
import org.apache.commons.rng.UniformRandomProvider;

/** A draw of one of several alternatives in proportion to weights, by one uniform number. */
public final class HeatBath {

    private HeatBath() {}

    /**
     * Replaces each log-weight v by the weight {@code e^(v - largest)}, so that the largest weight is 1. Returns the
     * sum of the weights.
     *
     * @param logWeights the log-weights of the {@code n} alternatives, replaced by weights; at least one of them
     *     finite, none NaN or +Infinity
     */
    public static double exponentiate(double[] logWeights, int n) {
        double largest = logWeights[0];
        for (int k = 1; k < n; k++) {
            largest = Math.max(largest, logWeights[k]);
        }
        double total = 0.0;
        for (int k = 0; k < n; k++) {
            logWeights[k] = logWeights[k] == Double.NEGATIVE_INFINITY ? 0.0 : Exp.exp(logWeights[k] - largest);
            total += logWeights[k];
        }
        return total;
    }

    /**
     * Draws an alternative of positive weight.
     *
     * @param weights the weights of the {@code n} alternatives, at least one of them positive
     * @param total the sum of the weights
     */
    public static int draw(double[] weights, int n, double total, UniformRandomProvider rng) {
        double left = rng.nextDouble() * total;
        int last = 0; // drawn if rounding leaves a rest after all weights
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
     * Draws an alternative given the present one, x. The step leaves the distribution in proportion to the weights
     * invariant, and stays at x as rarely as possible: it draws c, not x, with probability {@code w_c / (T - min(w_c,
     * w_x))}, where T is the total. This is a draw among the values other than x, {@code w_c / (T - w_x)}, accepted
     * with {@code min(1, (T - w_x) / (T - w_c))} (Liu 1996, Metropolised Gibbs). min(w_c, w_x) is at most T / 2, so the
     * difference loses no digits.
     *
     * @param weights the weights of the {@code n} alternatives, at least one of them positive
     * @param total the sum of the weights
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
