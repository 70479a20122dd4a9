package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.io.PartDraws;
import dev.lbp.result.SamplingListener;
import dev.lbp.runtime.engine.chain.Abilities.Ability;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.Observed;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.tempered.TemperedSettings;
import dev.lbp.runtime.engine.tempered.TemperingPlan;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.record.GrowingBatches;
import dev.lbp.runtime.record.TraceNames;
import dev.lbp.runtime.record.TracedStatistic;
import dev.lbp.runtime.space.Space;
import dev.lbp.target.Target;
import dev.lbp.target.WeightedSum;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The only list of the settings of a run and their defaults. {@link dev.lbp.Run} sets them; a run has its own copy.
 * {@link RunDescription#told} has the names and words of each for files and texts. {@link RunBytes} writes the fields
 * that are not transient.
 *
 * @param <S> the array of a state
 */
@SuppressWarnings("serial") // no serialVersionUID: bytes of another build of this class must be refused
public final class RunSettings<S> implements Cloneable, Serializable {

    /** The number of draws that have room at the beginning of a run with a budget. */
    private static final long FIRST_DRAWS = 1_000;

    static final SamplingListener NO_LISTENER = new SamplingListener() {};

    public final Method method;

    /** The user's model, with the space of its states. */
    private RunTarget<S> target;

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

    /** The values of the frozen sites if they were observed; null if not. */
    @Nullable Observed<S> observed;

    /** Statistics by name, in the order of their traces. {@link RunBytes} writes them in lists of their own. */
    public transient Map<String, TracedStatistic<S>> tracked = new LinkedHashMap<>();

    public boolean keepDraws;

    public transient @Nullable Path sink;

    public transient SamplingListener listener = NO_LISTENER;
    public StoppingRule rule = StoppingRule.NONE;

    /** The time limit of the run; null for none. */
    public @Nullable Duration budget;

    public transient @Nullable CheckpointPlan checkpoints;

    /** Parallel tempering; null for none. */
    @Nullable TemperingPlan tempering;

    /** The settings of a run of bits alone. */
    BitOptions bits = BitOptions.NONE;

    /** Whether to count the draws with each value of each site, in a run of whole numbers. */
    public boolean marginals = true;

    /** The chains that are carried out here; null for all. */
    private transient @Nullable ChainSpan slice;

    RunSettings(Method method, RunTarget<S> target) {
        this.method = method;
        this.target = target;
    }

    RunTarget<S> target() {
        return target;
    }

    /** The user's model. */
    public Target model() {
        return target.model();
    }

    public Space<S> space() {
        return target.space();
    }

    /** The sites of the model by name. */
    public NamedSites named() {
        return NamedSites.of(target);
    }

    /** What texts and files say of the space, with the options of this run. */
    Space.Words words() {
        Space.Words words = space().words();
        return bits.words(tempering == null ? words : tempering.words(words));
    }

    static int defaultThreads() {
        return Runtime.getRuntime().availableProcessors();
    }

    /**
     * All chains in slices whose sizes differ by at most one chain, or by one batch of a batched model.
     *
     * @param most the largest number of slices; there are fewer if the run has fewer chains, or batches
     */
    public List<ChainSpan> spans(int most) {
        int unit = target.batched() && chainsPerBatch > 0 ? Math.min(chainsPerBatch, chains) : 1;
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

    /** Whether these are the settings of a part of a run. */
    boolean isPart() {
        return slice != null;
    }

    /** The chains that are carried out here. */
    public ChainSpan span() {
        return slice == null ? ChainSpan.all(chains) : slice;
    }

    /**
     * A copy for some of the chains alone. Its sink is a directory of its own inside the sink of the run.
     *
     * @throws IllegalArgumentException if a setting needs all chains together, or the chains share a batch with others
     */
    public RunSettings<S> slice(ChainSpan chosen) {
        rule.checkDivisible(budget, checkpoints);
        checkBatches(chosen);
        RunSettings<S> copy = copy();
        copy.slice = chosen;
        copy.sink = sink == null ? null : PartDraws.directory(sink, chosen.first(), chosen.count());
        return copy;
    }

    /** Checks that a slice has whole batches, because the rounding of a batched model depends on a batch's rows. */
    private void checkBatches(ChainSpan chosen) {
        if (!target.batched() || chosen.count() == chains) {
            return;
        }
        Check.that(
                chainsPerBatch > 0,
                "be given for parts of a run on a batched model, whose rounding depends on it",
                "chainsPerBatch",
                "all chains");
        Check.that(
                chosen.first() % chainsPerBatch == 0,
                "be a multiple of chainsPerBatch=" + chainsPerBatch,
                "first",
                chosen.first());
        Check.that(
                chosen.count() % chainsPerBatch == 0 || chosen.end() == chains,
                "be a multiple of chainsPerBatch=" + chainsPerBatch + ", except in the last part",
                "count",
                chosen.count());
    }

    /** The largest number of threads that have work. */
    int tasks() {
        return method.sharesSteps() // one step may keep any number of threads busy
                ? Integer.MAX_VALUE
                : (int) Math.min(Integer.MAX_VALUE, (long) span().count() * mostReplicas());
    }

    /** The most replicas that a chain of the run consists of. */
    int mostReplicas() {
        return tempering == null ? 1 : tempering.mostReplicas();
    }

    /** A copy of the current settings. Observed sites become frozen ones, with starting states of their values. */
    @SuppressWarnings("unchecked")
    public RunSettings<S> copy() {
        try {
            RunSettings<S> copy = (RunSettings<S>) clone();
            copy.tracked = Collections.unmodifiableMap(new LinkedHashMap<>(tracked));
            if (observed != null) {
                Check.that(initial == null, "be left out with observe()", "initial", "given");
                copy.initial = observed.starts(chains, seed, space(), target::start, target::isPossible);
                copy.observed = null; // its starts are drawn: a copy of the copy must take them over
            }
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * The number of draws at the next pause of a run, after {@code made} draws. At a pause, the run checks its
     * stopping rule and makes room for later draws. A run that makes all its draws pauses only at the last one.
     */
    public int nextPause(int made) {
        // a run that only its time limit ends has no rule to check: it makes room for a fifth more draws at a time
        boolean byTimeAlone = budget != null && rule.describe().isEmpty();
        return byTimeAlone ? (int) Math.min(draws, Math.max(FIRST_DRAWS, made + made / 5L)) : rule.next(made, draws);
    }

    /**
     * Checks that the model returns its names, and the sizes that it had when the run was configured.
     *
     * @throws dev.lbp.target.ModelException if not
     */
    void checkModel() {
        ModelCalls.call(model(), "name()", model()::name);
        ModelCalls.namesOf(model());
        target.checkStays("dimension()", space().sites(), model()::dimension);
        target.checkSizes();
    }

    /**
     * Checks settings against each other and the model.
     *
     * @throws IllegalArgumentException if two contradict each other
     */
    void check() {
        if (initial != null) {
            Check.that(
                    initial.length == chains,
                    "have one row per chain (" + chains + ")",
                    "initial.length",
                    initial.length);
        }
        Check.that(frozen == null || initial != null, "be given with frozen sites", "initial", "null");
        if (frozen != null) {
            method.check(Ability.FROZEN);
        }
        target.check(this);
        if (tempering != null) {
            tempering.checkWarmUp(warmup);
        }
        rule.checkNames(traceNames());
        Check.that(
                checkpoints == null || !checkpoints.file().equals(sink),
                "differ from the directory of the sink",
                "checkpoint",
                checkpoints == null ? "" : checkpoints.file());
    }

    /** Fixes the number of ones of the states of bits. */
    public void fixOnes(int count) {
        target = target.withOnes(count);
    }

    /** Records Rao-Blackwellised marginals of bits. */
    public void conditionals() {
        bits = new BitOptions(true, bits.keepBest());
    }

    /** Keeps the best states of bits. */
    public void keepBest(int count) {
        bits = new BitOptions(bits.conditionals(), count);
    }

    /**
     * Samples by parallel tempering.
     *
     * @throws IllegalArgumentException if the sampler cannot be tempered, or the model from this reference
     */
    public void temper(TemperingPlan plan) {
        method.check(Ability.TEMPERING);
        if (target.batched()) {
            method.check(Ability.TEMPERED_BATCHES);
        }
        target.checkTempering(plan);
        Check.that(!plan.overlaps() || target instanceof BitTarget, "be of bits alone", "Tempering.overlaps()", true);
        tempering = plan;
    }

    /** Where the chains of {@link #span} start. */
    StartPlan<S> startPlan() {
        return new StartPlan<>(span(), seed, initial, frozen, chainsPerBatch).inRunOf(chains);
    }

    /** The settings that the start of a tempered run needs. */
    TemperedSettings<S> tempered(TemperingPlan plan) {
        return new TemperedSettings<>(plan, startPlan(), tracked);
    }

    /** Sets the states at which chains start, to copies. */
    public void start(S[] states) {
        S[] copies = Check.notNull("initial", states).clone();
        Arrays.setAll(copies, c -> space().checked("initial[" + c + "]", states[c]));
        initial = copies;
    }

    /** Traces a statistic of the caller. */
    public void track(String name, TracedStatistic<S> statistic) {
        TraceNames.checked(name, traceNames());
        Object given = Check.notNull("statistic", statistic.statistic());
        if (given instanceof WeightedSum sum) {
            Check.length(space().sites(), "weights", sum.dimension());
        }
        tracked.put(name, statistic);
    }

    /**
     * Sets the sites that never change; at least one must be free.
     *
     * @throws IllegalArgumentException if the model does not let sites be frozen
     */
    public void freeze(boolean[] mask) {
        Check.that(observed == null, "be left out with observe()", "frozen", "given");
        setFrozen(mask);
    }

    private void setFrozen(boolean[] mask) {
        target.checkFreezes();
        Check.length(space().sites(), "frozen", Check.notNull("frozen", mask).length);
        int frozenCount = count(mask);
        Check.that(frozenCount < mask.length, "leave at least one site free", "frozen sites", frozenCount);
        frozen = mask.clone();
    }

    /** Freezes a site at the value that it has in a state. */
    public void observe(S state, int site) {
        Check.that(frozen == null || observed != null, "be left out with frozen()", "observe", site);
        Observed<S> more = Observed.with(observed, state, site, space());
        setFrozen(more.mask()); // may throw, so it comes first
        observed = more;
    }

    /** The number of sites that never change. */
    int frozenSites() {
        return frozen == null ? 0 : count(frozen);
    }

    private static int count(boolean[] mask) {
        return (int) IntStream.range(0, mask.length).filter(i -> mask[i]).count();
    }

    /** Makes the batches of one chain's marginals. */
    GrowingBatches newBatches() {
        return new GrowingBatches(space().sites() * space().cellsPerSite(), nextPause(0), mayEndEarly());
    }

    /** Whether the settings allow the run to end before its last draw. */
    boolean mayEndEarly() {
        return budget != null || !rule.describe().isEmpty();
    }

    /** Steps of warm-up, summed over the chains that are carried out here. */
    public long warmUpSteps() {
        return (long) warmup * span().count();
    }

    /** Steps after warm-up, summed over the chains that are carried out here; 2^63 - 1 if there are more. */
    public long drawSteps() {
        return PhaseProgress.total((long) draws * thin, span().count());
    }

    /** The names of all traces: the library's own and those of tracked statistics. */
    List<String> traceNames() {
        return Stream.concat(Stream.of("logProb", words().distance()), tracked.keySet().stream())
                .toList();
    }

    /** The version of lbp; null if it is not in a jar. */
    static @Nullable String version() {
        return RunSettings.class.getPackage().getImplementationVersion();
    }
}
