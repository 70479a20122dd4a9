package dev.lbp.runtime.run;

import dev.lbp.result.RunResult;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the phases of a run, or of one stage of a part of a run: warm-up, freezing of scales, draws. Writes
 * checkpoints between rounds of steps.
 *
 * @param <S> the array of a state
 */
final class RunPhases<S> {

    final RunNotifier notifier;
    final StopSignal signal = new StopSignal(this::saveIfDue);
    private final RunSettings<S> settings;
    private final @Nullable CheckpointPlan plan;
    /** Whether warm-up was over at the beginning, and whether the draws are among the phases. */
    private final boolean warm;

    private final boolean draws;
    private @Nullable Checkpoints checkpoints;

    /** Makes the result of the draws so far; null for a part, which has no result. */
    private @Nullable Supplier<RunResult> soFar;

    /**
     * @param plan the plan of checkpoints; null for none
     * @param warm whether warm-up is over at the beginning
     * @param draws whether the draws are among the phases
     */
    RunPhases(
            RunSettings<S> settings, RunNotifier notifier, @Nullable CheckpointPlan plan, boolean warm, boolean draws) {
        this.settings = settings;
        this.notifier = notifier;
        this.plan = plan;
        this.warm = warm;
        this.draws = draws;
    }

    /** Lets the listener look at the draws while they are made. */
    void watched(Supplier<RunResult> result) {
        soFar = result;
    }

    /**
     * Does the work of the run with the number of threads in its settings. The listener is called when the run begins
     * and if it fails.
     *
     * @param tick called repeatedly by the thread that waits for the chains, before the listener
     * @param failure makes the exception to throw for what {@code work} throws
     */
    <T> T carryOut(Runnable tick, Function<WorkerPool, T> work, Function<Throwable, RuntimeException> failure) {
        try (WorkerPool pool = WorkerPool.of(Math.min(settings.threads, settings.tasks()), () -> {
            tick.run();
            notifier.report();
        })) {
            settings.checkModel();
            notifier.started(
                    new RunDescription(settings).text(),
                    warm ? 0 : settings.warmUpSteps(),
                    draws ? settings.drawSteps() : 0);
            return work.apply(pool);
        } catch (Throwable e) {
            RuntimeException thrown = failure.apply(e);
            notifier.failed(thrown);
            throw thrown;
        }
    }

    /**
     * Carries out the phases that remain for a state.
     *
     * @param identity the identity of the checkpoints; null for a run without them
     * @param sink the sink that also gets the draws; null if there is none
     * @param barrier the number of steps of each chain after which warm-up ends or pauses
     */
    void runRemaining(RunState<S> state, @Nullable RunIdentity identity, @Nullable Sink<S> sink, long barrier) {
        if (plan != null && identity != null) {
            checkpoints = new Checkpoints(plan, identity, state, sink, notifier);
            save(); // a file that cannot be written fails before hours of work
        }
        if (!state.drawing) {
            warmUp(state, barrier);
        }
        if (state.drawing) {
            draw(state);
        }
        state.end();
        if (state.drawing || !signal.stopped()) { // else warmUp() has saved, and the frozen scales must not be saved
            save();
        }
    }

    /** Takes the steps of warm-up up to the barrier. If draws follow, freezes the scales and begins the draws. */
    private void warmUp(RunState<S> state, long barrier) {
        notifier.warmUpBegins(state.ensemble, state.ensemble.method(settings.method), settings.warmup);
        state.warmUpTo(barrier, signal);
        boolean stopped = signal.stopped();
        if (stopped) {
            save(); // before the scales freeze: they must go on adapting when the run is resumed
        }
        if (draws) {
            state.ensemble.freeze(state.warmUp);
        }
        notifier.phaseEnds();
        if (draws && !stopped) {
            beginDraws(state);
        }
    }

    /** Begins the draws, after warm-up with frozen scales. */
    void beginDraws(RunState<S> state) {
        state.beginDraws();
        notifier.frozen(state.ensemble.chains.get(0).scaleValue(), state.warmUp.settled());
        state.ensemble.schedule().ifPresent(notifier::tempered);
    }

    /** Makes the draws, with pauses to check the stopping rule and to make room in memory. */
    private void draw(RunState<S> state) {
        int last = settings.draws;
        notifier.drawsBegin(state.ensemble, settings.warmup, (long) last * settings.thin);
        while (state.lastPause < last && !state.converged && !signal.stopped()) {
            int next = Math.min(settings.nextPause(state.lastPause), state.batchPause());
            if (!state.makeRoom(next)) {
                signal.stop(StopReason.MEMORY);
                break;
            }
            state.drawTo(next, signal);
            if (!signal.stopped()) {
                state.lastPause = next;
                state.converged = settings.rule.holds(next, state.judged(next), state::largestConditionalError);
            }
        }
        notifier.phaseEnds();
    }

    private void save() {
        if (checkpoints != null) {
            checkpoints.save();
        }
    }

    /** Between rounds of steps: writes a checkpoint if one is due, and lets the listener look at the draws so far. */
    private void saveIfDue() {
        if (checkpoints != null) {
            checkpoints.saveIfDue();
        }
        if (soFar != null) {
            notifier.resting(soFar);
        }
    }
}
