package dev.lbp.diagnostics;

import dev.lbp.internal.Check;
import dev.lbp.internal.Magnitude;

/**
 * How many independent draws give the same standard error as the correlated draws of a trace.
 *
 * <p>{@link #bulk} and {@link #tail} are what to trust a run by: all chains together, and low when chains disagree.
 * {@link #tfp(double[][])} looks at each chain alone, and is here because published comparisons of samplers on
 * discrete spaces are in it. All take O(S log S) time for S draws in total.
 */
public final class EffectiveSampleSize {

    /** The tails are the draws outside the central 90 %. */
    private static final double[] TAIL_PROBABILITIES = {0.05, 0.95};

    private EffectiveSampleSize() {}

    /**
     * The effective sample size of one chain, averaged over chains: {@link #tfp(double[])} of each, then the mean. It
     * is not multiplied by the number of chains, and chains stuck in different places go unnoticed.
     *
     * @param traces {@code [chains][draws]}
     * @return in draws per chain, at most {@code draws}; NaN if any chain is constant, has a value that is not
     *     finite, or has under 2 draws: leaving a stuck chain out would praise the run for it
     * @throws IllegalArgumentException if there is no chain or the rows differ in length
     */
    public static double tfp(double[][] traces) {
        Traces.checkedDraws(traces);
        double sum = 0;
        for (double[] chain : traces) {
            sum += tfp(chain);
        }
        return sum / traces.length;
    }

    /**
     * The effective sample size of one chain by the rule of TensorFlow Probability: {@code n / (-1 + 2 sum_{k<K} (1 -
     * k/n) rho_k)}, rho_k the autocovariance divided by n - k over the variance divided by n, K the first lag with
     * {@code rho_K < 0}. The factor (1 - k/n) turns rho_k into the biased autocorrelation, of the same sign, so that
     * is what is summed.
     *
     * <p>Source: {@code tfp.mcmc.effective_sample_size} with {@code filter_threshold = 0}, no largest lag and no
     * cross-chain term. Negative correlation is cut off, so the answer never exceeds n.
     *
     * @param chain the draws of one chain
     * @return in (0, n]; NaN if the chain is constant, has a value that is not finite, or has under 2 draws
     */
    public static double tfp(double[] chain) {
        Traces.checkedDraws(new double[][] {Check.notNull("chain", chain)});
        if (!Traces.vary(chain)) {
            return Double.NaN;
        }
        double[] gamma = Autocovariance.mean(Magnitude.scaled(chain));
        double sum = 0;
        for (int k = 0; k < gamma.length && gamma[k] >= 0; k++) {
            sum += gamma[k];
        }
        return chain.length / (-1 + 2 * sum / gamma[0]);
    }

    /**
     * Bulk effective sample size: of the mean of the rank-normalised, split chains, for all chains together. At least
     * 100 per chain are advised before R-hat and error estimates are relied on.
     *
     * <p>Source: Vehtari et al. 2021, section 4.
     *
     * @param traces {@code [chains][draws]}; of an odd number of draws the middle one is left out
     * @return in draws of all chains together, at most {@code S log10 S} for S of them; NaN if all values are equal,
     *     if one is not finite, or under 8 draws (4 per half)
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
     * Tail effective sample size: the smaller of those of the 5 % and the 95 % quantile, which are the effective
     * sample sizes of the mean of {@code 1{x <= quantile}} over the split chains.
     *
     * <p>A quantile that is the largest value has no draw above it, as the 95 % quantile of a trace of 0s and 1s, and the
     * other one decides alone: ArviZ gives the same then, and posterior 1.4.0 gives NA. If both are the largest value, the
     * tail is the draws below it.
     *
     * <p>Source: Vehtari et al. 2021, section 4; quantiles interpolate linearly between order statistics.
     *
     * @param traces {@code [chains][draws]}; of an odd number of draws the middle one counts for the quantiles alone
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
                smallest = Math.min(smallest, ofAtMost(traces, quantile)); // NaN wins
            }
        }
        return smallest < Double.POSITIVE_INFINITY || Double.isNaN(smallest)
                ? smallest
                : ofAtMost(traces, Math.nextDown(largest));
    }

    private static double ofAtMost(double[][] traces, double bound) {
        return MultiChainEss.of(Traces.split(atMost(traces, bound)));
    }

    private static double[][] atMost(double[][] traces, double quantile) {
        double[][] indicator = new double[traces.length][traces[0].length];
        for (int j = 0; j < traces.length; j++) {
            for (int t = 0; t < indicator[j].length; t++) {
                indicator[j][t] = traces[j][t] <= quantile ? 1 : 0;
            }
        }
        return indicator;
    }
}
