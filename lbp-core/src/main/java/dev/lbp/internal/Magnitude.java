package dev.lbp.internal;

import java.util.Arrays;

/**
 * Scales values by a power of two to near 1, so that their squares neither overflow nor underflow. Subtracts an offset
 * from values that are close together and far from 0. Both operations are exact.
 */
public final class Magnitude {

    /** Values with an exponent in [-400, 400] are not scaled: 2^60 squares of them have a finite sum. */
    private static final int UNSCALED_EXPONENT = 400;

    /** An offset of at most this many times the range of the values is not subtracted: sums keep enough digits. */
    private static final double FAR = 1 << 20;

    private Magnitude() {}

    /**
     * The value to subtract before values are summed: {@code first} if it is over 2^20 times as large as the range, and
     * 0 otherwise. All values are then within a factor of 2 of it, so the differences are exact (Sterbenz's lemma).
     *
     * @param range the largest distance of a value to {@code first}
     */
    public static double offset(double first, double range) {
        return Math.abs(first) > FAR * range ? first : 0.0;
    }

    /**
     * The binary exponent of the largest absolute value of some rows. It is replaced by 0, for no scaling, if it is in
     * [-400, 400], if all values are 0, or if a value is not finite.
     */
    public static int exponent(double[]... rows) {
        double largest = 0.0;
        for (double[] row : rows) {
            largest = Math.max(largest, largest(row));
        }
        return exponentOf(largest);
    }

    /** The largest absolute value of a row; NaN if a value is NaN, and 0 if the row is empty. */
    public static double largest(double[] row) {
        double largest = 0.0;
        for (double value : row) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }

    /**
     * The binary exponent by which rows of this largest absolute value are scaled. It is 0, for no scaling, if the
     * value's exponent is in [-400, 400], or if the value is 0 or not finite.
     */
    public static int exponentOf(double largest) {
        int exponent = Math.getExponent(largest);
        return Double.isFinite(largest) && largest != 0.0 && Math.abs(exponent) > UNSCALED_EXPONENT ? exponent : 0;
    }

    /** A value divided by {@code 2^exponent}. */
    public static double scaled(double value, int exponent) {
        return exponent == 0 ? value : Math.scalb(value, -exponent);
    }

    /** The rows divided by {@code 2^exponent}; the same arrays if the exponent is 0. */
    public static double[][] scaled(double[][] rows, int exponent) {
        if (exponent == 0) {
            return rows;
        }
        return Arrays.stream(rows)
                .map(row ->
                        Arrays.stream(row).map(value -> scaled(value, exponent)).toArray())
                .toArray(double[][]::new);
    }

    /**
     * The rows minus their {@link #offset}, for callers that use only distances; the same arrays if the offset is 0.
     */
    public static double[][] moved(double[]... rows) {
        double first = rows[0][0];
        double range = 0.0;
        for (double[] row : rows) {
            for (double value : row) {
                range = Math.max(range, Math.abs(value - first));
            }
        }
        if (offset(first, range) == 0.0) {
            return rows;
        }
        return Arrays.stream(rows) // an offset other than 0 is the first value
                .map(row -> Arrays.stream(row).map(value -> value - first).toArray())
                .toArray(double[][]::new);
    }

    /** The rows moved and scaled to near 1, for callers that use only ratios of distances. */
    public static double[][] scaled(double[]... rows) {
        double[][] moved = moved(rows);
        return scaled(moved, exponent(moved));
    }
}
