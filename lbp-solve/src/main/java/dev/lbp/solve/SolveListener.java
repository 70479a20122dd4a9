package dev.lbp.solve;

import java.time.Duration;

/** A listener to the progress of a {@link Solver}. The thread that called {@link Solver#solve} calls it. */
public interface SolveListener {

    /**
     * Called about ten times a second.
     *
     * @param elapsed since the beginning
     * @param restarts restarts that are done
     * @param best the best log-probability until now, negative infinity before the first state
     * @param sinceBest since that state was found; zero before the first state
     */
    default void progress(Duration elapsed, long restarts, double best, Duration sinceBest) {}
}
