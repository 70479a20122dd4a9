package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.Fingerprint;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.io.ChainWriter;
import dev.lbp.io.DrawDirectory;
import dev.lbp.io.PartDraws;
import dev.lbp.result.SamplingListener;
import dev.lbp.runtime.engine.ChainSpan;
import dev.lbp.runtime.engine.ChainState;
import dev.lbp.runtime.engine.Ensemble;
import dev.lbp.runtime.engine.Method;
import dev.lbp.runtime.engine.WorkerPool;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.record.GrowingBatches;
import dev.lbp.runtime.record.KeptDraws;
import dev.lbp.runtime.record.TracedStatistic;
import dev.lbp.target.ModelException;
import dev.lbp.target.Target;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run with their defaults; there is no second list. {@link dev.lbp.Run} sets them; a run has its own copy. A
 * setting that changes the draws is also an entry of {@link RunIdentity}. {@link RunBytes} carries fields that are not transient.
 * Subclasses have what depends on the states: {@link BitSettings}.
 *
 * @param <S> the array of a state
 */
@SuppressWarnings("serial") // no serialVersionUID: bytes of another build of this class must be refused
public abstract class RunSettings<S> implements Cloneable, Serializable {

    /** The draws that have room at the beginning of a run with a budget. */
    private static final long FIRST_DRAWS = 1_000;

    static final SamplingListener NO_LISTENER = new SamplingListener() {};

    public final Method method;
    final Target model;

    /** The number of sites N that the model returned when the run was configured. */
    public final int dimension;

    public int chains = 4;

    /** The chains of a batch of a batched model; 0 for all chains in one batch. */
    public int chainsPerBatch;

    public int warmup = 1_000;
    public int draws = 1_000;
    public int thin = 1;
    public long seed = 1L;
    public transient int threads = defaultThreads();

    /** [chains][N]; null for random states. */
    public S @Nullable [] initial;

    /** N values, true for sites that never change; null for none. */
    public boolean @Nullable [] frozen;

    /** Statistics by name, in the order of their traces. */
    public Map<String, TracedStatistic<S>> tracked = new LinkedHashMap<>();

    public boolean keepDraws;

    public transient @Nullable Path sink;

    public transient SamplingListener listener = NO_LISTENER;
    public StoppingRule rule = StoppingRule.NONE;

    /** The time limit of the run; null for none. */
    public @Nullable Duration budget;

    public transient @Nullable CheckpointPlan checkpoints;

    /** The chains that are carried out here; null for all. */
    private transient @Nullable ChainSpan slice;

    RunSettings(Method method, Target model, int dimension) {
        this.method = method;
        this.model = model;
        this.dimension = dimension;
    }

    static int defaultThreads() {
        return Runtime.getRuntime().availableProcessors();
    }

