package dev.lbp.diagnostics;

import dev.lbp.internal.Check;
import dev.lbp.internal.Magnitude;
import dev.lbp.internal.Sum;

/**
 * The effective sample size: the number of independent draws with the same standard error as the correlated draws of a
 * trace.
 *
 * <p>Judge a run by {@link #bulk} and {@link #tail}: they use all chains together, and are low if chains disagree.
 * {@link #tfp(double[][])} uses each chain alone; it is here because published comparisons of samplers on discrete
 * spaces use it. All take O(S log S) time for S draws in total.
 */
public final class EffectiveSampleSize {

    /** The tails are the draws outside the central 90 %. */
    private static final double[] TAIL_PROBABILITIES = {0.05, 0.95};

    private EffectiveSampleSize() {}

    /**
     * The effective sample size of one chain, averaged over chains: {@link #tfp(double[])} of each, then the mean. It
     * is not multiplied by the number of chains. It does not detect chains stuck in different places.
     *
     * @param traces {@code [chains][draws]}
     * @return in draws per chain, at most {@code draws}; NaN if any chain is constant, has a value that is not finite,
     *     or has fewer than 2 draws: without the stuck chain the mean would be too good
     * @throws IllegalArgumentException if there is no chain or the rows differ in length
     */
    public static double tfp(double[][] traces) {
        Traces.checkedDraws(traces);
        double sum = Sum.of(traces, chain -> tfp(chain));
        return sum / traces.length;
    }

    /**
     * The effective sample size of one chain by the rule of TensorFlow Probability:
     * {@code n / (-1 + 2 sum_{k<K} (1 - k/n) rho_k)}. Here rho_k is the autocovariance divided by n - k over the
     * variance divided by n, and K is the first lag with {@code rho_K < 0}. The factor (1 - k/n) turns rho_k into the
     * biased autocorrelation, which has the same sign; the code sums that one.
     *
     * <p>Source: {@code tfp.mcmc.effective_sample_size} with {@code filter_threshold = 0}, no largest lag and no
     * cross-chain term. Negative correlation is cut off, so the answer never exceeds n.
     *
     * @param chain the draws of one chain
     * @return in (0, n]; NaN if the chain is constant, has a value that is not finite, or has fewer than 2 draws
     */
    public static double tfp(double[] chain) {
        Traces.checkedDraws(new double[][] {Check.notNull("chain", chain)});
        if (!Traces.vary(chain)) {
            return Double.NaN;
        }
        double[] gamma = Autocovariance.mean(Magnitude.scaled(chain));
        double sum = 0;
        // gamma_k / gamma_0 = (1 - k/n) rho_k
        for (int k = 0; k < gamma.length && gamma[k] >= 0; k++) {
            sum += gamma[k];
        }
        return chain.length / (-1 + 2 * sum / gamma[0]);
    }

    /**
     * Bulk effective sample size: the effective sample size of the mean of the rank-normalised, split chains, all
     * together. The paper advises at least 100 per chain for a reliable R-hat and reliable error estimates.
     *
     * <p>Source: Vehtari et al. 2021, section 4, with equations 12 to 14.
     *
     * @param traces {@code [chains][draws]}; an odd number of draws leaves out the middle one
     * @return in draws of all chains together, at most {@code S log10 S} for S of them; NaN if all values are equal, if
     *     one is not finite, or if there are fewer than 8 draws (4 per half)
     * @throws IllegalArgumentException if there is no chain or the rows differ in length
     */
    public static double bulk(double[][] traces) {
        Traces.checkedDraws(traces);
        if (!Traces.vary(traces)) {
            return Double.NaN;
        }
        return MultiChainEss.of(RankNormalisation.of(Traces.split(traces)));
    }

    /**
     * The effective sample size of the mean over split chains, as {@link #bulk} but without rank normalisation.
     *
     * @param traces {@code [chains][draws]}
     * @return in draws of all chains together; NaN as for {@link #bulk}
     * @throws IllegalArgumentException if there is no chain or the rows differ in length
     */
    public static double ofMean(double[][] traces) {
        Traces.checkedDraws(traces);
        return Traces.vary(traces) ? MultiChainEss.of(Traces.split(traces)) : Double.NaN;
    }

    /**
     * Tail effective sample size: the smaller of the effective sample sizes of the 5 % and the 95 % quantile. The one
     * of a quantile is that of the mean of {@code 1{x <= quantile}} over the split chains.
     *
     * <p>If a quantile is the largest value, no draw is above it, for example the 95 % quantile of a trace of 0s and
     * 1s. Then only the other quantile counts: ArviZ gives the same, and posterior 1.4.0 gives NA. If both are the
     * largest value, the tail is the draws below it.
     *
     * <p>Source: Vehtari et al. 2021, section 4, equation 16; quantiles interpolate linearly between order statistics.
     *
     * @param traces {@code [chains][draws]}; the middle one of an odd number of draws counts only for the quantiles
     * @return in draws of all chains together; NaN as for {@link #bulk}
     * @throws IllegalArgumentException if there is no chain or the rows differ in length
     */
    public static double tail(double[][] traces) {
        Traces.checkedDraws(traces);
        if (!Traces.vary(traces)) {
            return Double.NaN;
        }
        double[] sorted = Traces.sorted(traces);
        double largest = sorted[sorted.length - 1];
        double smallest = Double.POSITIVE_INFINITY;
        for (double p : TAIL_PROBABILITIES) {
            double quantile = Quantiles.of(sorted, p);
            if (quantile < largest) {
                smallest = Math.min(smallest, ofAtMost(traces, quantile)); // NaN if one of them is NaN
            }
        }
        boolean bothAreLargest = smallest == Double.POSITIVE_INFINITY;
        return bothAreLargest ? ofAtMost(traces, Math.nextDown(largest)) : smallest;
    }

    /** The effective sample size of the mean of {@code 1{x <= bound}} over the split chains, equation 16. */
    private static double ofAtMost(double[][] traces, double bound) {
        return MultiChainEss.of(Traces.split(Traces.map(traces, x -> x <= bound ? 1 : 0))); // I(x <= bound), eq (16)
    }
}
