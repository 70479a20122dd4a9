package dev.lbp;

import dev.lbp.io.CheckpointFile;
import org.jspecify.annotations.Nullable;

/** Carries out a run: warm-up, freezing, draws; on the thread that has asked for it. */
final class RunTask {

    private final RunSettings settings;
    private final int threads;
    private final @Nullable CheckpointPlan plan;
    private final @Nullable CheckpointFile from;
    private final RunObserver observer;
    private final RunInProgress progress;
    private final RunControl control = new RunControl(this::rest);
    private final Start start;
    private @Nullable Checkpoints checkpoints;

    /**
     * @param plan null for no checkpoints
     * @param from where to go on from; null to begin
     */
    RunTask(
            RunSettings settings,
            int threads,
            RunObserver observer,
            @Nullable CheckpointPlan plan,
            @Nullable CheckpointFile from) {
        this.settings = settings;
        this.threads = threads;
        this.plan = plan;
        this.from = from;
        this.observer = observer;
        this.progress = new RunInProgress(control, settings.budget());
        this.start = new Start(
                settings.dimension(), settings.chains(), settings.seed(), settings.initial(), settings.frozen());
    }

    /** The run as other threads see it. */
    RunInProgress progress() {
        return progress;
    }

    SampleResult run() {
        SampleResult result;
        try (WorkerPool pool = WorkerPool.of(Math.min(threads, settings.chains()), () -> {
            progress.checkTime();
            observer.report();
        })) {
            progress.uses(pool);
            checkModel();
            long chains = settings.chains();
            observer.started(
                    settings.sampler().describe() + "; " + settings.describe(),
                    settings.warmup() * chains,
                    PhaseProgress.total((long) settings.draws() * settings.thin(), settings.chains()));
            result = run(settings.sampler().ensemble(settings.model(), start, pool));
        } catch (Throwable e) {
            RuntimeException failure = e instanceof IllegalArgumentException refused ? refused : RunException.of(e);
            observer.failed(failure);
            throw failure;
        }
        observer.finished(result);
        return result;
    }

    /** Refuses a model that cannot say what it is, or has changed since the run was described. */
    private void checkModel() {
        EnergyModel model = settings.model();
        ModelCalls.ask(model, "name()", model::name);
        int n = ModelCalls.ask(model, "dimension()", model::dimension);
        if (n != settings.dimension()) {
            throw new ModelException(
                    ModelCalls.nameOf(model) + ": must stay " + settings.dimension() + ": dimension()=" + n, null);
        }
    }

    private SampleResult run(Ensemble ensemble) {
        RunDraft draft = new RunDraft(settings, ensemble, start);
        RunIdentity identity = plan == null && from == null ? null : RunIdentity.of(settings, ensemble.chains);
        if (identity != null && from != null) {
            Checkpoints.restore(from, identity, draft);
        }
        if (settings.sink() == null) {
            return run(draft, identity, null);
        }
        try (Sink sink = Sink.open(settings, draft.recorders, from != null)) {
            return sink.ended(run(draft, identity, sink));
        }
    }

    private SampleResult run(RunDraft draft, @Nullable RunIdentity identity, @Nullable Sink sink) {
        try {
            if (plan != null && identity != null) {
                checkpoints = new Checkpoints(plan, identity, draft, sink, observer);
                checkpoints.save(); // what cannot be written fails before hours of work
            }
            if (!draft.drawing) {
                warmUp(draft);
            }
            if (draft.drawing) {
                draw(draft);
            }
            if (checkpoints != null && draft.drawing) {
                checkpoints.save();
            }
        } catch (Throwable e) {
            throw withPartialResult(RunException.of(e), draft);
        }
        return draft.finish(draft.converged ? StopReason.CONVERGED : control.reasonOr(StopReason.DRAWS));
    }

    /** The failure with what has been sampled; without it if that, too, fails, as it may for want of memory. */
    private static RunException withPartialResult(RunException failure, RunDraft draft) {
        try {
            return failure.with(draft.finish(StopReason.FAILED));
        } catch (Throwable e) {
            failure.addSuppressed(e);
            return failure;
        }
    }

    private void rest() {
        if (checkpoints != null) {
            checkpoints.saveIfDue();
        }
    }

    private void warmUp(RunDraft draft) {
        observer.warmUpBegins(draft.ensemble, settings.warmup());
        draft.ensemble.runTo(
                settings.warmup(),
                chain -> {
                    draft.warmUp.record(chain);
                    draft.recorders.get(chain.index).warmUp(chain);
                },
                control);
        boolean stopped = control.stopped();
        if (stopped && checkpoints != null) {
            checkpoints.save(); // while scales adapt still, as they are to do when the run is resumed
        }
        draft.ensemble.freeze(draft.warmUp);
        observer.phaseEnds();
        if (!stopped) {
            draft.beginDraws();
            observer.frozen(draft.ensemble.chains.get(0).dial.scale(), draft.warmUp.settled());
        }
    }

    private void draw(RunDraft draft) {
        StoppingRule rule = settings.rule();
        int draws = settings.draws();
        observer.drawsBegin(draft.ensemble, settings.warmup(), (long) draws * settings.thin());
        while (draft.lookedAt < draws && !draft.converged && !control.stopped()) {
            int next = settings.nextLook(draft.lookedAt);
            if (!draft.makeRoom(next)) {
                control.stop(StopReason.MEMORY);
                break;
            }
            draft.ensemble.runTo(
                    settings.warmup() + (long) next * settings.thin(),
                    chain -> draft.recorders.get(chain.index).record(chain),
                    control);
            if (!control.stopped()) {
                draft.lookedAt = next;
                draft.converged = rule.holds(draft.traces(next));
            }
        }
        observer.phaseEnds();
    }
}
