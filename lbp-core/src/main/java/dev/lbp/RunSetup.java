package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.io.DrawDirectory;
import dev.lbp.result.SamplingListener;
import dev.lbp.runtime.record.TracedStatistic;
import dev.lbp.runtime.run.CheckpointPlan;
import dev.lbp.runtime.run.RunSettings;
import dev.lbp.runtime.run.StoppingRule;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The settings that all runs have: how many chains and how long, what is kept, and when the run ends.
 *
 * @param <S> the array of a state
 * @param <T> the type of the run, which each setting returns; a {@link Run}, so that compiled callers find its methods
 */
public abstract class RunSetup<S, T extends Run<S, ?, T>> {

    final RunSettings<S> settings;

    RunSetup(RunSettings<S> settings) {
        this.settings = settings;
    }

    /** This object, in the type that settings return. */
    @SuppressWarnings("unchecked")
    final T self() {
        return (T) this;
    }

    /** The number of chains, at least 1; default 4. {@link Run#run} refuses chains that do not fit into the heap. */
    public final T chains(int count) {
        settings.chains = Check.atLeast(1, "chains", count);
        return self();
    }

    /**
     * The chains of a batch: a batched model is called for this many chains at a time, in the order of their numbers;
     * the last batch may have fewer chains. Default: one batch of all chains.
     *
     * <p>A matrix product may round differently with another number of rows, so this setting can change the draws of
     * a batched model: {@code chains(8).chainsPerBatch(4)} draws what two ensembles of four chains with the same
     * random streams draw. Smaller batches cost time. A batch has all rows of its chains: their tries in multiple-try
     * Metropolis, their replicas in parallel tempering. A local model is not called in batches, and its draws do not
     * change.
     *
     * @param chains at least 1; all chains are in one batch if there are no more
     */
    public final T chainsPerBatch(int chains) {
        settings.chainsPerBatch = Check.atLeast(1, "chainsPerBatch", chains);
        return self();
    }

    /** Steps of each chain during which the scale adapts and nothing is recorded, at least 0; default 1,000. */
    public final T warmup(int steps) {
        settings.warmup = Check.atLeast(0, "warmup", steps);
        return self();
    }

    /**
     * Draws recorded from each chain, at least 1; default 1,000. Traces take 8 bytes per draw, chain and trace, and
     * are allocated when the run begins. If a condition such as {@link #untilEss}, or {@link #budget}, may end the
     * run before its last draw, the traces grow with the draws; then this number is only a limit and may have any
     * size. Such a run ends with {@link dev.lbp.result.StopReason#MEMORY} and its result when more draws do not fit
     * into the heap.
     */
    public final T draws(int count) {
        settings.draws = Check.atLeast(1, "draws", count);
        return self();
    }

    /** Steps from one draw to the next, at least 1; default 1. */
    public final T thin(int steps) {
        settings.thin = Check.atLeast(1, "thin", steps);
        return self();
    }

    /** The seed, default 1. The same seed gives the same draws, bit for bit, for any number of threads. */
    public final T seed(long value) {
        settings.seed = value;
        return self();
    }

    /** The number of threads, at least 1; default: the number of processors. */
    public final T threads(int count) {
        settings.threads = Check.atLeast(1, "threads", count);
        return self();
    }

    /**
     * Traces the energy {@code E(x) = -log pi(x) / beta} under the name "energy", where the model is {@code pi(x)
     * proportional to exp(-beta E(x))}. It is computed from the known log-probability and costs nothing. In a tempered
     * run {@link dev.lbp.result.TemperingResult#at} then takes inverse temperatures from 0 to beta.
     *
     * @param beta the inverse temperature of the model, finite and > 0
     * @throws IllegalArgumentException also if a statistic has the name "energy"
     */
    public final T trackEnergy(double beta) {
        settings.track("energy", new TracedStatistic.Energy<>(Check.positive("beta", beta)));
        return self();
    }

    /**
     * Keeps the state of every draw in memory, {@code ceil(log2 C)} bits per site of C values, 64 per real
     * coordinate, for {@code draw} of the result. The states are allocated like traces, see {@link #draws}. A run
     * whose draws cannot fit into the heap is refused before it begins, with an {@link IllegalArgumentException} that
     * names the memory they need.
     */
    public final T keepDraws() {
        settings.keepDraws = true;
        return self();
    }

    /** Sets the listener, which receives the progress of the run. */
    public final T listener(SamplingListener progressListener) {
        settings.listener = Check.notNull("progressListener", progressListener);
        return self();
    }

