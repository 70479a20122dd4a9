package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.result.RunResult;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A handle on a run. It stops the run at its time limit. Other threads use it to stop the run and wait for its result.
 *
 * @param <R> the result
 */
final class RunHandle<R extends RunResult> {

    private final StopSignal signal;
    private final Thread caller = Thread.currentThread();
    private final long began = System.nanoTime();
    private final @Nullable Duration budget;

    /** Null before {@link #setWorkers}. */
    private volatile @Nullable WorkerPool workers;

    /** Returns the result, or throws the exception of the run. */
    private final CompletableFuture<Supplier<R>> outcome = new CompletableFuture<>();

    /**
     * Must be called by the thread that executes the run.
     *
     * @param signal the stop signal of the run
     * @param budget the time limit of the run from now; null for none
     */
    RunHandle(StopSignal signal, @Nullable Duration budget) {
        this.signal = signal;
        this.budget = budget;
    }

    /** Stores the pool of the threads that work for the run besides its caller. */
    void setWorkers(WorkerPool pool) {
        workers = pool;
    }

    /** Stops the run if its budget is spent. */
    void checkTime() {
        if (budget != null && Duration.ofNanos(System.nanoTime() - began).compareTo(budget) >= 0) {
            signal.stop(StopReason.BUDGET);
        }
    }

    /** Does {@code work}, and passes its result or exception to the threads that wait in {@link #stop}. */
    R carryOut(Supplier<R> work) {
        try {
            R result = work.get();
            outcome.complete(() -> result);
            return result;
        } catch (Throwable e) {
            outcome.complete(() -> {
                throw e;
            });
            throw e;
        }
    }

    /**
     * Stops the run and waits for its result. An interrupt of the waiting thread does not end the wait; its flag is
     * set again.
     *
     * @throws IllegalStateException if the calling thread works for the run: the run would wait for itself
     */
    R stop() {
        Check.state(
                outcome.isDone() || !worksForTheRun(Thread.currentThread()),
                "be called by a thread that the run does not use, since it waits for the"
                        + " run: stop(); what the run calls ends it by an exception");
        signal.stop(StopReason.STOPPED);
        return outcome.join().get();
    }

    private boolean worksForTheRun(Thread thread) {
        WorkerPool pool = workers;
        return thread.equals(caller) || pool != null && pool.owns(thread);
    }
}
