package dev.lbp;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a run, a fixed number, named lbp-1, lbp-2, ...; or none, when all work is done by the caller. Which thread
 * does what never changes a result.
 */
final class WorkerPool implements AutoCloseable {

    private static final long POLL_MILLIS = 100;

    private final @Nullable ExecutorService executor;
    private final int threads;
    private final Runnable poll;
    private long lastPoll = System.nanoTime();

    private WorkerPool(@Nullable ExecutorService executor, int threads, Runnable poll) {
        this.executor = executor;
        this.threads = threads;
        this.poll = poll;
    }

    /** No threads: the caller does the work. */
    static WorkerPool inline() {
        return new WorkerPool(null, 1, () -> {});
    }

    /**
     * @param poll called by the caller's thread about ten times a second while it waits
     */
    static WorkerPool of(int threads, Runnable poll) {
        AtomicInteger count = new AtomicInteger();
        ExecutorService executor = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "lbp-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        return new WorkerPool(executor, threads, poll);
    }

    int threads() {
        return threads;
    }

    /**
     * Runs a task for each index and waits for all. If one fails, or the calling thread is interrupted, the control is told
     * to stop and the others are waited for; then the failure is thrown, that of the lowest index if there are several, or
     * the interrupt flag is set again.
     */
    void runAll(int count, IntConsumer task, RunControl control) {
        if (executor == null) {
            for (int i = 0; i < count; i++) {
                task.accept(i);
            }
            return;
        }
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int index = i;
            futures.add(executor.submit(() -> {
                try {
                    task.accept(index);
                } catch (Throwable e) {
                    control.stop();
                    throw e;
                }
            }));
        }
        boolean interrupted = false;
        Throwable failure = null;
        Throwable pollFailure = null;
        for (Future<?> future : futures) {
            boolean done = false;
            while (!done) {
                try {
                    future.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
                    done = true;
                } catch (TimeoutException e) {
                    // Time for a poll, as it may be after any task.
                } catch (InterruptedException e) {
                    interrupted = true;
                    control.stop();
                } catch (ExecutionException e) {
                    failure = failure == null ? e.getCause() : failure;
                    done = true;
                }
                pollFailure = pollFailure == null ? tryPoll(control) : pollFailure;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        rethrow(failure == null ? pollFailure : failure);
    }

    /** Polls if it is time; if that fails, tells the control to stop and returns the failure. */
    private @Nullable Throwable tryPoll(RunControl control) {
        try {
            pollIfDue();
            return null;
        } catch (RuntimeException | Error e) {
            control.stop();
            return e;
        }
    }

    private void pollIfDue() {
        long now = System.nanoTime();
        if (now - lastPoll > TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS)) {
            lastPoll = now;
            poll.run();
        }
    }

    /** Does some work for every element, divided evenly between the threads, and waits for it. */
    <T> void forEach(List<T> elements, Consumer<T> work) {
        int parts = executor == null ? 1 : Math.min(threads, elements.size());
        if (parts <= 1) {
            elements.forEach(work);
            return;
        }
        runAll(
                parts,
                part -> {
                    int from = part * elements.size() / parts;
                    int to = (part + 1) * elements.size() / parts;
                    elements.subList(from, to).forEach(work);
                },
                new RunControl());
    }

    /** For work on the calling thread itself: polls if it is time, and stops if the thread was interrupted. */
    void pollAndCheckInterrupt(RunControl control) {
        if (executor == null) {
            return;
        }
        if (Thread.currentThread().isInterrupted()) {
            control.stop();
        }
        pollIfDue();
    }

    private static void rethrow(@Nullable Throwable failure) {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure != null) {
            throw new IllegalStateException("must not throw a checked exception: a task", failure);
        }
    }

    @Override
    public void close() {
        if (executor == null) {
            return;
        }
        executor.shutdown();
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = executor.awaitTermination(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
