package dev.lbp.diagnostics;

/**
 * The diagnostics of one trace. For millions of draws the rank normalisation takes seconds.
 *
 * @param mean over the draws of all chains
 * @param standardDeviation over the draws of all chains
 * @param bulkSample effective sample size of the bulk, see {@link EffectiveSampleSize#bulk}
 * @param tailSample effective sample size of the tails, see {@link EffectiveSampleSize#tail}
 * @param rHat see {@link RHat#of}
 * @param constant whether all values are the same
 */
public record TraceStatistics(
        double mean, double standardDeviation, double bulkSample, double tailSample, double rHat, boolean constant) {

    /**
     * Computes the diagnostics of a trace.
     *
     * @param trace [chains][draws]
     */
    public static TraceStatistics of(double[][] trace) {
        Spread spread = Spread.of(trace);
        return new TraceStatistics(
                spread.mean(),
                spread.deviation(),
                EffectiveSampleSize.bulk(trace),
                EffectiveSampleSize.tail(trace),
                RHat.of(trace),
                Spread.isConstant(trace));
    }
}
