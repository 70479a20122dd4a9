package dev.lbp.diagnostics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Replaces every value by the normal score of its rank among all values of all chains:
 * {@code z = Phi^-1((r - 3/8) / (S + 1/4))}, equation 14 of Vehtari et al. 2021. S is the number of values and r the
 * average rank of its ties; the offsets are Blom's. So the diagnostics do not need finite moments of the trace, and do
 * not depend on its scale.
 *
 * <p>Cost: one sort of S doubles, one quantile per distinct value, one binary search per value: O(S log S) time, no
 * boxing; memory 3 S doubles. A trace of a discrete model has few distinct values, and the sort is then nearly all of
 * the cost.
 */
final class RankNormalisation {

    private static final NormalDistribution STANDARD_NORMAL = NormalDistribution.of(0, 1);

    private RankNormalisation() {}

    /** The normal scores, in the shape of the argument. All values must be finite. */
    static double[][] of(double[][] traces) {
        double[] distinct = Traces.sorted(traces);
        double[] scores = new double[distinct.length];
        int count = scoreTies(distinct, scores); // now the first places have the distinct values and their scores
        // x + 0.0 makes -0.0 0.0, as in the sorted values: the search would tell them apart
        return Traces.map(traces, x -> scores[Arrays.binarySearch(distinct, 0, count, x + 0.0)]);
    }

    /** Moves the distinct values of a sorted array to its front, writes their scores, and returns their number. */
    private static int scoreTies(double[] sorted, double[] scores) {
        int total = sorted.length;
        int count = 0;
        int end;
        for (int start = 0; start < total; start = end) {
            end = start + 1;
            while (end < total && sorted[end] == sorted[start]) {
                end++;
            }
            double rank = 0.5 * ((double) start + 1 + end); // the mean of the ranks start + 1 .. end
            sorted[count] = sorted[start];
            // eq (14)
            scores[count] = STANDARD_NORMAL.inverseCumulativeProbability((rank - 0.375) / (total + 0.25));
            count++;
        }
        return count;
    }
}
