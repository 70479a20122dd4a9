package dev.lbp.result;

import dev.lbp.diagnostics.TraceStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The result of a run; its states add to it, see {@link SampleResult} for bits. Traces hold the same number of draws
 * of each chain, the smallest that a chain has made; that is fewer than requested if the run ended early. Marginals,
 * acceptance and jump distance are over all steps or draws after warm-up, and NaN if there are none.
 */
public interface RunResult {

    /** A table for a human reader, with a verdict. */
    String summary();

    /**
     * The verdict of {@link #summary}, by lines: first whether the run has been shown to have mixed, then the
     * reasons.
     */
    default List<String> verdict() {
        return verdict(site -> "Site " + site);
    }

    /**
     * {@link #verdict()} with names in the place of numbers of sites.
     *
     * @param siteName the name of a site, given its number
     */
    List<String> verdict(IntFunction<String> siteName);

    /**
     * Whether the run has been shown to have mixed, the first sentence of {@link #verdict()}: R-hat is at most 1.01 and
     * the effective sample size at least 400 for every trace, no site differs between chains, and the sampler can reach
     * all states.
     */
    boolean mixed();

    /**
     * Writes a report of the run, a page for a browser. {@link dev.lbp.Report} does the same with a title and a lattice
     * of the caller.
     *
     * @param file its directory is made with its parents if there is none
     * @throws IllegalArgumentException if the path cannot be that of a file
     * @throws IOException if it cannot be written; the old file is then left as it was
     */
    void report(Path file) throws IOException;

    /** The mean of min(1, alpha) over the steps after warm-up except swaps, in [0, 1]. */
    double acceptanceRate();

    /**
     * The mean Hamming distance from one state to the next over the steps after warm-up except swaps, in sites; a
     * rejected step counts as 0 (equation 3 of Sun, Dai and Schuurmans 2022).
     */
    double expectedJumpDistance();

    /** The {@link #acceptanceRate} of each chain, [chains]; the standard error follows from their spread. A copy. */
    double[] acceptanceRates();

    /** The {@link #expectedJumpDistance} of each chain, in sites, [chains]; a copy. */
    double[] jumpDistances();

    /**
     * The scale R of the steps after warm-up, a real number; each step draws one of the integers around it. For DLMC
     * and DMALA it is the time step tau.
     */
    double scale();

    /**
     * The F ratio of every site, by one-way analysis of variance: the variance of the chains' means, times batches per
     * chain, divided by the variance of batch means within chains. It is about 1 if chains agree, and large if the
     * marginals of two chains differ; a copy. {@link #siteDisagreements} has the sites whose F ratio is larger than
     * chance allows.
     *
     * @return N values. Infinite if a site is constant within each chain but differs between chains. NaN if it is the
     *     same in all draws or frozen; NaN everywhere if there is one chain, or if the number of batches exceeds the
     *     number of chains by less than 30
     */
    double[] fRatios();

    /**
     * The sites whose marginal differs between chains by more than chance, at most 5 of them, in descending order of
     * the F ratio. If chains agree, the list is empty except in one run of 10,000. The verdict of {@link #summary} uses
     * them.
     */
    List<SiteDisagreement> siteDisagreements();

    /**
     * Mean with its error, standard deviation, effective sample sizes and R-hat of a trace. The first call computes
     * them; the result keeps them.
     *
     * @param trace "logProb", "hamming", or the name of a tracked statistic
     * @throws IllegalArgumentException if there is no trace of this name
     */
    TraceStatistics statistics(String trace);

    /**
     * The bulk effective sample size of a trace over all chains together (Vehtari et al. 2021).
     *
     * @param trace "logProb", "hamming", or the name of a tracked statistic
     * @return NaN if the trace is constant or has fewer than 4 draws per half
     */
    default double effectiveSampleSize(String trace) {
        return statistics(trace).bulkSample();
    }

    /** The smallest effective sample size of all traces that are not constant; NaN if all are. */
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
     * @param trace "logProb", "hamming", or the name of a tracked statistic
     * @return at least about 1; infinite if each chain is constant at a level of its own; NaN if the trace is constant
     *     or has fewer than 4 draws
     */
    default double rHat(String trace) {
        return statistics(trace).rHat();
    }

    /** The largest R-hat of all traces that have an R-hat; NaN if none has. */
    default double rHat() {
        return traces().keySet().stream()
                .mapToDouble(this::rHat)
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN);
    }

    /**
     * The scalar traces by name, each [chains][draws]: "logProb", the unnormalised log-probability; "hamming", the
     * Hamming distance to one random reference state, in its place "distance", the Euclidean one, for real coordinates;
     * and the tracked statistics in the order given. The arrays belong to the result.
     */
    Map<String, double[][]> traces();

    /**
     * Writes the traces, and the states if they were kept, as NumPy files with a {@code manifest.json};
     * {@link dev.lbp.io.Draws} reads them. The files are {@code NAME.npy} of float64 [chain, draw] and
     * {@code states.npy} of int8, or float64 for real coordinates, [chain, draw, site]. A tempered run also writes its
     * slots to {@code tempering.npz}, and log Z and the numbers of restarts to the manifest.
     *
     * @param directory made with its parents if it does not exist; it must not hold a manifest or files of these names
     * @throws IOException if a file cannot be written; the message names it
     */
    void export(Path directory) throws IOException;

    /**
     * Writes {@code traces.csv}, with a column per trace and a row per draw of each chain, and {@code summary.csv},
     * with a row per trace, as comma-separated values (RFC 4180); of a tempered run also {@code tempering.csv}, with a
     * row per slot. Files of these names are replaced.
     *
     * @param directory made with its parents if it does not exist
     * @throws IOException if a file cannot be written
     */
    void exportCsv(Path directory) throws IOException;

    /** Log Z and the round trips of the replicas; empty unless the run was tempered and made draws. */
    Optional<TemperingResult> tempering();

    /** What {@link dev.lbp.Samplers#auto} has chosen, and why; empty if another sampler was given. */
    Optional<SamplerChoice> choice();

    /** Why the run ended. */
    StopReason stopReason();

    /** The course of the scale and of acceptance over warm-up. */
    SampleResult.WarmUp warmUp();

    /** The number of chains. */
    int chains();

    /** The number of draws of each chain. */
    int draws();

    /** The wall-clock time of warm-up. */
    Duration warmUpTime();

    /** The wall-clock time from the end of warm-up to the last draw. */
    Duration drawTime();
}
