package dev.lbp.internal.select.likelihood;

/**
 * Computes {@code e^d - 1} near 0, where d is the distance of a linear predictor from the one that fits its row
 * exactly. The log-likelihood of a row of large counts is a difference of terms of the size of its counts; written in
 * {@code e^d - 1} these cancel before they are rounded.
 */
final class SmallStep {

    /** The largest distance for the series: the first term that it leaves out is then 2^-53 of the sum. */
    private static final double LARGEST = 0x1p-6;

    private SmallStep() {}

    /** Whether a distance is small enough for {@link #expm1}; false for NaN. */
    static boolean isSmall(double d) {
        return Math.abs(d) < LARGEST;
    }

    /** {@code e^d - 1} of a small distance, with a relative error of about 2^-52. */
    static double expm1(double d) {
        return d + d * d * (1.0 / 2 + d * (1.0 / 6 + d * (1.0 / 24 + d * (1.0 / 120 + d * (1.0 / 720 + d / 5040)))));
    }
}
