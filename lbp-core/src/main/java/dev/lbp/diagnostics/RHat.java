package dev.lbp.diagnostics;

import java.util.Arrays;

/**
 * Rank-normalised split R-hat: the spread of all chains together relative to the spread of one half of a chain.
 *
 * <p>With m half-chains of n draws, W their mean sample variance and B the sample variance of their means, {@code R =
 * sqrt((n - 1)/n + B/W)} (equations 3 and 4, where B is n times this one). It is computed twice on normal scores
 * (equation 14): on the scores of the draws, to compare the centres of the chains, and on the scores of the distances
 * {@code |x - median|} (equation 15), to compare their spreads. The result is the larger one. It is near 1, even below
 * 1, if the chains agree; above 1.01 they have not mixed. Chains are split, so a drift within a single chain is
 * detected too.
 *
 * <p>Source: Vehtari et al. 2021, sections 3.1 and 4. Cost: three sorts, O(S log S) for S draws in total.
 */
public final class RHat {

    private static final int FEWEST_DRAWS = 4;

    private RHat() {}

    /**
     * The R-hat of one trace.
     *
     * <p>If each chain is constant at a level of its own, the result is infinite. If all distances to the median are
     * equal, for example for two values taken equally often, the spread gives no information and only the centres count
     * (other implementations return NaN here, and would do so for two stuck chains).
     *
     * @param traces {@code [chains][draws]}, one chain is enough; the middle one of an odd number of draws counts only
     *     for the median
     * @return at least {@code sqrt((n - 1)/n)}, possibly infinite; NaN if all values are equal, if one is not finite,
     *     or if there are fewer than 4 draws
     * @throws IllegalArgumentException if there is no chain or the rows differ in length
     */
    public static double of(double[][] traces) {
        if (Traces.checkedDraws(traces) < FEWEST_DRAWS || !Traces.vary(traces)) {
            return Double.NaN;
        }
        double centre = ofScores(Traces.split(traces));
        double[][] distances = Traces.split(distancesToMedian(traces));
        return Traces.vary(distances) ? Math.max(centre, ofScores(distances)) : centre;
    }

    /** R-hat of normal scores; NaN, as 0 / 0, if all values are equal: no variance within, none between. */
    private static double ofScores(double[][] halves) {
        double[][] z = RankNormalisation.of(halves);
        int n = z[0].length;
        double[] variances = new double[z.length];
        Arrays.setAll(variances, j -> Moments.variance(z[j]));
        // sqrt(V / W) = sqrt((n-1)/n + B/W), eq (4)
        return Math.sqrt((n - 1.0) / n + Moments.variance(Moments.means(z)) / Moments.mean(variances));
    }

    /** The distances {@code |x - median|} of all draws, equation 15, whose R-hat is that of the spread. */
    public static double[][] distancesToMedian(double[][] traces) {
        double median = Quantiles.median(Traces.sorted(traces));
        return Arrays.stream(traces)
                .map(chain ->
                        Arrays.stream(chain).map(x -> Math.abs(x - median)).toArray())
                .toArray(double[][]::new);
    }
}
