package dev.lbp.solve;

import dev.lbp.result.CheckpointException;
import java.time.Duration;

/** A listener to the progress of a {@link Solver}. The thread that called {@link Solver#solve} calls it. */
public interface SolveListener {

    /**
     * Called about ten times a second, and once at the end.
     *
     * @param elapsed since the beginning, with the time of earlier calls that this search goes on from
     * @param restarts restarts that are done
     * @param best the best log-probability until now, negative infinity before the first state
     * @param sinceBest since that state was found; zero before the first state
     */
    default void progress(Duration elapsed, long restarts, double best, Duration sinceBest) {}

    /**
     * Called when a checkpoint could not be written. The search goes on, and tries it again at the next time. If it is
     * the last one, {@link Solution#notes} tells it too.
     */
    default void checkpointFailed(CheckpointException failure) {}
}
