package dev.lbp.runtime.run;

import dev.lbp.diagnostics.TraceStatistics;
import dev.lbp.internal.Check;
import dev.lbp.internal.html.Numbers;
import dev.lbp.io.DrawDirectory;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplerChoice;
import dev.lbp.result.SiteDisagreement;
import dev.lbp.result.StopReason;
import dev.lbp.result.TemperingResult;
import dev.lbp.runtime.engine.chain.Choice;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.step.StepKind;
import dev.lbp.runtime.record.ChainRecorder;
import dev.lbp.runtime.record.PooledMarginals;
import dev.lbp.runtime.record.PooledSteps;
import dev.lbp.runtime.record.RunTraces;
import dev.lbp.runtime.record.WeightTail;
import dev.lbp.runtime.report.ChainAgreement;
import dev.lbp.runtime.report.ReportPage;
import dev.lbp.runtime.report.ReportTerms;
import dev.lbp.runtime.report.ReportedRun;
import dev.lbp.runtime.report.RunNotes;
import dev.lbp.runtime.report.Summary;
import dev.lbp.runtime.space.KeptDraws;
import dev.lbp.runtime.space.Space;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The result of a run, computed from its records. Subclasses add what depends on the type of the states.
 *
 * @param <S> the array of a state
 */
abstract class FinishedRun<S> implements ReportedRun {

    private final RunNotes notes;
    private final Map<String, @Nullable Object> manifest;
    private final RunSettings<S> settings;
    private final NamedSites named;
    private final int chains;
    private final int draws;
    private final RunTraces recorded;
    private final Map<String, double[][]> traces;
    private final Map<String, TraceStatistics> statistics = new ConcurrentHashMap<>();
    private final @Nullable KeptDraws<S> kept;
    private final PooledMarginals marginals;
    private final PooledSteps steps;
    private final double weightTail;
    private final S[] finalStates;
    private final S best;
    private final double bestLogProb;
    private final SampleResult.WarmUp warmUp;
    private final double scale;
    private final Optional<SamplerChoice> choice;
    private final Optional<TemperingResult> tempering;
    private final StopReason stopReason;
    private final Duration warmUpTime;
    private final Duration drawTime;

    FinishedRun(RunState<S> state, StopReason stopReason) {
        List<ChainRecorder<S>> recorders = state.recorders;
        this.settings = state.settings;
        this.named = settings.named();
        this.chains = recorders.size();
        this.draws = recorders.stream().mapToInt(ChainRecorder::draws).min().orElse(0);
        this.recorded = state.traces(draws);
        this.traces = recorded.all();
        this.kept = state.kept;
        boolean[] frozen =
                settings.frozen == null ? new boolean[settings.space().sites()] : settings.frozen;
        this.marginals = PooledMarginals.of(recorders, settings.space().cellsPerSite(), frozen);
        this.steps = PooledSteps.of(recorders);
        this.weightTail = WeightTail.index(recorders);
        this.finalStates = finalStates(recorders);
        ChainRecorder<S> bestChain = bestChain(recorders);
        this.best = bestChain.best();
        this.bestLogProb = bestChain.bestLogProb();
        this.warmUp = state.warmUp.result();
        this.scale = state.ensemble.chains.get(0).scaleValue();
        this.choice = state.ensemble.choice().map(Choice::figures);
        this.tempering = state.ensemble.tempering();
        this.stopReason = stopReason;
        this.warmUpTime = state.warmUpTime();
        this.drawTime = state.drawTime();
        this.manifest = new RunDescription(settings).manifest();
        this.notes = makeNotes(state);
    }

    @SuppressWarnings("unchecked") // the array is that of a type of states
    private static <S> S[] finalStates(List<ChainRecorder<S>> recorders) {
        S[] states = (S[]) Array.newInstance(recorders.get(0).state().getClass(), recorders.size());
        Arrays.setAll(states, c -> recorders.get(c).state());
        return states;
    }

    private static <S> ChainRecorder<S> bestChain(List<ChainRecorder<S>> recorders) {
        return recorders.stream()
                .reduce((best, next) -> next.bestLogProb() > best.bestLogProb() ? next : best)
                .orElseThrow();
    }

    /** The texts about the run that summaries and reports have. */
    private RunNotes makeNotes(RunState<S> state) {
        Method method = state.ensemble.method(settings.method);
        String chosen = choice.isEmpty() ? "" : ": " + method.describe();
        RunDescription description = new RunDescription(settings);
        return new RunNotes(
                settings.space().sites(),
                settings.method.describe() + chosen,
                description.line(),
                description.particulars(),
                method.pace(scale, acceptanceRate()) + steps.othersText() + state.ensemble.layout(),
                description.ending(stopReason, draws),
                state.chains.caveat().of(scale, acceptanceRate()),
                // replicas of a tempered run restart from the reference, which can draw each state
                settings.tempering == null ? state.chains.reducible().apply(scale) : "",
                draws == 0 ? "" : settings.target().comparison(settings, state.ensemble),
                method.scaleName(),
                state.warmUp.adapts(),
                method.rejects());
    }

    @Override
    public final double weightTail() {
        return weightTail;
    }

    @Override
    public final Optional<TemperingResult> tempering() {
        return tempering;
    }

    @Override
    public final Optional<SamplerChoice> choice() {
        return choice;
    }

    /** The sites by name. */
    final NamedSites named() {
        return named;
    }

    @Override
    public final ReportTerms terms() {
        return named.terms();
    }

    /** The marginals of all cells: of the sites of bits, or of the values of each site. */
    final PooledMarginals cells() {
        return marginals;
    }

