package dev.lbp.diagnostics;

import dev.lbp.internal.Magnitude;
import java.util.Arrays;

/**
 * The autocorrelation of a trace over several chains together: {@code rho_k = 1 - (W - gamma_k) / V}. Here W is the
 * mean sample variance of a chain, gamma_k the biased autocovariance averaged over chains, B the sample variance of the
 * chains' means, and {@code V = W (n-1)/n + B}. Chains that disagree have rho_k near 1 at all lags, even if each moves
 * fast about its own place.
 *
 * <p>Source: Vehtari et al. 2021, section 3.2, equation 10, with V of equation 3; the paper's B is n times this one.
 * Cost: O(chains n log n) time, O(n) memory.
 */
public final class PooledAutocorrelation {

    private PooledAutocorrelation() {}

    /**
     * The autocorrelation of a trace over all its chains; for one chain, its own. Chains are not split.
     *
     * @param traces {@code [chains][draws]}
     * @return lags 0 to draws - 1, the first of them 1; all NaN if all values are equal, if one is not finite, or if
     *     there are fewer than 2 draws
     * @throws IllegalArgumentException if there is no chain or the rows differ in length
     */
    public static double[] of(double[][] traces) {
        int draws = Traces.checkedDraws(traces);
        if (draws < 2 || !Traces.vary(traces)) {
            double[] unknown = new double[draws];
            Arrays.fill(unknown, Double.NaN);
            return unknown;
        }
        return ofVarying(traces);
    }

    /** {@link #of} without its checks: the traces vary and have at least 2 draws. */
    static double[] ofVarying(double[][] varying) {
        double[][] traces = Magnitude.scaled(varying);
        int n = traces[0].length;
        double[] rho = Autocovariance.mean(traces); // has gamma_k until rho_k replaces it below
        double within = rho[0] * n / (n - 1); // W, eq (2); gamma_0 = W (n-1)/n
        double pooled = rho[0] + (traces.length == 1 ? 0 : Moments.variance(Moments.means(traces))); // V, eq (3)
        rho[0] = 1;
        for (int k = 1; k < n; k++) {
            rho[k] = 1 - (within - rho[k]) / pooled; // eq (10)
        }
        return rho;
    }
}
