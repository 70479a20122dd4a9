package dev.lbp.target;

import dev.lbp.internal.Check;
import dev.lbp.internal.Sum;

/**
 * The statistic {@code sum_i w_i x_i} with weights that are multiples of {@code q = 2 ulp(sum |w_i|)}. The sum of all
 * |w_i| is below 2^52 q, and rounding adds at most N/2 q. So every sum over some sites is below 2^53 q, and exact.
 */
public final class WeightedSum implements Statistic {

    private static final long serialVersionUID = 1L;

    private final double[] weights;

    WeightedSum(double[] given) {
        double total = Sum.of(given, weight -> Math.abs(weight));
        double quantum = 2.0 * Math.ulp(Check.finite("the sum of |weights|", total));
        weights = new double[given.length];
        for (int i = 0; i < given.length; i++) {
            weights[i] = Math.rint(given[i] / quantum) * quantum;
        }
    }

    /** The number of sites of its states. */
    public int dimension() {
        return weights.length;
    }

    @Override
    public double of(byte[] state) {
        return Sum.of(state.length, i -> state[i] * weights[i]);
    }

    /**
     * Adds four sums side by side, so that an addition need not wait for the previous one. All are exact, in any order.
     */
    @Override
    public double after(double before, byte[] state, int[] flipped, int count) {
        double s0 = before;
        double s1 = 0.0;
        double s2 = 0.0;
        double s3 = 0.0;
        int k = 0;
        for (; k < count - 3; k += 4) {
            s0 += change(state, flipped[k]);
            s1 += change(state, flipped[k + 1]);
            s2 += change(state, flipped[k + 2]);
            s3 += change(state, flipped[k + 3]);
        }
        for (; k < count; k++) {
            s0 += change(state, flipped[k]);
        }
        return (s0 + s1) + (s2 + s3);
    }

    private double change(byte[] state, int site) {
        return (2 * state[site] - 1) * weights[site];
    }
}
