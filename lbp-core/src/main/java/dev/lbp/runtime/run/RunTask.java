package dev.lbp.runtime.run;

import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SinkException;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.engine.Ensemble;
import dev.lbp.runtime.engine.Start;
import dev.lbp.runtime.engine.StopSignal;
import dev.lbp.runtime.engine.WorkerPool;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.PartFailure;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.ModelException;
import org.jspecify.annotations.Nullable;

/** The execution of a run on the calling thread: warm-up, freezing, draws. */
public final class RunTask {

    private final RunSettings settings;
    private final @Nullable CheckpointFile from;
    private final RunNotifier notifier;
    private final RunHandle handle;
    private final StopSignal signal = new StopSignal(this::rest);
    private final Start start;
    private @Nullable Checkpoints checkpoints;

    /** The state of the run; null until the chains may move. */
    private @Nullable RunState begun;

    private @Nullable SampleResult result;

    /**
     * @param from the checkpoint to resume; null for a new run
     */
    public RunTask(RunSettings settings, RunNotifier notifier, @Nullable CheckpointFile from) {
        this.settings = settings;
        this.from = from;
        this.notifier = notifier;
        this.handle = new RunHandle(signal, settings.budget);
        this.start = new Start(
                settings.dimension, settings.chains, settings.seed, settings.initial, settings.frozen, settings.ones);
    }

    /** The handle on the run for other threads. */
    public RunHandle handle() {
        return handle;
    }

    public SampleResult run() {
        try (WorkerPool pool = WorkerPool.of(Math.min(settings.threads, settings.chains), () -> {
            handle.checkTime();
            notifier.report();
        })) {
            handle.uses(pool);
            checkModel();
            long chains = settings.chains;
            notifier.started(
                    settings.method.describe() + "; " + settings.describe(),
                    settings.warmup * chains,
                    PhaseProgress.total((long) settings.draws * settings.thin, settings.chains));
            result = run(settings.method.ensemble(settings.model, start, pool));
        } catch (Throwable e) {
            RuntimeException failure = failure(e);
            notifier.failed(failure);
            throw failure;
        }
        try {
            notifier.finished(result);
        } catch (RunException e) {
            throw failure(e);
        }
        return result;
    }

    /** The exception to throw for {@code thrown}. It holds the partial result, unless the run was refused before it began. */
    private RuntimeException failure(Throwable thrown) {
        if (thrown instanceof IllegalArgumentException refused && begun == null) {
            return refused;
        }
        try {
            SampleResult sampled = result == null && begun != null ? begun.finish(StopReason.FAILED) : result;
            return runException(thrown, sampled);
        } catch (Throwable e) { // for example, no memory is left
            RunException failure = runException(thrown, null);
            failure.addSuppressed(e);
            return failure;
        }
    }

    /** The exception for the failed part, with {@code sampled}, the partial result. */
    static RunException runException(Throwable thrown, @Nullable SampleResult sampled) {
        if (thrown instanceof RunException run) {
            RunException failure = new RunException(run.getMessage(), run.getCause(), sampled);
            failure.setStackTrace(run.getStackTrace());
            for (Throwable suppressed : run.getSuppressed()) {
                failure.addSuppressed(suppressed);
            }
            return failure;
        }
        if (thrown instanceof PartFailure part) {
            return new RunException(part.getMessage(), part.getCause(), sampled);
        }
        if (thrown instanceof ModelException
                || thrown instanceof SinkException
                || thrown instanceof CheckpointException) {
            return new RunException(thrown.getMessage(), thrown, sampled);
        }
        String advice =
                thrown instanceof OutOfMemoryError ? " (fewer chains or draws, or a larger heap: java -Xmx)" : "";
        return new RunException("the run failed: " + thrown + advice, thrown, sampled);
    }

    /** Checks that the model returns its name, and the number of sites that it had when the run was configured. */
    private void checkModel() {
        EnergyModel model = settings.model;
        ModelCalls.call(model, "name()", model::name);
        int n = ModelCalls.call(model, "dimension()", model::dimension);
        if (n != settings.dimension) {
            throw new ModelException(
                    ModelCalls.nameOf(model) + ": must stay " + settings.dimension + ": dimension()=" + n, null);
        }
    }

    private SampleResult run(Ensemble<byte[]> ensemble) {
        RunState state = new RunState(settings, ensemble, start);
        RunIdentity identity =
                settings.checkpoints == null && from == null ? null : RunIdentity.of(settings, ensemble.chains);
        if (identity != null && from != null) {
            Checkpoints.restore(from, identity, state);
        }
        if (settings.sink == null) {
            return run(state, identity, null);
        }
        try (Sink sink = Sink.open(settings, state.recorders, from != null)) {
            result = sink.ended(run(state, identity, sink));
            return result;
        }
    }

    private SampleResult run(RunState state, @Nullable RunIdentity identity, @Nullable Sink sink) {
        begun = state;
        if (settings.checkpoints != null && identity != null) {
            checkpoints = new Checkpoints(settings.checkpoints, identity, state, sink, notifier);
            checkpoints.save(); // a file that cannot be written fails before hours of work
        }
        if (!state.drawing) {
            warmUp(state);
        }
        if (state.drawing) {
            draw(state);
        }
        if (checkpoints != null && state.drawing) {
            checkpoints.save();
        }
        return state.finish(state.converged ? StopReason.CONVERGED : signal.reasonOr(StopReason.DRAWS));
    }

    private void rest() {
        if (checkpoints != null) {
            checkpoints.saveIfDue();
        }
    }

    private void warmUp(RunState state) {
        notifier.warmUpBegins(state.ensemble, settings.warmup);
        state.ensemble.runTo(
                settings.warmup,
                chain -> {
                    state.warmUp.record(chain);
                    state.recorders.get(chain.index).warmUp(chain);
                },
                signal);
        boolean stopped = signal.stopped();
        if (stopped && checkpoints != null) {
            checkpoints.save(); // before the scales freeze: they must go on adapting when the run is resumed
        }
        state.ensemble.freeze(state.warmUp);
        notifier.phaseEnds();
        if (!stopped) {
            state.beginDraws();
            notifier.frozen(state.ensemble.chains.get(0).scale.value(), state.warmUp.settled());
        }
    }

    private void draw(RunState state) {
        StoppingRule rule = settings.rule;
        int draws = settings.draws;
        notifier.drawsBegin(state.ensemble, settings.warmup, (long) draws * settings.thin);
        while (state.lastPause < draws && !state.converged && !signal.stopped()) {
            int next = settings.nextPause(state.lastPause);
            if (!state.makeRoom(next)) {
                signal.stop(StopReason.MEMORY);
                break;
            }
            state.ensemble.runTo(
                    settings.warmup + (long) next * settings.thin,
                    chain -> state.recorders.get(chain.index).record(chain),
                    signal);
            if (!signal.stopped()) {
                state.lastPause = next;
                state.converged = rule.holds(state.traces(next));
            }
        }
        notifier.phaseEnds();
    }
}
