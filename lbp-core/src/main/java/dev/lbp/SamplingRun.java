package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.internal.States;
import dev.lbp.io.DrawDirectory;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.runtime.engine.Method;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.run.CheckpointFile;
import dev.lbp.runtime.run.CheckpointLock;
import dev.lbp.runtime.run.CheckpointPlan;
import dev.lbp.runtime.run.RunHandle;
import dev.lbp.runtime.run.RunNotifier;
import dev.lbp.runtime.run.RunSettings;
import dev.lbp.runtime.run.RunTask;
import dev.lbp.runtime.run.StoppingRule;
import dev.lbp.runtime.run.TraceNames;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.Statistic;
import dev.lbp.target.WeightedSum;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The description of a run, made by {@link Sampler#sample} and carried out by {@link #run}: how many chains, for how long, from
 * where. Every setting has a default. May be run again, with the same result, unless it has a sink or checkpoints. Not
 * thread-safe, but for {@link #stop}.
 */
public final class SamplingRun {

    private final RunSettings settings;

    /** The last one. */
    private volatile @Nullable RunHandle progress;

    SamplingRun(Method method, EnergyModel model, int dimension) {
        settings = new RunSettings(method, model, dimension);
    }

    /** The number of chains, at least 1; default 4. {@link #run} refuses chains that do not fit into the heap. */
    public SamplingRun chains(int count) {
        settings.chains = Check.atLeast(1, "chains", count);
        return this;
    }

    /** Steps of each chain during which the scale adapts and nothing is recorded, at least 0; default 1,000. */
    public SamplingRun warmup(int steps) {
        settings.warmup = Check.atLeast(0, "warmup", steps);
        return this;
    }

    /**
     * Draws recorded from each chain, at least 1; default 1,000. Traces take 8 bytes for each draw, chain and trace, and are
     * allocated when the run begins. If the run may end before its last draw, by {@link #untilEss}, {@link #untilRHat} or {@link
     * #budget}, they grow as draws are made: draws are then a limit, which may be as large as one likes. Such a run ends with
     * {@link dev.lbp.result.StopReason#MEMORY} and its result when more draws do not fit into the heap.
     */
    public SamplingRun draws(int count) {
        settings.draws = Check.atLeast(1, "draws", count);
        return this;
    }

    /** Steps from one draw to the next, at least 1; default 1. */
    public SamplingRun thin(int steps) {
        settings.thin = Check.atLeast(1, "thin", steps);
        return this;
    }

    /** The seed, default 1. The same seed gives the same draws, bit for bit, whatever the number of threads. */
    public SamplingRun seed(long value) {
        settings.seed = value;
        return this;
    }

    /** The number of threads, at least 1; by default as many as there are processors. */
    public SamplingRun threads(int count) {
        settings.threads = Check.atLeast(1, "threads", count);
        return this;
    }

    /**
     * The state each chain starts from; by default independent fair bits.
     *
     * @param states [chains][N] of zeros and ones
     */
    public SamplingRun initial(byte[][] states) {
        settings.initial = States.checked(states, settings.dimension);
        return this;
    }

    /**
     * Sites that never change: a run then samples the others given these. It needs {@link #initial} states. Chains that start
     * with other values of these sites sample other distributions, and diagnostics say that they do not agree.
     *
     * @param mask N values, true for a site that keeps its initial value; at least one must be false
     */
    public SamplingRun frozen(boolean[] mask) {
        Check.length(settings.dimension, "frozen", Check.notNull("frozen", mask).length);
        int count = 0;
        for (boolean held : mask) {
            count += held ? 1 : 0;
        }
        Check.that(count < mask.length, "leave at least one site free", "frozen sites", count);
        settings.frozen = mask.clone();
        return this;
    }

    /**
     * Traces a statistic of one's own: its value at each draw is in {@link SampleResult#traces}, and the diagnostics and the
     * verdict of the result take it in. Of the starting state it is asked too.
     *
     * @param name not blank, and unlike "logProb", "hamming", "states", "chain", "draw" (which files and tables of draws hold), and
     *     the names given before; at most 200 bytes of a file's name, in which what is not a letter, a digit, - or _ is {@code %XX}
     */
    public SamplingRun track(String name, Statistic statistic) {
        TraceNames.checked(name, settings.tracked.keySet());
        if (Check.notNull("statistic", statistic) instanceof WeightedSum sum) {
            Check.length(settings.dimension, "weights", sum.dimension());
        }
        settings.tracked.put(name, statistic);
        return this;
    }

    /**
     * Also estimates marginals by averaging {@code P(x_i = 1 | the other sites)} over draws (Rao and Blackwell), see {@link
     * SampleResult#conditionals}. It needs exact log-ratios from a local model; a tracker more per chain makes the flips from
     * one draw to the next, and asks for the ratios they have changed.
     *
     * @throws IllegalArgumentException if the model is not local, or its ratios are not exact
     * @throws dev.lbp.target.ModelException if it cannot say so
     */
    public SamplingRun conditionals() {
        EnergyModel model = settings.model;
        Check.that(
                model instanceof LocalEnergyModel && ModelCalls.call(model, "exactFlips()", model::exactFlips),
                "be local, with exact log-ratios",
                "model",
                ModelCalls.nameOf(model));
        settings.conditionals = true;
        return this;
    }

    /** Is told of progress. */
    public SamplingRun listener(SamplingListener progressListener) {
        settings.listener = Check.notNull("progressListener", progressListener);
        return this;
    }

    /**
     * Keeps the state of every draw in memory, a bit per site, for {@link SampleResult#draw}. They are allocated as traces are,
     * see {@link #draws}: a run whose draws cannot fit into the heap is refused before it begins, with {@link
     * IllegalArgumentException} that says how much they need.
     */
    public SamplingRun keepDraws() {
        settings.keepDraws = true;
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
        settings.sink = DrawDirectory.checked("directory", directory);
        return this;
    }

    /**
     * Ends the run before its last draw once the bulk effective sample size of traces reaches a bound. Of several such
     * conditions, {@link #untilRHat} among them, all must hold; the result then says {@link dev.lbp.result.StopReason#CONVERGED}. They are
     * looked at when each chain has {@link #leastDraws}, and again whenever there are a fifth more: at the same draws
     * whatever the time they take, so the same seed gives the same draws.
     *
     * @param least over all chains together, finite and > 0
     * @param traces names of traces; none means all that are not constant
     */
    public SamplingRun untilEss(double least, String... traces) {
        Check.that(least > 0.0 && least <= Double.MAX_VALUE, "be finite and > 0", "least", least);
        settings.rule = settings.rule.and(StoppingRule.Measure.ESS, least, TraceNames.listed(traces));
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
        settings.rule = settings.rule.and(StoppingRule.Measure.R_HAT, most, TraceNames.listed(traces));
        return this;
    }

    /**
     * Draws of each chain before {@link #untilEss} and {@link #untilRHat} are looked at, at least 1; default 100, or all draws if there
     * are fewer. A run of fewer {@link #draws} than are given here ends by these, with {@link dev.lbp.result.StopReason#DRAWS}.
     */
    public SamplingRun leastDraws(int count) {
        settings.rule = settings.rule.withLeastDraws(Check.atLeast(1, "leastDraws", count));
        return this;
    }

    /**
     * Wall-clock time for the whole run, warm-up included; by default there is no limit. When it is over every chain ends
     * after its present step, and the result holds what there is, with {@link dev.lbp.result.StopReason#BUDGET}. It is looked at about ten
     * times a second. How many draws that gives depends on the machine; those that are made do not.
     *
     * @param time > 0
     */
    public SamplingRun budget(Duration time) {
        Check.that(Check.notNull("time", time).compareTo(Duration.ZERO) > 0, "be > 0", "time", time);
        settings.budget = time;
        return this;
    }

    /**
     * Saves the run to a file every half minute, or less often if it is so large that this would take more than a fiftieth of the
     * time; and when the run ends, unless it fails. A run that is killed, or stopped, can then {@link #resume}.
     *
     * <p>A checkpoint holds all that the rest of the run depends on and all that is kept of it: 8 bytes for each trace and draw,
     * some 50 for each site and chain, and the draws if they are kept in memory; those of a {@link #sink} stay where they are. It
     * is written under another name first and then renamed, and the one before is kept as {@code FILE.previous}. The run locks the
     * file by {@code FILE.lock}, an empty file that stays: another run with the same file is refused as long as this one goes on.
     *
     * @param file which must not be there yet when {@link #run} is called; in a directory that is
     */
    public SamplingRun checkpoint(Path file) {
        settings.checkpoints = CheckpointPlan.of(DrawDirectory.checked("file", file));
        return this;
    }

    /**
     * Saves the run as {@link #checkpoint(Path)} does, but so often as is said here, whatever it costs.
     *
     * @param every time from one checkpoint to the next, >= 0; it is looked at between rounds of steps, of which
     *     there are some twenty a second or one for each step that takes longer
     */
    public SamplingRun checkpoint(Path file, Duration every) {
        Check.that(!Check.notNull("every", every).isNegative(), "be >= 0", "every", every);
        settings.checkpoints = CheckpointPlan.of(DrawDirectory.checked("file", file), every);
        return this;
    }

    /**
     * Saves the run as {@link #checkpoint(Path)} does, but by steps.
     *
     * @param steps of each chain from one checkpoint to the next, at least 1; it can be up to a fiftieth of the run more
     */
    public SamplingRun checkpoint(Path file, int steps) {
        settings.checkpoints = CheckpointPlan.of(DrawDirectory.checked("file", file), Check.atLeast(1, "steps", steps));
        return this;
    }

    /**
     * Checks the run without carrying it out: settings that {@link #run} refuses before its first step are refused here.
     *
     * @throws IllegalArgumentException if settings contradict each other or the model, or chains or draws do not fit into memory
     */
    public void check() {
        settings.check();
    }

    /**
     * Carries out the run. If the calling thread is interrupted, every chain ends after its present step and the result holds
     * what there is, with {@link dev.lbp.result.StopReason#INTERRUPTED} and the thread's interrupt flag set.
     *
     * @throws RunException if the run fails; it holds what was sampled until then. Its cause is a {@link dev.lbp.target.ModelException} if the
     *     model or a statistic fails; a {@link dev.lbp.result.SinkException} if the draws cannot be written; a {@link CheckpointException} if a
     *     checkpoint cannot be written, or another run writes to the same file; else what the weight function, the scale
     *     controller, the listener or the machine threw
     * @throws IllegalArgumentException if settings contradict each other or the model, or chains or draws do not fit into memory
     */
    public SampleResult run() {
        return carryOut(null);
    }

    /**
     * Goes on with a run that has been saved to a {@link #checkpoint}, with the settings given here, which must be those it had:
     * only threads, listener, the plan for checkpoints and the budget may differ, the directory of the sink may have been moved,
     * and there may be more {@link #draws}. The draws and the result are those, bit for bit, of a run that was never stopped, but
     * for its times. A run that had ended by itself gives its result again.
     *
     * <p>With more draws, a run that had made all of its draws goes on too, and gives the draws and the result of one longer run.
     * Only the errors and F ratios of marginals differ: their batches keep the length that they had when the run began.
     *
     * <p>If the file is damaged, the checkpoint before it is used, with a warning in the log. Checkpoints go on as {@link
     * #checkpoint} says; if it has not been called, to the file resumed from.
     *
     * <p>Bit for bit needs the same machine and Java, and a tracker whose numbers are functions of the state, as those of this
     * library are; a warning in the log says where this does not hold.
     *
     * @param checkpoint the file
     * @throws RunException as {@link #run} does. Its cause is also a {@link CheckpointException} if there is no checkpoint that is
     *     whole, or it is of a run with other settings or another model, or was made by another version or kernel of lbp; and a
     *     {@link dev.lbp.result.SinkException} if the sink does not have the draws that the checkpoint refers to
     * @throws IllegalArgumentException as {@link #run} does
     */
    public SampleResult resume(Path checkpoint) {
        return carryOut(new CheckpointFile(DrawDirectory.checked("checkpoint", checkpoint)));
    }

    /**
     * @param from the checkpoint to go on from; null to begin
     */
    private SampleResult carryOut(@Nullable CheckpointFile from) {
        RunSettings run = settings.copy();
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

    private SampleResult carryOut(RunSettings run, @Nullable CheckpointFile from) {
        RunTask task = new RunTask(run, new RunNotifier(run.listener), from);
        progress = task.handle();
        return task.handle().carryOut(task::run);
    }

    /** What has been set so far. */
    RunSettings settings() {
        return settings.copy();
    }

    /**
     * Stops the run that another thread has called {@link #run} for: every chain ends after its present step, and the result
     * holds what there is, with {@link dev.lbp.result.StopReason#STOPPED}. Waits for it, and returns what run() returns, or throws what it
     * throws. If the run has ended already, it is the result of that. A model, statistic or listener, which the run waits for,
     * cannot call it: one that wants to end the run throws.
     *
     * @throws IllegalStateException if run() has not been called yet, or a thread calls this that works for the run
     */
    public SampleResult stop() {
        RunHandle begun = progress;
        if (begun == null) {
            throw new IllegalStateException("must be called after run()");
        }
        return begun.stop();
    }
}
