package dev.lbp.diagnostics;

import dev.lbp.internal.Magnitude;
import java.util.Arrays;

/**
 * The mean and the standard deviation of the draws of some chains together.
 *
 * @param mean NaN if there are no draws
 * @param deviation the standard deviation about the mean, exactly 0 if all values are equal; NaN for fewer than 2 draws
 */
record Spread(double mean, double deviation) {

    /**
     * The spread of all draws of some chains.
     *
     * @param rows at least one, all with the same number of draws
     */
    static Spread of(double[]... rows) {
        return of(Arrays.asList(rows));
    }

    /**
     * The spread of draws in blocks, one after the other. It reads them four times, and needs no memory of its own.
     */
    static Spread of(Iterable<double[]> blocks) {
        long n = 0;
        double first = Double.NaN;
        double largest = 0.0;
        double range = 0.0;
        for (double[] block : blocks) {
            first = n == 0 && block.length > 0 ? block[0] : first;
            n += block.length;
            largest = Math.max(largest, Magnitude.largest(block));
            for (double value : block) {
                range = Math.max(range, Math.abs(value - first));
            }
        }
        if (n == 0) {
            return new Spread(Double.NaN, Double.NaN);
        }
        if (isConstant(blocks)) {
            return new Spread(first, n < 2 ? Double.NaN : 0.0);
        }
        // Values minus the offset and divided by 2^exponent have sums without loss of digits, overflow or underflow.
        double offset = Magnitude.offset(first, range);
        int exponent = Magnitude.exponentOf(offset == 0.0 ? largest : range);
        return scaled(blocks, n, offset, exponent);
    }

    /** The spread of n values by sums of {@code (value - offset) / 2^exponent} and of its squared deviations. */
    private static Spread scaled(Iterable<double[]> blocks, long n, double offset, int exponent) {
        double sum = 0.0;
        for (double[] block : blocks) {
            for (double value : block) {
                sum += Magnitude.scaled(value - offset, exponent);
            }
        }
        double mean = sum / n;
        double squares = 0.0;
        for (double[] block : blocks) {
            for (double value : block) {
                double deviation = Magnitude.scaled(value - offset, exponent) - mean;
                squares += deviation * deviation;
            }
        }
        return new Spread(offset + Math.scalb(mean, exponent), Math.scalb(Math.sqrt(squares / (n - 1)), exponent));
    }

    /** Whether all values are equal. */
    static boolean isConstant(Iterable<double[]> blocks) {
        boolean begun = false;
        double first = 0.0;
        for (double[] block : blocks) {
            for (double value : block) {
                if (!begun) {
                    first = value;
                    begun = true;
                }
                if (value != first) {
                    return false;
                }
            }
        }
        return true;
    }
}
