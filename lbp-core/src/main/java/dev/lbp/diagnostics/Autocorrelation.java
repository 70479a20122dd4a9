package dev.lbp.diagnostics;

import dev.lbp.internal.Check;
import dev.lbp.internal.Magnitude;

/**
 * The autocorrelation of a trace at lag k: {@code rho_k = c_k / c_0, c_k = (1/(n-k)) sum_{t < n-k} (x_t - mean)(x_{t+k}
 * - mean)}, with the mean of all n draws of the chain.
 *
 * <p>{@link EffectiveSampleSize#tfp(double[])} sums {@code (1 - k/n) rho_k} of these up to the first negative one.
 * There are only n - k pairs of draws at lag k, so the last lags are mostly noise and may leave [-1, 1]. Cost: O(n log
 * n) per chain for any number of lags.
 */
public final class Autocorrelation {

    private Autocorrelation() {}

    /**
     * The autocorrelations of one chain.
     *
     * @param chain the draws of one chain
     * @param lags the largest lag, in [0, draws - 1]
     * @return rho_0 = 1 to rho_lags; all NaN if the chain is constant or has a value that is not finite
     * @throws IllegalArgumentException if {@code lags} is out of range
     */
    public static double[] of(double[] chain, int lags) {
        return of(new double[][] {Check.notNull("chain", chain)}, lags);
    }

    /**
     * The autocorrelations of each chain about its own mean, averaged over chains. They do not detect chains stuck in
     * different places, like {@link EffectiveSampleSize#tfp(double[][])}.
     *
     * @param traces {@code [chains][draws]}
     * @param lags the largest lag, in [0, draws - 1]
     * @return rho_0 = 1 to rho_lags; all NaN if any chain is constant or has a value that is not finite
     * @throws IllegalArgumentException if there is no chain, the rows differ in length, or {@code lags} is out of range
     */
    public static double[] of(double[][] traces, int lags) {
        int draws = Traces.checkedDraws(traces);
        Check.that(lags >= 0 && lags < draws, "be in [0, draws - 1=" + (draws - 1) + "]", "lags", lags);
        double[] rho = new double[lags + 1];
        for (double[] chain : traces) {
            boolean varies = Traces.vary(chain);
            double[] gamma = varies ? Autocovariance.mean(Magnitude.scaled(chain)) : new double[0];
            for (int k = 0; k <= lags; k++) {
                // rho_k = c_k / c_0, averaged over chains; c_k is the biased gamma_k times n / (n - k).
                rho[k] += varies ? gamma[k] / gamma[0] * draws / (draws - k) / traces.length : Double.NaN;
            }
        }
        return rho;
    }
}
