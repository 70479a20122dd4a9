package dev.lbp.diagnostics;

import dev.lbp.internal.Check;
import dev.lbp.internal.Magnitude;

/**
 * Standard errors of the mean of a trace over all chains and draws.
 *
 * <p>{@link #ofMean} needs the whole trace. {@link #batchMeans} needs only the means of a few batches, which can be
 * kept for every site of a model while it runs.
 */
public final class MonteCarloError {

    private MonteCarloError() {}

    /**
     * {@code sd / sqrt(ESS)}: the standard deviation of all draws, and the effective sample size of the mean over
     * split chains, as {@link EffectiveSampleSize#bulk} but without rank normalisation.
     *
     * <p>Source: Vehtari et al. 2021, section 3.2. Cost: O(S log n) for S draws in total, n per chain.
     *
     * @param traces {@code [chains][draws]}
     * @return in the unit of the trace; NaN if all values are equal, if one is not finite, or under 8 draws
     * @throws IllegalArgumentException if there is no chain or the rows differ in length
     */
    public static double ofMean(double[][] traces) {
        Traces.checkedDraws(traces);
        if (!Traces.vary(traces)) {
            return Double.NaN;
        }
        int exponent = Magnitude.exponent(traces);
        double variance = Moments.variance(Magnitude.scaled(traces, exponent));
        return Math.scalb(Math.sqrt(variance / MultiChainEss.of(Traces.split(traces))), exponent);
    }

    /**
     * Standard error by batch means. Each chain of n draws is cut into B batches of {@code b = floor(n / B)} draws;
     * with s^2 the sample variance of the m B batch means of all m chains about their common mean, the error is
     * {@code sqrt(s^2 b / (m n))}. The last n - b B draws of a chain stay out of s^2. Batches long against the
     * correlation time make it consistent; the common mean lets chains that disagree add to it.
     *
     * <p>Traces that hold batch means already are served by {@code batches = draws}. Relative accuracy about {@code 1
     * / sqrt(2 (m B - 1))}. Cost: O(m n). Source: C. Geyer, <i>Practical Markov chain Monte Carlo</i>, Statistical
     * Science 7(4), 1992, doi:10.1214/ss/1177011137.
     *
     * @param traces {@code [chains][draws]}
     * @param batches B per chain, in [2, draws]
     * @return in the unit of the trace; NaN if all values are equal (that a site never moved does not show that its
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
        int exponent = Magnitude.exponent(traces);
        double[][] scaled = Magnitude.scaled(traces, exponent);
        int length = draws / batches;
        double[][] means = new double[traces.length][batches];
        for (int j = 0; j < traces.length; j++) {
            for (int i = 0; i < batches; i++) {
                means[j][i] = Moments.mean(scaled[j], i * length, (i + 1) * length);
            }
        }
        double variance = Moments.variance(means);
        return Math.scalb(Math.sqrt(variance * length / ((double) traces.length * draws)), exponent);
    }
}
