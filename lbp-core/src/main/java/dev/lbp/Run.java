package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.internal.CheckpointLock;
import dev.lbp.internal.PartContent;
import dev.lbp.io.DrawDirectory;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import dev.lbp.result.RunPart;
import dev.lbp.result.RunResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.runtime.engine.ChainSpan;
import dev.lbp.runtime.run.CheckpointFile;
import dev.lbp.runtime.run.CheckpointPlan;
import dev.lbp.runtime.run.RunBytes;
import dev.lbp.runtime.run.RunHandle;
import dev.lbp.runtime.run.RunNotifier;
import dev.lbp.runtime.run.RunSettings;
import dev.lbp.runtime.run.RunTask;
import dev.lbp.runtime.run.StoppingRule;
import dev.lbp.runtime.run.TraceNames;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The description of a run, with what all runs have: how many chains and how long, what is kept, and when the run ends. {@link
 * Sampler#sample} makes it and {@link #run} carries it out. Every setting has a default. It may run several times, with the same
 * result, unless it has a sink or checkpoints. Not thread-safe, except for {@link #stop}.
 *
 * @param <S> the array of a state
 * @param <R> the result
 * @param <T> the type itself, which each setting returns
 */
public abstract sealed class Run<S, R extends RunResult, T extends Run<S, R, T>> implements Serializable
        permits SamplingRun, ValueRun, ContinuousRun {

    private static final long serialVersionUID = 1L;

    private final RunSettings<S> settings;

    /** The last run that was started. */
    private transient volatile @Nullable RunHandle<R> handle;

    Run(RunSettings<S> settings) {
        this.settings = settings;
    }

    /** This object. */
    abstract T self();

    /**
     * Prepares a run.
     *
     * @param run a copy of the settings
     * @param from the checkpoint of the run to continue; null for a new run
     */
    abstract RunTask<S, R> task(RunSettings<S> run, RunNotifier notifier, @Nullable CheckpointFile from);

    /** The number of chains, at least 1; default 4. {@link #run} refuses chains that do not fit into the heap. */
    public final T chains(int count) {
        settings.chains = Check.atLeast(1, "chains", count);
        return self();
    }

    /**
     * The chains of a batch: a batched model is called for this many chains at a time, in the order of their numbers; the last batch may have
     * fewer chains. Default: one batch of all chains.
     *
     * <p>A matrix product may round differently with another number of rows, so this setting can change the draws of a batched model: {@code
     * chains(8).chainsPerBatch(4)} draws what two ensembles of four chains with the same random streams draw. Smaller batches cost time. A
     * batch has all rows of its chains: their tries in multiple-try Metropolis, their replicas in parallel tempering. A local model is
     * not called in batches, and its draws do not change.
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
     * Draws recorded from each chain, at least 1; default 1,000. Traces take 8 bytes per draw, chain and trace, and are
     * allocated when the run begins. If a condition such as {@link #untilEss}, or {@link #budget}, may end the run before its
     * last draw, the traces grow with the draws; then this number is only a limit and may have any size. Such a run ends with
     * {@link dev.lbp.result.StopReason#MEMORY} and its result when more draws do not fit into the heap.
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
     * Keeps the state of every draw in memory, {@code ceil(log2 C)} bits per site of C values, 64 per real coordinate, for
     * {@code draw} of the result. The states are allocated like traces, see {@link #draws}. A run whose draws cannot fit into the heap is refused before it begins, with an {@link
     * IllegalArgumentException} that names the memory they need.
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
     * Streams states and traces to files while they are drawn, with a buffer of 64 KB (or one state) per chain. The files are a
     * {@code manifest.json} and NumPy files; {@link dev.lbp.io.Draws} reads them. Traces are also in memory. The written draws
     * can be read at any time, even if the run fails or its process is killed.
     *
     * @param directory made by {@link #run}, with its parents; it must not hold the draws of another run, so that the same run
     *     cannot run again
     * @throws IllegalArgumentException if the path is not on the default file system
     */
    public final T sink(Path directory) {
        settings.sink = DrawDirectory.checked("directory", directory);
        return self();
    }

    /**
     * Ends the run before its last draw once the bulk effective sample size of traces reaches a bound. If there are several
     * such conditions, including {@link #untilRHat}, all must hold. The result then has {@link
     * dev.lbp.result.StopReason#CONVERGED}. The conditions are checked when each chain has {@link #leastDraws}, and again
     * whenever the number of draws has grown by a fifth. These numbers do not depend on time, so the same seed gives the same
     * draws.
     *
     * @param least over all chains together, finite and > 0
     * @param traces names of traces; if none is given, all traces that are not constant
     */
    public final T untilEss(double least, String... traces) {
        Check.that(least > 0.0 && least <= Double.MAX_VALUE, "be finite and > 0", "least", least);
        settings.rule = settings.rule.and(StoppingRule.Measure.ESS, least, TraceNames.listed(traces));
        return self();
    }

    /**
     * Ends the run before its last draw once the rank-normalised split R-hat of traces is at most a bound, as {@link #untilEss}
     * does.
     *
     * @param most finite and > 1; Vehtari et al. (2021) advise 1.01
     * @param traces names of traces; if none is given, all traces that are not constant
     */
    public final T untilRHat(double most, String... traces) {
        Check.that(most > 1.0 && most <= Double.MAX_VALUE, "be finite and > 1", "most", most);
        settings.rule = settings.rule.and(StoppingRule.Measure.R_HAT, most, TraceNames.listed(traces));
        return self();
    }

    /**
     * Draws of each chain before the first check of {@link #untilEss} and other conditions, at least 1; default 100, or all
     * draws if there are fewer. If {@link #draws} is smaller than this number, the run ends after {@link #draws}, with {@link
     * dev.lbp.result.StopReason#DRAWS}.
     */
    public final T leastDraws(int count) {
        settings.rule = settings.rule.withLeastDraws(Check.atLeast(1, "leastDraws", count));
        return self();
    }

    /**
     * Wall-clock time for the whole run, warm-up included; default: no limit. When the time is over, every chain ends after its
     * present step, and the result holds the draws until then, with {@link dev.lbp.result.StopReason#BUDGET}. The clock is read
     * about ten times a second. The number of draws depends on the machine; the draws themselves do not.
     *
     * @param time > 0
     */
    public final T budget(Duration time) {
        Check.that(Check.notNull("time", time).compareTo(Duration.ZERO) > 0, "be > 0", "time", time);
        settings.budget = time;
        return self();
    }

    /**
     * Saves the run to a file every half minute and at its end, unless it fails. A large run is saved less often, so that
     * saving takes at most a fiftieth of the time. A run that was killed or stopped can then {@link #resume}.
     *
     * <p>A checkpoint holds the state of the run and its results so far: 8 bytes for each trace and draw, about 50 for each
     * site and chain, and the draws if they are kept in memory. The draws of a {@link #sink} stay in its directory. The
     * checkpoint is written under another name first and then renamed, and the previous one is kept as {@code FILE.previous}.
     * The run locks the file by {@code FILE.lock}, an empty file that stays. While this run goes on, another run with the same
     * file is refused.
     *
     * @param file must not exist when {@link #run} is called; its directory must exist
     */
    public final T checkpoint(Path file) {
        settings.checkpoints = CheckpointPlan.of(DrawDirectory.checked("file", file));
        return self();
    }

    /**
     * Saves the run as {@link #checkpoint(Path)} does, but every {@code every}, at any cost.
     *
     * @param every time from one checkpoint to the next, >= 0; the clock is read between rounds of steps, about twenty times a
     *     second, or after each step if a step takes longer
     */
    public final T checkpoint(Path file, Duration every) {
        Check.that(!Check.notNull("every", every).isNegative(), "be >= 0", "every", every);
        settings.checkpoints = CheckpointPlan.of(DrawDirectory.checked("file", file), every);
        return self();
    }

    /**
     * Saves the run as {@link #checkpoint(Path)} does, but every {@code steps} steps.
     *
     * @param steps of each chain from one checkpoint to the next, at least 1; a checkpoint can come later by up to a fiftieth
     *     of the run
     */
    public final T checkpoint(Path file, int steps) {
        settings.checkpoints = CheckpointPlan.of(DrawDirectory.checked("file", file), Check.atLeast(1, "steps", steps));
        return self();
    }

    /**
     * Checks the run without carrying it out. It refuses all settings that {@link #run} refuses before its first step.
     *
     * @throws IllegalArgumentException if settings contradict each other or the model, or chains or draws do not fit into
     *     memory
     */
    public final void check() {
        settings.check();
    }

    /**
     * Carries out the run. If the calling thread is interrupted, every chain ends after its present step. The result then holds
     * the draws until then, with {@link dev.lbp.result.StopReason#INTERRUPTED}, and the thread's interrupt flag is set.
     *
     * @throws RunException if the run fails; it holds the draws until then. Its cause is a {@link
     *     dev.lbp.target.ModelException} if the model or a statistic fails; a {@link dev.lbp.result.SinkException} if the draws
     *     cannot be written; a {@link CheckpointException} if a checkpoint cannot be written, or another run writes to the same
     *     file; else the exception of the weight function, the scale controller, the listener or the machine
     * @throws IllegalArgumentException if settings contradict each other or the model, or chains or draws do not fit into
     *     memory
     */
    public final R run() {
        return carryOut(null);
    }

    /**
     * Continues a run that was saved to a {@link #checkpoint}. The settings must be those of the saved run. Only threads,
     * listener, the plan for checkpoints and the budget may differ; the directory of the sink may have moved, and there may be
     * more {@link #draws}. The draws and the result are bit for bit those of a run that was never stopped, except its times. A
     * run that had ended by itself returns its result again.
     *
     * <p>With more draws, a run that had made all of its draws continues too, and gives the draws and the result of one longer
     * run. Only the errors and F ratios of marginals differ, because their batches keep the length from the beginning of the
     * run.
     *
     * <p>If the file is damaged, the previous checkpoint is used, with a warning in the log. New checkpoints are written as
     * {@link #checkpoint} says; if that was not called, to the file {@code checkpoint}.
     *
     * <p>Bit for bit needs the same machine and Java, and a tracker whose numbers are functions of the state, like the trackers
     * of this library. A warning in the log says if this does not hold.
     *
     * @param checkpoint the file
     * @throws RunException as {@link #run} does. Its cause is also a {@link CheckpointException} if no checkpoint is whole, or
     *     it is of a run with other settings or another model, or of another version or kernel of lbp; and a {@link
     *     dev.lbp.result.SinkException} if the sink does not have the draws that the checkpoint refers to
     * @throws IllegalArgumentException as {@link #run} does
     */
    public final R resume(Path checkpoint) {
        return carryOut(new CheckpointFile(DrawDirectory.checked("checkpoint", checkpoint)));
    }

    /**
     * @param from the checkpoint of the run to continue; null for a new run
     */
    private R carryOut(@Nullable CheckpointFile from) {
        RunSettings<S> run = settings.copy();
        if (from != null && run.checkpoints == null) {
            run.checkpoints = CheckpointPlan.of(from.path());
        }
        run.check();
        if (run.checkpoints == null) {
            return carryOut(run, from);
        }
        try (CheckpointLock lock = CheckpointLock.of(run.checkpoints.file())) {
            run.checkpoints.checkFree(from);
            return carryOut(run, from);
        } catch (IOException e) {
            throw new RunException(e.getMessage(), new CheckpointException(e), null);
        }
    }

    private R carryOut(RunSettings<S> run, @Nullable CheckpointFile from) {
        RunTask<S, R> task = task(run, new RunNotifier(run.listener), from);
        handle = task.handle();
        return task.handle().carryOut(task::run);
    }

    /**
     * Some chains of this run, to be carried out alone: on this machine or another, which has the same run. Parts may have any sizes. See
     * {@link RunSlice}.
     *
     * @param first the number of the first chain, at least 0
     * @param count the number of chains, at least 1; {@code first + count} is at most the number of chains of the run
     * @throws IllegalArgumentException also if a setting of the run needs all chains together: {@link #untilEss} and the like, {@link
     *     #budget}; or if the run has a {@link #checkpoint(Path)}, which each part has itself
     */
    public final RunSlice part(int first, int count) {
        int chains = settings.chains;
        Check.that(first >= 0 && first < chains, "be in [0, chains=" + chains + ")", "first", first);
        Check.that(
                count >= 1 && count <= chains - first,
                "be in [1, chains - first=" + (chains - first) + "]",
                "count",
                count);
        return new RunSlice(settings.slice(new ChainSpan(first, count)));
    }

    /**
     * All chains of this run in parts, whose sizes differ by at most one chain, or by one batch ({@link #chainsPerBatch}) of a batched model.
     *
     * @param count at least 1; there are fewer parts if there are fewer chains, or fewer batches
     * @throws IllegalArgumentException as {@link #part(int, int)}
     */
    public final List<RunSlice> parts(int count) {
        return settings.spans(Check.atLeast(1, "count", count)).stream()
                .map(span -> part(span.first(), span.count()))
                .toList();
    }

    /**
     * Makes the result of this run from its parts: the result of {@link #run}, bit for bit except for times, which are those of the
     * slowest part. It needs the memory of {@link #run}, and calls the model at the starting states.
     *
     * <p>If the run has a {@link #sink}, the files of draws move from the directories of the parts, {@code part-F-N} in it, to the
     * directory itself; they are then those of {@link #run}. Nothing moves before all files are found with all their draws. If the process
     * fails while they move, the same call finishes. Parts must then have been drawn with that sink. A run without a sink leaves files of
     * parts where they are.
     *
     * @param parts all parts of the run with their draws, in any order
     * @throws IllegalArgumentException if chains are missing or there twice, or a part is of another run, for example of another seed,
     *     model, version or kernel of lbp, or parts have gone on from different freezes; the message names what differs
     * @throws RunException if the directories of the parts do not hold their draws, or the files cannot be moved; its cause is a {@link
     *     dev.lbp.result.SinkException}
     */
    public final R merge(Collection<RunPart> parts) {
        List<PartContent> contents = new ArrayList<>();
        for (RunPart part : Check.notNull("parts", parts)) {
            try {
                contents.add(PartContent.of(Check.notNull("a part", part).toBytes()));
            } catch (IOException e) {
                throw new IllegalStateException("must not be changed: the bytes of a part", e);
            }
        }
        settings.checkParts();
        RunSettings<S> run = settings.copy();
        run.check();
        return task(run, new RunNotifier(run.listener), null).merge(contents);
    }

    /** The sampler and the settings in one line. */
    @Override
    public final String toString() {
        return settings.method.describe() + "; " + settings.description().line();
    }

    /**
     * The text of {@code manifest.json} in the {@link #sink} of this run after all draws, for a program that collects the files of {@link
     * RunSlice#sink parts} itself.
     */
    public final String sinkManifest() {
        return settings.sinkManifest();
    }

    /**
     * Stops the run that another thread has started by {@link #run}. Every chain ends after its present step, and the result
     * holds the draws until then, with {@link dev.lbp.result.StopReason#STOPPED}. This method waits for the run, and returns or
     * throws the same as run(). If the run has ended already, it returns the result of that run. A model, statistic or listener
     * cannot call it, because the run waits for them; to end the run they throw an exception.
     *
     * @throws IllegalStateException if run() has not been called yet, or the calling thread works for the run
     */
    public final R stop() {
        RunHandle<R> begun = handle;
        if (begun == null) {
            throw new IllegalStateException("must be called after run()");
        }
        return begun.stop();
    }

    /**
     * This description as bytes, for another machine: {@link #fromBytes} makes it again. It holds the model, the sampler, the
     * statistics, and all settings but three, which are the other machine's own: {@link #threads}, whose default there is its
     * number of processors, the {@link #listener}, and the file of a {@link #checkpoint}. The directory of a {@link #sink} is
     * carried as it was given; a relative one is relative to the working directory there.
     *
     * <p>The other machine needs the same version of lbp, and the classes of the model, weights and statistics. The run gives
     * the same draws there. A batched model may round differently on another processor, and then its draws differ.
     *
     * <p>A run is also {@link Serializable}, by these bytes.
     *
     * @return less than 2 GB
     * @throws IllegalArgumentException if the model, the sampler or a statistic cannot be serialised by Java. The message names
     *     the field by its path, as in {@code must be serialisable: model.couplings.cache (com.acme.Cache)}
     */
    public final byte[] toBytes() {
        return RunBytes.of(settings);
    }

    /**
     * The description that {@link #toBytes} wrote. {@link SamplingRun#fromBytes}, {@link ValueRun#fromBytes} and {@link
     * ContinuousRun#fromBytes} return their own type. Classes are those of the thread's context class loader, else those of the
     * class loader of lbp.
     *
     * <p>The bytes must come from a trusted source: Java's serialisation runs code of the classes that they name. Of the JDK only values
     * and collections are read, and every class of the library and the application.
     *
     * @throws IllegalArgumentException if the bytes are not of a run, not whole, of another version of lbp, or of classes that are
     *     missing, refused, differ or fail here
     */
    public static Run<?, ?, ?> fromBytes(byte[] bytes) {
        return fromBytes(bytes, RunBytes::usual);
    }

    /**
     * The description that {@link #toBytes} wrote, of classes that the caller permits. For bytes of others, permit the library and your
     * own packages alone:
     *
     * <pre>{@code
     * Run.fromBytes(bytes, ObjectInputFilter.Config.createFilter("dev.lbp.**;com.acme.models.*;java.lang.*;java.util.*;!*"))
     * }</pre>
     *
     * <p>A filter of the whole JVM ({@code jdk.serialFilter}) must permit them too. Whatever the filters permit, arrays and depth are
     * limited by the number of bytes.
     *
     * @param classes refuses classes, in place of the rule of {@link #fromBytes(byte[])}
     * @throws IllegalArgumentException as {@link #fromBytes(byte[])} does; the message names a class that is refused
     */
    public static Run<?, ?, ?> fromBytes(byte[] bytes, ObjectInputFilter classes) {
        return new SavedRun(Check.notNull("bytes", bytes)).run(Check.notNull("classes", classes));
    }

    @SuppressWarnings("unused") // Java's serialisation calls it
    final Object writeReplace() {
        return new SavedRun(toBytes());
    }
}
