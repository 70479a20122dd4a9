package dev.lbp.runtime.run;

import dev.lbp.result.StopReason;
import java.nio.file.Path;

/**
 * The events of a run for the JDK's Flight Recorder; by default they do nothing. No event happens at a step: a run
 * without a recording costs the same as one without events.
 */
interface RunEvents {

    /**
     * The run begins.
     *
     * @param run the sampler and the settings in one line
     */
    default void runBegins(String run) {}

    default void phaseBegins(PhaseProgress phase) {}

    /** Warm-up or drawing has ended, early or not. */
    default void phaseEnds(PhaseProgress phase) {}

    default void checkpointBegins() {}

    /** A checkpoint has been written. */
    default void checkpointEnds(Path file, long bytes) {}

    default void adapted(double scale, boolean settled) {}

    /** The schedule of a tempered run is frozen. */
    default void tempered(int replicas, double barrier) {}

    /**
     * The run has ended, or failed.
     *
     * @param draws the number of draws of each chain
     */
    default void runEnds(StopReason reason, int draws) {}
}
