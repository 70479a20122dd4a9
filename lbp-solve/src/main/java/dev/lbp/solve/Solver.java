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
 * Looks for the state of the largest log-probability, by annealing from random states again and again:
 *
 * <pre>{@code
 * Solution<byte[]> solution = Solver.of(model).budget(Duration.ofSeconds(10)).solve();
 * }</pre>
 *
 * <p>It proves nothing: a better state may exist. It ends with the first of: a state of {@link #target}, the time of
 * {@link #budget}, the last of {@link #restarts}, {@link #stop}, an interrupt. Restart k of a seed does the same on any
 * machine; so a search that ends with its last restart finds the same states for any number of threads.
 *
 * <p>Settings may be changed until {@link #solve} is called. Only {@link #stop} may be called by another thread.
 *
 * @param <S> the array of a state: {@code byte[]} for bits, {@code int[]} for whole numbers
 */
public final class Solver<S> {

    private static final int MOST_THREADS = 1 << 12;

    private static final Duration DEFAULT_BUDGET = Duration.ofSeconds(10);

    private static final Duration DEFAULT_EVERY = Duration.ofSeconds(30);

    /** The longest time that a long of nanoseconds holds. */
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
     * Looks for the best state of a model with a tracker. For one whose sites interact in pairs (spins, QUBOs, cuts of
     * graphs) it anneals many replicas at once, for any other one a single state by flips.
     */
    public static Solver<byte[]> of(LocalEnergyModel model) {
        return new Solver<>(
                Check.notNull("model", model) instanceof QuadraticModel pairs
                        ? new SpinProblem(pairs)
                        : new WalkProblem.OfBits(model, null));
    }

    /**
     * Looks for the best among the states that a constraint allows, by swaps within the constraint and flips of free
     * sites. The first states are random ones that it allows, not those of {@link LocalEnergyModel#start}.
     *
     * @throws IllegalArgumentException if the constraint does not fit the sites of the model
     */
    public static Solver<byte[]> of(LocalEnergyModel model, Constraint constraint) {
        return new Solver<>(new WalkProblem.OfBits(
                Check.notNull("model", model),
                Check.notNull("constraint", constraint).allowed()));
    }

    /**
     * Looks for the best state of a model that scores states in batches: LBP chains on falling temperatures. It is for
     * scores that cannot be updated after a change of one site, and slower than the searches by a tracker. A
     * {@link LocalEnergyModel} is searched by its tracker. Each of several {@link #threads} calls the model, as several
     * runs at once do.
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
     * state is 1 if node i is in the set, and {@link Solution#value} is the size of the set. Each state that is found
     * is an independent set.
     */
    public static Solver<byte[]> independentSet(Graph graph) {
        return ofSets(graph, GraphProblem.Kind.INDEPENDENT_SET);
    }

    /**
     * Looks for the largest clique of a graph: a set of nodes that are all joined with each other. States and values as
     * of {@link #independentSet}. The complement of a sparse graph is not built.
     */
    public static Solver<byte[]> clique(Graph graph) {
        return ofSets(graph, GraphProblem.Kind.CLIQUE);
    }

    /**
     * Looks for the smallest vertex cover of a graph: a set of nodes that has at least one end of each edge. Bit i of a
     * state is 1 if node i is in the cover. {@link Solution#value} is minus the size of the cover, so that larger is
     * better, and so is a {@link #target}.
     */
    public static Solver<byte[]> cover(Graph graph) {
        return ofSets(graph, GraphProblem.Kind.COVER);
    }

    private static Solver<byte[]> ofSets(Graph graph, GraphProblem.Kind kind) {
        return new Solver<>(new GraphProblem(Check.notNull("graph", graph).rows(), kind));
    }

    /**
     * Ends as soon as a state has this log-probability or more. Without a budget it searches until then.
     *
     * @param target not NaN
     */
    public Solver<S> target(double target) {
        Check.that(!Double.isNaN(target), "not be NaN", "target", target);
        this.target = target;
        return this;
    }

    /**
     * Ends after this time, more than zero. Default: 10 seconds unless restarts or a target are set. A search that goes
     * on from a {@link #checkpoint} has used a part of it: the time counts in all.
     */
    public Solver<S> budget(Duration budget) {
        Check.that(Check.notNull("budget", budget).compareTo(Duration.ZERO) > 0, "be > 0", "budget", budget);
        this.budget = budget;
        return this;
    }

    /** Ends after this number of restarts, at least 1. */
    public Solver<S> restarts(long restarts) {
        Check.that(restarts >= 1, "be >= 1", "restarts", restarts);
        this.restarts = restarts;
        return this;
    }

    /** Threads that search at once, 1 to 4096, but no more than there are restarts left; 1 if never called. */
    public Solver<S> threads(int threads) {
        Check.that(threads >= 1 && threads <= MOST_THREADS, "be in [1, " + MOST_THREADS + "]", "threads", threads);
        this.threads = threads;
        return this;
    }

    /** The seed of all restarts; 1 if never called. */
    public Solver<S> seed(long seed) {
        this.seed = seed;
        return this;
    }

    /** Keeps this number of distinct states, the best of those at the ends of anneals; at least 1, default 10. */
    public Solver<S> top(int states) {
        this.top = Check.atLeast(1, "top", states);
        return this;
    }

    /** Is told the progress. */
    public Solver<S> listener(SolveListener listener) {
        this.listener = Check.notNull("listener", listener);
        return this;
    }

    /** Saves the search as {@link #checkpoint(Path, Duration)} does, every half minute. */
    public Solver<S> checkpoint(Path file) {
        return checkpoint(file, DEFAULT_EVERY);
    }

    /**
     * Saves the search to a file, and goes on with the search in the file if it is there. So the same program can be
     * started again after a kill. The problem, {@link #seed}, {@link #top} and the version of lbp must be those of the
     * file; threads, target, budget and restarts may differ. The last two count in all, with what earlier calls have
     * done: a search that has ended returns the same solution at once if nothing is raised.
     *
     * <p>A restart that was under way at the last checkpoint is repeated. A search that ends with its last restart has
     * the same states, hits and values as one that was never interrupted. The one exception is a state that an
     * interrupted anneal ended with and that is better than all others: it is kept.
     *
     * <p>The file is replaced as a whole: at the given times, and at the end for any reason, failures included. If that
     * fails, the listener and {@link Solution#notes} tell it. The search locks the file by {@code FILE.lock}, an empty
     * file that it removes at its end.
     *
     * @param file in a directory that exists
     * @param every time from one checkpoint to the next, >= 0; at most ten are written each second
     */
    public Solver<S> checkpoint(Path file, Duration every) {
        WholeFile.check("file", Check.notNull("file", file));
        Check.that(!Check.notNull("every", every).isNegative(), "be >= 0", "every", every);
        this.file = file;
        this.every = every;
        return this;
    }

    /** Ends a search that another thread runs; it returns what it has found. */
    public void stop() {
        ending.compareAndSet(null, Ending.STOPPED);
    }

    /**
     * Searches. At least one state is found, however short the time.
     *
     * @throws IllegalArgumentException if the search does not fit into memory
     * @throws SolveException if the model or the listener throws, or memory runs out; it has what was found
     * @throws IllegalStateException if it was called before
     * @throws CheckpointException if the file of {@link #checkpoint} is damaged, of another search, or in use by one
     */
    public Solution<S> solve() {
        if (!begun.compareAndSet(false, true)) {
            throw new IllegalStateException("must be called once: solve() of one solver");
        }
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
