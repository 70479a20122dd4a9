package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.PartContent;
import dev.lbp.io.DrawDirectory;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import dev.lbp.result.RunPart;
import dev.lbp.result.RunResult;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.run.CheckpointFile;
import dev.lbp.runtime.run.RunBytes;
import dev.lbp.runtime.run.RunKind;
import dev.lbp.runtime.run.RunSettings;
import dev.lbp.runtime.run.RunTask;
import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The description of a run, with what all runs have: how many chains and how long, what is kept, and when the run
 * ends. {@link Sampler#sample} makes it and {@link #run} carries it out. Every setting has a default. It may run
 * several times, with the same result, unless it has a sink or checkpoints. Not thread-safe, except for {@link
 * #stop}.
 *
 * @param <S> the array of a state
 * @param <R> the result
 * @param <T> the type itself, which each setting returns
 */
public abstract class Run<S, R extends RunResult, T extends Run<S, R, T>> extends RunSetup<S, T>
        implements Serializable {

    private static final long serialVersionUID = 1L;

    private final transient RunKind<S, R> kind;

    /** The last run that was started. */
    private transient volatile @Nullable RunTask<S, R> task;

    Run(RunSettings<S> settings, RunKind<S, R> kind) {
        super(settings);
        this.kind = kind;
    }

    /**
     * Checks the run without carrying it out. It refuses all settings that {@link #run} refuses before its first step.
     *
     * @throws IllegalArgumentException if settings contradict each other or the model, or chains or draws do not fit
     *     into memory
     */
    public final void check() {
        RunTask.check(settings.copy());
    }

    /**
     * Carries out the run. If the calling thread is interrupted, every chain ends after its present step. The result
     * then holds the draws until then, with {@link dev.lbp.result.StopReason#INTERRUPTED}, and the thread's interrupt
     * flag is set.
     *
     * @throws RunException if the run fails; it holds the draws until then. Its cause is a {@link
     *     dev.lbp.target.ModelException} if the model or a statistic fails; a {@link dev.lbp.result.SinkException} if
     *     the draws cannot be written; a {@link CheckpointException} if a checkpoint cannot be written, or another
     *     run writes to the same file; else the exception of the weight function, the scale controller or the listener,
     *     or an error of the JVM, such as an OutOfMemoryError
     * @throws IllegalArgumentException if settings contradict each other or the model, or chains or draws do not fit
     *     into memory
     */
    public final R run() {
        return carryOut(null);
    }

    /**
     * Continues a run that was saved to a {@link #checkpoint}. The settings must be those of the saved run. Only
     * threads, listener, the plan for checkpoints and the budget may differ; the directory of the sink may have
     * moved, and there may be more {@link #draws}. The draws and the result are bit for bit those of a run that was
     * never stopped, except its times. A run that had ended by itself returns its result again.
     *
     * <p>With more draws, a run that had made all of its draws continues too, and gives the draws and the result of
     * one longer run. Only the errors and F ratios of marginals differ, because their batches keep the length from
     * the beginning of the run.
     *
     * <p>If the file is damaged, the previous checkpoint is used, with a warning in the log. New checkpoints are
     * written as {@link #checkpoint} says; if that was not called, to the file {@code checkpoint}.
     *
     * <p>Bit for bit needs the same machine and Java, and a tracker whose numbers are functions of the state, like
     * the trackers of this library. A warning in the log says if this does not hold.
     *
     * @param checkpoint the file
     * @throws RunException as {@link #run} does. Its cause is also a {@link CheckpointException} if no checkpoint is
     *     whole, or it is of a run with other settings or another model, or of another version or kernel of lbp; and
     *     a {@link dev.lbp.result.SinkException} if the sink does not have the draws that the checkpoint refers to
     * @throws IllegalArgumentException as {@link #run} does
     */
    public final R resume(Path checkpoint) {
        return carryOut(new CheckpointFile(DrawDirectory.checked("checkpoint", checkpoint)));
    }

    /**
     * Carries out the run and keeps it for {@link #stop}.
     *
     * @param from the checkpoint of the run to continue; null for a new run
     */
    private R carryOut(@Nullable CheckpointFile from) {
        return RunTask.carryOut(settings.copy(), kind, from, begun -> task = begun);
    }

    /**
     * A part of this run: some of its chains, which this machine or another with the same run carries out alone. Parts
     * may have any sizes. See {@link RunSlice}.
     *
     * @param first the number of the first chain, at least 0
     * @param count the number of chains, at least 1; {@code first + count} is at most the number of chains of the run
     * @throws IllegalArgumentException also if a setting of the run needs all chains together: {@link #untilEss} and
     *     the like, {@link #budget}; or if the run has a {@link #checkpoint(Path)}, which each part has itself
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
     * Divides all chains of this run into parts, whose sizes differ by at most one chain, or by one batch ({@link
     * #chainsPerBatch}) of a batched model.
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
     * Makes the result of this run from its parts: the result of {@link #run}, bit for bit except for times, which
     * are those of the slowest part. It needs the memory of {@link #run}, and calls the model at the starting states.
     *
     * <p>If the run has a {@link #sink}, the files of draws move from the directories of the parts, {@code part-F-N}
     * in it, to the directory itself; they are then those of {@link #run}. Nothing moves before all files are found
     * with all their draws. If the process fails while they move, the same call finishes. Parts must then have been
     * drawn with that sink. A run without a sink leaves files of parts where they are.
     *
     * @param parts all parts of the run with their draws, in any order
     * @throws IllegalArgumentException if chains are missing or there twice, or a part is of another run, for example
     *     of another seed, model, version or kernel of lbp, or parts have gone on from different freezes; the message
     *     names what differs
     * @throws RunException if the directories of the parts do not hold their draws, or the files cannot be moved; its
     *     cause is a {@link dev.lbp.result.SinkException}
     */
    public final R merge(Collection<RunPart> parts) {
        List<PartContent> contents = Check.notNull("parts", parts).stream()
                .map(part -> PartContent.unchanged(Check.notNull("a part", part).toBytes()))
                .toList();
        return RunTask.merge(settings.copy(), kind, contents);
    }

    /** The sampler and the settings in one line. */
    @Override
    public final String toString() {
        return RunTask.describe(settings);
    }

    /**
     * The text that {@code manifest.json} in the {@link #sink} of this run has after all draws. A program needs it that
     * itself collects the files which parts of the run wrote, see {@link RunSlice#sink}.
     */
    public final String sinkManifest() {
        return RunTask.sinkManifest(settings);
    }

    /**
     * Stops the run that another thread has started by {@link #run}. Every chain ends after its present step, and the
     * result holds the draws until then, with {@link dev.lbp.result.StopReason#STOPPED}. This method waits for the
     * run, and returns or throws the same as run(). If the run has ended already, it returns the result of that run.
     * A model, statistic or listener cannot call it, because the run waits for them; to end the run they throw an
     * exception.
     *
     * @throws IllegalStateException if run() has not been called yet, or the calling thread works for the run
     */
    public final R stop() {
        RunTask<S, R> begun = task;
        if (begun == null) {
            throw new IllegalStateException("must be called after run()");
        }
        return begun.stop();
    }

    /**
     * This description as bytes, for another machine: {@link #fromBytes} makes it again. It holds the model, the
     * sampler, the statistics, and all settings but three, which are the other machine's own: {@link #threads}, whose
     * default there is its number of processors, the {@link #listener}, and the file of a {@link #checkpoint}. The
     * directory of a {@link #sink} is carried as it was given; a relative path is relative to the working directory
     * there.
     *
     * <p>The other machine needs the same version of lbp, and the classes of the model, weights and statistics. The
     * run gives the same draws there. A batched model may round differently on another processor, and then its draws
     * differ.
     *
     * <p>A run is also {@link Serializable}, by these bytes.
     *
     * @return less than 2 GB
     * @throws IllegalArgumentException if the model, the sampler or a statistic cannot be serialised by Java. The
     *     message names the field by its path, as in {@code must be serialisable: model.couplings.cache
     *     (com.acme.Cache)}
     */
    public final byte[] toBytes() {
        return RunBytes.of(settings);
    }

    /**
     * The description that {@link #toBytes} wrote. {@link SamplingRun#fromBytes}, {@link ValueRun#fromBytes} and
     * {@link ContinuousRun#fromBytes} return their own type. Classes are those of the thread's context class loader,
     * else those of the class loader of lbp.
     *
     * <p>All classes of the library are read, and the values and collections of the JDK. Other classes need the
     * caller's permission: see {@link #fromBytes(byte[], Class...)}. The bytes should still come from a trusted source:
     * they choose which of these classes' code runs.
     *
     * @throws IllegalArgumentException if the bytes are not of a run, not whole, of another version of lbp, or of
     *     classes that are missing, refused, differ or fail here
     */
    public static Run<?, ?, ?> fromBytes(byte[] bytes) {
        return fromBytes(bytes, RunBytes.of());
    }

    /**
     * The description that {@link #toBytes} wrote, with classes of the caller: {@code Run.fromBytes(bytes,
     * MyModel.class)}.
     *
     * @param users classes of models, weights and statistics; the other classes of their packages are read too
     * @throws IllegalArgumentException as {@link #fromBytes(byte[])} does; the message names a class that is refused
     */
    public static Run<?, ?, ?> fromBytes(byte[] bytes, Class<?>... users) {
        return fromBytes(bytes, RunBytes.of(users));
    }

    /**
     * Reads a description that {@link #toBytes} wrote, if a filter of the caller permits its classes:
     *
     * <pre>{@code
     * ObjectInputFilter known = ObjectInputFilter.Config.createFilter(
     *         "dev.lbp.**;com.acme.models.*;java.lang.*;java.util.*;!*");
     * Run.fromBytes(bytes, known);
     * }</pre>
     *
     * <p>A filter of the whole JVM ({@code jdk.serialFilter}) must permit them too. Whatever the filters permit, the
     * depth is limited, and the number of bytes limits the memory of arrays and the work of hash tables.
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
