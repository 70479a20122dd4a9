package dev.lbp.runtime.engine.chain;

import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import java.util.List;

/**
 * Chains in independent tasks. A run has rounds, and every task takes its share of the steps in each round. So a run
 * that ends early has draws of all chains.
 *
 * @param <S> the array of a chain's state
 */
public abstract class TaskEnsemble<S> extends Ensemble<S> {

    /** A round takes at most 1/50 of the run, 10,000 steps and 50 ms, so that chains stopped early differ little. */
    private static final int ROUNDS = 50;

    private static final int LONGEST_ROUND = 10_000;

    private static final long LONGEST_NANOS = 50_000_000;

    /**
     * A round is no shorter than 10 steps, unless 10 steps take 1 s. In shorter rounds, the chains of large models
     * would load their data into the processor's cache for every step.
     */
    public static final int SHORTEST_ROUND = 10;

    private static final long SLOW_NANOS = 1_000_000_000;

    protected final WorkerPool pool;
    private final int tasks;

    /** Whether the tasks take their steps in turn, on the caller's thread, because each step uses all threads. */
    private final boolean inTurn;

    /** The number of steps in a round of about {@link #LONGEST_NANOS}, found by doubling and halving. */
    private long fittingRound = SHORTEST_ROUND;

    protected TaskEnsemble(List<? extends ChainState<S>> chains, int tasks, WorkerPool pool, boolean inTurn) {
        super(chains);
        this.tasks = tasks;
        this.pool = pool;
        this.inTurn = inTurn;
    }

    /** Steps the chains of a task until each has taken {@code until} steps, or until {@code signal} is stopped. */
    protected abstract void runTask(int task, long until, Visitor<S> visitor, StopSignal signal);

    /** Runs rounds until every chain has taken {@code steps} steps, and does the work that is due between rounds. */
    @Override
    public final void runTo(long steps, Visitor<S> visitor, StopSignal signal) {
        long done = fewestSteps();
        long most = longestRound(steps - done);
        while (done < steps && !signal.stopped()) {
            long round = Math.min(nextRound(most), steps - done);
            done += round;
            if (inTurn || pool.isInline()) { // creates no task objects: a user's loop may call this for single steps
                for (int task = 0; task < tasks; task++) {
                    runTask(task, done, visitor, signal);
                }
            } else {
                runRound(round, done, visitor, signal);
            }
            betweenRounds(signal);
            // runAll() notices an interrupt only while it waits, and it does not wait for tasks that are already done.
            pool.pollAndCheckInterrupt(signal);
        }
    }

    /** The number of steps in the next round, at most {@code most}; with threads, as many as fit into its time. */
    private long nextRound(long most) {
        if (inTurn) {
            return 1;
        }
        return pool.isInline() ? most : Math.min(most, fittingRound);
    }

    /** Runs a round on the threads, and finds the number of steps of the next one from the time that it took. */
    private void runRound(long round, long until, Visitor<S> visitor, StopSignal signal) {
        long began = System.nanoTime();
        pool.runAll(tasks, task -> runTask(task, until, visitor, signal), signal);
        fittingRound = roundAfter(round, System.nanoTime() - began);
    }

    /** The largest number of steps in a round if the run has {@code left} more steps to take. */
    public static long longestRound(long left) {
        return Math.min(Math.max((left + ROUNDS - 1) / ROUNDS, SHORTEST_ROUND), LONGEST_ROUND);
    }

    /**
     * The number of steps in the next round, after a round of {@code round} steps took {@code nanos}: half as many if
     * it took too long, else twice as many. It is at least {@link #SHORTEST_ROUND}, unless so few steps are slow.
     */
    public static long roundAfter(long round, long nanos) {
        long steps = nanos > LONGEST_NANOS ? round / 2 : 2 * round;
        boolean slow = round <= SHORTEST_ROUND && nanos > SLOW_NANOS;
        return Math.max(steps, slow ? 1 : SHORTEST_ROUND);
    }
}