    /**
     * All chains in slices whose sizes differ by at most one chain, or by one batch of a batched model.
     *
     * @param most the number of slices if there are as many chains, or batches
     */
    public final List<ChainSpan> spans(int most) {
        int unit = batched() && chainsPerBatch > 0 ? Math.min(chainsPerBatch, chains) : 1;
        int units = (chains - 1) / unit + 1;
        int count = Math.min(most, units);
        List<ChainSpan> spans = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            int first = (int) ((long) units * k / count) * unit;
            int end = (int) Math.min(chains, units * (k + 1L) / count * unit);
            spans.add(new ChainSpan(first, end - first));
        }
        return spans;
    }

    /** Makes the chains of the run at their start, on the engine that fits the model. */
    abstract RunChains<S> chains(WorkerPool pool);

    /** Whether these are the settings of a part of a run. */
    final boolean isPart() {
        return slice != null;
    }

    /** The chains that are carried out here. */
    public final ChainSpan span() {
        return slice == null ? ChainSpan.all(chains) : slice;
    }

    /**
     * A copy for some of the chains alone. Its sink is a directory of its own in that of the run.
     *
     * @throws IllegalArgumentException if a setting needs all chains together, or the chains share a batch with others
     */
    public final RunSettings<S> slice(ChainSpan some) {
        checkParts();
        checkBatches(some);
        RunSettings<S> copy = copy();
        copy.slice = some;
        copy.sink = sink == null ? null : PartDraws.directory(sink, some.first(), some.count());
        return copy;
    }

    /** The bits of a batched model's answers depend on the rows of a batch. */
    private void checkBatches(ChainSpan some) {
        if (!batched() || some.count() == chains) {
            return;
        }
        Check.that(
                chainsPerBatch > 0,
                "be given for parts of a run on a batched model, whose rounding depends on it",
                "chainsPerBatch",
                "all chains");
        Check.that(
                some.first() % chainsPerBatch == 0,
                "be a multiple of chainsPerBatch=" + chainsPerBatch,
                "first",
                some.first());
        Check.that(
                some.count() % chainsPerBatch == 0 || some.end() == chains,
                "be a multiple of chainsPerBatch=" + chainsPerBatch + ", except in the last part",
                "count",
                some.count());
    }

    /** Whether the model is evaluated for several chains at once. */
    abstract boolean batched();

    /** The largest number of threads that have work. */
    int tasks() {
        return span().count();
    }

    /** The name of the trace of the distance to a reference state. */
    String distanceName() {
        return "hamming";
    }

    /** The number of values of a site; 0 if it has any real value. */
    abstract int values();

    /** The indicators that a recorder counts, for each site: one for a bit, one for each of more values. */
    abstract int cellsPerSite();

    /** A sentence that compares the method with another one, by what its chains have counted; empty if there is none. */
    String comparison(Ensemble<S> ensemble) {
        return "";
    }

    /** What the caller can do if the chains do not fit into memory. */
    String remedy() {
        return "run fewer chains";
    }

    /** Checks the settings of the subclass; by default there is nothing to check. */
    void checkMore() {
        // a subclass may have settings that contradict others
    }

    /**
     * Checks that what only the subclass keeps fits into memory; by default there is nothing.
     *
     * @param bytes what the run needs besides
     */
    void checkMemory(double bytes) {
        // a subclass may keep more
    }

    /** Adds the sizes of the state space beside N, by name, for manifests. */
    abstract void describeSpace(Map<String, @Nullable Object> manifest);

    /** The sizes of the state space beside N, after a comma, for summaries; may be empty. */
    abstract String space();

    /** Adds the sizes of the state space beside N, by name, for reports. */
    abstract void addParticulars(Map<String, String> particulars);

    /** What the dimension counts, for reports. */
    String dimensionName() {
        return "Sites N";
    }

    /** Where chains start that are not given a state, for reports. */
    abstract String randomStart();

    /** Adds a state to the buffer of a sink; returns whether the buffer is now full. */
    abstract boolean write(ChainWriter writer, S state);

    /** Makes the files of a chain's draws; see {@link DrawDirectory#chain}. */
    abstract ChainWriter writer(DrawDirectory directory, Iterable<String> traces, int draws) throws IOException;

    /** Writes the states of all draws into one file. */
    abstract void writeStates(DrawDirectory directory, int draws, KeptDraws<S> states) throws IOException;

    /** The bytes of one chain's state and what the method keeps beside it. */
    abstract double stateBytes();

    /** The bytes that one chain's recorder needs for its sites. */
    abstract double recordBytes();

    /** The bits of a state in memory. */
    abstract long bitsPerDraw();

    /** The sizes that the model gives, for messages: {@code "model.dimension()=100"}. */
    abstract String sizes();

    /** The sizes that the memory of a chain depends on, for messages. */
    String chainSizes() {
        return sizes();
    }

    /** What the caller of a single chain can do if it does not fit into memory. */
    String chainRemedy() {
        return "enlarge the heap: java -Xmx";
    }

    /** Some states that depend on nothing but the model, to compare functions of states. */
    abstract S[] seededStates(int count);

    /** A short text that differs between states. */
    abstract String checksum(S[] states);

    /** Adds by name the settings of the subclass that change the draws or the result. */
    abstract void identifySettings(Map<String, String> entries);

    /** Adds by name some values of the model. */
    abstract void identifyModel(Map<String, String> entries);

    /**
     * Adds by name some values of the model at the start.
     *
     * @param chains the chains, at their starting states
     */
    void identifyStart(Map<String, String> entries, List<? extends ChainState<S>> chains) {
        entries.put(
                "the model's log-probability of the starting states (checksum)",
                Fingerprint.of(chains.size(), c -> chains.get(c).logProb));
    }

    /** A copy of the current settings. */
    @SuppressWarnings("unchecked")
    public <T extends RunSettings<S>> T copy() {
        try {
            T copy = (T) clone();
            copy.tracked = Collections.unmodifiableMap(new LinkedHashMap<>(tracked));
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * The number of draws at the next pause of a run, after {@code made} draws. At a pause, the run checks its stopping rule
     * and makes room for later draws. A run that makes all its draws pauses only at the last one.
     */
    public int nextPause(int made) {
        boolean byTimeAlone = budget != null && rule.describe().isEmpty();
        return byTimeAlone ? (int) Math.min(draws, Math.max(FIRST_DRAWS, made + made / 5L)) : rule.next(made, draws);
    }

    /**
     * Checks that the model returns its name, and the sizes that it had when the run was configured.
     *
     * @throws ModelException if not
     */
    void checkModel() {
        ModelCalls.call(model, "name()", model::name);
        checkStays("dimension()", dimension, model::dimension);
    }

    /** Checks that a size of the model is still {@code before}. */
    final void checkStays(String method, int before, Supplier<Integer> size) {
        int now = ModelCalls.call(model, method, size);
        if (now != before) {
            throw new ModelException(
                    ModelCalls.nameOf(model) + ": must stay " + before + ": " + method + "=" + now, null);
        }
    }

    /**
     * Checks settings against each other, the model and the memory.
     *
     * @throws IllegalArgumentException if two contradict each other, or chains or draws do not fit into memory
     */
    public void check() {
        if (initial != null) {
            Check.that(
                    initial.length == chains,
                    "have one row per chain (" + chains + ")",
                    "initial.length",
                    initial.length);
        }
        Check.that(frozen == null || initial != null, "be given with frozen sites", "initial", "null");
        String frees = method.freesFrozen();
        Check.that(
                frozen == null || frees.isEmpty(),
                "be without frozen sites, because " + frees,
                "sampler",
                method.describe());
        checkMore();
        rule.checkNames(traceNames());
        Check.that(
                checkpoints == null || !checkpoints.file().equals(sink),
                "differ from the directory of the sink",
                "checkpoint",
                checkpoints == null ? "" : checkpoints.file());
        new RunMemory(this).check();
    }

    /**
     * Checks that the run can be carried out in parts.
     *
     * @throws IllegalArgumentException if a setting needs all chains together
     */
    public final void checkParts() {
        Check.that(
                rule.describe().isEmpty(),
                "be left out of a run in parts, because it is about the draws of all chains together",
                "the stopping rule",
                rule.describe());
        Check.that(
                budget == null,
                "be left out of a run in parts, which would then have different numbers of draws",
                "budget",
                "" + budget);
        Check.that(
                checkpoints == null,
                "be given to each part of a run in parts: run.part(first, count).checkpoint(file)",
                "checkpoint",
                checkpoints == null ? "" : checkpoints.file());
    }

    /** Sets the sites that never change; at least one must be free. */
    public final void freeze(boolean[] mask) {
        Check.length(dimension, "frozen", Check.notNull("frozen", mask).length);
        int count = 0;
        for (boolean held : mask) {
            count += held ? 1 : 0;
        }
        Check.that(count < mask.length, "leave at least one site free", "frozen sites", count);
        frozen = mask.clone();
    }

    /** The number of sites that never change. */
    final int frozenSites() {
        int held = 0;
        for (boolean site : frozen == null ? new boolean[0] : frozen) {
            held += site ? 1 : 0;
        }
        return held;
    }

    /** Makes the batches of one chain's marginals. */
    final GrowingBatches newBatches(int cells) {
        return new GrowingBatches(cells, nextPause(0), mayEndEarly());
    }

    /** Whether the settings allow the run to end before its last draw. */
    boolean mayEndEarly() {
        return budget != null || !rule.describe().isEmpty();
    }

    /** Steps of warm-up, summed over the chains that are carried out here. */
    public final long warmUpSteps() {
        return (long) warmup * span().count();
    }

    /** Steps after warm-up, summed over the chains that are carried out here; 2^63 - 1 if there are more. */
    public final long drawSteps() {
        return PhaseProgress.total((long) draws * thin, span().count());
    }

    /** The settings in words. */
    public final RunDescription description() {
        return new RunDescription(this);
    }

    /** The names of all traces: the library's own and those of tracked statistics. */
    List<String> traceNames() {
        List<String> names = new ArrayList<>(List.of("logProb", distanceName()));
        names.addAll(tracked.keySet());
        return names;
    }

    /** The text of the manifest of a sink after all draws. */
    public final String sinkManifest() {
        return Sink.manifest(this);
    }

    static String kernel() {
        return FlipWeightKernels.chosen().name();
    }

    /** The version of lbp; null if it is not in a jar. */
    static @Nullable String version() {
        return RunSettings.class.getPackage().getImplementationVersion();
    }
}
