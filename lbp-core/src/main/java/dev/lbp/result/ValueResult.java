package dev.lbp.result;

/**
 * The result of a run whose states are whole numbers, made by {@link dev.lbp.ValueRun#run}. The trace "hamming" has
 * distances in sites to the state of the first chain at the end of warm-up.
 *
 * <p>The {@link #fRatios F ratio} of a site compares the frequencies of all its values: it is the sum over values of
 * the variance between chains, divided by the sum over values of the variance of batch means within chains, each per
 * degree of freedom (Light and Margolin 1971, for batch means instead of draws). For two values it is the F ratio of a
 * bit.
 */
public interface ValueResult extends RunResult {

    /** The state of highest log-probability that any chain has been in, warm-up included. */
    record Best(int[] values, double logProb) {}

    /**
     * P(x_i = c) of every site i and value c, estimated over the draws of all chains; a copy.
     *
     * @return [N][C]; each row sums to 1
     * @throws IllegalStateException if the run was without {@link dev.lbp.ValueRun#marginals}
     */
    double[][] valueMarginals();

    /**
     * The Monte Carlo standard error of every {@link #valueMarginals marginal} by batch means, see
     * {@link SampleResult#marginalErrors}; a copy.
     *
     * @return [N][C]; for a value that occurred in no draw or in all of them a bound, 1.5 divided by the batches of all
     *     chains: two such errors are the upper end of an interval of 95 % if batches are independent. NaN if there are
     *     under two batches
     * @throws IllegalStateException if the run was without {@link dev.lbp.ValueRun#marginals}
     */
    double[][] valueMarginalErrors();

    /**
     * The probability of each value of a site, by the names of {@link dev.lbp.target.Target#siteNames}.
     *
     * @param site the name of a site, or its number from 0 if sites have no names
     * @return as many as the site has values
     * @throws IllegalArgumentException if there is no such site; the message lists near names
     * @throws IllegalStateException if the run was without {@link dev.lbp.ValueRun#marginals}
     */
    double[] marginal(String site);

    /**
     * The probability of a value of a site, with its standard error.
     *
     * @param value the name of one of its values, or its number from 0 if values have no names
     * @throws IllegalArgumentException if there is no such site or value; the message lists near names
     * @throws IllegalStateException if the run was without {@link dev.lbp.ValueRun#marginals}
     */
    Estimate marginal(String site, String value);

    /** The state of highest log-probability seen, warm-up included, with its log-probability. */
    Best best();

    /**
     * The state of a chain at a draw.
     *
     * @param chain in [0, chains)
     * @param draw in [0, draws)
     * @return N whole numbers; a copy
     * @throws IllegalStateException if the run did not {@link dev.lbp.Run#keepDraws}
     */
    int[] draw(int chain, int draw);

    /** The last state of every chain, [chains][N]. */
    int[][] finalStates();
}
