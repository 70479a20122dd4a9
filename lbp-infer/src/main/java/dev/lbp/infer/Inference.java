package dev.lbp.infer;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.internal.infer.order.EliminationOrder;
import dev.lbp.internal.infer.order.OrderSearch;
import dev.lbp.internal.infer.sample.TemperedRun;
import dev.lbp.internal.infer.table.Domains;
import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.tree.BestTree;
import dev.lbp.internal.infer.tree.CliqueTree;
import dev.lbp.internal.infer.tree.SumTree;
import dev.lbp.models.factor.FactorGraph;
import dev.lbp.result.SamplingListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Inference in a factor graph: the probability of evidence, marginals, the most probable state, and exact draws.
 *
 * <pre>{@code
 * Posterior posterior = Inference.of(graph).observe("alarm", "on").run();
 * double[] burglary = posterior.marginal("burglary");
 * }</pre>
 *
 * <p>First evidence reduces tables, and values that zeros exclude are removed. Then the remaining variables are
 * eliminated in an order found by min-fill and min-weight (Koller and Friedman 2009, chapters 9 and 10). Time and
 * memory grow with the largest table, which is exponential in the width of the graph. Each setter changes this object
 * and returns it.
 */
public final class Inference {

    private static final int PARTS_OF_HEAP = 4;

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 2);

    final FactorGraph graph;
    private final int[] observed;
    double bytes = Runtime.getRuntime().maxMemory() / (double) PARTS_OF_HEAP;
    private long seed;
    private int threads = 1;

    @Nullable Duration time;

    private int warmUp = 2_000;
    private int draws;
    private @Nullable Path checkpoint;
    private @Nullable Duration every;
    private SamplingListener listener = new SamplingListener() {};
    Consumer<String> progress = line -> {};

    private Inference(FactorGraph graph) {
        this.graph = graph;
        this.observed = new int[graph.sites()];
        Arrays.fill(observed, -1); // no value
    }

    /** Inference in a graph, without evidence. */
    public static Inference of(FactorGraph graph) {
        return new Inference(Check.notNull("graph", graph));
    }

    /**
     * Observes a value.
     *
     * @param site 0 to N - 1
     * @param value 0 to {@code graph.values(site) - 1}
     * @throws IllegalArgumentException if there is no such site or value, or the site was observed with another value
     */
    public Inference observe(int site, int value) {
        Check.index(observed.length, "site", site);
        Check.that(
                value >= 0 && value < graph.values(site),
                "be in [0, " + (graph.values(site) - 1) + "], the values of variable " + graph.name(site),
                "value",
                value);
        if (observed[site] >= 0 && observed[site] != value) {
            throw new IllegalArgumentException("must have one value: " + graph.name(site) + " was observed as "
                    + graph.valueName(site, observed[site]) + " and as " + graph.valueName(site, value));
        }
        observed[site] = value;
        return this;
    }

    /**
     * Observes a value by its name.
     *
     * @throws IllegalArgumentException if there is no such name, with similar names in the message, or the site was
     *     observed with another value
     */
    public Inference observe(String name, String value) {
        int site = graph.site(name);
        return observe(site, graph.value(site, value));
    }

    /**
     * Sets the largest memory of tables. The default is a quarter of the heap.
     *
     * @param most the bytes, above 0
     */
    public Inference exactWithin(long most) {
        Check.that(most > 0, "be > 0", "exactWithin", most);
        bytes = most;
        return this;
    }

    /** Sets the seed of the search for an elimination order and of sampling. The default is 0. */
    public Inference seed(long value) {
        seed = value;
        return this;
    }

    /** Sets the number of threads for sampling, at least 1, which is the default. Exact answers use one thread. */
    public Inference threads(int count) {
        threads = Check.atLeast(1, "threads", count);
        return this;
    }

    /**
     * Sets the time of an estimate, 20 s by default unless {@link #draws} is set. It also limits the search for a good
     * elimination order, which by default takes about as long as the answer.
     */
    public Inference time(Duration most) {
        Check.that(!Check.notNull("time", most).isNegative(), "be >= 0", "time", most);
        time = most.compareTo(LONGEST) > 0 ? LONGEST : most;
        return this;
    }

    /**
     * Sets the number of draws of each of the 4 chains of an estimate. Then a seed gives the same estimate, bit for
     * bit, unless {@link #time} is set too and ends it earlier.
     *
     * @param count at least 1
     */
    public Inference draws(int count) {
        draws = Check.atLeast(1, "draws", count);
        return this;
    }

    /** Sets the steps of each chain before the first of {@link #draws}, at least 0; default 2,000. */
    public Inference warmup(int steps) {
        warmUp = Check.atLeast(0, "warmup", steps);
        return this;
    }

    /**
     * Saves the sampling of an estimate to a file every half minute and at its end. If the file is there, sampling goes
     * on with the saved run as if it had never ended; {@link #draws} and {@link #time} may be larger then, and the time
     * of the saved run counts. An exact answer writes no file. See {@link dev.lbp.RunSetup#checkpoint(Path)}.
     */
    public Inference checkpoint(Path file) {
        checkpoint = Check.notNull("file", file);
        every = null; // the default of a run
        return this;
    }

    /**
     * Saves as {@link #checkpoint(Path)} does, but every {@code interval}, at any cost.
     *
     * @param interval at least 0
     */
    public Inference checkpoint(Path file, Duration interval) {
        Check.that(!Check.notNull("interval", interval).isNegative(), "be >= 0", "interval", interval);
        checkpoint(file).every = interval;
        return this;
    }

    /** Sets the listener of the run that samples, which tells its progress. */
    public Inference listener(SamplingListener samplingListener) {
        listener = Check.notNull("samplingListener", samplingListener);
        return this;
    }

    /** Sets the receiver of progress messages. The calling thread sends one line at a time. */
    public Inference progress(Consumer<String> listener) {
        progress = Check.notNull("progress", listener);
        return this;
    }

    /**
     * Computes the exact answer.
     *
     * @throws TooWideException if the tables need more memory than allowed
     * @throws ImpossibleEvidenceException if no state agrees with the evidence
     * @throws ArithmeticException if finite log-probabilities span more than the range of doubles
     */
    public ExactPosterior exact() {
        return new ExactPosterior(this);
    }

    /**
     * Estimates the answer by sampling; the answer is exact if all sites are cheap to sum out. Sampling takes {@link
     * #time}, so the last digits differ between calls, unless {@link #draws} ends it.
     *
     * @throws TooWideException if the tables of sites that are summed out need more memory than allowed
     * @throws ImpossibleEvidenceException if no state agrees with the evidence
     * @throws IllegalStateException if the time is too short
     * @throws IllegalArgumentException if the checkpoint is damaged
     * @throws dev.lbp.result.RunException if the checkpoint is of another run, or cannot be written
     * @throws java.util.concurrent.CancellationException if the thread is interrupted while sampling; its interrupt
     *     flag stays set
     */
    public Posterior sample() {
        return SampledPosterior.of(this);
    }

    /**
     * Computes the exact answer if its tables fit into the allowed memory, otherwise an estimate as {@link #sample}
     * does.
     */
    public Posterior run() {
        try {
            return exact();
        } catch (TooWideException e) {
            progress.accept(e.getMessage());
            return sample();
        }
    }

    /**
     * Eliminates sites while the resulting tables are small. The remaining graph, for a sampler, has the same sum over
     * all states.
     *
     * @param entries the largest number of entries of a table that an elimination may make, at least 1; 10,000 is a
     *     good number
     * @throws TooWideException if the tables need more memory than allowed
     * @throws ImpossibleEvidenceException if no state agrees with the evidence
     */
    public SumCore core(int entries) {
        Problem problem = problem();
        EliminationOrder order = partialOrder(problem, entries);
        return new SumCore(graph, problem, order, checkPossible(SumTree.of(problem, order, progress)));
    }

    /**
     * Eliminates sites by maximisation, otherwise as {@link #core}. The best state of the remaining graph completes to
     * the best state of the whole graph.
     */
    public BestCore bestCore(int entries) {
        Problem problem = problem();
        EliminationOrder order = partialOrder(problem, entries);
        return new BestCore(graph, problem, order, checkPossible(BestTree.of(problem, order, progress)));
    }

    /**
     * An order that leaves a core, after a check that its tables fit into memory.
     *
     * @param entries the largest number of entries of a message
     */
    private EliminationOrder partialOrder(Problem problem, int entries) {
        Check.atLeast(1, "entries", entries);
        return checkMemory(orderSearch(problem).partial(entries));
    }

    /** An order of all variables, after a check that its tables fit into memory. */
    EliminationOrder completeOrder(Problem problem) {
        return checkMemory(orderSearch(problem).complete());
    }

    OrderSearch orderSearch(Problem problem) {
        return new OrderSearch(problem, seed, (time == null ? LONGEST : time).toNanos());
    }

    /** Returns the order. Throws if its tables need more memory than allowed. */
    private EliminationOrder checkMemory(EliminationOrder order) {
        boolean isTooLong = order.largest() > Memory.LONGEST_ARRAY;
        if (order.bytes() > bytes || isTooLong) {
            String remedy = isTooLong
                    ? "or sample, since no array is as long as that"
                    : "allow a heap of " + Memory.size(PARTS_OF_HEAP * order.bytes()) + ", or sample";
            throw new TooWideException(String.format(
                    Locale.ROOT,
                    "must fit into exactWithin=%s: the tables of an exact answer need %s, the largest has %.3g"
                            + " entries; observe more variables, %s",
                    Memory.size(bytes),
                    Memory.size(order.bytes()),
                    order.largest(),
                    remedy));
        }
        Memory.check(order.bytes(), "tables of the answer", "observe more variables, or enlarge the heap (-Xmx)");
        return order;
    }

    /** The graph reduced by the evidence. */
    Problem problem() {
        Domains domains = Domains.of(graph, observed);
        if (!domains.possible()) {
            throw Impossible.exception(this, observed);
        }
        return Problem.of(graph, domains);
    }

    /** Returns the tree. Throws if no state of positive probability agrees with the evidence. */
    <T extends CliqueTree> T checkPossible(T tree) {
        if (tree.logConstant() == Double.NEGATIVE_INFINITY) {
            throw Impossible.exception(this, observed);
        }
        return tree;
    }

    /** The settings of the run that samples. */
    TemperedRun temperedRun() {
        return new TemperedRun(seed, threads, warmUp, draws, checkpoint, every, listener);
    }
}
