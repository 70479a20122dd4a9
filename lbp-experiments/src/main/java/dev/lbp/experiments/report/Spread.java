package dev.lbp.experiments.report;

import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Check;
import java.util.Arrays;

/** The median of samples, the smallest and the largest. It describes times, whose mean a busy machine would distort. */
public record Spread(double median, double least, double largest) {

    private static final int DIGITS = 3;

    /**
     * Computes the spread of samples in any order.
     *
     * @param samples at least one
     */
    public static Spread of(double[] samples) {
        int n = Check.atLeast(1, "samples.length", samples.length);
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        return new Spread(0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]), sorted[0], sorted[n - 1]);
    }

    /** "1.77 (1.70 to 1.95)", or the median alone if there is no spread. */
    @Override
    public String toString() {
        return least == largest
                ? number(median)
                : number(median) + " (" + number(least) + " to " + number(largest) + ")";
    }

    /** A number with three significant digits, or with all digits before the decimal point if there are more. */
    static String number(double value) {
        int before = value == 0.0 ? 1 : (int) Math.floor(Math.log10(Math.abs(value))) + 1;
        return Text.format("%,." + Math.max(0, DIGITS - before) + "f", value);
    }
}
