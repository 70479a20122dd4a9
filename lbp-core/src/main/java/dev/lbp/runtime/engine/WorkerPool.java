package dev.lbp.runtime.engine;

import dev.lbp.result.StopReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a run, a fixed number, named lbp-1, lbp-2, ...; or none, when all work is done by the caller. Which thread
 * does what never changes a result.
 */
public final class WorkerPool implements AutoCloseable {

    private static final long POLL_MILLIS = 100;

    private final @Nullable ExecutorService executor;
    private final int threads;
    private final Set<Thread> workers;
    private final Runnable poll;
    private final Share[] shares;
    private final Semaphore finished = new Semaphore(0);
    private long lastPoll = System.nanoTime();

    private WorkerPool(@Nullable ExecutorService executor, int threads, Set<Thread> workers, Runnable poll) {
        this.executor = executor;
        this.threads = threads;
        this.workers = workers;
        this.poll = poll;
        this.shares = new Share[threads];
        Arrays.setAll(shares, part -> new Share());
    }

    /** No threads: the caller does the work. */
    public static WorkerPool inline() {
        return new WorkerPool(null, 1, Set.of(), () -> {});
    }

    /**
     * @param poll called by the caller's thread about ten times a second while it waits
     */
    public static WorkerPool of(int threads, Runnable poll) {
        AtomicInteger count = new AtomicInteger();
        Set<Thread> workers = ConcurrentHashMap.newKeySet();
        ThreadPoolExecutor executor =
                new ThreadPoolExecutor(threads, threads, 0L, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "lbp-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    workers.add(thread);
                    return thread;
                });
        try {
            executor.prestartAllCoreThreads(); // if the system refuses one, it does so before there is work under way
        } catch (Throwable e) {
            executor.shutdown();
            throw e;
        }
        return new WorkerPool(executor, threads, workers, poll);
    }

    int threads() {
        return threads;
    }

    /** Whether a thread is one of the pool. */
    public boolean owns(Thread thread) {
        return workers.contains(thread);
    }

    /** Whether the caller does all work. */
    boolean isInline() {
        return executor == null;
    }

    /**
     * Runs a task for each index on the threads of a pool that has them, and waits for all. If one fails, or the calling thread
     * is interrupted, the signal is told to stop and the others are waited for; then the failure is thrown, that of the lowest
     * index if there are several, or the interrupt flag is set again.
     */
    void runAll(int count, IntConsumer task, StopSignal signal) {
        ExecutorService service = Objects.requireNonNull(executor);
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int index = i;
            futures.add(service.submit(() -> {
                try {
                    task.accept(index);
                } catch (Throwable e) {
                    signal.stop(StopReason.FAILED);
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
                    signal.stop(StopReason.INTERRUPTED);
                } catch (ExecutionException e) {
                    failure = failure == null ? e.getCause() : failure;
                    done = true;
                }
                pollFailure = pollFailure == null ? tryPoll(signal) : pollFailure;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        rethrow(failure == null ? pollFailure : failure);
    }

    /** Polls if it is time; if that fails, tells the signal to stop and returns the failure. */
    private @Nullable Throwable tryPoll(StopSignal signal) {
        try {
            pollIfDue();
            return null;
        } catch (Throwable e) {
            signal.stop(StopReason.FAILED);
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

    /**
     * Does some work for every index below a count, divided evenly between the caller and all threads but one, and waits for it.
     * Made for work of microseconds, time and again: it leaves next to no garbage. If some of it fails, the failure of the
     * lowest index is thrown when all are done.
     */
    void forEach(int count, IntConsumer work) {
        int parts = Math.min(threads, count);
        if (executor == null || parts <= 1) {
            for (int i = 0; i < count; i++) {
                work.accept(i);
            }
            return;
        }
        for (int part = parts - 1; part >= 0; part--) {
            Share share = shares[part];
            share.from = (int) ((long) part * count / parts);
            share.to = (int) ((long) (part + 1) * count / parts);
            share.work = work;
            if (part > 0) {
                executor.execute(share);
            } else {
                share.run();
            }
        }
        finished.acquireUninterruptibly(parts);
        Throwable failure = null;
        for (int part = parts - 1; part >= 0; part--) {
            failure = shares[part].failure == null ? failure : shares[part].failure;
        }
        rethrow(failure);
    }

    /** What one thread does of the work for all indices. */
    private final class Share implements Runnable {

        private int from;
        private int to;
        private IntConsumer work = index -> {};
        private @Nullable Throwable failure;

        @Override
        public void run() {
            failure = null;
            try {
                for (int i = from; i < to; i++) {
                    work.accept(i);
                }
            } catch (Throwable e) {
                failure = e;
            } finally {
                finished.release();
            }
        }
    }

    /** For work on the calling thread itself: polls if it is time, and stops if the thread was interrupted. */
    void pollAndCheckInterrupt(StopSignal signal) {
        if (executor == null) {
            return;
        }
        if (Thread.currentThread().isInterrupted()) {
            signal.stop(StopReason.INTERRUPTED);
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
