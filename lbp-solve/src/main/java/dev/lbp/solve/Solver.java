package dev.lbp.solve;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.OutputLock;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.internal.solve.Problem;
import dev.lbp.internal.solve.pairs.SpinProblem;
import dev.lbp.internal.solve.sets.GraphProblem;
import dev.lbp.internal.solve.walk.BatchProblem;
import dev.lbp.internal.solve.walk.WalkProblem;
import dev.lbp.models.QuadraticModel;
import dev.lbp.result.CheckpointException;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the state of the largest log-probability, by repeated annealing from random states:
 *
 * <pre>{@code
 * Solution<byte[]> solution = Solver.of(model).budget(Duration.ofSeconds(10)).solve();
 * }</pre>
 *
 * <p>The result is no proof: a better state may exist. The search ends at the first of these: a state reaches
 * {@link #target}, the time of {@link #budget} is over, the last of {@link #restarts} is done, {@link #stop} is called,
 * the thread is interrupted. Restart k of a seed does the same on any machine, so a search that ends with its last
 * restart finds the same states for any number of threads.
 *
 * <p>Settings may be changed until {@link #solve} is called. Only {@link #stop} may be called by another thread.
 *
 * @param <S> the array of a state: {@code byte[]} for bits, {@code int[]} for whole numbers
 */
public final class Solver<S> {

    private static final int MOST_THREADS = 1 << 12;

    private static final Duration DEFAULT_BUDGET = Duration.ofSeconds(10);

    private static final Duration DEFAULT_EVERY = Duration.ofSeconds(30);

    /** The longest time that fits into a long of nanoseconds. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private final Problem<S> problem;
    private double target = Double.POSITIVE_INFINITY;
    private @Nullable Duration budget;
    private long restarts = Long.MAX_VALUE;
    private int threads = 1;
    private long seed = 1;
    private int top = 10;
    private SolveListener listener = new SolveListener() {};
    private @Nullable Path file;
    private Duration every = DEFAULT_EVERY;

    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();

    Solver(Problem<S> problem) {
        this.problem = problem;
    }

    /**
     * Looks for the best state of a model with a tracker. If sites interact in pairs (spins, QUBOs, cuts of graphs), it
     * anneals many replicas at once; otherwise it anneals a single state by flips.
     */
    public static Solver<byte[]> of(LocalEnergyModel model) {
        return new Solver<>(
                Check.notNull("model", model) instanceof QuadraticModel pairs
                        ? new SpinProblem(pairs)
                        : new WalkProblem.OfBits(model, null)); // without a constraint
    }

    /**
     * Looks for the best state that a constraint allows, by swaps within the constraint and flips of free sites. It
     * starts at random states that the constraint allows, and does not call {@link LocalEnergyModel#start}.
     *
     * @throws IllegalArgumentException if the constraint does not fit the sites of the model
     */
    public static Solver<byte[]> of(LocalEnergyModel model, Constraint constraint) {
        return new Solver<>(new WalkProblem.OfBits(
                Check.notNull("model", model),
                Check.notNull("constraint", constraint).allowed()));
    }

    /**
     * Looks for the best state of a model that scores states in batches, by LBP chains at falling temperatures. Use it
     * for scores that cannot be updated after a change of one site; searches with a tracker are faster. A
     * {@link LocalEnergyModel} is searched with its tracker. With several {@link #threads} the model is called by all
     * of them at once.
     *
     * @throws IllegalStateException if the model scores in batches and ND4J is not on the class path
     */
    public static Solver<byte[]> of(EnergyModel model) {
        return Check.notNull("model", model) instanceof LocalEnergyModel local
                ? of(local)
                : new Solver<>(new BatchProblem(model));
    }

    /**
     * Looks for the best state of a model with its own moves: routes, timetables, assignments, matchings, categories.
     */
    public static Solver<int[]> of(MoveModel model) {
        return new Solver<>(new WalkProblem.OfMoves(Check.notNull("model", model)));
    }

    /**
     * Looks for the largest independent set of a graph: a set of nodes without an edge between any two. Bit i of a
     * state is 1 if node i is in the set, and {@link Solution#value} is the size of the set. All states of the solution
     * are independent sets.
     */
    public static Solver<byte[]> independentSet(Graph graph) {
        return ofSets(graph, GraphProblem.Kind.INDEPENDENT_SET);
    }

    /**
     * Looks for the largest clique of a graph: a set of nodes with an edge between any two. States and values are as in
     * {@link #independentSet}. The search does not build the complement of a sparse graph.
     */
    public static Solver<byte[]> clique(Graph graph) {
        return ofSets(graph, GraphProblem.Kind.CLIQUE);
    }

    /**
     * Looks for the smallest vertex cover of a graph: a set of nodes that has at least one end of each edge. Bit i of a
     * state is 1 if node i is in the cover. {@link Solution#value} and {@link #target} are minus the size of the cover,
     * so that larger is better.
     */
    public static Solver<byte[]> cover(Graph graph) {
        return ofSets(graph, GraphProblem.Kind.COVER);
    }

    private static Solver<byte[]> ofSets(Graph graph, GraphProblem.Kind kind) {
        return new Solver<>(new GraphProblem(Check.notNull("graph", graph).rows(), kind));
    }

    /**
     * Ends as soon as a state has this log-probability or more. Without a budget the search may run forever.
     *
     * @param target not NaN
     */
    public Solver<S> target(double target) {
        Check.that(!Double.isNaN(target), "not be NaN", "target", target);
        this.target = target;
        return this;
    }

    /**
     * Ends after this time, more than zero. Default: 10 seconds if neither restarts nor a target are set. In a search
     * that resumes from a {@link #checkpoint} the time of earlier calls counts too.
     */
    public Solver<S> budget(Duration budget) {
        Check.that(Check.notNull("budget", budget).compareTo(Duration.ZERO) > 0, "be > 0", "budget", budget);
        this.budget = budget;
        return this;
    }

    /** Ends the search after this number of restarts, at least 1. */
    public Solver<S> restarts(long restarts) {
        Check.that(restarts >= 1, "be >= 1", "restarts", restarts);
        this.restarts = restarts;
        return this;
    }

    /** The number of threads, 1 to 4096; default 1. No more threads are started than restarts are left. */
    public Solver<S> threads(int threads) {
        Check.that(threads >= 1 && threads <= MOST_THREADS, "be in [1, " + MOST_THREADS + "]", "threads", threads);
        this.threads = threads;
        return this;
    }

    /** The seed of all restarts; default 1. */
    public Solver<S> seed(long seed) {
        this.seed = seed;
        return this;
    }

    /** Keeps this number of the best distinct states that anneals ended with; at least 1, default 10. */
    public Solver<S> top(int states) {
        this.top = Check.atLeast(1, "top", states);
        return this;
    }

    /** Sets the listener to the progress. */
    public Solver<S> listener(SolveListener listener) {
        this.listener = Check.notNull("listener", listener);
        return this;
    }

    /** Saves the search as {@link #checkpoint(Path, Duration)} does, every half minute. */
    public Solver<S> checkpoint(Path file) {
        return checkpoint(file, DEFAULT_EVERY);
    }

    /**
     * Saves the search to a file, and resumes the search of the file if it exists. So a program that was killed can be
     * started again unchanged. The problem, {@link #seed}, {@link #top} and the version of lbp must be those of the
     * file; threads, target, budget and restarts may differ. Budget and restarts include earlier calls: a search that
     * has ended returns the same solution at once unless its limit is raised.
     *
     * <p>A restart that was under way at the last checkpoint is repeated. A search that ends with its last restart has
     * the same states, hits and values as an uninterrupted one, with one exception: if an interrupted anneal ended with
     * a state better than all others, the state is kept.
     *
     * <p>The file is replaced as a whole, at the given interval and at the end, also after a failure. If the file
     * cannot be written, the listener and {@link Solution#notes} say so. The search locks the file by
     * {@code FILE.lock}, an empty file that it removes at its end.
     *
     * @param file a path in a directory that exists
     * @param every time between two checkpoints, >= 0; at most ten checkpoints are written per second
     */
    public Solver<S> checkpoint(Path file, Duration every) {
        WholeFile.check("file", Check.notNull("file", file));
        Check.that(!Check.notNull("every", every).isNegative(), "be >= 0", "every", every);
        this.file = file;
        this.every = every;
        return this;
    }

    /** Ends a search that another thread runs. Its {@link #solve} returns the solution so far. */
    public void stop() {
        ending.compareAndSet(null, Ending.STOPPED);
    }

    /**
     * Runs the search. It finds at least one state, however short the budget.
     *
     * @throws IllegalArgumentException if the search does not fit into memory
     * @throws SolveException if the model or the listener throws, or memory runs out; it holds the solution so far
     * @throws IllegalStateException if {@code solve} was called before
     * @throws CheckpointException if the file of {@link #checkpoint} is damaged, of another search, or in use by
     *     another search
     */
    public Solution<S> solve() {
        Check.state(begun.compareAndSet(false, true), "be called once: solve() of one solver");
        SolveSettings settings =
                new SolveSettings(target, limitNanos(), restarts, threads, seed, top, listener, file, nanos(every));
        SolveTask<S> task = new SolveTask<>(problem, settings, ending);
        if (file == null) {
            return task.run();
        }
        try (OutputLock lock = OutputLock.ofCheckpoint(file)) {
            return task.run();
        } catch (IOException e) {
            throw new CheckpointException(e);
        }
    }

    /** The time limit: the budget, or without one none; the default budget if nothing else can end the search. */
    private long limitNanos() {
        if (budget == null) {
            return restarts == Long.MAX_VALUE && target == Double.POSITIVE_INFINITY
                    ? DEFAULT_BUDGET.toNanos()
                    : Long.MAX_VALUE;
        }
        return nanos(budget);
    }

    private static long nanos(Duration time) {
        return time.compareTo(LONGEST) < 0 ? time.toNanos() : Long.MAX_VALUE;
    }
}
