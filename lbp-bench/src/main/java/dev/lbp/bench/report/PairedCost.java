package dev.lbp.bench.report;

import dev.lbp.internal.Check;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The cost of an activity that one run of each pair has and the other has not, as a share of the run without it: the
 * median over pairs of {@code with / without - 1}, and an upper 95 % limit for the median of all such pairs.
 *
 * <p>The limit is the k-th least of the n shares, with the least k that satisfies {@code P(B <= k - 1) >= 0.95}. B is
 * binomial of n trials of 1/2: the number of shares below the true median. The limit assumes that pairs are alike and
 * independent, and nothing about the distribution of shares; outliers of a busy machine would distort the t interval of
 * a mean.
 */
public record PairedCost(double median, double upper) {

    private static final double CONFIDENCE = 0.95;

    /** With fewer than 5 pairs even the largest share is too low a limit: {@code 1 - 2^-4 < 0.95}. */
    private static final int FEWEST_PAIRS = 5;

    /** With more pairs, {@code 2^-n} is no longer a normal double. */
    private static final int MOST_PAIRS = 1_000;

    /**
     * Computes both from pairs of runs.
     *
     * @param without from 5 to 1,000 times, all above 0
     * @param with as many, in the same order
     */
    public static PairedCost of(double[] without, double[] with) {
        int n = Check.atLeast(FEWEST_PAIRS, "pairs", without.length);
        Check.that(n <= MOST_PAIRS, "be <= " + MOST_PAIRS, "pairs", n);
        Check.length(n, "with", with.length);
        double[] shares = IntStream.range(0, n)
                .mapToDouble(k -> with[k] / without[k] - 1.0)
                .toArray();
        Arrays.sort(shares);
        return new PairedCost(0.5 * (shares[(n - 1) / 2] + shares[n / 2]), shares[rank(n) - 1]);
    }

    /** The k of the limit, from 1. */
    private static int rank(int n) {
        double term = Math.scalb(1.0, -n); // P(B = k)
        double sum = term;
        int k = 0;
        while (sum < CONFIDENCE) {
            k++;
            term *= (n - k + 1.0) / k;
            sum += term;
        }
        return k + 1;
    }

    /** "1.2 % (95 % sure to be below 1.9 %)". */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.1f %% (95 %% sure to be below %.1f %%)", 100.0 * median, 100.0 * upper);
    }
}
