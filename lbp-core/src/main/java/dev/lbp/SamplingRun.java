package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.io.DrawDirectory;
import dev.lbp.kernel.FlipWeightKernels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The description of a run, made by {@link Sampler#sample} and carried out by {@link #run}: how many chains, for how long, from
 * where. Every setting has a default. May be run again, with the same result, unless it has a sink. Not thread-safe, but for
 * {@link #stop}.
 */
public final class SamplingRun {

    private final Sampler sampler;
    private final EnergyModel model;
    private int chains = 4;
    private int warmup = 1_000;
    private int draws = 1_000;
    private int thin = 1;
    private long seed = 1L;
    private int threads = Runtime.getRuntime().availableProcessors();
    private final Map<String, Statistic> tracked = new LinkedHashMap<>();
    private @Nullable LocalEnergyModel conditional;
    private byte @Nullable [][] initial;
    private boolean @Nullable [] frozen;
    private boolean keepDraws;
    private @Nullable Path sink;
    private SamplingListener listener = new SamplingListener() {};
    private StoppingRule rule = StoppingRule.NONE;
    private @Nullable Duration budget;

    /** The last one. */
    private volatile @Nullable RunInProgress progress;

    SamplingRun(Sampler sampler, EnergyModel model) {
        this.sampler = sampler;
        this.model = model;
    }

    /** The number of chains, at least 1; default 4. */
    public SamplingRun chains(int count) {
        chains = Check.atLeast(1, "chains", count);
        return this;
    }

    /** Steps of each chain during which the scale adapts and nothing is recorded, at least 0; default 1,000. */
    public SamplingRun warmup(int steps) {
        warmup = Check.atLeast(0, "warmup", steps);
        return this;
    }

    /** Draws recorded from each chain, at least 1; default 1,000. */
    public SamplingRun draws(int count) {
        draws = Check.atLeast(1, "draws", count);
        return this;
    }

    /** Steps from one draw to the next, at least 1; default 1. */
    public SamplingRun thin(int steps) {
        thin = Check.atLeast(1, "thin", steps);
        return this;
    }

    /** The seed, default 1. The same seed gives the same draws, bit for bit, whatever the number of threads. */
    public SamplingRun seed(long value) {
        seed = value;
        return this;
    }

    /** The number of threads, at least 1; by default as many as there are processors. */
    public SamplingRun threads(int count) {
        threads = Check.atLeast(1, "threads", count);
        return this;
    }

    /**
     * The state each chain starts from; by default independent fair bits.
     *
     * @param states [chains][N] of zeros and ones
     */
    public SamplingRun initial(byte[][] states) {
        byte[][] copies = new byte[Check.notNull("initial", states).length][];
        for (int c = 0; c < states.length; c++) {
            copies[c] = Start.checked(states[c], c, model.dimension());
        }
        initial = copies;
        return this;
    }

    /**
     * Sites that never change: a run then samples the others given these. It needs {@link #initial} states.
     *
     * @param mask N values, true for a site that keeps its initial value; at least one must be false
     */
    public SamplingRun frozen(boolean[] mask) {
        Check.length(model.dimension(), "frozen", Check.notNull("frozen", mask).length);
        int count = 0;
        for (boolean held : mask) {
            count += held ? 1 : 0;
        }
        Check.that(count < mask.length, "leave at least one site free", "frozen sites", count);
        frozen = mask.clone();
        return this;
    }

    /**
     * Traces a statistic of one's own: its value at each draw is in {@link SampleResult#traces}, and the diagnostics and the
     * verdict of the result take it in. Of the starting state it is asked too.
     *
     * @param name not blank, and unlike "logProb", "hamming", and the names given before
     */
    public SamplingRun track(String name, Statistic statistic) {
        Check.that(!Check.notNull("name", name).isBlank(), "not be blank", "name", name);
        Check.that(
                !SampleResult.OWN_TRACES.contains(name) && !tracked.containsKey(name),
                "be unlike the names of other traces",
                "name",
                name);
        if (Check.notNull("statistic", statistic) instanceof WeightedSum sum) {
            Check.length(model.dimension(), "weights", sum.dimension());
        }
        tracked.put(name, statistic);
        return this;
    }

    /**
     * Also estimates marginals by averaging {@code P(x_i = 1 | the other sites)} over draws (Rao and Blackwell), see {@link
     * SampleResult#conditionals}. It needs exact log-ratios from a local model; a tracker more per chain makes the flips from
     * one draw to the next, and asks for the ratios they have changed.
     *
     * @throws IllegalArgumentException if the model is not local, or its ratios are not exact
     */
    public SamplingRun conditionals() {
        Check.that(
                model instanceof LocalEnergyModel && model.exactFlips(),
                "be local, with exact log-ratios",
                "model",
                model.name());
        conditional = (LocalEnergyModel) model;
        return this;
    }

    /** Is told of progress. */
    public SamplingRun listener(SamplingListener progressListener) {
        listener = Check.notNull("progressListener", progressListener);
        return this;
    }

    /**
     * Keeps the state of every draw in memory, a bit per site, for {@link SampleResult#draw}. A run whose draws cannot fit into
     * the heap is refused before it begins, with {@link IllegalArgumentException} that says how much they need.
     */
    public SamplingRun keepDraws() {
        keepDraws = true;
        return this;
    }

    /**
     * Streams states and traces to files as they are drawn, with a buffer of 64 KB (or one state) per chain: a
     * {@code manifest.json} and NumPy files, which {@link dev.lbp.io.Draws} reads. Traces are in memory as well. What has
     * been written can be read at any time, also when the run fails or its process is killed.
     *
     * @param directory made by {@link #run}, with its parents; it must not hold the draws of another run, so that the same run
     *     cannot be run again
     * @throws IllegalArgumentException if the path is not on the default file system
     */
    public SamplingRun sink(Path directory) {
        sink = DrawDirectory.checked("directory", directory);
        return this;
    }

    /**
     * Ends the run before its last draw once the bulk effective sample size of traces reaches a bound. Of several such
     * conditions, {@link #untilRHat} among them, all must hold; the result then says {@link StopReason#CONVERGED}. They are
     * looked at when each chain has {@link #leastDraws}, and again whenever there are a fifth more: at the same draws
     * whatever the time they take, so the same seed gives the same draws.
     *
     * @param least over all chains together, finite and > 0
     * @param traces names of traces; none means all that are not constant
     */
    public SamplingRun untilEss(double least, String... traces) {
        Check.that(least > 0.0 && least <= Double.MAX_VALUE, "be finite and > 0", "least", least);
        rule = rule.and(StoppingRule.Measure.ESS, least, List.of(Check.notNull("traces", traces)));
        return this;
    }

    /**
     * Ends the run before its last draw once the rank-normalised split R-hat of traces is at most a bound, as {@link
     * #untilEss} does.
     *
     * @param most finite and > 1; Vehtari et al. (2021) advise 1.01
     * @param traces names of traces; none means all that are not constant
     */
    public SamplingRun untilRHat(double most, String... traces) {
        Check.that(most > 1.0 && most <= Double.MAX_VALUE, "be finite and > 1", "most", most);
        rule = rule.and(StoppingRule.Measure.R_HAT, most, List.of(Check.notNull("traces", traces)));
        return this;
    }

    /** Draws of each chain before {@link #untilEss} and {@link #untilRHat} are looked at, at least 1; default 100. */
    public SamplingRun leastDraws(int count) {
        rule = rule.withLeastDraws(Check.atLeast(1, "leastDraws", count));
        return this;
    }

    /**
     * Wall-clock time for the whole run, warm-up included; by default there is no limit. When it is over every chain ends
     * after its present step, and the result holds what there is, with {@link StopReason#BUDGET}. It is looked at about ten
     * times a second. How many draws that gives depends on the machine; those that are made do not.
     *
     * @param time > 0
     */
    public SamplingRun budget(Duration time) {
        Check.that(Check.notNull("time", time).compareTo(Duration.ZERO) > 0, "be > 0", "time", time);
        budget = time;
        return this;
    }

    /**
     * Carries out the run. If the calling thread is interrupted, every chain ends after its present step and the result holds
     * what there is, with {@link StopReason#INTERRUPTED} and the thread's interrupt flag set.
     *
     * @throws ModelException if the model, or a statistic, fails; it holds what was sampled until then
     * @throws SinkException if the draws cannot be written; it holds what was sampled until then
     * @throws IllegalArgumentException if settings contradict each other or the model, or draws to be kept do not fit into memory
     */
    public SampleResult run() {
        if (initial != null) {
            Check.that(
                    initial.length == chains,
                    "have one row per chain (" + chains + ")",
                    "initial.length",
                    initial.length);
        }
        Check.that(frozen == null || initial != null, "be given with frozen sites", "initial", "null");
        Start start = new Start(model.dimension(), chains, seed, initial, frozen);
        RunInProgress begun = new RunInProgress(budget);
        progress = begun;
        return begun.carryOut(() -> run(start, begun, new RunObserver(listener)));
    }

    /**
     * Stops the run that another thread has called {@link #run} for: every chain ends after its present step, and the result
     * holds what there is, with {@link StopReason#STOPPED}. Waits for it, and returns what run() returns, or throws what it
     * throws. If the run has ended already, it is the result of that. A model or a listener, which the run waits for, must
     * not call it; one that wants to end a run throws.
     *
     * @throws IllegalStateException if run() has not been called yet, or the caller is the thread that is in it
     */
    public SampleResult stop() {
        RunInProgress begun = progress;
        if (begun == null) {
            throw new IllegalStateException("must be called after run()");
        }
        return begun.stop();
    }

    private SampleResult run(Start start, RunInProgress begun, RunObserver observer) {
        SampleResult result;
        try (WorkerPool pool = WorkerPool.of(threads, () -> {
            begun.checkTime();
            observer.report();
        })) {
            observer.started(
                    sampler.describe() + "; " + describe(), (long) warmup * chains, (long) draws * thin * chains);
            result = run(sampler.ensemble(model, start, pool), start, begun.control(), observer);
        } catch (Throwable e) {
            observer.failed(e);
            throw e;
        }
        observer.finished(result);
        return result;
    }

    private SampleResult run(Ensemble ensemble, Start start, RunControl control, RunObserver observer) {
        KeptDraws kept = keepDraws ? new KeptDraws(chains, draws, start.dimension()) : null;
        byte[] reference = Start.randomState(start.dimension(), start.runGenerator());
        List<ChainRecorder> recorders = new ArrayList<>();
        for (ChainState chain : ensemble.chains) {
            ChainRecorder recorder = new ChainRecorder(
                    chain,
                    reference,
                    draws,
                    thin,
                    new StatisticRecorder(chain, tracked, draws),
                    conditional == null ? null : new ConditionalRecorder(conditional, start.frozenMask(), draws));
            if (kept != null) {
                recorder.addStore(kept.store(chain.index));
            }
            recorders.add(recorder);
        }
        SampleResult.Draft draft = new SampleResult.Draft(this, ensemble, start, recorders);
        draft.kept = kept;
        rule.checkNames(draft.traces(0).keySet());
        if (sink == null) {
            return run(draft, control, observer);
        }
        try (Sink files = Sink.open(sink, settings(), start.dimension(), recorders)) {
            return files.ended(run(draft, control, observer));
        }
    }

    private SampleResult run(SampleResult.Draft draft, RunControl control, RunObserver observer) {
        Ensemble ensemble = draft.ensemble;
        List<ChainRecorder> recorders = draft.recorders;
        boolean converged = false;
        try {
            long began = System.nanoTime();
            observer.warmUpBegins(ensemble, warmup);
            draft.warmUp =
                    ensemble.warmUp(warmup, chain -> recorders.get(chain.index).warmUp(chain), control);
            observer.phaseEnds();
            draft.warmUpTime = Duration.ofNanos(System.nanoTime() - began);
            if (!control.stopped()) {
                observer.frozen(ensemble.chains.get(0).dial.scale(), draft.warmUp.settled());
            }

            began = System.nanoTime();
            observer.drawsBegin(ensemble, (long) draws * thin);
            recorders.forEach(ChainRecorder::beginDraws);
            for (int made = 0; made < draws && !converged && !control.stopped(); ) {
                int next = rule.next(made, draws);
                ensemble.run(
                        (long) (next - made) * thin,
                        chain -> recorders.get(chain.index).record(chain),
                        control);
                made = next;
                converged = !control.stopped() && rule.holds(draft.traces(made));
            }
            observer.phaseEnds();
            draft.drawTime = Duration.ofNanos(System.nanoTime() - began);
        } catch (ModelException e) {
            throw e.with(draft.finish(StopReason.FAILED));
        } catch (SinkException e) {
            throw e.with(draft.finish(StopReason.FAILED));
        }
        return draft.finish(converged ? StopReason.CONVERGED : control.reasonOr(StopReason.DRAWS));
    }

    Sampler sampler() {
        return sampler;
    }

    EnergyModel model() {
        return model;
    }

    /** The settings by name, as manifests give them. */
    Map<String, @Nullable Object> settings() {
        Map<String, @Nullable Object> settings = new LinkedHashMap<>();
        settings.put("model", model.name());
        settings.put("sites", model.dimension());
        settings.put("sampler", sampler.describe());
        settings.put("chains", chains);
        settings.put("warmup", warmup);
        settings.put("draws", draws);
        settings.put("thin", thin);
        settings.put("seed", seed);
        settings.put("kernel", FlipWeightKernels.chosen().name());
        settings.put("lbp", SamplingRun.class.getPackage().getImplementationVersion());
        settings.put("java", System.getProperty("java.version"));
        return settings;
    }

    /** The settings in one line, as summaries give them. */
    String describe() {
        return String.format(
                Locale.ROOT,
                "%s, N = %d; %d chains, warm-up %d, draws %d%s, seed %d; kernel: %s",
                model.name(),
                model.dimension(),
                chains,
                warmup,
                draws,
                thin == 1 ? "" : " (every " + thin + " steps)",
                seed,
                FlipWeightKernels.chosen().name());
    }

    /** The settings by name, as reports list them. */
    Map<String, String> particulars() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("Model", model.name());
        settings.put("Sites N", String.valueOf(model.dimension()));
        settings.put("Sampler", sampler.describe());
        settings.put("Chains", String.valueOf(chains));
        settings.put("Warm-up steps of each chain", String.valueOf(warmup));
        settings.put("Draws asked of each chain", draws + (thin == 1 ? "" : ", every " + thin + " steps"));
        settings.put("Seed", String.valueOf(seed));
        settings.put("Initial states", initial == null ? "independent fair bits" : "given");
        if (frozen != null) {
            int held = 0;
            for (boolean site : frozen) {
                held += site ? 1 : 0;
            }
            settings.put("Sites held at their start", String.valueOf(held));
        }
        settings.put("Kernel", FlipWeightKernels.chosen().name());
        return settings;
    }

    /** How a run with these settings ended, in words, if not just by its last draw; else empty. */
    String ending(StopReason reason, int made) {
        String after = reason.words() + " after " + made + " of " + draws + " draws";
        return switch (reason) {
            case DRAWS -> rule.describe().isEmpty() ? "" : "all draws are made, and not yet " + rule.describe();
            case CONVERGED -> after + ": " + rule.describe();
            case BUDGET -> after + ": a budget of " + budget;
            case STOPPED, INTERRUPTED, FAILED -> after;
        };
    }
}
