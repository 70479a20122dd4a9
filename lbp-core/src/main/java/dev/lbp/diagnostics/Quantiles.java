package dev.lbp.diagnostics;

/** Sample quantiles of sorted values, linear between order statistics at {@code 1 + (n - 1) p} (R's type 7). */
final class Quantiles {

    private Quantiles() {}

    /**
     * The p-quantile. Tail diagnostics use the draws at or below it, ties included, so equal neighbours
     * return their common value without rounding.
     *
     * @param sorted n >= 1 values in ascending order
     * @param p in [0, 1]
     */
    static double of(double[] sorted, double p) {
        double position = 1 + (sorted.length - 1) * p;
        double below = Math.floor(position);
        double low = sorted[(int) below - 1];
        double high = sorted[(int) Math.ceil(position) - 1];
        double fraction = position - below;
        return low == high ? low : (1 - fraction) * low + fraction * high;
    }

    /** The middle value, or the mean of the two middle ones. */
    static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
    }
}
