package dev.lbp.runtime.tempering;

import dev.lbp.internal.Sum;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Estimates of log Z, rejections and mean log-probabilities from the sums of all chains, weighted by their scans. U, W,
 * F, B and c_k are those of {@link LadderSums}. A state is possible if its log-probability is finite.
 *
 * <p>Log Z is {@code sum_k c_k + log(sum U / sum W)} over all chains together. Its error is the jackknife's: with
 * theta_j the estimate without batch j of n, {@code error^2 = (1 + 2 max(0, r)) (n - 1) / n sum_j (theta_j - mean
 * theta)^2}, where r is the correlation of theta_j in neighbouring batches of a chain. It is right if the correlation
 * time is below two batches. Without the factor the error was a tenth too small on slow chains, at r = .09.
 *
 * @param logZ log Z of the last slot minus that of the first; -Infinity if every state of slot 0 was impossible; NaN
 *     without scans
 * @param logZError its standard error; NaN with fewer than {@value #LEAST_BATCHES} batches, where two slots have no
 *     overlap at all, or where log Z is not finite without one of the batches
 * @param forward log Z by stepping stones from each slot to the next colder one; infinite where exp leaves its range
 * @param backward log Z by stepping stones from each slot to the next hotter one, with the share of the draws of slot 0
 *     that were possible; infinite where exp leaves its range
 * @param steppingStonesError the standard error of {@code forward - backward}, by the same jackknife; NaN with fewer
 *     than {@value #LEAST_BATCHES} batches or where one of the two is infinite
 * @param rejections the mean rejection of each pair, K values in [0, 1]
 * @param meanLogProb the mean log-probability of the target at each slot, K + 1 values
 * @param scans the smallest number of scans of a chain
 */
public record LadderEstimate(
        double logZ,
        double logZError,
        double forward,
        double backward,
        double steppingStonesError,
        double[] rejections,
        double[] meanLogProb,
        long scans) {

    /** With 8 batches the error has a relative error of {@code 1 / sqrt(2 * 7)}, 27 %. */
    static final int LEAST_BATCHES = 8;

    /**
     * The estimate of chains at equal betas and centres.
     *
     * @param chains at least one, in the order of their indices: the order of the sums decides on their last bits
     * @throws IllegalArgumentException if betas or centres differ
     */
    public static LadderEstimate of(List<LadderSums> chains) {
        LadderSums.checkSame(chains);
        int pairs = chains.get(0).pairs();
        long least = chains.stream().mapToLong(LadderSums::scans).min().orElse(0L);
        double scans = chains.stream().mapToLong(LadderSums::scans).sum();
        double[] logZ = logZ(chains, scans);
        SteppingStones stones = steppingStones(chains);
        return new LadderEstimate(
                last(logZ),
                error(logZ, chains),
                stones.forward,
                stones.backward,
                error(stones.difference, chains),
                means(chains, scans, pairs, LadderSums::rejected),
                means(chains, scans, pairs + 1, LadderSums::logProb),
                least);
    }

    /** For each of {@code count} indices the mean over the scans of all chains. */
    private static double[] means(List<LadderSums> chains, double scans, int count, SumReader sum) {
        double[] means = new double[count];
        for (int k = 0; k < count; k++) {
            for (LadderSums chain : chains) {
                means[k] += sum.of(chain, k) / scans;
            }
        }
        return means;
    }

    /**
     * Log Z by stepping stones in both directions.
     *
     * @param difference at index j {@code forward - backward} without batch j; at the end that of all batches
     */
    private record SteppingStones(double forward, double backward, double[] difference) {}

    private static SteppingStones steppingStones(List<LadderSums> chains) {
        double[] counts = withoutEach(chains, LadderSums::batchScans);
        double[] difference = new double[counts.length];
        double forward = 0.0;
        double backward = 0.0;
        for (int pair = 0; pair < chains.get(0).pairs(); pair++) {
            int k = pair;
            double[] up = logMeans(withoutEach(chains, (chain, j) -> chain.forward(j, k)), counts);
            double[] down = logMeans(withoutEach(chains, (chain, j) -> chain.backward(j, k)), counts);
            if (pair == 0) {
                divideByPossible(down, chains, counts);
            }
            double centre = chains.get(0).centre(k);
            forward = sum(forward, centre + last(up));
            backward = sum(backward, centre - last(down));
            Arrays.setAll(difference, j -> difference[j] + up[j] + down[j]);
        }
        return new SteppingStones(forward, backward, difference);
    }

    /**
     * Divides the backward means of pair 0 by the share of the draws of slot 0 that were possible. States of slot 1 are
     * possible, so these means lack the impossible states of the reference.
     *
     * @param down the logarithms of the means; becomes infinite at j if no batch but j has a possible state
     */
    private static void divideByPossible(double[] down, List<LadderSums> chains, double[] counts) {
        double[] share = logMeans(withoutEach(chains, LadderSums::possible), counts);
        Arrays.setAll(down, j -> share[j] == Double.NEGATIVE_INFINITY ? -share[j] : down[j] - share[j]);
    }

    /** {@code total + next}; {@code total} if that is infinite, so that two opposite infinities do not make NaN. */
    private static double sum(double total, double next) {
        return Double.isInfinite(total) ? total : total + next;
    }

    /** The last entry: by {@link #withoutEach} the one from all batches. */
    private static double last(double[] values) {
        return values[values.length - 1];
    }

    /** {@code log(sums[j] / counts[j])} for each j. */
    private static double[] logMeans(double[] sums, double[] counts) {
        double[] means = new double[sums.length];
        Arrays.setAll(means, j -> StrictMath.log(sums[j] / counts[j]));
        return means;
    }

    /**
     * Log Z without each of the batches, all NaN if two slots have no overlap; at the end log Z of all batches.
     *
     * @param scans the number of scans of all chains
     */
    private static double[] logZ(List<LadderSums> chains, double scans) {
        double[] logZ = new double[withoutEach(chains, LadderSums::batchScans).length];
        boolean inRange = true;
        for (int pair = 0; pair < chains.get(0).pairs(); pair++) {
            int k = pair;
            double[] u = withoutEach(chains, (chain, j) -> chain.u(j, k));
            double[] w = withoutEach(chains, (chain, j) -> chain.w(j, k));
            double centre = chains.get(0).centre(k);
            Arrays.setAll(logZ, j -> logZ[j] + centre + StrictMath.log(u[j] / w[j]));
            inRange &= LadderSums.inRange(last(u), last(w), scans);
        }
        if (!inRange) {
            Arrays.fill(logZ, 0, logZ.length - 1, Double.NaN);
        }
        return logZ;
    }

    /** Reads one of a chain's sums: that of a batch, a pair or a slot. */
    private interface SumReader {
        double of(LadderSums chain, int index);
    }

    /**
     * At index j the sum over the batches of all chains, chain after chain, without batch j; at the end the sum over
     * all batches. The other batches are added up: the total minus a batch would lose its digits where that batch has
     * nearly all of the total.
     */
    private static double[] withoutEach(List<LadderSums> chains, SumReader sum) {
        double[] values = chains.stream()
                .flatMapToDouble(chain -> IntStream.range(0, chain.batches()).mapToDouble(j -> sum.of(chain, j)))
                .toArray();
        int n = values.length;
        double[] later = new double[n + 1];
        for (int j = n - 1; j >= 0; j--) {
            later[j] = later[j + 1] + values[j];
        }
        double[] without = new double[n + 1];
        double earlier = 0.0;
        for (int j = 0; j < n; j++) {
            without[j] = earlier + later[j + 1];
            earlier += values[j];
        }
        without[n] = later[0];
        return without;
    }

    /**
     * The jackknife's error of the estimates without each batch, chain after chain; the last estimate, with all
     * batches, does not count. Neighbouring batches of a chain may be correlated, so twice their covariance is added.
     */
    private static double error(double[] estimates, List<LadderSums> chains) {
        int n = estimates.length - 1;
        if (n < LEAST_BATCHES) {
            return Double.NaN;
        }
        double mean = Sum.of(n, j -> estimates[j] / n);
        double squares = 0.0;
        double neighbours = 0.0;
        int j = 0;
        for (LadderSums chain : chains) {
            double before = 0.0;
            for (int end = j + chain.batches(); j < end; j++) {
                double difference = estimates[j] - mean;
                squares += difference * difference;
                neighbours += difference * before;
                before = difference;
            }
        }
        return Math.sqrt((n - 1.0) / n * (squares + 2.0 * Math.max(0.0, neighbours)));
    }
}
