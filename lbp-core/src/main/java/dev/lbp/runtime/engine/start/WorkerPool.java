package dev.lbp.runtime.engine.start;

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
 * The threads of a run: a fixed number, named lbp-1, lbp-2, ...; or none, and then the caller does all work. Results do
 * not depend on the division of work between threads.
 */
public final class WorkerPool implements AutoCloseable {

    private static final long POLL_MILLIS = 100;

    private final @Nullable ExecutorService executor;
    private final int threads;
    private final Set<Thread> workers;
    /** Runs on the caller's thread about ten times per second while it waits. */
    private final Runnable poll;
    /** The part of each thread, reused by every call of {@link #forEach}. */
    private final Share[] shares;
    /** Has a permit for each part of {@link #forEach} that has ended. */
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

    /** A pool without threads: the caller does the work. */
    public static WorkerPool inline() {
        return new WorkerPool(null, 1, Set.of(), () -> {});
    }

    /**
     * @param poll runs on the caller's thread about ten times per second while it waits
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
            executor.prestartAllCoreThreads(); // so that no work has begun if the system refuses a thread
        } catch (Throwable e) {
            executor.shutdown();
            throw e;
        }
        return new WorkerPool(executor, threads, workers, poll);
    }

    public int threads() {
        return threads;
    }

    /** Whether a thread belongs to the pool. */
    public boolean owns(Thread thread) {
        return workers.contains(thread);
    }

    /** Whether the caller does all work. */
    public boolean isInline() {
        return executor == null;
    }

    /**
     * Runs a task for each index below {@code count} on the threads of the pool, which must not be inline, and waits
     * for all. If a task fails or the calling thread is interrupted, this stops {@code signal} and waits for the other
     * tasks. Then it sets the interrupt flag again if it was set, and throws the failure of the lowest index, or else
     * the failure of a poll.
     */
    public void runAll(int count, IntConsumer task, StopSignal signal) {
        boolean interrupted = false;
        Throwable failure = null;
        Throwable pollFailure = null;
        for (Future<?> future : submitAll(count, task, signal)) {
            boolean done = false;
            while (!done) {
                try {
                    future.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
                    done = true;
                } catch (TimeoutException e) {
                    // the poll below may be due
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

    /** Submits a task for each index below {@code count}. A task that fails stops {@code signal}. */
    private List<Future<?>> submitAll(int count, IntConsumer task, StopSignal signal) {
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
        return futures;
    }

    /** Polls if a poll is due. If the poll fails, stops the chains and returns the failure. */
    private @Nullable Throwable tryPoll(StopSignal signal) {
        try {
            pollIfDue();
            return null;
        } catch (Throwable e) {
            signal.stop(StopReason.FAILED);
            return e;
        }
    }

    /** Polls if the last poll is long enough ago. */
    private void pollIfDue() {
        long now = System.nanoTime();
        if (now - lastPoll > TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS)) {
            lastPoll = now;
            poll.run();
        }
    }

    /**
     * Runs {@code work} for every index below {@code count} and waits for it. The caller and all threads but one get
     * equal shares. Suits frequent work of microseconds, since it creates almost no garbage. If work fails, this throws
     * the failure of the lowest index after all shares have ended.
     */
    public void forEach(int count, IntConsumer work) {
        int parts = Math.min(threads, count);
        if (executor == null || parts <= 1) {
            for (int i = 0; i < count; i++) {
                work.accept(i);
            }
            return;
        }
        for (int part = parts - 1; part >= 0; part--) { // the caller takes part 0, after the others have begun
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
        Throwable failure = null; // of the lowest part
        for (int part = parts - 1; part >= 0; part--) {
            failure = shares[part].failure == null ? failure : shares[part].failure;
        }
        rethrow(failure);
    }

    /**
     * Runs {@code work} for every index from {@code from} to {@code to - 1} and waits for it. The caller and all
     * threads but one take the next index whenever they have finished one, so a slow thread takes fewer. If work fails,
     * this throws one of the failures when all threads have ended.
     */
    public void forEachInTurn(int from, int to, LaneWork work) {
        AtomicInteger next = new AtomicInteger(from);
        forEach(Math.min(threads, to - from), lane -> {
            for (int index = next.getAndIncrement(); index < to; index = next.getAndIncrement()) {
                work.accept(index, lane);
            }
        });
    }

    /** Work with separate memory for each lane: at most one thread at a time works in a lane. */
    public interface LaneWork {

        /**
         * @param lane 0 to the number of threads minus 1
         */
        void accept(int index, int lane);
    }

    /** The part of the work of {@link #forEach} that one thread does: a range of indices. */
    private final class Share implements Runnable {

        private int from;
        private int to;
        private IntConsumer work = index -> {};
        private @Nullable Throwable failure;

        /** Does the work of all indices. Keeps a failure, for the thread that waits for all shares. */
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

    /**
     * Polls if a poll is due, and stops {@code signal} if the calling thread was interrupted. For work on the calling
     * thread itself.
     */
    public void pollAndCheckInterrupt(StopSignal signal) {
        if (executor == null) {
            return;
        }
        if (Thread.currentThread().isInterrupted()) {
            signal.stop(StopReason.INTERRUPTED);
        }
        pollIfDue();
    }

    /** Throws a failure, if there is one; a checked exception inside an unchecked one. */
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

    /** Ends the threads, and waits for them even if the caller is interrupted meanwhile. */
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
