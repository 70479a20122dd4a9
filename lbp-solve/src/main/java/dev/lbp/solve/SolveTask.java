package dev.lbp.solve;

import dev.lbp.internal.Failures;
import dev.lbp.internal.Memory;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.solve.Problem;
import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.SearchMonitor;
import dev.lbp.result.CheckpointException;
import dev.lbp.target.ModelException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/** Runs the restarts of one {@link Solver} on threads, and watches time and target. */
final class SolveTask<S> {

    /** Time between two calls of the listener. */
    private static final long PROGRESS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Problem<S> problem;
    private final SolveSettings settings;
    private final @Nullable SolveCheckpoint checkpoint;
    private final AtomicReference<@Nullable Ending> ending;

    /** The start of the search, by {@link System#nanoTime}; moved back by {@link #earlier} in a resumed search. */
    private long start = System.nanoTime();
    /** The elapsed nanoseconds of the earlier calls of a resumed search. */
    private long earlier;

    private final Best<S> best;
    private final ProcessorTime processor = new ProcessorTime();
    /** The number of the next restart to run. */
    private final AtomicLong next = new AtomicLong();

    /** The restart that runs even if the search must end, so that at least one state is found. Negative for none. */
    private long needed;

    private long lastCheckpoint;

    /**
     * A task for one call of {@link Solver#solve}.
     *
     * @param ending the reason to end; null until the search must end. The first reason stands
     */
    SolveTask(Problem<S> problem, SolveSettings settings, AtomicReference<@Nullable Ending> ending) {
        this.problem = problem;
        this.settings = settings;
        this.checkpoint =
                settings.file() == null ? null : new SolveCheckpoint(settings.file(), settings.identity(problem));
        this.ending = ending;
        this.best = new Best<>(problem, settings.top(), this::elapsed);
    }

    /** Resumes from the checkpoint if there is one, runs the restarts that are left, and returns the solution. */
    Solution<S> run() {
        if (checkpoint != null && checkpoint.exists()) {
            checkpoint.read(transcript -> transcribe(transcript, 0L));
            next.set(best.firstLeft());
            needed = best.isEmpty() ? best.firstLeft() : -1L; // -1: there is a state, so no restart is needed
        }
        endIfReached();
        int threads = (int) Math.max(1L, Math.min(settings.threads(), settings.restarts() - best.firstLeft()));
        boolean isOver = ending.get() != null && !best.isEmpty();
        if (!isOver) {
            Memory.check(
                    threads * problem.searchBytes(),
                    problem.name() + ", threads=" + threads,
                    "take fewer threads, or a larger heap by java -Xmx");
        }
        Duration elapsed = Duration.ofNanos(earlier);
        try {
            if (!isOver) {
                elapsed = Duration.ofNanos(search(threads));
            }
            tellProgress(elapsed);
            return solution(Objects.requireNonNull(ending.get()), elapsed);
        } catch (RuntimeException | Error failure) {
            throw exceptionFor(failure);
        }
    }

    private Solution<S> solution(Ending why, Duration elapsed) {
        CheckpointException failure = checkpoint == null ? null : checkpoint.failure();
        List<String> notes = failure == null
                ? List.of()
                : List.of("The last checkpoint was not written: " + failure.getMessage() + ".");
        return best.solution(why, elapsed, Duration.ofNanos(processor.nanos()), notes);
    }

    /**
     * The exception to throw, with the solution so far. An argument refused before the first state is rethrown as it
     * is.
     */
    private RuntimeException exceptionFor(Throwable failure) {
        if (failure instanceof IllegalArgumentException refused && best.isEmpty()) {
            return refused;
        }
        Solution<S> found = best.isEmpty() ? null : solution(Ending.FAILED, Duration.ofNanos(elapsed()));
        Throwable cause = failure instanceof SolveException ? failure.getCause() : failure;
        boolean named = failure instanceof SolveException || failure instanceof ModelException;
        String why = Failures.words(failure);
        SolveException thrown = new SolveException(named ? why : "the search failed: " + why, cause, found);
        for (Throwable suppressed : failure.getSuppressed()) {
            thrown.addSuppressed(suppressed);
        }
        return thrown;
    }

    /** Ends a resumed search if earlier calls have reached the target, the last restart or the time limit. */
    private void endIfReached() {
        if (best.isEmpty()) {
            return;
        }
        if (best.value() >= settings.target()) {
            end(Ending.TARGET);
        }
        if (best.firstLeft() >= settings.restarts()) {
            end(Ending.RESTARTS);
        }
        if (earlier >= settings.limitNanos()) {
            end(Ending.TIME);
        }
    }

