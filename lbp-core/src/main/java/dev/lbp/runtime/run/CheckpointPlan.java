package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.OutputLock;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a run's checkpoints: their file and how often they are written.
 *
 * @param every time from one checkpoint to the next
 * @param steps steps of each chain from one checkpoint to the next; 0 if {@code every} applies
 * @param largestShare the largest share of the run's time for checkpoints, which are delayed if they would take more
 */
public record CheckpointPlan(Path file, Duration every, long steps, double largestShare) {

    private static final Duration EVERY = Duration.ofSeconds(30);

    /** The default share of the time for checkpoints: much less than the times of equal runs differ. */
    private static final double SMALL_SHARE = 0.02;

    /**
     * A checkpoint every half minute, or less often if large states would make checkpoints take over a fiftieth of
     * the time.
     */
    public static CheckpointPlan of(Path file) {
        return new CheckpointPlan(file, EVERY, /* steps= */ 0, SMALL_SHARE);
    }

    public static CheckpointPlan of(Path file, Duration every) {
        return new CheckpointPlan(file, every, /* steps= */ 0, /* largestShare= */ 1.0);
    }

    public static CheckpointPlan of(Path file, long steps) {
        return new CheckpointPlan(file, Duration.ZERO, steps, 1.0);
    }

    /** A copy with {@code suffix} appended to the name of the file. */
    CheckpointPlan withSuffix(String suffix) {
        return new CheckpointPlan(file.resolveSibling(file.getFileName() + suffix), every, steps, largestShare);
    }

    /**
     * Does {@code work} while no other run writes to the file of a plan.
     *
     * @param plan null for a run without checkpoints
     * @throws RunException if another run writes to it, or its directory is not there
     */
    static <T> T locked(@Nullable CheckpointPlan plan, Supplier<T> work) {
        if (plan == null) {
            return work.get();
        }
        try (OutputLock lock = OutputLock.ofCheckpoint(inDirectory(plan.file))) {
            return work.get();
        } catch (IOException e) {
            throw new RunException(e.getMessage(), new CheckpointException(e), /* partialResult= */ null);
        }
    }

    /** The file, if its directory is there. */
    private static Path inDirectory(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new IOException("cannot write " + file + ": must be in a directory that exists");
        }
        return file;
    }

    /**
     * Whether a checkpoint is due.
     *
     * @param sinceLast time since the last one
     * @param lastTook the time that the last one took
     * @param stepsSinceLast steps since the last one, of the chain with the fewest
     */
    boolean isDue(Duration sinceLast, Duration lastTook, long stepsSinceLast) {
        if (steps > 0) {
            return stepsSinceLast >= steps;
        }
        return sinceLast.compareTo(every) >= 0 && lastTook.toNanos() <= largestShare * sinceLast.toNanos();
    }

    /**
     * Checks that the run does not overwrite a checkpoint, except {@code from}, the one that it resumes.
     *
     * @throws IllegalArgumentException if the file is there and is another checkpoint
     */
    void checkFree(@Nullable CheckpointFile from) {
        CheckpointFile to = new CheckpointFile(file);
        Check.that(
                from != null && from.path().equals(to.path()) || !to.exists(),
                "not be there already, unless the run is resumed from it",
                "checkpoint",
                file);
    }
}
