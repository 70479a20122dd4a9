package dev.lbp.runtime.run;

import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.engine.StopSignal;
import dev.lbp.runtime.engine.WorkerPool;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A run as seen from outside: its time, and other threads that stop it and wait for what it returns. */
public final class RunHandle {

    private final StopSignal signal;
    private final Thread caller = Thread.currentThread();
    private final long began = System.nanoTime();
    private final @Nullable Duration budget;

    /** Null while there are none. */
    private volatile @Nullable WorkerPool workers;

    /** Gives the result, or throws what the run threw. */
    private final CompletableFuture<Supplier<SampleResult>> outcome = new CompletableFuture<>();

    /**
     * To be made by the thread that carries out the run.
     *
     * @param signal the run's
     * @param budget the time it may take from now on; null if any
     */
    RunHandle(StopSignal signal, @Nullable Duration budget) {
        this.signal = signal;
        this.budget = budget;
    }

    /** Tells which threads do the work of the run beside its caller. */
    void uses(WorkerPool pool) {
        workers = pool;
    }

    /** Stops the run if its time is over. */
    void checkTime() {
        if (budget != null && Duration.ofNanos(System.nanoTime() - began).compareTo(budget) >= 0) {
            signal.stop(StopReason.BUDGET);
        }
    }

    /** Does the work, and hands what comes of it to those who wait. */
    public SampleResult carryOut(Supplier<SampleResult> work) {
        try {
            SampleResult result = work.get();
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
     * Asks the run to stop, and waits for it; also if the waiting thread is interrupted, which finds its flag set again.
     *
     * @throws IllegalStateException if the calling thread works for the run, which would wait for itself
     */
    public SampleResult stop() {
        if (!outcome.isDone() && worksForTheRun(Thread.currentThread())) {
            throw new IllegalStateException(
                    "must be called by a thread that the run does not use, since it waits for the"
                            + " run: stop(); what the run calls ends it by an exception");
        }
        signal.stop(StopReason.STOPPED);
        return outcome.join().get();
    }

    private boolean worksForTheRun(Thread thread) {
        WorkerPool pool = workers;
        return thread.equals(caller) || pool != null && pool.owns(thread);
    }
}
