package dev.lbp.solve;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/** Runs the restarts of one {@link Solver} on threads, and watches time and target. */
final class SolveTask<S> {

    /** Between two calls of the listener. */
    private static final long PROGRESS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Problem<S> problem;
    private final double target;
    private final long limitNanos;
    private final long restarts;
    private final int threads;
    private final long seed;
    private final SolveListener listener;

    private final long start = System.nanoTime();
    private final Best<S> best;
    private final AtomicLong next = new AtomicLong();
    private final AtomicReference<@Nullable Ending> ending;

    /**
     * @param limitNanos the time after which it ends
     * @param ending the reason to end, set by whoever is first
     */
    SolveTask(
            Problem<S> problem,
            double target,
            long limitNanos,
            long restarts,
            int threads,
            long seed,
            int top,
            SolveListener listener,
            AtomicReference<@Nullable Ending> ending) {
        this.problem = problem;
        this.target = target;
        this.limitNanos = limitNanos;
        this.restarts = restarts;
        this.threads = threads;
        this.seed = seed;
        this.listener = listener;
        this.ending = ending;
        this.best = new Best<>(problem, top, () -> System.nanoTime() - start);
    }

    Solution<S> run() {
        ExecutorService pool = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "lbp-solve");
            thread.setDaemon(true);
            return thread;
        });
        ExecutorCompletionService<@Nullable Void> workers = new ExecutorCompletionService<>(pool);
        boolean interrupted = false;
        try {
            for (int t = 0; t < threads; t++) {
                workers.submit(this::work, null);
            }
            int working = threads;
            while (working > 0) {
                try {
                    Future<@Nullable Void> worker = workers.poll(nanosUntilNextLook(), TimeUnit.NANOSECONDS);
                    if (worker != null) {
                        working--;
                        rethrowFailure(worker);
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                    end(Ending.INTERRUPTED);
                }
                if (elapsed() >= limitNanos) {
                    end(Ending.TIME);
                }
                Duration elapsed = Duration.ofNanos(elapsed());
                listener.progress(elapsed, best.done(), best.value(), elapsed.minus(best.lastImprovement()));
            }
            end(Ending.RESTARTS);
        } finally {
            end(Ending.STOPPED); // after a failure, of a worker or of the listener, the other workers end too
            pool.shutdown();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return best.solution(Objects.requireNonNull(ending.get()), Duration.ofNanos(elapsed()));
    }

    private long elapsed() {
        return System.nanoTime() - start;
    }

    private long nanosUntilNextLook() {
        return ending.get() == null ? Math.max(0L, Math.min(PROGRESS_NANOS, limitNanos - elapsed())) : PROGRESS_NANOS;
    }

    private void end(Ending why) {
        ending.compareAndSet(null, why);
    }

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

    /** The work of one thread: restarts, until none is left. The first restart always begins. */
    private void work() {
        Search<S> search = problem.newSearch();
        while (true) {
            long restart = next.getAndIncrement();
            if (restart >= restarts || restart > 0 && ending.get() != null) {
                return;
            }
            RestartFinds finds = new RestartFinds(restart);
            double highest =
                    search.restart(restart, RandomSource.XO_SHI_RO_256_PP.create(new long[] {seed, restart}), finds);
            if (ending.get() == null) {
                best.ended(highest);
            }
        }
    }

    /** Passes the states of one restart on, with its number. */
    private final class RestartFinds implements Finds<S> {

        private final long restart;
        private long order;

        RestartFinds(long restart) {
            this.restart = restart;
        }

        @Override
        public boolean ended() {
            return ending.get() != null;
        }

        @Override
        public double worth() {
            return best.worth(restart);
        }

        @Override
        public void found(S state, double value) {
            double exact = best.add(state, value, restart, order++);
            if (exact >= target) {
                end(Ending.TARGET);
            }
        }
    }
}
