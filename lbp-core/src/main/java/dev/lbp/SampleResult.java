package dev.lbp;

import dev.lbp.internal.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * What a run found. Traces hold as many draws of each chain as every chain has made, which is fewer than asked for if the run
 * ended early; marginals, acceptance and jump distance are over all that was made after warm-up. Of no draws they are NaN.
 */
public final class SampleResult {

    /** The state of highest log-probability that any chain has been in, warm-up included. */
    public record Best(byte[] state, double logProb) {}

    /**
     * The course of warm-up in at most 500 bins of equally many steps, averaged over chains.
     *
     * @param scale geometric mean of R
     * @param acceptance mean of min(1, alpha)
     * @param steps steps of warm-up per chain
     * @param settled whether R changed by at most 5 % from the third to the fourth quarter
     */
    public record WarmUp(double[] scale, double[] acceptance, int steps, boolean settled) {

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
    public record Conditionals(double[] marginals, double[] errors) {}

    private final String run;
    private final Map<String, @Nullable Object> settings;
    private final String ending;
    private final String sampler;
    private final String caveat;
    private final String pace;
    private final boolean adapts;
    private final boolean rejects;
    private final Map<String, String> particulars;
    private final int chains;
    private final int draws;
    private final Map<String, double[][]> traces;
    private final Map<String, TraceStatistics> statistics = new ConcurrentHashMap<>();
    private final @Nullable KeptDraws kept;
    private final double[] marginals;
    private final double[] marginalErrors;
    private final ChainAgreement agreement;
    private final @Nullable Conditionals conditionals;
    private final byte[][] finalStates;
    private final Best best;
    private final WarmUp warmUp;
    private final double scale;
    private final double acceptanceRate;
    private final double expectedJumpDistance;
    private final double[] acceptanceRates;
    private final double[] jumpDistances;
    private final StopReason stopReason;
    private final Duration warmUpTime;
    private final Duration drawTime;

    SampleResult(RunDraft draft, StopReason stopReason) {
        List<ChainRecorder> recorders = draft.recorders;
        ScaleDial dial = draft.ensemble.chains.get(0).dial;
        this.run = draft.settings.describe();
        this.settings = draft.settings.manifest();
        this.sampler = draft.settings.method().describe();
        this.particulars = draft.settings.particulars();
        this.chains = recorders.size();
        this.draws = recorders.stream().mapToInt(ChainRecorder::draws).min().orElse(0);
        this.ending = draft.settings.ending(stopReason, draws);
        this.traces = draft.traces(draws);
        this.kept = draft.kept;
        this.marginals = PooledMarginals.of(recorders, draft.start.dimension());
        MarginalBatches.Analysis analysis = PooledMarginals.analysis(recorders, draft.start.dimension());
        this.marginalErrors = analysis.errors();
        this.agreement = ChainAgreement.of(recorders, analysis.fRatios(), draft.start.frozenMask());
        this.conditionals = PooledMarginals.conditionals(recorders);
        this.finalStates = recorders.stream().map(ChainRecorder::state).toArray(byte[][]::new);
        ChainRecorder luckiest = recorders.get(0);
        for (ChainRecorder recorder : recorders) {
            luckiest = recorder.bestLogProb() > luckiest.bestLogProb() ? recorder : luckiest;
        }
        this.best = new Best(luckiest.best(), luckiest.bestLogProb());
        long steps = recorders.stream().mapToLong(ChainRecorder::steps).sum();
        this.acceptanceRate =
                recorders.stream().mapToDouble(ChainRecorder::acceptanceSum).sum() / steps;
        this.expectedJumpDistance =
                (double) recorders.stream().mapToLong(ChainRecorder::jumpSum).sum() / steps;
        this.acceptanceRates = recorders.stream()
                .mapToDouble(chain -> chain.acceptanceSum() / chain.steps())
                .toArray();
        this.jumpDistances = recorders.stream()
                .mapToDouble(chain -> (double) chain.jumpSum() / chain.steps())
                .toArray();
        this.scale = dial.scale();
        this.pace = draft.settings.method().pace(scale, acceptanceRate);
        this.caveat = draft.settings.method().caveat(scale, draft.start.freeCount(), acceptanceRate);
        this.warmUp = draft.warmUp.result();
        this.adapts = draft.warmUp.adapts();
        this.rejects = draft.settings.method().rejects();
        this.stopReason = stopReason;
        this.warmUpTime = draft.warmUpTime();
        this.drawTime = draft.drawTime();
    }

