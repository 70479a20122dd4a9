package dev.lbp;

import dev.lbp.diagnostics.EffectiveSampleSize;
import dev.lbp.diagnostics.RHat;

/** What a summary says of one trace, worked out once: rank normalisation of millions of draws takes seconds. */
record TraceStatistics(
        double mean, double standardDeviation, double bulkSample, double tailSample, double rHat, boolean constant) {

    /**
     * @param trace [chains][draws]
     */
    static TraceStatistics of(double[][] trace) {
        double sum = 0.0;
        long n = 0;
        boolean constant = true;
        for (double[] chain : trace) {
            for (double value : chain) {
                sum += value;
                n++;
                constant &= value == trace[0][0];
            }
        }
        double mean = sum / n;
        double squares = 0.0;
        for (double[] chain : trace) {
            for (double value : chain) {
                squares += (value - mean) * (value - mean);
            }
        }
        return new TraceStatistics(
                mean,
                n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1)),
                EffectiveSampleSize.bulk(trace),
                EffectiveSampleSize.tail(trace),
                RHat.of(trace),
                constant);
    }
}
