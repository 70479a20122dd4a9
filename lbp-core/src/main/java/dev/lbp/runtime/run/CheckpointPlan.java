package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where to, and how often, a run is saved.
 *
 * @param every time from one checkpoint to the next
 * @param steps of each chain from one checkpoint to the next; 0 if it goes by time
 * @param largestShare of the run's time that checkpoints may take: they are put off when they would take more
 */
public record CheckpointPlan(Path file, Duration every, long steps, double largestShare) {

    private static final Duration EVERY = Duration.ofSeconds(30);

    /** Well below what a run's time differs by from one to the next. */
    private static final double SMALL_SHARE = 0.02;

    /** Every half minute, or less often where states are so large that it would take a fiftieth of the time. */
    public static CheckpointPlan of(Path file) {
        return new CheckpointPlan(file, EVERY, 0, SMALL_SHARE);
    }

    public static CheckpointPlan of(Path file, Duration every) {
        return new CheckpointPlan(file, every, 0, 1.0);
    }

    public static CheckpointPlan of(Path file, long steps) {
        return new CheckpointPlan(file, Duration.ZERO, steps, 1.0);
    }

    /**
     * Whether a checkpoint is due.
     *
     * @param sinceLast time since the last one
     * @param lastTook the time it took
     * @param stepsSinceLast of the chain that has taken the fewest
     */
    boolean isDue(Duration sinceLast, Duration lastTook, long stepsSinceLast) {
        if (steps > 0) {
            return stepsSinceLast >= steps;
        }
        return sinceLast.compareTo(every) >= 0 && lastTook.toNanos() <= largestShare * sinceLast.toNanos();
    }

    /**
     * Refuses to write over a checkpoint, unless it is the one that the run goes on from.
     *
     * @throws IllegalArgumentException if the file is there
     */
    public void checkFree(@Nullable CheckpointFile from) {
        CheckpointFile to = new CheckpointFile(file);
        Check.that(
                from != null && from.path().equals(to.path()) || !to.exists(),
                "not be there already, unless the run is resumed from it",
                "checkpoint",
                file);
    }
}
