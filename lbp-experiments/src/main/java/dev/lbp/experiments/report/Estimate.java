package dev.lbp.experiments.report;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.internal.Check;
import dev.lbp.internal.Sum;

/**
 * A mean over independent chains or other repetitions.
 *
 * @param mean NaN if any repetition is NaN
 * @param error the standard error of the mean; NaN for one repetition
 */
public record Estimate(double mean, double error) {

    /** Computes the estimate from the value of each repetition, at least one. */
    public static Estimate of(double[] values) {
        int n = Check.atLeast(1, "values.length", values.length);
        double sum = Sum.of(values);
        double mean = sum / n;
        double squares = Sum.of(values, value -> (value - mean) * (value - mean));
        return new Estimate(mean, Math.sqrt(squares / (n - 1.0) / n));
    }

    /** The estimate times a constant. */
    public Estimate times(double factor) {
        return new Estimate(factor * mean, factor * error);
    }

    /** "96.83 (0.12)": the mean, then its standard error to two digits. */
    @Override
    public String toString() {
        if (!(error > 0.0)) {
            return Double.isNaN(mean) ? "-" : format("%.3f", mean);
        }
        int decimals = Math.max(0, 1 - (int) Math.floor(Math.log10(error)));
        return format("%,." + decimals + "f (%." + decimals + "f)", mean, error);
    }
}
