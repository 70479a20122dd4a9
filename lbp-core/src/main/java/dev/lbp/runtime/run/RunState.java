package dev.lbp.runtime.run;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.bytes.TranscriptReader;
import dev.lbp.internal.bytes.TranscriptWriter;
import dev.lbp.io.ChainWriter;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.VisitedState;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.WarmUpTrace;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.step.ScoredState;
import dev.lbp.runtime.record.BestStates;
import dev.lbp.runtime.record.ChainRecorder;
import dev.lbp.runtime.record.PooledMarginals;
import dev.lbp.runtime.record.RunTraces;
import dev.lbp.runtime.record.TraceMap;
import dev.lbp.runtime.space.KeptDraws;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of a run: its chains and their records. A checkpoint holds it, and the result is computed from it.
 *
 * @param <S> the array of a state
 */
final class RunState<S> {

    final RunSettings<S> settings;
    final RunChains<S> chains;
    final Ensemble<S> ensemble;
    final List<ChainRecorder<S>> recorders = new ArrayList<>();
    final @Nullable KeptDraws<S> kept;
    final WarmUpTrace warmUp;

    /** Whether warm-up is over and draws are recorded. */
    boolean drawing;

    /**
     * The number of draws at the last check of the stopping rule; {@link #converged} tells whether the rule held then.
     */
    int lastPause;

    boolean converged;
    private final RunMemory<S> memory;
    private Duration warmUpTime = Duration.ZERO;
    private Duration drawTime = Duration.ZERO;

    /** The {@code System.nanoTime()} up to which the time has been counted. */
    private long clock = System.nanoTime();

    /**
     * Makes the state of a run at its beginning.
     *
     * @param streams whether a sink has the traces, and memory only the last of them
     */
    RunState(RunSettings<S> settings, RunChains<S> chains, boolean streams) {
        this.settings = settings;
        this.chains = chains;
        this.ensemble = chains.ensemble();
        this.memory = new RunMemory<>(settings);
        kept = settings.keepDraws ? new KeptDraws<>(settings.space(), ensemble.chains.size()) : null;
        for (ChainState<S> chain : ensemble.chains) {
            ChainRecorder<S> recorder = new ChainRecorder<>(chain, settings.thin, settings.tracked, chains.recorders());
            if (kept != null) {
                recorder.addStore(kept.store(chain.index));
            }
            recorders.add(recorder);
        }
        if (streams) {
            recorders.forEach(recorder -> recorder.keepTraces(ChainWriter.MOST_BUFFERED));
        }
        warmUp = ensemble.startAdapting(settings.warmup);
        allocate(settings.nextPause(0));
    }

    /**
     * Makes room for {@code draws} draws of every chain, and switches to the longer batches if enough are complete.
     * Returns false if the draws would not fit into memory.
     */
    boolean makeRoom(int draws) {
        recorders.forEach(recorder -> recorder.growBatches(lastPause));
        int room = recorders.stream().mapToInt(ChainRecorder::room).min().orElse(0);
        if (draws > room) {
            if (!memory.fits(room, draws)) {
                return false;
            }
            allocate(draws);
        }
        return true;
    }

    /**
     * The number of draws at which a run that was extended (resumed for more draws) must pause, so that the batches of
     * its standard errors can grow longer. No chain has passed it. 2^31 - 1 for other runs.
     */
    int batchPause() {
        return recorders.stream().mapToInt(ChainRecorder::batchPause).max().orElse(Integer.MAX_VALUE);
    }

    /** Makes room for {@code draws} draws of every chain, without a check of the memory. */
    private void allocate(int draws) {
        recorders.forEach(recorder -> recorder.makeRoom(draws));
        if (kept != null) {
            kept.makeRoom(draws);
        }
    }

    /** The traces. Every chain must have made at least {@code draws} draws. */
    RunTraces traces(int draws) {
        return new RunTraces(recorders, draws);
    }

    /**
     * The traces for the stopping rule. If the diagnostics of all draws do not fit into memory, a trace has one draw in
     * k; it has no draws if even the diagnostics of the fewest allowed draws do not fit.
     */
    Map<String, double[][]> judged(int draws) {
        RunTraces traces = traces(draws);
        return new TraceMap(traces.judged(), name -> {
            int k = RunMemory.smallestThinning(recorders.size(), draws);
            return k == 0 ? new double[recorders.size()][0] : traces.every(name, k);
        });
    }

    /** The largest standard error of a conditional marginal; 0 if none ever changed. */
    double largestConditionalError() {
        SampleResult.Conditionals pooled = Objects.requireNonNull(PooledMarginals.conditionals(recorders));
        return Arrays.stream(pooled.errors())
                .filter(error -> !Double.isNaN(error))
                .max()
                .orElse(0.0);
    }

    /** Takes steps of warm-up until each chain has taken {@code steps}, or the run is stopped. */
    void warmUpTo(long steps, StopSignal signal) {
        ensemble.runTo(
                steps,
                chain -> {
                    warmUp.record(chain);
                    recorders.get(chain.index).warmUp(chain);
                    if (chain.steps() == (settings.warmup + 1L) / 2) { // the middle of warm-up
                        recorders.get(chain.index).refer(chain);
                    }
                },
                signal);
    }

    /** Records draws until each chain has made {@code draws}, or the run is stopped. */
    void drawTo(int draws, StopSignal signal) {
        ensemble.runTo(
                settings.warmup + (long) draws * settings.thin,
                chain -> recorders.get(chain.index).record(chain),
                signal);
    }

