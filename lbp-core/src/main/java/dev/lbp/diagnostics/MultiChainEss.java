package dev.lbp.diagnostics;

/**
 * Effective sample size of the mean of several chains taken together, by Geyer's initial monotone sequence.
 *
 * <p>With n draws in each of m chains, W their mean sample variance, B the sample variance of their m means and
 * gamma_k the biased autocovariance averaged over chains, {@code V = W (n-1)/n + B} estimates the variance of the
 * target and {@code rho_k = 1 - (W - gamma_k) / V} the autocorrelation; chains that disagree have rho_k near 1 at all
 * lags. Then {@code ESS = m n / tau, tau = -1 + 2 sum_k rho_k}, where sums of neighbours {@code P_i = rho_{2i} +
 * rho_{2i+1}} are used while they are positive, and each is lowered to the one before it if it is larger (both hold
 * for reversible chains). The even member of the pair after the last enters once, half its weight, if positive; this
 * helps chains that are better than independent draws, and {@code tau >= 1 / log10(m n)} bounds how much.
 *
 * <p>Cost: {@link PooledAutocorrelation}, then O(n). Source: Vehtari et al. 2021, section 3.2; C. Geyer,
 * <i>Practical Markov chain Monte Carlo</i>, Statistical Science 7(4), 1992, doi:10.1214/ss/1177011137.
 */
final class MultiChainEss {

    private static final int FEWEST_DRAWS = 4;

    /**
     * What the sum counts as if not even {@code rho_0 + rho_1} may be used: chains of 4 or 5 draws, or chains that
     * alternate exactly. Gives tau = 2, half of the draws, which is what the reference implementation answers.
     */
    private static final double FIRST_PAIR_REFUSED = 1;

    private MultiChainEss() {}

    /** The ESS of the chains as they are, unsplit; NaN under 4 draws, on a constant, on values that are not finite. */
    static double of(double[][] chains) {
        int n = chains[0].length;
        if (n < FEWEST_DRAWS || !Traces.vary(chains)) {
            return Double.NaN;
        }
        double[] rho = PooledAutocorrelation.ofVarying(chains);
        int last = positivePairs(rho);
        makeMonotone(rho, last);
        double sum = last == 0 ? FIRST_PAIR_REFUSED : 0;
        for (int k = 0; k < last; k++) {
            sum += rho[k];
        }
        double tau = -1 + 2 * sum + rho[last];
        double total = (double) chains.length * n;
        return total / Math.max(tau, 1 / Math.log10(total));
    }

    /**
     * Finds the even lag before which all pairs are positive, and makes what is stored there the half-weight term:
     * the autocorrelation, but not a negative one that ended the sequence. The last lags rest on too few products to
     * be asked.
     */
    private static int positivePairs(double[] rho) {
        int lag = 0;
        while (lag < rho.length - 5 && rho[lag] + rho[lag + 1] > 0) {
            lag += 2;
        }
        if (rho[lag] + rho[lag + 1] < 0) {
            rho[lag] = Math.max(rho[lag], 0);
        }
        return lag;
    }

    private static void makeMonotone(double[] rho, int last) {
        for (int k = 2; k <= last - 2; k += 2) {
            double before = rho[k - 2] + rho[k - 1];
            if (rho[k] + rho[k + 1] > before) {
                rho[k] = before / 2;
                rho[k + 1] = before / 2;
            }
        }
    }
}
