package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.Failures;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.bytes.PartContent;
import dev.lbp.internal.bytes.RunFacts;
import dev.lbp.internal.bytes.TranscriptReader;
import dev.lbp.io.PartDraws;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import dev.lbp.result.RunResult;
import dev.lbp.result.SinkException;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.PartFailure;
import dev.lbp.target.ModelException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The execution of a run on the calling thread: warm-up, freezing, draws.
 *
 * @param <S> the array of a state
 * @param <R> the result
 */
public final class RunTask<S, R extends RunResult> {

    private final RunSettings<S> settings;
    private final RunKind<S, R> kind;
    private final @Nullable CheckpointFile from;
    private final RunPhases<S> phases;
    private final RunHandle<R> handle;

    /** The state of the run; null until the chains may move. */
    private @Nullable RunState<S> begun;

    private @Nullable R result;

    /**
     * @param from the checkpoint to resume; null for a new run
     */
    RunTask(RunSettings<S> settings, RunKind<S, R> kind, RunNotifier notifier, @Nullable CheckpointFile from) {
        this.settings = settings;
        this.kind = kind;
        this.from = from;
        this.phases = new RunPhases<>(settings, notifier, settings.checkpoints, /* warm= */ false, /* draws= */ true);
        this.handle = new RunHandle<>(phases.signal, settings.budget);
    }

    /**
     * Checks settings against each other, the model and the memory.
     *
     * @throws IllegalArgumentException if two contradict each other, or chains or draws do not fit into memory
     */
    public static void check(RunSettings<?> settings) {
        settings.check();
        new RunMemory<>(settings).check();
    }

    /**
     * Carries out a run.
     *
     * @param settings a copy that no other run uses
     * @param from the checkpoint to resume; null for a new run
     * @param begins called with the task before the run begins
     * @throws IllegalArgumentException if settings contradict each other or do not fit into memory, or if there is
     *     another checkpoint already
     * @throws RunException if the run fails
     */
    public static <S, R extends RunResult> R carryOut(
            RunSettings<S> settings,
            RunKind<S, R> kind,
            @Nullable CheckpointFile from,
            Consumer<RunTask<S, R>> begins) {
        if (from != null && settings.checkpoints == null) {
            settings.checkpoints = CheckpointPlan.of(from.path()); // a resumed run goes on saving to its file
        }
        check(settings);
        CheckpointPlan plan = settings.checkpoints;
        return CheckpointPlan.locked(plan, () -> {
            if (plan != null) {
                plan.checkFree(from);
            }
            RunTask<S, R> task = new RunTask<>(settings, kind, new RunNotifier(settings.listener), from);
            begins.accept(task);
            return task.handle.carryOut(task::run);
        });
    }

    /**
     * Stops the run that another thread carries out, and waits for its result.
     *
     * @throws IllegalStateException if the calling thread works for the run
     */
    public R stop() {
        return handle.stop();
    }

    /** The sampler and the settings in one line. */
    public static String describe(RunSettings<?> settings) {
        return new RunDescription(settings).text();
    }

    /** The text of the manifest of a sink after all draws. */
    public static String sinkManifest(RunSettings<?> settings) {
        return Sink.manifest(settings);
    }

    /**
     * Makes the result of a run from the draws of all its parts, and merges the parts' files of draws.
     *
     * @param settings a copy that no other run uses
     * @param parts parts with all their draws, in any order
     * @throws IllegalArgumentException if chains are missing or there twice, or a part is of another run
     * @throws RunException if a file of a part is missing or damaged, and then no file was moved; or if a file cannot
     *     be moved
     */
    public static <S, R extends RunResult> R merge(
            RunSettings<S> settings, RunKind<S, R> kind, Collection<PartContent> parts) {
        settings.rule.checkDivisible(settings.budget, settings.checkpoints);
        check(settings);
        return new RunTask<>(settings, kind, new RunNotifier(settings.listener), null).merge(parts);
    }

    /** Checks the parts, reads their chains into one state, makes the result, and then moves the files of draws. */
    private R merge(Collection<PartContent> parts) {
        // all parts, and then their files, are checked before any part is read into the state
        new RunMemory<>(settings).checkMerged();
        List<PartContent> ordered = PartContent.inOrder(parts);
        checkDrawn(ordered);
        try (WorkerPool pool = WorkerPool.of(Math.min(settings.threads, settings.tasks()), () -> {})) {
            RunState<S> state =
                    new RunState<>(settings, settings.target().chains(settings, pool), /* streams= */ false);
            checkStarts(ordered, state);
            PartDraws files = settings.sink == null ? null : Sink.parts(settings, identities(ordered));
            ordered.forEach(part -> adopt(part, state));
            result = PartContent.use("parts", "all chains", () -> kind.result(state, StopReason.DRAWS));
            if (files != null) {
                files.move(Sink.manifest(settings));
            }
            return result;
        } catch (SinkException e) {
            throw runException(e, result, /* begun= */ result != null);
        } catch (IOException e) {
            throw runException(new SinkException(e), result, /* begun= */ result != null);
        }
    }

