package dev.lbp.diagnostics;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;

/**
 * Histograms of the ranks of each chain's draws among the draws of all chains. Chains that sample the same distribution
 * have flat histograms. The shape reveals a chain that is too high, too low, too narrow or too wide.
 *
 * <p>Ties are spread evenly over the ranks that they share, which is the average of breaking them at random. So a
 * discrete trace, whose values are mostly ties, gets histograms as smooth as a continuous one.
 *
 * <p>Source: Vehtari et al. 2021, section 4. Cost: O(S log S + S * bins) for S draws in total.
 */
public final class RankHistogram {

    private RankHistogram() {}

    /**
     * The histogram of each chain.
     *
     * @param traces {@code [chains][draws]}, finite
     * @param bins at least 1
     * @return {@code [chains][bins]}: draws in each bin, not always a whole number; a row adds up to draws, a column to
     *     {@code chains * draws / bins}
     * @throws IllegalArgumentException if there is no chain, the rows differ in length, a value is not finite, or
     *     {@code bins} is out of range
     */
    public static double[][] of(double[][] traces, int bins) {
        int draws = Traces.checkedDraws(traces);
        Check.atLeast(1, "bins", bins);
        for (int j = 0; j < traces.length; j++) {
            Check.finite("traces[" + j + "]", traces[j]);
        }
        Memory.check(
                (double) Double.BYTES * traces.length * bins,
                "traces.length=" + traces.length + ", bins=" + bins,
                "take fewer bins");
        double[] all = Traces.sorted(traces);
        double[][] counts = new double[traces.length][bins];
        for (int j = 0; j < traces.length; j++) {
            double[] chain = Traces.sorted(new double[][] {traces[j]});
            for (int t = 0; t < draws; ) {
                int next = below(chain, Math.nextUp(chain[t])); // the draws t to next - 1 of the chain are equal
                int first = below(all, chain[t]); // their ranks are first to end - 1
                int end = below(all, Math.nextUp(chain[t]));
                addEvenly(next - t, (double) first * bins / all.length, (double) end * bins / all.length, counts[j]);
                t = next;
            }
        }
        return counts;
    }

    /** The number of values below a bound. */
    private static int below(double[] sorted, double bound) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < bound) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Adds an amount evenly over the interval [from, to) of a row whose bin b is [b, b + 1). */
    private static void addEvenly(double amount, double from, double to, double[] row) {
        for (int b = (int) from; b < row.length && b < to; b++) {
            row[b] += amount * (Math.min(to, b + 1.0) - Math.max(from, b)) / (to - from);
        }
    }
}
