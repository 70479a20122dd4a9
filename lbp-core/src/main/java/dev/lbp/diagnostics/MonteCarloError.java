package dev.lbp.diagnostics;

import dev.lbp.internal.Check;
import dev.lbp.internal.Magnitude;

/**
 * Standard errors of the mean of a trace over all chains and draws.
 *
 * <p>{@link #ofMean} needs the whole trace. {@link #batchMeans} needs only the means of a few batches, so a run can
 * keep them for every site of a model.
 */
public final class MonteCarloError {

    private MonteCarloError() {}

    /**
     * {@code sd / sqrt(ESS)}: the standard deviation of all draws, and the effective sample size of the mean over split
     * chains, as {@link EffectiveSampleSize#bulk} but without rank normalisation.
     *
     * <p>Source: Vehtari et al. 2021, section 3.2, equation 5 with ESS instead of S. Cost: O(S log n) for S draws in
     * total, n per chain.
     *
     * @param traces {@code [chains][draws]}
     * @return in the unit of the trace; NaN if all values are equal, if one is not finite, or if there are fewer than 8
     *     draws
     * @throws IllegalArgumentException if there is no chain or the rows differ in length
     */
    public static double ofMean(double[][] traces) {
        Traces.checkedDraws(traces);
        return ofMean(Spread.of(traces), traces);
    }

    /**
     * The error of the mean of a trace that is too long for the heap: {@link #ofMean(double[][])} with the effective
     * sample size of a subsample, which is at most that of all draws.
     *
     * @param spread of all draws
     * @param subsample one draw in k, {@code [chains][draws]}
     */
    static double ofMean(Spread spread, double[][] subsample) {
        return spread.deviation() / Math.sqrt(EffectiveSampleSize.ofMean(subsample)); // sqrt(var / ESS), eq (5)
    }

    /**
     * Standard error by batch means. Each chain of n draws is cut into B batches of {@code b = floor(n / B)} draws.
     * With s^2 the sample variance of the m B batch means of all m chains about their common mean, the error is
     * {@code sqrt(s^2 b / (m n))}. The last n - b B draws of a chain do not enter s^2. It is consistent if batches are
     * long compared with the correlation time. Because of the common mean, chains that disagree increase it.
     *
     * <p>For traces of batch means use {@code batches = draws}. The relative accuracy is about
     * {@code 1 / sqrt(2 (m B - 1))}. Cost: O(m n). Source: C. Geyer, <i>Practical Markov chain Monte Carlo</i>,
     * Statistical Science 7(4), 1992, doi:10.1214/ss/1177011137.
     *
     * @param traces {@code [chains][draws]}
     * @param batches B per chain, in [2, draws]
     * @return in the unit of the trace; NaN if all values are equal (a site that never moved does not prove that its
     *     mean is exact), or if one is not finite
     * @throws IllegalArgumentException if there is no chain, the rows differ in length, or {@code batches} is out of
     *     range
     */
    public static double batchMeans(double[][] traces, int batches) {
        int draws = Traces.checkedDraws(traces);
        Check.that(batches >= 2 && batches <= draws, "be in [2, draws=" + draws + "]", "batches", batches);
        if (!Traces.vary(traces)) {
            return Double.NaN;
        }
        // Shift and scale exactly, so that squares of huge, tiny or far values neither overflow nor lose digits.
        double[][] moved = Magnitude.moved(traces);
        int exponent = Magnitude.exponent(moved);
        double[][] scaled = Magnitude.scaled(moved, exponent);
        int length = draws / batches;
        double[][] means = new double[traces.length][batches];
        for (int j = 0; j < traces.length; j++) {
            for (int i = 0; i < batches; i++) {
                means[j][i] = Moments.mean(scaled[j], i * length, (i + 1) * length);
            }
        }
        double variance = Moments.variance(means); // s^2
        // sqrt(s^2 b / (m n))
        return Math.scalb(Math.sqrt(variance * length / ((double) traces.length * draws)), exponent);
    }
}
