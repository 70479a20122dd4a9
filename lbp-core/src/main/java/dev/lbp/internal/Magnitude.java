package dev.lbp.internal;

/** Powers of two that bring values near 1, where their squares neither overflow nor vanish. To scale by them is exact. */
public final class Magnitude {

    /** Values of at most this exponent, and of at least its negative, stay as they are: 2^60 squares of them have a finite sum. */
    private static final int MOST = 400;

    private Magnitude() {}

    /** The exponent of the largest value of some rows; 0 if it is in [-400, 400], or if all values are 0. */
    public static int exponent(double[]... rows) {
        double largest = 0.0;
        for (double[] row : rows) {
            for (double value : row) {
                largest = Math.max(largest, Math.abs(value));
            }
        }
        int exponent = Math.getExponent(largest);
        return Double.isFinite(largest) && largest != 0.0 && Math.abs(exponent) > MOST ? exponent : 0;
    }

    /** The rows divided by {@code 2^exponent}; themselves if that is 1. */
    public static double[][] scaled(double[][] rows, int exponent) {
        if (exponent == 0) {
            return rows;
        }
        double[][] scaled = new double[rows.length][];
        for (int j = 0; j < rows.length; j++) {
            scaled[j] = new double[rows[j].length];
            for (int t = 0; t < rows[j].length; t++) {
                scaled[j][t] = Math.scalb(rows[j][t], -exponent);
            }
        }
        return scaled;
    }

    /** The rows brought near 1, where only the ratios of their values matter. */
    public static double[][] scaled(double[]... rows) {
        return scaled(rows, exponent(rows));
    }
}
