package dev.lbp;

import dev.lbp.internal.Check;

/**
 * {@code sum_i w_i x_i} with weights that are multiples of {@code q = 2 ulp(sum |w_i|)}. There are fewer than 2^52 of these in
 * the sum of all, and N/2 at most come in by rounding, so that every sum over some sites is below 2^53 q, and exact.
 */
final class WeightedSum implements Statistic {

    private static final long serialVersionUID = 1L;

    private final double[] weights;

    WeightedSum(double[] given) {
        double total = 0.0;
        for (double weight : given) {
            total += Math.abs(weight);
        }
        double quantum = 2.0 * Math.ulp(Check.finite("the sum of |weights|", total));
        weights = new double[given.length];
        for (int i = 0; i < given.length; i++) {
            weights[i] = Math.rint(given[i] / quantum) * quantum;
        }
    }

    /** The number of sites it is for. */
    int dimension() {
        return weights.length;
    }

    @Override
    public double of(byte[] state) {
        double sum = 0.0;
        for (int i = 0; i < state.length; i++) {
            sum += state[i] * weights[i];
        }
        return sum;
    }

    @Override
    public double after(double before, byte[] state, int[] flipped, int count) {
        double sum = before;
        for (int k = 0; k < count; k++) {
            int site = flipped[k];
            sum += (2 * state[site] - 1) * weights[site];
        }
        return sum;
    }
}
