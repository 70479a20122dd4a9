package dev.lbp.diagnostics;

import java.util.Arrays;

/**
 * The diagnostics of one trace. For millions of draws the rank normalisation takes seconds.
 *
 * @param mean over the draws of all chains
 * @param meanError the Monte Carlo standard error of the mean, in the unit of the trace, see
 *     {@link MonteCarloError#ofMean}; above 0; NaN for a trace that is constant, not finite or shorter than 8 draws of
 *     each chain, if {@code every} is 0, and from {@link #withinChains}
 * @param standardDeviation over the draws of all chains
 * @param bulkSample effective sample size of the bulk, see {@link EffectiveSampleSize#bulk}
 * @param tailSample effective sample size of the tails, see {@link EffectiveSampleSize#tail}
 * @param rHat see {@link RHat#of}
 * @param constant whether all values are the same
 * @param every the sample sizes and R-hat are computed from one draw in {@code every}: 1 for all draws, more for a
 *     trace that is too long for the heap; 0 if even the fewest allowed draws did not fit, and they are NaN
 */
public record TraceStatistics(
        double mean,
        double meanError,
        double standardDeviation,
        double bulkSample,
        double tailSample,
        double rHat,
        boolean constant,
        int every) {

    /**
     * Computes the diagnostics of a trace.
     *
     * @param trace [chains][draws]
     */
    public static TraceStatistics of(double[][] trace) {
        int every = 1;
        return of(Arrays.asList(trace), trace, every);
    }

    /**
     * Computes the diagnostics of a trace that is too long for the heap. Mean and standard deviation are those of all
     * draws; the sample sizes and R-hat are those of one draw in {@code every}. A subsample of a stationary chain never
     * has a mean of smaller variance, so the effective sample size of all draws is at least that of the subsample, and
     * the error of their mean at most {@code meanError}, apart from the errors of the estimates (S. MacEachern and M.
     * Berliner, <i>Subsampling the Gibbs Sampler</i>, The American Statistician 48(3), 1994,
     * doi:10.1080/00031305.1994.10476054).
     *
     * @param blocks all draws of all chains, chain by chain; it is read several times
     * @param subsample one draw in {@code every}, [chains][draws]
     * @param every at least 1
     */
    public static TraceStatistics of(Iterable<double[]> blocks, double[][] subsample, int every) {
        Spread spread = Spread.of(blocks);
        return new TraceStatistics(
                spread.mean(),
                MonteCarloError.ofMean(spread, subsample),
                spread.deviation(),
                EffectiveSampleSize.bulk(subsample),
                EffectiveSampleSize.tail(subsample),
                RHat.of(subsample),
                Spread.isConstant(blocks),
                every);
    }

    /**
     * Computes only the effective sample size of the mean, as that of the bulk, for chains that are not compared with
     * each other: R-hat is 1, the mean 0, and the other diagnostics are NaN.
     *
     * @param trace [chains][draws], each chain with a mean of 0
     */
    public static TraceStatistics withinChains(double[][] trace) {
        double sample = EffectiveSampleSize.ofMean(trace);
        return new TraceStatistics(0.0, Double.NaN, Double.NaN, sample, Double.NaN, 1.0, Double.isNaN(sample), 1);
    }

    /**
     * Computes only mean and standard deviation, in constant memory; the other diagnostics are NaN, and {@code every}
     * is 0.
     *
     * @param blocks as for {@link #of(Iterable, double[][], int)}
     */
    public static TraceStatistics momentsOf(Iterable<double[]> blocks) {
        Spread spread = Spread.of(blocks);
        return new TraceStatistics(
                spread.mean(),
                Double.NaN,
                spread.deviation(),
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Spread.isConstant(blocks),
                0);
    }
}
