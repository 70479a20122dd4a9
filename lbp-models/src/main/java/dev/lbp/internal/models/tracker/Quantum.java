package dev.lbp.internal.models.tracker;

import dev.lbp.internal.Check;
import java.util.Arrays;

/**
 * The grid of exact sums (ADR 6). Parameters are rounded to whole multiples of a power of two q. Sums and differences
 * of them that stay below {@code 2^53 q} are then doubles without a rounding error, and sums below {@code 2^63 q} are a
 * {@code long} count of q. A tracker's numbers have the same bits for every path to their state.
 */
public final class Quantum {

    private Quantum() {}

    /**
     * The quantum {@code q = 2^-50 max(largest, total / 2^11)}, rounded up to a power of two. Then {@code largest} is
     * at most 2^50 q and {@code total} at most 2^61 q, below the limits 2^53 q of doubles and 2^63 q of counts.
     *
     * @param largest bound of the sums that are doubles: fields and log-ratios
     * @param total bound of the sums that are counts of quanta: log-probabilities
     */
    public static double of(double largest, double total) {
        // 2^getExponent(z) <= z < 2^(getExponent(z) + 1); the floor keeps 1 / q finite for a model of zeros
        int exponent = Math.getExponent(Math.max(largest, total * 0x1p-11)) + 1 - 50;
        return Math.scalb(1.0, Math.max(exponent, -1000));
    }

    /**
     * Computes the quantum of {@link #of}, and refuses bounds that are too large. Below both limits the quantum is at
     * most 2^-20.
     *
     * @param parameters the names of the user's parameters
     * @throws IllegalArgumentException if a bound is so large that small parameters would be rounded away
     */
    public static double checked(String parameters, double largest, double total) {
        Check.that(
                largest < 0x1p30,
                "keep log-ratios of moves below 2^30, for sums to be exact",
                "largest by " + parameters,
                largest);
        Check.that(
                total < 0x1p41,
                "keep log-probabilities below 2^41, for sums to be exact",
                "largest by " + parameters,
                total);
        return of(largest, total);
    }

    /** The multiple of the quantum nearest to the value; 0 without a sign, so that bits can be compared. */
    public static double rounded(double value, double quantum) {
        return Math.rint(value / quantum) * quantum + 0.0;
    }

    /** The multiples nearest to values, a new array. */
    public static double[] rounded(double[] values, double quantum) {
        double[] rounded = new double[values.length];
        Arrays.setAll(rounded, k -> rounded(values[k], quantum));
        return rounded;
    }
}
