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
