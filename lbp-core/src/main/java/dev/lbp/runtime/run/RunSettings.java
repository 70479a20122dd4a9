package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.engine.Method;
import dev.lbp.runtime.engine.Start;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.record.BitRecorders;
import dev.lbp.runtime.record.GrowingBatches;
import dev.lbp.runtime.record.KeptDraws;
import dev.lbp.runtime.record.RecorderFactory;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.Statistic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run with their defaults; there is no second list. {@link dev.lbp.SamplingRun} sets them; a run has its own
 * copy. A setting that changes the draws is also an entry of {@link RunIdentity}.
 */
public final class RunSettings implements Cloneable {

    /** The draws that have room at the beginning of a run with a budget. */
    private static final long FIRST_DRAWS = 1_000;

    public final Method method;
    public final EnergyModel model;

    /** The number of sites N that the model returned when the run was configured. */
    public final int dimension;

    public int chains = 4;
    public int warmup = 1_000;
    public int draws = 1_000;
    public int thin = 1;
    public long seed = 1L;
    public int threads = Runtime.getRuntime().availableProcessors();

    /** [chains][N]; null for independent fair bits, or uniform subsets if {@link #ones} is set. */
    public byte @Nullable [][] initial;

    /** N values, true for sites that never change; null for none. */
    public boolean @Nullable [] frozen;

    /** The number of ones of every state; 0 for any number. */
    public int ones;

    /** Statistics by name, in the order of their traces. */
    public Map<String, Statistic> tracked = new LinkedHashMap<>();

    /** Whether to record Rao-Blackwellised marginals. */
    public boolean conditionals;

    public boolean keepDraws;

    public @Nullable Path sink;

    public SamplingListener listener = new SamplingListener() {};
    public StoppingRule rule = StoppingRule.NONE;

    /** The time limit of the run; null for none. */
    public @Nullable Duration budget;

    public @Nullable CheckpointPlan checkpoints;

    public RunSettings(Method method, EnergyModel model, int dimension) {
        this.method = method;
        this.model = model;
        this.dimension = dimension;
    }

    /** A copy of the current settings. */
    public RunSettings copy() {
        try {
            RunSettings copy = (RunSettings) clone();
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
        if (ones > 0) {
            checkOnes();
        }
        rule.checkNames(traceNames());
        Check.that(
                checkpoints == null || !checkpoints.file().equals(sink),
                "differ from the directory of the sink",
                "checkpoint",
                checkpoints == null ? "" : checkpoints.file());
        new RunMemory(this).check();
    }

    private void checkOnes() {
        Check.that(
                !conditionals, "be without conditionals(), which are all 0 or 1 given the other sites", "ones", ones);
        if (initial == null) {
            return;
        }
        int free = frozen == null ? dimension : dimension - frozenSites();
        for (int c = 0; c < initial.length; c++) {
            int count = 0;
            int freeOnes = 0;
            for (int i = 0; i < dimension; i++) {
                count += initial[c][i];
                freeOnes += frozen == null || !frozen[i] ? initial[c][i] : 0;
            }
            Check.that(count == ones, "have " + ones + " ones", "initial[" + c + "], ones", count);
            Check.that(
                    freeOnes > 0 && freeOnes < free,
                    "leave a one and a zero of each chain free",
                    "frozen, free ones of initial[" + c + "]",
                    freeOnes + " of " + free + " free sites");
        }
    }

    private int frozenSites() {
        int held = 0;
        for (boolean site : frozen == null ? new boolean[0] : frozen) {
            held += site ? 1 : 0;
        }
        return held;
    }

    /**
     * The factory of the chains' recorders.
     *
     * @param kept the store of the draws' states; null if they are not kept
     */
    RecorderFactory recorders(Start start, @Nullable KeptDraws kept) {
        return new BitRecorders(
                start,
                thin,
                tracked,
                conditionals,
                () -> new GrowingBatches(dimension, nextPause(0), mayEndEarly()),
                kept);
    }

    /** Whether the settings allow the run to end before its last draw. */
    boolean mayEndEarly() {
        return budget != null || !rule.describe().isEmpty();
    }

    /** The names of all traces: the library's own and those of tracked statistics. */
    List<String> traceNames() {
        List<String> names = new ArrayList<>(TraceNames.OWN);
        names.addAll(tracked.keySet());
        return names;
    }

    /** The settings by name, for manifests. */
    Map<String, @Nullable Object> manifest() {
        Map<String, @Nullable Object> settings = new LinkedHashMap<>();
        settings.put("model", ModelCalls.nameOf(model));
        settings.put("sites", dimension);
        if (ones > 0) {
            settings.put("ones", ones);
        }
        settings.put("sampler", method.describe());
        settings.put("chains", chains);
        settings.put("warmup", warmup);
        settings.put("thin", thin);
        settings.put("seed", seed);
        settings.put("kernel", kernel());
        settings.put("lbp", version());
        settings.put("draws", draws);
        settings.put("java", System.getProperty("java.version"));
        return settings;
    }

    /** The settings in one line, for summaries. */
    String describe() {
        return String.format(
                Locale.ROOT,
                "%s, N = %d%s; %d %s, warm-up %d, draws %d%s, seed %d; kernel: %s",
                ModelCalls.nameOf(model),
                dimension,
                ones == 0 ? "" : ", " + ones + (ones == 1 ? " one" : " ones"),
                chains,
                chains == 1 ? "chain" : "chains",
                warmup,
                draws,
                thin == 1 ? "" : " (every " + thin + " steps)",
                seed,
                kernel());
    }

    /** The settings by name, for reports. */
    Map<String, String> particulars() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("Model", ModelCalls.nameOf(model));
        settings.put("Sites N", String.valueOf(dimension));
        if (ones > 0) {
            settings.put("Ones of every state", String.valueOf(ones));
        }
        settings.put("Sampler", method.describe());
        settings.put("Chains", String.valueOf(chains));
        settings.put("Warm-up steps of each chain", String.valueOf(warmup));
        settings.put("Draws asked of each chain", draws + (thin == 1 ? "" : ", every " + thin + " steps"));
        settings.put("Seed", String.valueOf(seed));
        settings.put(
                "Initial states", initial != null ? "given" : ones == 0 ? "independent fair bits" : "uniform subsets");
        if (frozen != null) {
            settings.put("Sites held at their start", String.valueOf(frozenSites()));
        }
        settings.put("Kernel that computes weights", kernel());
        return settings;
    }

    static String kernel() {
        return FlipWeightKernels.chosen().name();
    }

    /** The version of lbp; null if it is not in a jar. */
    static @Nullable String version() {
        return RunSettings.class.getPackage().getImplementationVersion();
    }

    /** The end of a run with these settings in words; empty for a run without a stopping rule that made all its draws. */
    String ending(StopReason reason, int made) {
        String after = reason.words() + " after " + made + " of " + draws + " draws";
        return switch (reason) {
            case DRAWS ->
                rule.describe().isEmpty() ? "" : "all draws are made, and not yet " + rule.describeUnmet(made);
            case CONVERGED -> after + ": " + rule.describe();
            case BUDGET ->
                after + ": a budget of "
                        + String.valueOf(budget).replaceFirst("PT", "").toLowerCase(Locale.ROOT); // 1m30s
            case MEMORY -> after + ": more draws do not fit into the heap";
            case STOPPED, INTERRUPTED, FAILED -> after;
        };
    }
}
