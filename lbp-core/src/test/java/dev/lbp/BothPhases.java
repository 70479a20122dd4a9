package dev.lbp;

import dev.lbp.result.SamplingListener;

/** A listener that hears of warm-up and of draws in the same way. */
@FunctionalInterface
public interface BothPhases extends SamplingListener {

    void progress(boolean warmUp, long steps, long total);

    @Override
    default void warmUpProgress(long steps, long total, double scale, double acceptance) {
        progress(true, steps, total);
    }

    @Override
    default void drawsProgress(long steps, long total) {
        progress(false, steps, total);
    }
}
