package dev.lbp.diagnostics;

/**
 * Effective sample size of the mean of several chains together, by Geyer's initial monotone sequence.
 *
 * <p>With n draws in each of m chains, rho_k is the autocorrelation of {@link PooledAutocorrelation} (equation 10),
 * near 1 at all lags if chains disagree. Then {@code ESS = m n / tau} (equation 12), {@code tau = -1 + 2 sum_k rho_k}
 * (equation 13). The sum uses the pairs {@code P_i = rho_{2i} + rho_{2i+1}} as long as they are positive. A pair larger
 * than the pair before is lowered to it. Both properties hold for reversible chains. The even member of the pair after
 * the last enters once, with half the weight, if it is positive. This helps chains that are better than independent
 * draws; {@code tau >= 1 / log10(m n)} limits that gain.
 *
 * <p>Cost: {@link PooledAutocorrelation}, then O(n). Source: Vehtari et al. 2021, section 3.2, and the equation
 * numbers; C. Geyer, <i>Practical Markov chain Monte Carlo</i>, Statistical Science 7(4), 1992,
 * doi:10.1214/ss/1177011137.
 */
final class MultiChainEss {

    private static final int FEWEST_DRAWS = 4;

    /**
     * The sum if not even {@code rho_0 + rho_1} may be used: chains of 4 or 5 draws, or chains that alternate exactly.
     * It gives tau = 2, so the ESS is half of the draws, like the reference implementation.
     */
    private static final double FIRST_PAIR_REFUSED = 1;

    private MultiChainEss() {}

    /**
     * The ESS of the chains, unsplit; NaN for fewer than 4 draws, for a constant trace, and for values that are not
     * finite.
     */
    static double of(double[][] chains) {
        int n = chains[0].length;
        if (n < FEWEST_DRAWS || !Traces.vary(chains)) {
            return Double.NaN;
        }
        // rho_k, eq (10)
        double[] rho = PooledAutocorrelation.ofVarying(chains);
        int last = positivePairs(rho); // Geyer's initial positive sequence: lags 0 to last - 1
        makeMonotone(rho, last); // Geyer's initial monotone sequence
        double sum = last == 0 ? FIRST_PAIR_REFUSED : 0;
        for (int k = 0; k < last; k++) {
            sum += rho[k];
        }
        // tau, eq (13); rho[last], the first lag after the positive pairs, enters once, where the others enter twice
        double tau = -1 + 2 * sum + rho[last];
        double total = (double) chains.length * n;
        // m n / tau, eq (12), at most m n log10(m n)
        return total / Math.max(tau, 1 / Math.log10(total));
    }

    /**
     * Returns the even lag after the last positive pair, and makes the value there the half-weight term: the
     * autocorrelation, or 0 if it is negative and its pair ended the sequence. The last lags are not used, because too
     * few products enter them.
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

    /** Lowers each pair that is larger than the pair before to the sum of that pair. */
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
