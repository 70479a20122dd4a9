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
 * The result of a run, made by {@link dev.lbp.SamplingRun#run}. Traces hold the same number of draws of each chain, the
 * smallest that a chain has made; that is fewer than requested if the run ended early. Marginals, acceptance and jump distance
 * are over all steps or draws after warm-up, and NaN if there are none.
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
     * Rao-Blackwellised marginals: averages over draws of {@code P(x_i = 1 | the other sites)}. They are unbiased like the
     * plain ones, and usually less noisy. With correlated draws they can be noisier: compare the errors.
     *
     * @param marginals N values; for a frozen site its value
     * @param errors the standard error of each, as in {@link #marginalErrors}; NaN if the conditional probability never changed
     */
    record Conditionals(double[] marginals, double[] errors) {}

    /** A table for a human reader, with a verdict. */
    String summary();

    /**
     * Writes a report of the run, a page for a browser. {@link dev.lbp.Report} does the same with a title and a lattice of the
     * caller.
     *
     * @throws IllegalArgumentException if the path is not that of a file in a directory that exists
     * @throws IOException if it cannot be written; the old file is then left as it was
     */
    void report(Path file) throws IOException;

    /** The mean of min(1, alpha) over the steps after warm-up, in [0, 1]. */
    double acceptanceRate();

    /** The mean Hamming distance from one state to the next, in sites; a rejected step counts as 0 (equation 3). */
    double expectedJumpDistance();

    /** The {@link #acceptanceRate} of each chain, [chains]; the standard error follows from their spread. A copy. */
    double[] acceptanceRates();

    /** The {@link #expectedJumpDistance} of each chain, in sites, [chains]; a copy. */
    double[] jumpDistances();

    /** The scale R of the steps after warm-up, a real number. Each step draws one of the integers around it. */
    double scale();

    /** P(x_i = 1) of every site, estimated over the draws of all chains; a copy. */
    double[] marginals();

    /**
     * The Monte Carlo standard error of every {@link #marginals marginal} by batch means; a copy. There are 32 or a few more
     * batches per chain, and more if the run was {@link dev.lbp.SamplingRun#resume resumed} with more draws. A run that may end
     * early, by a budget, an effective sample size or R-hat, has 32 to about 100 batches over at least half of its draws, the
     * later ones. The batches of all chains are taken about their common mean, so that chains that disagree increase the error.
     * The error is right if a batch is long compared with the correlation time of its site.
     *
     * @return NaN if all batches have the same mean, as at a site that never changed; this does not prove that its marginal is
     *     exact
     */
    double[] marginalErrors();

    /**
     * The F ratio of every site, by one-way analysis of variance: the variance of the chains' means, times batches per chain,
     * divided by the variance of batch means within chains. It is about 1 if chains agree, and large if the marginals of two
     * chains differ; a copy. {@link #siteDisagreements} has the sites whose F ratio is larger than chance allows.
     *
     * @return N values. Infinite if a site is constant within each chain but differs between chains. NaN if it is the same in
     *     all draws or frozen; NaN everywhere if there is one chain, or if the number of batches exceeds the number of chains
     *     by less than 30
     */
    double[] fRatios();

    /**
     * The sites whose marginal differs between chains by more than chance, at most 5 of them, in descending order of the F
     * ratio. If chains agree, the list is empty except in one run of 10,000. The verdict of {@link #summary} uses them.
     */
    List<SiteDisagreement> siteDisagreements();

    /** Rao-Blackwellised marginals; empty unless the run had {@link dev.lbp.SamplingRun#conditionals}. */
    Optional<Conditionals> conditionals();

    /**
     * Mean, standard deviation, effective sample sizes and R-hat of a trace. The first call computes them; the result keeps
     * them.
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
     * The rank-normalised split R-hat of a trace (Vehtari et al. 2021); nearly 1 if the chains agree.
     *
     * @param trace "logProb", "hamming", or the name of a {@link dev.lbp.SamplingRun#track tracked} statistic
     * @return at least about 1; infinite if each chain is constant at a level of its own; NaN if the trace is constant or has
     *     fewer than 4 draws
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
     * The scalar traces by name, each [chains][draws]: "logProb", the unnormalised log-probability; "hamming", the Hamming
     * distance to one random reference state; and the {@link dev.lbp.SamplingRun#track tracked} statistics in the order
     * given. The arrays belong to the result.
     */
    Map<String, double[][]> traces();

    /**
     * The state of a chain at a draw.
     *
     * @param chain in [0, chains)
     * @param draw in [0, draws)
     * @return N zeros and ones; a copy
     * @throws IllegalStateException if the run did not {@link dev.lbp.SamplingRun#keepDraws}
     */
    byte[] draw(int chain, int draw);

    /**
     * Writes the traces, and the states if they were kept, as NumPy files with a {@code manifest.json}; {@link
     * dev.lbp.io.Draws} reads them. The files are {@code NAME.npy} of float64 [chain, draw] and {@code states.npy} of int8
     * [chain, draw, site].
     *
     * @param directory made with its parents if it does not exist; it must not hold a manifest or files of these names
     * @throws IOException if a file cannot be written; the message names it
     */
    void export(Path directory) throws IOException;

    /**
     * Writes {@code traces.csv}, with a column per trace and a row per draw of each chain, and {@code summary.csv}, with a row
     * per trace, as comma-separated values (RFC 4180). Files of these names are replaced.
     *
     * @param directory made with its parents if it does not exist
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
