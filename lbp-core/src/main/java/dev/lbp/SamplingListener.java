package dev.lbp;

/** Told of the progress of a run, by the thread that called {@link SamplingRun#run}. What it throws ends the run. */
@FunctionalInterface
public interface SamplingListener {

    /** The two parts of a run. */
    enum Phase {
        /** The scale adapts. */
        WARM_UP,
        /** The scale is frozen, and draws are recorded. */
        SAMPLING
    }

    /**
     * Called about ten times a second, and at the end of each phase.
     *
     * @param phase what the chains are doing
     * @param steps steps taken in this phase, summed over chains
     * @param total steps of this phase, summed over chains
     */
    void progress(Phase phase, long steps, long total);
}
