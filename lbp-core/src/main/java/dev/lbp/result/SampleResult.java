package dev.lbp.result;

import dev.lbp.diagnostics.TraceStatistics;
import dev.lbp.internal.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run found; made by {@link dev.lbp.SamplingRun#run}. Traces hold as many draws of each chain as every chain has made, which is fewer than asked for if the run
 * ended early; marginals, acceptance and jump distance are over all that was made after warm-up. Of no draws they are NaN.
 */
public interface SampleResult {

    /** The state of highest log-probability that any chain has been in, warm-up included. */
    record Best(byte[] state, double logProb) {}

    /**
     * The course of warm-up in at most 500 bins of equally many steps, averaged over chains.
     *
     * @param scale geometric mean of R
     * @param acceptance mean of min(1, alpha)
     * @param steps steps of warm-up per chain
     * @param settled whether R changed by at most 5 % from the third to the fourth quarter
     */
    record WarmUp(double[] scale, double[] acceptance, int steps, boolean settled) {

        /**
         * The mean number of the steps of a bin, where the first step of warm-up is number 1.
         *
         * @param bin 0 to scale.length - 1
         */
        public double meanStep(int bin) {
            Check.that(bin >= 0 && bin < scale.length, "be in [0, " + (scale.length - 1) + "]", "bin", bin);
            return 0.5 + (bin + 0.5) * steps / scale.length;
        }
    }

    /**
     * Rao-Blackwellised marginals: averages over draws of {@code P(x_i = 1 | the other sites)}. Unbiased as the plain ones are,
     * and as a rule less noisy, though with correlated draws not always: compare the errors.
     *
     * @param marginals N values; of a frozen site its value
     * @param errors the standard error of each, as in {@link #marginalErrors}; NaN where the conditional probability never changed
     */
    record Conditionals(double[] marginals, double[] errors) {}

    /** A table a person can read, with a verdict. */
    String summary();

    /**
     * Writes a report of the run, a page for a browser: see {@link dev.lbp.Report}, which can also be told a title and a shape.
     *
     * @throws IllegalArgumentException if the path is not that of a file in a directory that exists
     * @throws IOException if it cannot be written; what was there before is left as it was
     */
    void report(Path file) throws IOException;

    /** The mean of min(1, alpha) over the steps after warm-up, in [0, 1]. */
    double acceptanceRate();

    /** The mean Hamming distance from one state to the next, in sites; a rejected step counts 0 (equation 3). */
    double expectedJumpDistance();

    /** The {@link #acceptanceRate} of each chain by itself, [chains]: their spread gives its standard error. A copy. */
    double[] acceptanceRates();

    /** The {@link #expectedJumpDistance} of each chain by itself, in sites, [chains]; a copy. */
    double[] jumpDistances();

    /** The scale R of the steps after warm-up: a real number, of which each step plays one of the integers around it. */
    double scale();

    /** P(x_i = 1) of every site, estimated over the draws of all chains; a copy. */
    double[] marginals();

    /**
     * The Monte Carlo standard error of every {@link #marginals marginal} by batch means; a copy. There are 32 or a few more batches
     * per chain, more if the run was {@link dev.lbp.SamplingRun#resume resumed} with more draws. A run that may end early, by a budget, an
     * effective sample size or R-hat, has 32 to about 100 batches over at least half of its draws, the later ones. Batches of all
     * chains are taken about their common mean, so that chains which disagree make the error larger. It is right when a batch is
     * long against the correlation time of its site.
     *
     * @return NaN where all batches have the same mean, as at a site that never changed: that does not show that its marginal is
     *     exact
     */
    double[] marginalErrors();

    /**
     * The F ratio of every site, by one-way analysis of variance: the variance of the chains' means, times batches per chain, over
     * the variance of batch means within chains. It is about 1 where chains agree, and large where the marginal of one chain is
     * not that of another; a copy. {@link #siteDisagreements} has those that are larger than chance allows.
     *
     * @return N values, infinite where a site is constant within each chain but not the same in all; NaN where it is the same in
     *     all draws or frozen, and everywhere if there is one chain or under 30 batches more than chains
     */
    double[] fRatios();

    /**
     * The sites whose marginal differs between chains by more than chance, at most 5 of them, those of the largest F ratio first.
     * If chains agree, the list is empty but for one run of 10,000. The verdict of {@link #summary} takes them in.
     */
    List<SiteDisagreement> siteDisagreements();

    /** Rao-Blackwellised marginals; empty unless the run was asked for {@link dev.lbp.SamplingRun#conditionals}. */
    Optional<Conditionals> conditionals();

    /**
     * Mean, standard deviation, effective sample sizes and R-hat of a trace. They are computed at the first call, and kept.
     *
     * @param trace "logProb", "hamming", or the name of a {@link dev.lbp.SamplingRun#track tracked} statistic
     * @throws IllegalArgumentException if there is no trace of this name
     */
    TraceStatistics statistics(String trace);

    /**
     * The bulk effective sample size of a trace over all chains together (Vehtari et al. 2021).
     *
     * @param trace "logProb", "hamming", or the name of a {@link dev.lbp.SamplingRun#track tracked} statistic
     * @return NaN if the trace is constant or has fewer than 4 draws per half
     */
    default double effectiveSampleSize(String trace) {
        return statistics(trace).bulkSample();
    }

    /** The smallest effective sample size over all traces that have one; NaN if none has. */
    default double effectiveSampleSize() {
        return traces().keySet().stream()
                .mapToDouble(this::effectiveSampleSize)
                .filter(value -> !Double.isNaN(value))
                .min()
                .orElse(Double.NaN);
    }

    /**
     * The rank-normalised split R-hat of a trace (Vehtari et al. 2021); chains that agree give nearly 1.
     *
     * @param trace "logProb", "hamming", or the name of a {@link dev.lbp.SamplingRun#track tracked} statistic
     * @return at least about 1, infinite if each chain stands still at a level of its own; NaN if the trace is constant or has fewer
     *     than 4 draws
     */
    default double rHat(String trace) {
        return statistics(trace).rHat();
    }

    /** The largest R-hat over all traces that have one; NaN if none has. */
    default double rHat() {
        return traces().keySet().stream()
                .mapToDouble(this::rHat)
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN);
    }

    /** The state of highest log-probability seen, warm-up included, with its log-probability. */
    Best best();

    /**
     * The scalar traces by name, each [chains][draws]: "logProb", the unnormalised log-probability, "hamming", the Hamming
     * distance to one random reference state, and the {@link dev.lbp.SamplingRun#track tracked} statistics in the order they were given.
     * The arrays are the result's own.
     */
    Map<String, double[][]> traces();

    /**
     * The state of a chain at a draw.
     *
     * @param chain in [0, chains)
     * @param draw in [0, draws)
     * @return N zeros and ones; a copy
     * @throws IllegalStateException if the run was not asked to {@link dev.lbp.SamplingRun#keepDraws}
     */
    byte[] draw(int chain, int draw);

    /**
     * Writes the traces, and the states if they were kept, as NumPy files with a {@code manifest.json}, as
     * {@link dev.lbp.io.Draws} reads them: {@code NAME.npy} of float64 [chain, draw], {@code states.npy} of int8
     * [chain, draw, site].
     *
     * @param directory made if it is not there, with its parents; it must not hold a manifest or files of these names
     * @throws IOException if a file cannot be written; the message names it
     */
    void export(Path directory) throws IOException;

    /**
     * Writes {@code traces.csv}, with a column per trace and a row per draw of each chain, and {@code summary.csv}, with
     * a row per trace, as comma-separated values (RFC 4180). Files of these names are replaced.
     *
     * @param directory made if it is not there, with its parents
     * @throws IOException if a file cannot be written
     */
    void exportCsv(Path directory) throws IOException;

    /** The last state of every chain, [chains][N]. */
    byte[][] finalStates();

    /** Why the run ended. */
    StopReason stopReason();

    /** The course of the scale and of acceptance over warm-up. */
    WarmUp warmUp();

    /** The number of chains. */
    int chains();

    /** The number of draws of each chain. */
    int draws();

    /** The wall-clock time of warm-up. */
    Duration warmUpTime();

    /** The wall-clock time from the end of warm-up to the last draw. */
    Duration drawTime();
}
