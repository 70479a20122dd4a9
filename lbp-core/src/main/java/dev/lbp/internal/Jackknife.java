package dev.lbp.internal;

/** The jackknife, for the error of a function of means. */
public final class Jackknife {

    private Jackknife() {}

    /**
     * The error {@code sqrt((B - 1) / B sum_j (g_j - m)^2)} of a function with the value g_j without block j of B, m
     * their mean; NaN with fewer than two blocks.
     *
     * @param without g_j, or g_j less a constant
     */
    public static double error(double[] without) {
        double mean = Sum.of(without, value -> value / without.length);
        double squares = Sum.of(without, value -> (value - mean) * (value - mean));
        return without.length < 2 ? Double.NaN : Math.sqrt((without.length - 1.0) / without.length * squares);
    }
}
