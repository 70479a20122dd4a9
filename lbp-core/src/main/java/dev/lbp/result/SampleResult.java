package dev.lbp.result;

import dev.lbp.internal.Check;
import java.util.List;
import java.util.Optional;

/**
 * The result of a run whose states are bits, made by {@link dev.lbp.SamplingRun#run}. The trace "hamming" has distances
 * to one random state.
 */
public interface SampleResult extends RunResult {

    /** The state of highest log-probability that any chain has been in, warm-up included. */
    record Best(byte[] state, double logProb) {}

    /**
     * The course of warm-up in at most 500 bins of equally many steps, averaged over chains.
     *
     * @param scale geometric mean of R
     * @param acceptance mean of min(1, alpha) over steps other than swaps
     * @param steps steps of warm-up per chain
     * @param settled whether the scale changed by at most 5 % from the third to the fourth quarter; with real
     *     coordinates, true too if the change is at most 20 % and within the noise that the spread of the chains gives
     *     (Student's t, level 5 %)
     */
    record WarmUp(double[] scale, double[] acceptance, int steps, boolean settled) {

        /**
         * The mean number of the steps of a bin; the first step of warm-up has number 1.
         *
         * @param bin 0 to scale.length - 1
         */
        public double meanStep(int bin) {
            Check.that(bin >= 0 && bin < scale.length, "be in [0, " + (scale.length - 1) + "]", "bin", bin);
            return 0.5 + (bin + 0.5) * steps / scale.length;
        }
    }

    /**
     * Rao-Blackwellised marginals: averages over draws of {@code P(x_i = 1 | the other sites)}. They are unbiased like
     * the plain ones, and usually less noisy. With correlated draws they can be noisier: compare the errors.
     *
     * @param marginals N values; for a frozen site its value
     * @param errors the standard error of each, as in {@link #marginalErrors}; NaN if the conditional probability never
     *     changed but by rounding
     */
    record Conditionals(double[] marginals, double[] errors) {}

    /** P(x_i = 1) of every site, estimated over the draws of all chains; a copy. */
    double[] marginals();

    /**
     * The Monte Carlo standard error of every {@link #marginals marginal} by batch means; a copy. There are 32 or a few
     * more batches per chain, and more if the run was {@link dev.lbp.SamplingRun#resume resumed} with more draws. A run
     * that may end early, by a budget, an effective sample size or R-hat, has 32 to about 100 batches over at least
     * half of its draws, the later ones. The batches of all chains are taken about their common mean, so that chains
     * that disagree increase the error. The error is right if a batch is long compared with the correlation time of its
     * site.
     *
     * @return NaN if all batches have the same mean, as at a site that never changed; this does not prove that its
     *     marginal is exact
     */
    double[] marginalErrors();

    /**
     * The probability of each value of a site, by the names of {@link dev.lbp.target.Target#siteNames}.
     *
     * @param site the name of a site, or its number from 0 if sites have no names
     * @return as many as the site has values
     * @throws IllegalArgumentException if there is no such site; the message lists near names
     */
    double[] marginal(String site);

    /**
     * The probability of a value of a site, with its standard error.
     *
     * @param value the name of one of its values, or its number from 0 if values have no names
     * @throws IllegalArgumentException if there is no such site or value; the message lists near names
     */
    Estimate marginal(String site, String value);

    /** Rao-Blackwellised marginals; empty unless the run had {@link dev.lbp.SamplingRun#conditionals}. */
    Optional<Conditionals> conditionals();

    /**
     * The share of swaps after warm-up that changed the state, in [0, 1]; NaN if the sampler makes none, see
     * {@link dev.lbp.Samplers.ScaledBuilder#swaps}. A swap that sets the removed site again changes nothing. Swaps do
     * not count for the acceptance rate and the jump distance.
     */
    double swapRate();

    /**
     * The mean of min(1, alpha) over the jumps after warm-up, in [0, 1]; NaN if the sampler makes none among other
     * moves, see {@link dev.lbp.Samplers.ScaledBuilder#jumps}. Jumps do not count for the acceptance rate and the jump
     * distance.
     */
    double jumpAcceptance();

    /** The state of highest log-probability seen, warm-up included, with its log-probability. */
    Best best();

    /**
     * The distinct states of highest log-probability among the draws of all chains, the best first; states with equal
     * log-probabilities are in an order of their bits. The visits are exact: every draw in that state is counted. If
     * all visited states are kept, visits add up to the number of draws.
     *
     * <p>If a tracker rounds, and so gives a state several log-probabilities, the list has the log-probability of the
     * first visit. Then the visits of states that equal the last one of the list, up to rounding, may be too few.
     *
     * @throws IllegalStateException if the run did not {@link dev.lbp.SamplingRun#keepBest}
     */
    List<VisitedState> bestStates();

    /**
     * The state of a chain at a draw.
     *
     * @param chain in [0, chains)
     * @param draw in [0, draws)
     * @return N zeros and ones; a copy
     * @throws IllegalStateException if the run did not {@link dev.lbp.SamplingRun#keepDraws}
     */
    byte[] draw(int chain, int draw);

    /** The last state of every chain, [chains][N]. */
    byte[][] finalStates();
}
