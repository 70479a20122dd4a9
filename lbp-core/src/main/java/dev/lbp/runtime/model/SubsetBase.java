package dev.lbp.runtime.model;

import dev.lbp.internal.Memory;
import dev.lbp.internal.Sum;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Bits with a fixed number of ones, normalised: the reference of tempered subsets. All subsets are equally probable, or
 * each has a probability in proportion to {@code exp(sum of its sites' log-odds)}. This is the distribution of
 * independent bits given their sum (the conditional Bernoulli distribution). Frozen sites keep their value and add
 * nothing to a log-probability. The number of ones at free sites is that of the given state.
 *
 * <p>Let e(i, j) be the sum over the subsets of j sites among the free sites i, i + 1, ... of their weights, with
 * {@code e(i, j) = e(i + 1, j) + w_i e(i + 1, j - 1)}. A draw goes through the sites in order and makes site i a one
 * with probability {@code w_i e(i + 1, j - 1) / e(i, j)}, if j ones are still to be placed. It costs O(N). The table of
 * log e takes 8 bytes for each site and one. If all weights are 1, the probability is {@code j / (n - i)} and needs no
 * table.
 *
 * <p>Source: S. Chen, A. Dempster and J. Liu, <i>Weighted finite population sampling to maximize entropy</i>,
 * Biometrika 81, 1994, doi:10.1093/biomet/81.3.457, procedure 3.
 */
public final class SubsetBase extends BitReference {

    /** The free sites, ascending. */
    private final int[] free;

    /**
     * At [i][j] log e(i, j), the log of the total weight of all subsets of j of the free sites from the i-th on;
     * empty if all subsets are equally probable.
     */
    private final double[][] logSums;

    /** Makes the base; all log-odds 0 stand for equally probable subsets, which need no table of sums. */
    private SubsetBase(double[] logOdds, int[] free, int most) {
        super(logOdds, Arrays.stream(logOdds).allMatch(odds -> odds == 0.0));
        this.free = free;
        this.logSums = isFair() ? new double[0][] : logSums(most);
    }

    /**
     * The base of the given log-odds, or of equally probable subsets.
     *
     * @param logits N finite values; null for equal ones
     * @param frozen N values, true for sites that keep their value; null for none
     * @param most the largest number of free ones of a state
     * @throws IllegalArgumentException if log-odds are given and their table does not fit into memory
     */
    public static SubsetBase of(double @Nullable [] logits, int dimension, boolean @Nullable [] frozen, int most) {
        int[] free = IntStream.range(0, dimension)
                .filter(i -> frozen == null || !frozen[i])
                .toArray();
        if (logits != null) {
            Memory.check(
                    Double.BYTES * (free.length + 1.0) * (most + 1.0),
                    "tempering's reference, free sites=" + free.length + ", ones=" + most,
                    "leave its logits out");
        }
        // on a grid all sums of log-odds are exact, so a log-probability updated by flips depends on the state alone
        return new SubsetBase(logits == null ? new double[dimension] : onGrid(logits, frozen), free, most);
    }

    /**
     * Computes log e(i, j) for j from 0 to {@code most}, from the last free site to the first. Here e(i, j) is the
     * total weight of all subsets of j of the free sites from the i-th on.
     */
    private double[][] logSums(int most) {
        double[][] sums = new double[free.length + 1][most + 1];
        Arrays.fill(sums[free.length], 1, most + 1, Double.NEGATIVE_INFINITY);
        for (int i = free.length - 1; i >= 0; i--) {
            double odds = logOdds(free[i]);
            for (int j = 1; j <= most; j++) {
                sums[i][j] = logSum(sums[i + 1][j], odds + sums[i + 1][j - 1]);
            }
        }
        return sums;
    }

    /** log(e^a + e^b). One of a and b may be -Infinity. */
    private static double logSum(double a, double b) {
        double largest = Math.max(a, b);
        return largest == Double.NEGATIVE_INFINITY ? largest : largest + Math.log1p(Math.exp(Math.min(a, b) - largest));
    }

    /** The number of ones at free sites. */
    private int freeOnes(byte[] state) {
        int ones = 0;
        for (int site : free) {
            ones += state[site];
        }
        return ones;
    }

    /** Draws site by site, given how many ones are still to be placed; keeps the state's number of ones. */
    @Override
    public void draw(byte[] state, UniformRandomProvider rng) {
        int missing = freeOnes(state);
        for (int i = 0; i < free.length; i++) {
            boolean one = rng.nextDouble() < probability(i, missing);
            state[free[i]] = (byte) (one ? 1 : 0);
            missing -= one ? 1 : 0;
        }
    }

    /**
     * The probability that the i-th free site is a one if {@code missing} ones are still to be placed on it and the
     * free sites after it; exactly 0 or 1 if forced.
     */
    private double probability(int i, int missing) {
        if (missing == 0 || missing == free.length - i || isFair()) {
            return (double) missing / (free.length - i);
        }
        // the weight of all subsets that have the site, divided by the weight of all subsets
        return Math.exp(logOdds(free[i]) + logSums[i + 1][missing - 1] - logSums[i][missing]);
    }

    /** Minus the logarithm of the total weight of all subsets with this state's number of free ones. */
    @Override
    double constant(byte[] state) {
        int ones = freeOnes(state);
        if (!isFair()) {
            return -logSums[0][ones];
        }
        double logCount = 0.0; // the logarithm of n! / (k! (n - k)!), the number of subsets of k of the n free sites
        for (int k = 1; k <= ones; k++) {
            logCount += Math.log((free.length - ones + k) / (double) k);
        }
        return -logCount;
    }

    @Override
    public double logProb(byte[] state) {
        double sum = Sum.of(state.length, i -> state[i] * logOdds(i));
        return constant(state) + sum;
    }
}
