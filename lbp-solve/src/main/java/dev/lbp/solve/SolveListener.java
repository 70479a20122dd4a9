package dev.lbp.solve;

import dev.lbp.result.CheckpointException;
import java.time.Duration;

/** Receives the progress of a {@link Solver}, in the thread that called {@link Solver#solve}. */
public interface SolveListener {

    /**
     * Called about ten times per second, and once at the end.
     *
     * @param elapsed time since the start, including earlier calls of a resumed search
     * @param restarts the number of completed restarts
     * @param best the best log-probability so far; negative infinity before the first state
     * @param sinceBest time since the best state was found; zero before the first state
     */
    default void progress(Duration elapsed, long restarts, double best, Duration sinceBest) {}

    /**
     * Called when a checkpoint could not be written. The search goes on and tries again at the next checkpoint. If the
     * last checkpoint fails, {@link Solution#notes} says so too.
     */
    default void checkpointFailed(CheckpointException failure) {}
}
