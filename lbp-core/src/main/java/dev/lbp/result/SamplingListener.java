package dev.lbp.result;

/**
 * Told of the course of a run, by the thread that called {@link dev.lbp.SamplingRun#run}; silent by default. What it throws ends the
 * run with a {@link RunException} that holds what was sampled. Steps are summed over chains.
 */
public interface SamplingListener {

    /**
     * The run begins: nothing has been asked of the model yet but its dimension and its name.
     *
     * @param run the sampler and the settings in one line
     * @param warmUpSteps steps of warm-up
     * @param drawSteps steps after warm-up, if nothing ends the run before
     */
    default void started(String run, long warmUpSteps, long drawSteps) {}

    /**
     * Called about ten times a second during warm-up, and at its end.
     *
     * @param steps steps taken
     * @param total steps of warm-up
     * @param scale the present scale R, its geometric mean over chains
     * @param acceptance the mean of min(1, alpha) over the steps taken; NaN if there are none
     */
    default void warmUpProgress(long steps, long total, double scale, double acceptance) {}

    /**
     * Warm-up is over. Not called if the run ends before.
     *
     * @param scale the scale of the steps to come
     * @param settled whether it changed by at most 5 % from the third to the fourth quarter of warm-up
     */
    default void frozen(double scale, boolean settled) {}

    /**
     * Called about ten times a second after warm-up, and at the end.
     *
     * @param steps steps taken since warm-up
     * @param total steps after warm-up, if nothing ends the run before
     */
    default void drawsProgress(long steps, long total) {}

    /** The run has ended, of itself or early; its threads too. */
    default void finished(SampleResult result) {}

    /**
     * The run has failed; its threads have ended. {@link dev.lbp.SamplingRun#run} is about to throw the same.
     *
     * @param failure a {@link RunException}; or what refused the settings before the run began
     */
    default void failed(Throwable failure) {}
}
