package dev.lbp.result;

import dev.lbp.internal.Check;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * A listener to the progress of a run. The thread that called {@link dev.lbp.SamplingRun#run} calls it; the default
 * methods do nothing. An exception of the listener ends the run with a {@link RunException} that holds the draws until
 * then. Steps are summed over chains.
 */
public interface SamplingListener {

    /**
     * A listener that prints the settings of a run when it begins, then at most one line per second with the phase, the
     * percentage of its steps, the time left of this phase, the scale and, in warm-up, the acceptance rate; at the end
     * it prints the result in one line, or the failure. Each run needs its own listener.
     *
     * @param out such as System.out; it is not closed
     */
    static SamplingListener printing(PrintStream out) {
        return new ProgressLines(Check.notNull("out", out), System::nanoTime);
    }

    /**
     * The run begins. Only the dimension and the name of the model have been read until now.
     *
     * @param run the sampler and the settings in one line
     * @param warmUpSteps steps of warm-up
     * @param drawSteps steps after warm-up, if nothing ends the run earlier
     */
    default void started(String run, long warmUpSteps, long drawSteps) {}

    /**
     * Called about ten times per second during warm-up, and at its end.
     *
     * @param steps steps taken
     * @param total steps of warm-up
     * @param scale the present scale R, or time step tau: its geometric mean over chains; NaN if the sampler has none,
     *     such as Gibbs
     * @param acceptance the mean of min(1, alpha) over the steps taken; NaN if there are none, or if the sampler
     *     rejects no step
     */
    default void warmUpProgress(long steps, long total, double scale, double acceptance) {}

    /**
     * Warm-up is over. Not called if the run ends earlier.
     *
     * @param scale the scale of the steps to come; NaN as in {@link #warmUpProgress}
     * @param settled whether it had settled in warm-up, as {@link SampleResult.WarmUp#settled} says
     */
    default void frozen(double scale, boolean settled) {}

    /**
     * Warm-up of a run with {@link dev.lbp.SamplingRun#tempering} has found its inverse temperatures. Called after
     * {@link #frozen}, which has the scale of the slot at beta 1.
     *
     * @param betas the inverse temperatures of the replicas of each chain, ascending from 0 to 1
     * @param barrier the sum of the rejection rates of exchanges between neighbours; about {@code 2 barrier + 1}
     *     replicas are best
     */
    default void tempered(double[] betas, double barrier) {}

    /**
     * Called about ten times per second after warm-up, and at the end.
     *
     * @param steps steps taken since warm-up
     * @param total steps after warm-up, if nothing ends the run earlier
     */
    default void drawsProgress(long steps, long total) {}

    /**
     * Called after warm-up while no chain is in a step: after each step where chains move in lock-step, else some times
     * a second or less.
     *
     * @param soFar makes the result of the draws made so far; it takes the time of a summary, and is valid during this
     *     call
     */
    default void resting(Supplier<RunResult> soFar) {}

    /** A checkpoint has been written, while no chain is in a step. */
    default void saved(Path checkpoint) {}

    /** A run of bits has ended, by itself or early, and so have its threads. */
    default void finished(SampleResult result) {}

    /**
     * A run has ended, by itself or early, and so have its threads. The default calls {@link #finished(SampleResult)}
     * for a run of bits, and does nothing for others.
     */
    default void finished(RunResult result) {
        if (result instanceof SampleResult bits) {
            finished(bits);
        }
    }

    /**
     * The run has failed, and its threads have ended. {@link dev.lbp.SamplingRun#run} then throws the same exception.
     *
     * @param failure a {@link RunException}; or the exception that refused the settings before the run began
     */
    default void failed(Throwable failure) {}
}
