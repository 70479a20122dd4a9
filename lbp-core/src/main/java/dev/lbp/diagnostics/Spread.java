package dev.lbp.diagnostics;

import dev.lbp.internal.Magnitude;

/**
 * The mean and the standard deviation of the draws of some chains together.
 *
 * @param mean NaN if there are no draws
 * @param deviation the standard deviation about the mean, exactly 0 if all values are equal; NaN for fewer than 2 draws
 */
record Spread(double mean, double deviation) {

    /**
     * @param rows at least one, all with the same number of draws
     */
    static Spread of(double[]... rows) {
        if (rows[0].length == 0) {
            return new Spread(Double.NaN, Double.NaN);
        }
        if (isConstant(rows)) {
            return new Spread(rows[0][0], rows.length * rows[0].length < 2 ? Double.NaN : 0.0);
        }
        int exponent = Magnitude.exponent(rows);
        double[][] scaled = Magnitude.scaled(rows, exponent);
        double sum = 0.0;
        long n = 0;
        for (double[] row : scaled) {
            for (double value : row) {
                sum += value;
            }
            n += row.length;
        }
        double mean = sum / n;
        double squares = 0.0;
        for (double[] row : scaled) {
            for (double value : row) {
                squares += (value - mean) * (value - mean);
            }
        }
        return new Spread(Math.scalb(mean, exponent), Math.scalb(Math.sqrt(squares / (n - 1)), exponent));
    }

    /** Whether all values are equal. */
    static boolean isConstant(double[]... rows) {
        for (double[] row : rows) {
            for (double value : row) {
                if (value != rows[0][0]) {
                    return false;
                }
            }
        }
        return true;
    }
}