    /**
     * Checks the chains after their last step, and the best states.
     *
     * @throws dev.lbp.target.ModelException if the model has lost the state of a chain, or scores one differently now
     */
    @SuppressWarnings("unchecked")
    void end() {
        ensemble.end();
        List<VisitedState> best = BestStates.of(recorders);
        if (best != null) {
            ensemble.compare(best.stream()
                    .map(visited -> new ScoredState<>((S) visited.state(), visited.logProb()))
                    .toList());
        }
    }

    /** Begins the draws, after warm-up with frozen scales. */
    void beginDraws() {
        countTime();
        drawing = true;
        shareReference();
        recorders.forEach(ChainRecorder::beginDraws);
    }

    /**
     * Gives all recorders the present state of the run's first chain as the reference from which distances are traced,
     * if that chain is carried out here.
     */
    void shareReference() {
        if (settings.span().first() == 0) {
            chains.recorders().refer(ensemble.chains.get(0).state);
        }
    }

    /** Adds the time since the last call to that of the current phase. */
    void countTime() {
        long now = System.nanoTime();
        Duration passed = Duration.ofNanos(now - clock);
        clock = now;
        if (drawing) {
            drawTime = drawTime.plus(passed);
        } else {
            warmUpTime = warmUpTime.plus(passed);
        }
    }

    /** The wall-clock time of warm-up. In a resumed run, the earlier time counts only up to the checkpoint. */
    Duration warmUpTime() {
        return warmUpTime;
    }

    /** The wall-clock time after warm-up. In a resumed run, the earlier time counts only up to the checkpoint. */
    Duration drawTime() {
        return drawTime;
    }

    /** The wall-clock time so far, warm-up included. */
    Duration time() {
        countTime();
        return warmUpTime.plus(drawTime);
    }

    /** Writes or reads all values that determine the rest of the run and its result. No chain may be in a step. */
    void transcribe(Transcript transcript) {
        int savedDraws = transcript.of(settings.draws);
        if (savedDraws > settings.draws) {
            throw new CheckpointException(
                    "draws must be >= " + savedDraws + ", as in the checkpoint, and is " + settings.draws);
        }
        countTime();
        ensemble.transcribe(transcript);
        warmUp.transcribe(transcript, allChains());
        drawing = transcript.of(drawing);
        transcribeLastPause(transcript, savedDraws);
        converged = transcript.of(converged);
        if (settings.draws > savedDraws) {
            forgetCheckAtEnd();
        }
        transcribeRecords(transcript, allChains());
        transcribeTimes(transcript);
    }

    /** Writes the number of draws at the last check; or reads it, and makes room for these draws. */
    private void transcribeLastPause(Transcript transcript, int savedDraws) {
        lastPause = transcript.of(lastPause);
        if (lastPause < 0 || lastPause > savedDraws) {
            throw new CheckpointException("the draws that were made must be in [0, " + savedDraws
                    + "], as in a checkpoint, and are " + lastPause);
        }
        if (transcript.isReading() && !makeRoom(lastPause)) {
            throw new CheckpointException("must fit into memory: the first " + lastPause + " draws of each chain");
        }
    }

    /**
     * Sets the last check to the one that a run of more draws would have made. The saved run also checked its stopping
     * rule at its own last draw, where a longer run makes no check.
     */
    private void forgetCheckAtEnd() {
        int lastCheck = settings.rule.lastCheck(lastPause);
        converged &= lastCheck == lastPause;
        lastPause = lastCheck;
    }

    private ChainSpan allChains() {
        return ChainSpan.all(recorders.size());
    }

    private void transcribeTimes(Transcript transcript) {
        warmUpTime = Duration.ofNanos(transcript.of(warmUpTime.toNanos()));
        drawTime = Duration.ofNanos(transcript.of(drawTime.toNanos()));
    }

    /** Writes or reads the records and the kept draws of a span of chains. */
    private void transcribeRecords(Transcript transcript, ChainSpan chosen) {
        chains.recorders().transcribe(transcript);
        for (ChainRecorder<S> recorder : chosen.of(recorders)) {
            recorder.transcribe(transcript);
        }
        for (int c = chosen.first(); kept != null && c < chosen.end(); c++) {
            kept.transcribe(transcript, c);
        }
    }

    /** Writes the chains after their last draw, for {@link #adoptEnded}. */
    void transcribeEnded(TranscriptWriter transcript) {
        countTime();
        transcribeTimes(transcript);
        transcribeEnded(transcript, allChains());
    }

    /**
     * Reads chains after their last draw, which another state has written. The times become the largest ones of all
     * chains.
     *
     * @param chosen the positions of these chains among those of this state
     */
    void adoptEnded(TranscriptReader transcript, ChainSpan chosen) {
        // at the first call drawing is false: no chains were adopted yet, and the time so far is this state's own
        Duration slowestWarmUp = drawing ? warmUpTime : Duration.ZERO;
        Duration slowestDraws = drawTime;
        transcribeTimes(transcript);
        warmUpTime = warmUpTime.compareTo(slowestWarmUp) < 0 ? slowestWarmUp : warmUpTime;
        drawTime = drawTime.compareTo(slowestDraws) < 0 ? slowestDraws : drawTime;
        transcribeEnded(transcript, chosen);
        drawing = true;
        lastPause = settings.draws;
    }

    /** Writes or reads some chains after their last draw, with their traces of warm-up and their records. */
    private void transcribeEnded(Transcript transcript, ChainSpan chosen) {
        ensemble.transcribeEnded(transcript, chosen);
        warmUp.transcribe(transcript, chosen);
        transcribeRecords(transcript, chosen);
    }
}
