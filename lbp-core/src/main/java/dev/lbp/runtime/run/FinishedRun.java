package dev.lbp.runtime.run;

import dev.lbp.diagnostics.TraceStatistics;
import dev.lbp.internal.Check;
import dev.lbp.result.SiteDisagreement;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.engine.Method;
import dev.lbp.runtime.record.ChainRecorder;
import dev.lbp.runtime.record.KeptDraws;
import dev.lbp.runtime.record.PooledMarginals;
import dev.lbp.runtime.record.PooledSteps;
import dev.lbp.runtime.report.ChainAgreement;
import dev.lbp.runtime.report.ReportPage;
import dev.lbp.runtime.report.ReportedRun;
import dev.lbp.runtime.report.RunNotes;
import dev.lbp.runtime.report.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The result of a run, computed from its records. */
final class FinishedRun implements ReportedRun {

    private final RunNotes notes;
    private final Map<String, @Nullable Object> manifest;
    private final int chains;
    private final int draws;
    private final Map<String, double[][]> traces;
    private final Map<String, TraceStatistics> statistics = new ConcurrentHashMap<>();
    private final @Nullable KeptDraws kept;
    private final PooledMarginals marginals;
    private final PooledSteps steps;
    private final byte[][] finalStates;
    private final Best best;
    private final WarmUp warmUp;
    private final double scale;
    private final StopReason stopReason;
    private final Duration warmUpTime;
    private final Duration drawTime;

    FinishedRun(RunState state, StopReason stopReason) {
        List<ChainRecorder> recorders = state.recorders;
        this.chains = recorders.size();
        this.draws = recorders.stream().mapToInt(ChainRecorder::draws).min().orElse(0);
        this.traces = state.traces(draws);
        this.kept = state.kept;
        this.marginals = PooledMarginals.of(recorders, state.start.frozenMask());
        this.steps = PooledSteps.of(recorders);
        this.finalStates = recorders.stream().map(ChainRecorder::state).toArray(byte[][]::new);
        this.best = best(recorders);
        this.warmUp = state.warmUp.result();
        this.scale = state.ensemble.chains.get(0).scale.value();
        this.stopReason = stopReason;
        this.warmUpTime = state.warmUpTime();
        this.drawTime = state.drawTime();
        this.manifest = state.settings.manifest();
        this.notes = notes(state);
    }

    private static Best best(List<ChainRecorder> recorders) {
        ChainRecorder luckiest = recorders.get(0);
        for (ChainRecorder recorder : recorders) {
            luckiest = recorder.bestLogProb() > luckiest.bestLogProb() ? recorder : luckiest;
        }
        return new Best(luckiest.best(), luckiest.bestLogProb());
    }

    private RunNotes notes(RunState state) {
        RunSettings settings = state.settings;
        Method method = settings.method;
        return new RunNotes(
                method.describe(),
                settings.describe(),
                settings.particulars(),
                method.pace(scale, acceptanceRate()),
                settings.ending(stopReason, draws),
                method.caveat(scale, state.start, acceptanceRate()),
                state.warmUp.adapts(),
                method.rejects());
    }

    @Override
    public RunNotes notes() {
        return notes;
    }

    @Override
    public ChainAgreement agreement() {
        return marginals.agreement();
    }

    /** The settings of the run by name, for manifests. */
    Map<String, @Nullable Object> manifest() {
        return manifest;
    }

    /** Whether {@link #draw} can return states. */
    boolean hasDraws() {
        return kept != null;
    }

    @Override
    public String summary() {
        return new Summary(this).text();
    }

    @Override
    public void report(Path file) throws IOException {
        ReportPage.of(this).write(file);
    }

    @Override
    public void export(Path directory) throws IOException {
        new ResultFiles(this).export(directory);
    }

    @Override
    public void exportCsv(Path directory) throws IOException {
        new ResultFiles(this).exportCsv(directory);
    }

    @Override
    public double acceptanceRate() {
        return steps.acceptanceRate();
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
    public double[] marginals() {
        return marginals.marginals().clone();
    }

    @Override
    public double[] marginalErrors() {
        return marginals.errors().clone();
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
    public Optional<Conditionals> conditionals() {
        return Optional.ofNullable(marginals.conditionals());
    }

    @Override
    public TraceStatistics statistics(String trace) {
        if (!traces.containsKey(trace)) {
            throw new IllegalArgumentException("must be one of " + traces.keySet() + ": trace=" + trace);
        }
        return statistics.computeIfAbsent(trace, name -> TraceStatistics.of(Objects.requireNonNull(traces.get(name))));
    }

    @Override
    public Best best() {
        return best;
    }

    @Override
    public Map<String, double[][]> traces() {
        return traces;
    }

    @Override
    public byte[] draw(int chain, int draw) {
        if (kept == null) {
            throw new IllegalStateException("must be asked for before the run: keepDraws()");
        }
        Check.that(chain >= 0 && chain < chains, "be in [0, " + chains + ")", "chain", chain);
        Check.that(draw >= 0 && draw < draws, "be in [0, " + draws + ")", "draw", draw);
        return kept.state(chain, draw);
    }

    @Override
    public byte[][] finalStates() {
        return finalStates;
    }

    @Override
    public StopReason stopReason() {
        return stopReason;
    }

    @Override
    public WarmUp warmUp() {
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