    /** Checks that the parts are of this run and have all their draws. */
    private void checkDrawn(List<PartContent> parts) {
        Map<String, String> mine = RunIdentity.ofPart(settings).entries();
        for (PartContent part : parts) {
            RunFacts.checkSame("parts", part.run().identity(), part.chains(), mine, "this run");
            Check.that(part.drawn(), "have all their draws", "parts", part.chains() + " " + part.progress());
        }
    }

    /** Checks that the chains of the parts started at the states of {@code state}, which has taken no step. */
    private void checkStarts(List<PartContent> parts, RunState<S> state) {
        for (PartContent part : parts) {
            ChainSpan span = new ChainSpan(part.first(), part.count());
            RunIdentity start = RunIdentity.ofStart(settings, span.of(state.ensemble.chains));
            RunFacts.checkSame("parts", part.start(), part.chains(), start.entries(), "this run");
        }
    }

    /** Reads the chains of a part into their places in {@code state}. */
    private void adopt(PartContent part, RunState<S> state) {
        PartContent.use("parts", part.chains(), () -> {
            state.adoptEnded(
                    new TranscriptReader(new ByteArrayInputStream(part.state())),
                    new ChainSpan(part.first(), part.count()));
            return part;
        });
    }

    /** For the chains of each part a checksum, which differs between runs. */
    private static Map<ChainSpan, String> identities(List<PartContent> parts) {
        Map<ChainSpan, String> identities = new LinkedHashMap<>();
        for (PartContent part : parts) {
            identities.put(
                    new ChainSpan(part.first(), part.count()),
                    Fingerprint.of(part.run().identity(), part.start()));
        }
        return identities;
    }

    /** Carries out the run, and tells the listener its result. */
    R run() {
        R made = phases.carryOut(handle::checkTime, this::runWith, this::failure);
        result = made;
        try {
            phases.notifier.finished(made);
        } catch (RunException e) {
            throw failure(e);
        }
        return made;
    }

    /**
     * The exception to throw for {@code thrown}. It holds the partial result, unless the run was refused before it
     * began.
     */
    private RuntimeException failure(Throwable thrown) {
        if (thrown instanceof IllegalArgumentException refused && begun == null) {
            return refused;
        }
        try {
            R sampled = result == null && begun != null ? finish(begun, StopReason.FAILED) : result;
            return runException(thrown, sampled, begun != null);
        } catch (Throwable e) { // for example, no memory is left
            RunException failure = runException(thrown, null, begun != null);
            failure.addSuppressed(e);
            return failure;
        }
    }

    /**
     * The exception of a run for what was thrown during it.
     *
     * @param sampled the partial result
     * @param begun whether the run had begun
     */
    static RunException runException(Throwable thrown, @Nullable RunResult sampled, boolean begun) {
        if (thrown instanceof RunException run) {
            RunException failure = new RunException(run.getMessage(), run.getCause(), sampled, begun);
            failure.setStackTrace(run.getStackTrace());
            for (Throwable suppressed : run.getSuppressed()) {
                failure.addSuppressed(suppressed);
            }
            return failure;
        }
        if (thrown instanceof PartFailure part) {
            return new RunException(part.getMessage(), part.getCause(), sampled, begun);
        }
        if (thrown instanceof ModelException
                || thrown instanceof SinkException
                || thrown instanceof CheckpointException) {
            return new RunException(thrown.getMessage(), thrown, sampled, begun);
        }
        String advice =
                thrown instanceof OutOfMemoryError ? " (fewer chains or draws, or a larger heap: java -Xmx)" : "";
        return new RunException("the run failed: " + Failures.words(thrown) + advice, thrown, sampled, begun);
    }

    /** Makes the chains, restores a checkpoint, opens the sink, and takes all steps. */
    private R runWith(WorkerPool pool) {
        handle.setWorkers(pool);
        RunChains<S> chains = settings.target().chains(settings, pool);
        RunState<S> state = new RunState<>(settings, chains, new RunMemory<>(settings).streams());
        RunIdentity identity = settings.checkpoints == null && from == null
                ? null
                : RunIdentity.of(settings, chains.ensemble().chains);
        if (identity != null && from != null) {
            Checkpoints.restore(from, identity, state);
        }
        if (settings.sink == null) {
            return runFrom(state, identity, null);
        }
        try (Sink<S> sink = Sink.open(settings, state.recorders, from != null)) {
            R made = runFrom(state, identity, sink);
            sink.ended(made.stopReason());
            result = made;
            return made;
        }
    }

    /** Takes the steps that remain, and makes the result. */
    private R runFrom(RunState<S> state, @Nullable RunIdentity identity, @Nullable Sink<S> sink) {
        begun = state;
        phases.watched(() -> finish(state, StopReason.DRAWS)); // the result so far, if the listener asks for it
        phases.runRemaining(state, identity, sink, settings.warmup);
        return finish(state, state.converged ? StopReason.CONVERGED : phases.signal.reasonOr(StopReason.DRAWS));
    }

    private R finish(RunState<S> state, StopReason reason) {
        state.countTime();
        return kind.result(state, reason);
    }
}
