package dev.lbp.diagnostics;

import java.util.Arrays;

/**
 * Rank-normalised split R-hat: how much wider all chains together spread than one half of a chain does alone.
 *
 * <p>With m half-chains of n draws, W their mean sample variance and B the sample variance of their means, {@code R =
 * sqrt((n - 1)/n + B/W)}, computed twice: on the normal scores of the draws (do the chains have the same centre?) and
 * on those of the distances {@code |x - median|} (the same spread?). The larger is the answer. Near 1, even below it,
 * when the chains agree; above 1.01 they have not mixed. Chains are split, so a single chain that drifts is noticed
 * too.
 *
 * <p>Source: Vehtari et al. 2021, sections 3.1 and 4. Cost: three sorts, O(S log S) for S draws in total.
 */
public final class RHat {

    private static final int FEWEST_DRAWS = 4;

    private RHat() {}

    /**
     * The R-hat of one trace.
     *
     * <p>If each chain stands still at a level of its own, this is infinite. If all distances to the median are
     * equal, as for two values taken equally often, the spread says nothing and the centres decide alone (other
     * implementations answer NaN here, and would do so for two stuck chains).
     *
     * @param traces {@code [chains][draws]}, one chain is enough; of an odd number of draws the middle one counts for
     *     the median alone
     * @return at least {@code sqrt((n - 1)/n)}, possibly infinite; NaN if all values are equal, if one is not finite,
     *     or under 4 draws
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

    /** NaN, as 0 / 0, if all values are equal: no variance within, none between. */
    private static double ofScores(double[][] halves) {
        double[][] z = RankNormalisation.of(halves);
        int n = z[0].length;
        double[] variances = new double[z.length];
        Arrays.setAll(variances, j -> Moments.variance(z[j]));
        return Math.sqrt((n - 1.0) / n + Moments.variance(Moments.means(z)) / Moments.mean(variances));
    }

    private static double[][] distancesToMedian(double[][] traces) {
        double median = Quantiles.median(Traces.sorted(traces));
        double[][] distances = new double[traces.length][traces[0].length];
        for (int j = 0; j < traces.length; j++) {
            for (int t = 0; t < distances[j].length; t++) {
                distances[j][t] = Math.abs(traces[j][t] - median);
            }
        }
        return distances;
    }
}
