package dev.lbp.internal;

/** Tells errors of a statistic from its rounding in double precision. */
public final class Rounding {

    private Rounding() {}

    /**
     * Whether an error may be rounding alone: at most {@code 2^-52 sqrt(n) |value|}, the size of the rounding of a sum
     * of n terms that add up to {@code value} times n. Such an error tells nothing about the draws.
     *
     * @param terms n, at least 1
     */
    public static boolean hides(double error, double value, double terms) {
        return error <= Math.ulp(1.0) * Math.sqrt(terms) * Math.abs(value);
    }
}
