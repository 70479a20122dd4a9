package dev.lbp.continuous;

import dev.lbp.result.RunResult;

/**
 * The result of a run on a density, made by {@link dev.lbp.ContinuousRun#run}. It has the trace "distance" in place of
 * "hamming": the Euclidean distance to the point of the first chain at the end of warm-up.
 *
 * <p>The figures of a coordinate are computed from squares of its distance to that point. Distances beyond 10^75
 * overflow: the errors, at larger distances also the standard deviation and the F ratio, are NaN or infinite.
 *
 * <p>The {@link #fRatios F ratio} of a coordinate compares the means of the chains. A {@link
 * dev.lbp.result.SiteDisagreement} has these means as its marginals, and its value has no meaning.
 */
public interface ContinuousResult extends RunResult {

    /** The point of highest log-probability that any chain has visited, warm-up included. */
    record Best(double[] point, double logProb) {}

    /** The mean of every coordinate over the draws of all chains, d numbers; a copy. */
    double[] means();

    /**
     * The Monte Carlo standard error of each of {@link #means} by batch means, d numbers; a copy. NaN if all batches
     * have the same mean, or there are under two.
     */
    double[] meanErrors();

    /** The standard deviation of every coordinate over the draws of all chains, d numbers; a copy. */
    double[] standardDeviations();

    /**
     * The Monte Carlo standard error of each of {@link #standardDeviations}, d numbers; a copy. NaN if all batches
     * agree, or there are under two.
     */
    double[] standardDeviationErrors();

    /**
     * The standard deviation of the noise that a proposal adds to each coordinate, after warm-up, d numbers; a copy.
     * All are {@link #scale} unless the sampler has a diagonal shape; NaN for an independence sampler, which adds none.
     */
    double[] noiseDeviations();

    /**
     * The mean squared Euclidean distance of a step from one point to the next, summed over coordinates; a rejected
     * step counts as 0.
     */
    @Override
    double expectedJumpDistance();

    /** The {@link #expectedJumpDistance} of each chain, [chains]; a copy. */
    @Override
    double[] jumpDistances();

    /**
     * The scale s: the standard deviation of the noise in a coordinate, relative to the diagonal shape if there is one.
     */
    @Override
    double scale();

    /** The point of highest log-probability seen, warm-up included, with its log-probability. */
    Best best();

    /**
     * The point of a chain at a draw.
     *
     * @param chain in [0, chains)
     * @param draw in [0, draws)
     * @return d coordinates; a copy
     * @throws IllegalStateException if the run did not {@link dev.lbp.Run#keepDraws}
     */
    double[] draw(int chain, int draw);

    /** The last point of every chain, [chains][d]. */
    double[][] finalStates();
}
