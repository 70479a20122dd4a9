package dev.lbp.bench.report;

import dev.lbp.experiments.report.Spread;
import dev.lbp.internal.Check;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The relative cost of an activity, from pairs of runs with and without it: the median over pairs of {@code with /
 * without - 1}, and an upper 95 % confidence limit of the true median.
 *
 * <p>The limit is the k-th smallest of the n shares, with the smallest k that satisfies {@code P(B <= k - 1) >= 0.95}.
 * Here B is binomial with n trials of probability 1/2: the number of shares below the true median. The limit assumes
 * only that pairs are independent and identically distributed. A t interval of the mean would be distorted by outliers
 * of a busy machine.
 *
 * @param median the median share
 * @param upper the upper confidence limit
 */
public record PairedCost(double median, double upper) {

    private static final double CONFIDENCE = 0.95;

    /** With fewer than 5 pairs even the largest share is no 95 % limit, because {@code 1 - 2^-4 < 0.95}. */
    private static final int FEWEST_PAIRS = 5;

    /**
     * Computes median and limit from pairs of runs.
     *
     * @param without the times of the runs without the activity, all above 0; at least 5
     * @param with the times of the runs with the activity, in the same order
     */
    public static PairedCost of(double[] without, double[] with) {
        int n = Check.atLeast(FEWEST_PAIRS, "pairs", without.length);
        Check.length(n, "with", with.length);
        double[] shares = IntStream.range(0, n)
                .mapToDouble(k -> with[k] / without[k] - 1.0)
                .toArray();
        Arrays.sort(shares);
        int rank = BinomialDistribution.of(n, 0.5).inverseCumulativeProbability(CONFIDENCE); // k - 1
        return new PairedCost(Spread.of(shares).median(), shares[rank]);
    }

    /** A text such as "1.2 % (95 % sure to be below 1.9 %)". */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.1f %% (95 %% sure to be below %.1f %%)", 100.0 * median, 100.0 * upper);
    }
}
