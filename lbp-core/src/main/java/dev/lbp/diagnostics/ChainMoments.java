package dev.lbp.diagnostics;

import dev.lbp.internal.Magnitude;

/**
 * The mean and the standard deviation of each chain of a trace.
 *
 * @param mean [chains]
 * @param deviation [chains], standard deviations; NaN for fewer than 2 draws
 */
public record ChainMoments(double[] mean, double[] deviation) {

    /**
     * Computes the moments of each chain.
     *
     * @param trace [chains][draws], at least one draw
     */
    public static ChainMoments of(double[][] trace) {
        double[] mean = new double[trace.length];
        double[] deviation = new double[trace.length];
        for (int c = 0; c < trace.length; c++) {
            Spread spread = Spread.of(trace[c]);
            mean[c] = spread.mean();
            deviation[c] = spread.deviation();
        }
        return new ChainMoments(mean, deviation);
    }

    /** The index of the chain with the lowest mean. */
    public int lowest() {
        int lowest = 0;
        for (int c = 1; c < mean.length; c++) {
            lowest = mean[c] < mean[lowest] ? c : lowest;
        }
        return lowest;
    }

    /** The index of the chain with the highest mean. */
    public int highest() {
        int highest = 0;
        for (int c = 1; c < mean.length; c++) {
            highest = mean[c] > mean[highest] ? c : highest;
        }
        return highest;
    }

    /** The root of the mean variance within a chain. */
    public double within() {
        int exponent = Magnitude.exponent(deviation); // not 0 where squares would overflow or underflow
        double sum = 0.0;
        for (double value : deviation) {
            double scaled = Math.scalb(value, -exponent);
            sum += scaled * scaled;
        }
        return Math.scalb(Math.sqrt(sum / deviation.length), exponent);
    }
}
