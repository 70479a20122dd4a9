package dev.lbp.diagnostics;

import dev.lbp.internal.Magnitude;

/**
 * Where the draws of some chains are, and how far they move about.
 *
 * @param deviation the standard deviation about the mean, exactly 0 if all values are equal; NaN of under 2 draws, as the mean is of none
 */
record Spread(double mean, double deviation) {

    /**
     * @param rows one or more, each of as many draws
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