    /** A table a person can read, with a verdict. */
    public String summary() {
        return new Summary(this).text();
    }

    /**
     * Writes a report of the run, a page for a browser: see {@link Report}, which can also be told a title and a shape.
     *
     * @throws IllegalArgumentException if the path is not that of a file in a directory that exists
     * @throws IOException if it cannot be written; what was there before is left as it was
     */
    public void report(Path file) throws IOException {
        Report.of(this).write(file);
    }

    /** The mean of min(1, alpha) over the steps after warm-up, in [0, 1]. */
    public double acceptanceRate() {
        return acceptanceRate;
    }

    /** The mean Hamming distance from one state to the next, in sites; a rejected step counts 0 (equation 3). */
    public double expectedJumpDistance() {
        return expectedJumpDistance;
    }

    /** The {@link #acceptanceRate} of each chain by itself, [chains]: their spread gives its standard error. A copy. */
    public double[] acceptanceRates() {
        return acceptanceRates.clone();
    }

    /** The {@link #expectedJumpDistance} of each chain by itself, in sites, [chains]; a copy. */
    public double[] jumpDistances() {
        return jumpDistances.clone();
    }

    /** The scale R of the steps after warm-up: a real number, of which each step plays one of the integers around it. */
    public double scale() {
        return scale;
    }

    /** P(x_i = 1) of every site, estimated over the draws of all chains; a copy. */
    public double[] marginals() {
        return marginals.clone();
    }

    /**
     * The Monte Carlo standard error of every {@link #marginals marginal} by batch means; a copy. There are 32 or a few more batches
     * per chain, more if the run was {@link SamplingRun#resume resumed} with more draws. A run that may end early, by a budget, an
     * effective sample size or R-hat, has 32 to about 100 batches over at least half of its draws, the later ones. Batches of all
     * chains are taken about their common mean, so that chains which disagree make the error larger. It is right when a batch is
     * long against the correlation time of its site.
     *
     * @return NaN where all batches have the same mean, as at a site that never changed: that does not show that its marginal is
     *     exact
     */
    public double[] marginalErrors() {
        return marginalErrors.clone();
    }

    /**
     * The F ratio of every site, by one-way analysis of variance: the variance of the chains' means, times batches per chain, over
     * the variance of batch means within chains. It is about 1 where chains agree, and large where the marginal of one chain is
     * not that of another; a copy. {@link #siteDisagreements} has those that are larger than chance allows.
     *
     * @return N values, infinite where a site is constant within each chain but not the same in all; NaN where it is the same in
     *     all draws or frozen, and everywhere if there is one chain or under 30 batches more than chains
     */
    public double[] fRatios() {
        return agreement.fRatios().clone();
    }

    /**
     * The sites whose marginal differs between chains by more than chance, at most 5 of them, those of the largest F ratio first.
     * If chains agree, the list is empty but for one run of 10,000. The verdict of {@link #summary} takes them in.
     */
    public List<SiteDisagreement> siteDisagreements() {
        return agreement.worst();
    }

    ChainAgreement agreement() {
        return agreement;
    }

    /** Rao-Blackwellised marginals; empty unless the run was asked for {@link SamplingRun#conditionals}. */
    public Optional<Conditionals> conditionals() {
        return Optional.ofNullable(conditionals);
    }

    /**
     * The bulk effective sample size of a trace over all chains together (Vehtari et al. 2021).
     *
     * @param trace "logProb", "hamming", or the name of a {@link SamplingRun#track tracked} statistic
     * @return NaN if the trace is constant or has fewer than 4 draws per half
     */
    public double effectiveSampleSize(String trace) {
        return statistics(trace).bulkSample();
    }

    /** The smallest effective sample size over all traces that have one; NaN if none has. */
    public double effectiveSampleSize() {
        return overTraces(this::effectiveSampleSize).min().orElse(Double.NaN);
    }

    /**
     * The rank-normalised split R-hat of a trace (Vehtari et al. 2021); chains that agree give nearly 1.
     *
     * @param trace "logProb", "hamming", or the name of a {@link SamplingRun#track tracked} statistic
     * @return at least about 1, infinite if each chain stands still at a level of its own; NaN if the trace is constant or has fewer
     *     than 4 draws
     */
    public double rHat(String trace) {
        return statistics(trace).rHat();
    }