    /** Searches, and returns the elapsed nanoseconds. */
    private long search(int threads) {
        ExecutorService pool = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "lbp-solve");
            thread.setDaemon(true);
            return thread;
        });
        try {
            runThreads(new ExecutorCompletionService<>(pool), threads);
            long elapsed = elapsed();
            save(elapsed);
            return elapsed;
        } catch (RuntimeException | Error failure) {
            end(Ending.FAILED);
            try {
                CheckpointException second = save(elapsed());
                if (second != null) {
                    failure.addSuppressed(second);
                }
            } catch (SolveException second) { // save() calls the listener, which may fail again
                failure.addSuppressed(second);
            }
            throw failure;
        } finally {
            pool.shutdown();
        }
    }

    /** Starts the threads, waits for them, calls the listener and writes checkpoints. */
    private void runThreads(ExecutorCompletionService<@Nullable Void> workers, int threads) {
        boolean interrupted = false;
        try {
            lastCheckpoint = System.nanoTime();
            int working = startThreads(workers, threads);
            while (working > 0) {
                try {
                    Future<@Nullable Void> worker = workers.poll(nanosUntilNextPoll(), TimeUnit.NANOSECONDS);
                    if (worker != null) {
                        working--;
                        rethrowFailure(worker);
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                    end(Ending.INTERRUPTED);
                }
                if (elapsed() >= settings.limitNanos()) {
                    end(Ending.TIME);
                }
                tellProgress(Duration.ofNanos(elapsed()));
                if (System.nanoTime() - lastCheckpoint >= settings.everyNanos()) {
                    save(elapsed());
                }
            }
            end(Ending.RESTARTS);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Starts threads until the search must end, but at least one, because the search must find a state. */
    private int startThreads(ExecutorCompletionService<@Nullable Void> workers, int threads) {
        int started = 0;
        while (started == 0
                || started < threads
                        && ending.get() == null
                        && !Thread.currentThread().isInterrupted()) {
            workers.submit(this::workInThread, null);
            started++;
        }
        return started;
    }

    private void tellProgress(Duration elapsed) {
        callListener(
                "progress",
                listener ->
                        listener.progress(elapsed, best.done(), best.value(), elapsed.minus(best.lastImprovement())));
    }

    private void callListener(String method, Consumer<SolveListener> call) {
        Failures.call(
                method, () -> call.accept(settings.listener()), (message, e) -> new SolveException(message, e, null));
    }

    /** Writes a checkpoint if there is a file for it. Returns the failure, or null. */
    private @Nullable CheckpointException save(long elapsed) {
        if (checkpoint == null) {
            return null;
        }
        CheckpointException failure = checkpoint.write(best, transcript -> transcribe(transcript, elapsed));
        lastCheckpoint = System.nanoTime();
        if (failure != null) {
            callListener("checkpointFailed", listener -> listener.checkpointFailed(failure));
        }
        return failure;
    }

    /** Writes the state of the search, or reads it. */
    private void transcribe(Transcript transcript, long elapsed) {
        best.transcribe(transcript);
        long saved = transcript.of(elapsed);
        if (transcript.isReading()) {
            earlier = saved;
            start = System.nanoTime() - saved;
        }
        processor.transcribe(transcript);
    }

    private long elapsed() {
        return System.nanoTime() - start;
    }

    /**
     * The time to wait for a worker: until the listener is called next, or until the time limit if that is sooner. Once
     * the search ends, the limit does not matter.
     */
    private long nanosUntilNextPoll() {
        return ending.get() == null
                ? Math.max(0L, Math.min(PROGRESS_NANOS, settings.limitNanos() - elapsed()))
                : PROGRESS_NANOS;
    }

    private void end(Ending why) {
        ending.compareAndSet(null, why);
    }

    /** Throws what the worker, which has ended, has thrown, if anything. */
    private static void rethrowFailure(Future<@Nullable Void> worker) throws InterruptedException {
        try {
            worker.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Does the work of one thread. */
    private void workInThread() {
        processor.begin();
        try {
            runRestarts();
        } finally {
            processor.end();
        }
    }

    /** Runs restarts until none is left or the search must end. */
    private void runRestarts() {
        Search<S> search = null;
        while (true) {
            long restart = next.getAndIncrement();
            // the restart that a first state needs runs even if the search must end
            if (restart >= settings.restarts() || restart != needed && ending.get() != null) {
                return;
            }
            if (best.isDone(restart)) {
                continue;
            }
            if (search == null) {
                search = problem.newSearch();
            }
            RestartMonitor monitor = new RestartMonitor(restart);
            double highest = search.restart(
                    restart, RandomSource.XO_SHI_RO_256_PP.create(new long[] {settings.seed(), restart}), monitor);
            if (ending.get() == null) {
                best.addDone(restart, highest);
            }
        }
    }

    /** Passes the states of one restart to {@link Best}, with the number of the restart. */
    private final class RestartMonitor implements SearchMonitor<S> {

        private final long restart;
        private long order;

        RestartMonitor(long restart) {
            this.restart = restart;
        }

        @Override
        public boolean mustEnd() {
            return ending.get() != null;
        }

        @Override
        public double leastValue() {
            return best.leastValue();
        }

        @Override
        public void report(S state, double value) {
            boolean late = mustEnd(); // if so, a restart that is not cut short might not find the state
            double exact = best.add(state, value, restart, order++, late);
            if (exact >= settings.target()) {
                end(Ending.TARGET);
            }
        }
    }
}
