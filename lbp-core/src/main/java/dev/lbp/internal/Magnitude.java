package dev.lbp.internal;

/** Scales values by a power of two to near 1, so that their squares neither overflow nor vanish. The scaling is exact. */
public final class Magnitude {

    /** Values with an exponent in [-400, 400] are not scaled: 2^60 squares of them have a finite sum. */
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

    /** The rows divided by {@code 2^exponent}; the same arrays if the exponent is 0. */
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

    /** The rows scaled to near 1, for callers that use only ratios of the values. */
    public static double[][] scaled(double[]... rows) {
        return scaled(rows, exponent(rows));
    }
}