    /** The largest R-hat over all traces that have one; NaN if none has. */
    public double rHat() {
        return overTraces(this::rHat).max().orElse(Double.NaN);
    }

    private DoubleStream overTraces(ToDoubleFunction<String> statistic) {
        return traces.keySet().stream().mapToDouble(statistic).filter(value -> !Double.isNaN(value));
    }

    TraceStatistics statistics(String name) {
        if (!traces.containsKey(name)) {
            throw new IllegalArgumentException("must be one of " + traces.keySet() + ": trace=" + name);
        }
        return statistics.computeIfAbsent(name, key -> TraceStatistics.of(Objects.requireNonNull(traces.get(key))));
    }

    /** The state of highest log-probability seen, warm-up included, with its log-probability. */
    public Best best() {
        return best;
    }

    /**
     * The scalar traces by name, each [chains][draws]: "logProb", the unnormalised log-probability, "hamming", the Hamming
     * distance to one random reference state, and the {@link SamplingRun#track tracked} statistics in the order they were given.
     * The arrays are the result's own.
     */
    public Map<String, double[][]> traces() {
        return traces;
    }

    /**
     * The state of a chain at a draw.
     *
     * @param chain in [0, chains)
     * @param draw in [0, draws)
     * @return N zeros and ones; a copy
     * @throws IllegalStateException if the run was not asked to {@link SamplingRun#keepDraws}
     */
    public byte[] draw(int chain, int draw) {
        if (kept == null) {
            throw new IllegalStateException("must be asked for before the run: keepDraws()");
        }
        Check.that(chain >= 0 && chain < chains, "be in [0, " + chains + ")", "chain", chain);
        Check.that(draw >= 0 && draw < draws, "be in [0, " + draws + ")", "draw", draw);
        return kept.state(chain, draw);
    }

    /** Whether {@link #draw} has something to give. */
    boolean hasDraws() {
        return kept != null;
    }

    /**
     * Writes the traces, and the states if they were kept, as NumPy files with a {@code manifest.json}, as
     * {@link dev.lbp.io.Draws} reads them: {@code NAME.npy} of float64 [chain, draw], {@code states.npy} of int8
     * [chain, draw, site].
     *
     * @param directory made if it is not there, with its parents; it must not hold a manifest or files of these names
     * @throws IOException if a file cannot be written; the message names it
     */
    public void export(Path directory) throws IOException {
        new ResultFiles(this).export(directory);
    }

    /**
     * Writes {@code traces.csv}, with a column per trace and a row per draw of each chain, and {@code summary.csv}, with
     * a row per trace, as comma-separated values (RFC 4180). Files of these names are replaced.
     *
     * @param directory made if it is not there, with its parents
     * @throws IOException if a file cannot be written
     */
    public void exportCsv(Path directory) throws IOException {
        new ResultFiles(this).exportCsv(directory);
    }

    /** The settings of the run by name. */
    Map<String, @Nullable Object> settings() {
        return settings;
    }

    /** The last state of every chain, [chains][N]. */
    public byte[][] finalStates() {
        return finalStates;
    }

    /** Why the run ended. */
    public StopReason stopReason() {
        return stopReason;
    }

    /** The course of the scale and of acceptance over warm-up. */
    public WarmUp warmUp() {
        return warmUp;
    }

    /** The number of chains. */
    public int chains() {
        return chains;
    }

    /** The number of draws of each chain. */
    public int draws() {
        return draws;
    }

    /** The wall-clock time of warm-up. */
    public Duration warmUpTime() {
        return warmUpTime;
    }

    /** The wall-clock time from the end of warm-up to the last draw. */
    public Duration drawTime() {
        return drawTime;
    }

    String run() {
        return run;
    }

    String ending() {
        return ending;
    }

    String sampler() {
        return sampler;
    }

    Map<String, String> particulars() {
        return particulars;
    }

    int dimension() {
        return marginals.length;
    }

    String pace() {
        return pace;
    }

    String caveat() {
        return caveat;
    }

    /** Whether warm-up adapts a scale. */
    boolean adapts() {
        return adapts;
    }

    /** Whether a step can be rejected. */
    boolean rejects() {
        return rejects;
    }
}