    /** The share of swaps that changed the state; NaN without swaps. */
    public final double swapRate() {
        return steps.rate(StepKind.SWAP);
    }

    /** The mean of min(1, alpha) of jumps; NaN without jumps. */
    public final double jumpAcceptance() {
        return steps.rate(StepKind.JUMP);
    }

    /** The last state of every chain. */
    public final S[] finalStates() {
        return finalStates;
    }

    final S bestState() {
        return best;
    }

    @Override
    public RunNotes notes() {
        return notes;
    }

    @Override
    public ChainAgreement agreement() {
        return marginals.agreement();
    }

    /** Writes the states of all draws if they were kept. */
    final void writeStates(DrawDirectory directory) throws IOException {
        if (kept != null) {
            Space<S> space = settings.space();
            directory.writeStates(space.type(), settings.chains, draws, space.sites(), kept::state);
        }
    }

    @Override
    public String summary() {
        return new Summary(this, terms()).text();
    }

    @Override
    public boolean mixed() {
        return new Summary(this, terms()).mixed();
    }

    @Override
    public List<String> verdict() {
        return new Summary(this, terms()).verdict();
    }

    @Override
    public List<String> verdict(IntFunction<String> siteName) {
        List<String> names =
                IntStream.range(0, notes.sites()).mapToObj(siteName).toList();
        return new Summary(this, new ReportTerms(names, List.of())).verdict();
    }

    /**
     * The sampler, the model and the size of the run, and how it ended. Computes no diagnostics: a debugger calls
     * this.
     */
    @Override
    public final String toString() {
        return Numbers.format(
                "%s; %s, N = %d; %d %s x %d draws, %s; summary() has the verdict",
                notes.sampler(),
                notes.model(),
                notes.sites(),
                chains,
                chains == 1 ? "chain" : "chains",
                draws,
                stopReason.words());
    }

    @Override
    public void report(Path file) throws IOException {
        ReportPage.of(this).write(file);
    }

    @Override
    public void export(Path directory) throws IOException {
        new ResultFiles(this, manifest).export(directory);
    }

    @Override
    public void exportCsv(Path directory) throws IOException {
        new ResultFiles(this, manifest).exportCsv(directory);
    }

    @Override
    public double acceptanceRate() {
        return steps.rate(StepKind.MOVE);
    }

    @Override
    public double expectedJumpDistance() {
        return steps.jumpDistance();
    }

    @Override
    public double[] acceptanceRates() {
        return steps.acceptanceRates().clone();
    }

    @Override
    public double[] jumpDistances() {
        return steps.jumpDistances().clone();
    }

    @Override
    public double scale() {
        return scale;
    }

    @Override
    public double[] fRatios() {
        return agreement().fRatios().clone();
    }

    @Override
    public List<SiteDisagreement> siteDisagreements() {
        return agreement().worst();
    }

    @Override
    public TraceStatistics statistics(String trace) {
        Check.that(recorded.judged().contains(trace), "be one of " + traces.keySet() + ": trace=" + trace);
        return statistics.computeIfAbsent(trace, this::computeStatistics);
    }

    /**
     * Computes the statistics of a trace from as many draws as memory allows, or its moments alone if too few fit.
     * Distances to a chain's own earlier state cannot be compared between chains.
     */
    private TraceStatistics computeStatistics(String name) {
        return thinnedToMemory(
                k -> name.equals(SELF_DISTANCE)
                        ? TraceStatistics.withinChains(recorded.every(name, k))
                        : TraceStatistics.of(recorded.blocks(name), recorded.every(name, k), k),
                () -> TraceStatistics.momentsOf(recorded.blocks(name)));
    }

    @Override
    public <T> T ofDraws(String name, BiFunction<double[][], Integer, T> function, Supplier<T> none) {
        return thinnedToMemory(k -> function.apply(recorded.every(name, k), name.equals(SELF_DISTANCE) ? 1 : k), none);
    }

    /**
     * Applies a function to one draw in k, with the smallest k that memory allows.
     *
     * @param function gives the answer for a k
     * @param none gives the answer if not even the least number of draws fits
     */
    private <T> T thinnedToMemory(IntFunction<T> function, Supplier<T> none) {
        for (int k = RunMemory.smallestThinning(chains, draws); RunMemory.leavesEnough(draws, k); k *= 2) {
            try {
                return function.apply(k);
            } catch (OutOfMemoryError e) { // the free heap was fragmented, or other threads have taken it
                LoggerFactory.getLogger(FinishedRun.class).debug("one draw in {} did not fit into memory", k, e);
            }
        }
        return none.get();
    }

    /** The traces as they were recorded. */
    final RunTraces recorded() {
        return recorded;
    }

    @Override
    public double bestLogProb() {
        return bestLogProb;
    }

    @Override
    public Map<String, double[][]> traces() {
        return traces;
    }

    /** The state of a chain at a draw. */
    public final S draw(int chain, int draw) {
        if (kept == null) {
            throw new IllegalStateException("must be asked for before the run: keepDraws()");
        }
        Check.that(chain >= 0 && chain < chains, "be in [0, " + chains + ")", "chain", chain);
        Check.that(draw >= 0 && draw < draws, "be in [0, " + draws + ")", "draw", draw);
        return kept.state(chain, draw);
    }

    @Override
    public StopReason stopReason() {
        return stopReason;
    }

    @Override
    public SampleResult.WarmUp warmUp() {
        return warmUp;
    }

    @Override
    public int chains() {
        return chains;
    }

    @Override
    public int draws() {
        return draws;
    }

    @Override
    public Duration warmUpTime() {
        return warmUpTime;
    }

    @Override
    public Duration drawTime() {
        return drawTime;
    }
}