    /**
     * Streams states and traces to files while they are drawn, with a buffer of 64 KB (or one state) per chain. The
     * files are a {@code manifest.json} and NumPy files; {@link dev.lbp.io.Draws} reads them. Traces are also in
     * memory. The written draws can be read at any time, even if the run fails or its process is killed.
     *
     * @param directory made by {@link Run#run}, with its parents; it must not hold the draws of another run, so that
     *     the same run cannot run again
     * @throws IllegalArgumentException if the path is not on the default file system
     */
    public final T sink(Path directory) {
        settings.sink = DrawDirectory.checked("directory", directory);
        return self();
    }

    /**
     * Ends the run before its last draw once the bulk effective sample size of traces reaches a bound. If there are
     * several such conditions, including {@link #untilRHat}, all must hold. The result then has {@link
     * dev.lbp.result.StopReason#CONVERGED}. The conditions are checked when each chain has {@link #leastDraws}, and
     * again whenever the number of draws has grown by a fifth. These numbers do not depend on time, so the same seed
     * gives the same draws.
     *
     * @param least over all chains together, finite and > 0
     * @param traces names of traces; if none is given, all traces that are not constant
     */
    public final T untilEss(double least, String... traces) {
        Check.positive("least", least);
        settings.rule = settings.rule.and(StoppingRule.Measure.ESS, least, traces);
        return self();
    }

    /**
     * Ends the run before its last draw once the rank-normalised split R-hat of traces is at most a bound, checked at
     * the same draws as {@link #untilEss}.
     *
     * @param most finite and > 1; Vehtari et al. (2021) advise 1.01
     * @param traces names of traces; if none is given, all traces that are not constant
     */
    public final T untilRHat(double most, String... traces) {
        Check.that(most > 1.0 && most <= Double.MAX_VALUE, "be finite and > 1", "most", most);
        settings.rule = settings.rule.and(StoppingRule.Measure.R_HAT, most, traces);
        return self();
    }

    /**
     * Draws of each chain before the first check of {@link #untilEss} and other conditions, at least 1; default 100,
     * or all draws if there are fewer. If {@link #draws} is smaller than this number, the run ends after {@link
     * #draws}, with {@link dev.lbp.result.StopReason#DRAWS}.
     */
    public final T leastDraws(int count) {
        settings.rule = settings.rule.withLeastDraws(Check.atLeast(1, "leastDraws", count));
        return self();
    }

    /**
     * Wall-clock time for the whole run, warm-up included; default: no limit. When the time is over, every chain ends
     * after its present step, and the result holds the draws until then, with {@link dev.lbp.result.StopReason#BUDGET}.
     * The clock is read about ten times per second. The number of draws depends on the machine; the draws themselves
     * do not.
     *
     * @param time > 0
     */
    public final T budget(Duration time) {
        Check.that(Check.notNull("time", time).compareTo(Duration.ZERO) > 0, "be > 0", "time", time);
        settings.budget = time;
        return self();
    }

    /**
     * Saves the run to a file every half minute and at its end, unless it fails. A large run is saved less often, so
     * that saving takes at most a fiftieth of the time. A run that was killed or stopped can then {@link Run#resume}.
     *
     * <p>A checkpoint holds the state of the run and its results so far: 8 bytes for each trace and draw, about 50
     * for each site and chain, and the draws if they are kept in memory. The draws of a {@link #sink} stay in its
     * directory. The checkpoint is written under another name first and then renamed, and the previous one is kept as
     * {@code FILE.previous}. The run locks the file by {@code FILE.lock}, an empty file that it removes at its
     * end. While this run goes on, another run with the same file is refused.
     *
     * @param file must not exist when {@link Run#run} is called; its directory must exist
     */
    public final T checkpoint(Path file) {
        settings.checkpoints = CheckpointPlan.of(DrawDirectory.checked("file", file));
        return self();
    }

    /**
     * Saves the run as {@link #checkpoint(Path)} does, but every {@code every}, at any cost.
     *
     * @param every time from one checkpoint to the next, >= 0; the clock is read between rounds of steps, about twenty
     *     times per second, or after each step if a step takes longer
     */
    public final T checkpoint(Path file, Duration every) {
        Check.that(!Check.notNull("every", every).isNegative(), "be >= 0", "every", every);
        settings.checkpoints = CheckpointPlan.of(DrawDirectory.checked("file", file), every);
        return self();
    }

    /**
     * Saves the run as {@link #checkpoint(Path)} does, but every {@code steps} steps.
     *
     * @param steps of each chain from one checkpoint to the next, at least 1; a checkpoint can come later by up to a
     *     fiftieth of the run
     */
    public final T checkpoint(Path file, int steps) {
        settings.checkpoints = CheckpointPlan.of(DrawDirectory.checked("file", file), Check.atLeast(1, "steps", steps));
        return self();
    }
}
