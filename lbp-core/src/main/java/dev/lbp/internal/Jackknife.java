package dev.lbp.internal;

/** The jackknife: the standard error of a function of means. */
public final class Jackknife {

    private Jackknife() {}

    /**
     * The standard error {@code sqrt((B - 1) / B sum_j (g_j - m)^2)}, where g_j is the function's value without block j
     * of B, and m is the mean of the g_j; NaN with fewer than two blocks.
     *
     * @param without the g_j, or the g_j minus a constant
     */
    public static double error(double[] without) {
        double mean = Sum.of(without, value -> value / without.length);
        double squares = Sum.of(without, value -> (value - mean) * (value - mean));
        return without.length < 2 ? Double.NaN : Math.sqrt((without.length - 1.0) / without.length * squares);
    }
}
