package dev.lbp;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A run as seen from outside: its time, and other threads that stop it and wait for what it returns. */
final class RunInProgress {

    private final RunControl control;
    private final Thread caller = Thread.currentThread();
    private final long began = System.nanoTime();
    private final @Nullable Duration budget;

    /** Gives the result, or throws what the run threw. */
    private final CompletableFuture<Supplier<SampleResult>> outcome = new CompletableFuture<>();

    /**
     * To be made by the thread that carries out the run.
     *
     * @param control the run's
     * @param budget the time it may take from now on; null if any
     */
    RunInProgress(RunControl control, @Nullable Duration budget) {
        this.control = control;
        this.budget = budget;
    }

    /** Stops the run if its time is over. */
    void checkTime() {
        if (budget != null && Duration.ofNanos(System.nanoTime() - began).compareTo(budget) >= 0) {
            control.stop(StopReason.BUDGET);
        }
    }

    /** Does the work, and hands what comes of it to those who wait. */
    SampleResult carryOut(Supplier<SampleResult> work) {
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

    /** Asks the run to stop, and waits for it; also if the waiting thread is interrupted, which finds its flag set again. */
    SampleResult stop() {
        if (caller.equals(Thread.currentThread()) && !outcome.isDone()) {
            throw new IllegalStateException("must be called by another thread than run(), which would wait for itself");
        }
        control.stop(StopReason.STOPPED);
        return outcome.join().get();
    }
}
