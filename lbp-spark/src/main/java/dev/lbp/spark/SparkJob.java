package dev.lbp.spark;

import dev.lbp.result.RunException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.jspecify.annotations.Nullable;

/** One job of Spark: the same function for each slice of a run. */
final class SparkJob {

    private static final String DESCRIPTION = "spark.job.description";

    /** Milliseconds from one call of the progress to the next. */
    private static final long PERIOD = 100;

    private final JavaSparkContext context;
    private final String description;

    /**
     * @param description the text that Spark's pages show for the job
     */
    SparkJob(JavaSparkContext context, String description) {
        this.context = context;
        this.description = description;
    }

    /**
     * Runs the function for 0, 1, ..., {@code count} - 1, each in a task of its own.
     *
     * <p>Numbers and bytes are all that Spark's serialiser of data sees, so that it may be any.
     *
     * @param progress called about ten times a second by this thread
     * @throws RunException if a task has failed as often as Spark lets it, or this thread is interrupted
     */
    List<byte[]> run(int count, Function<Integer, byte[]> task, Runnable progress) {
        JavaFutureAction<List<byte[]>> job = submit(count, task);
        boolean ended = false;
        try {
            while (true) {
                try {
                    List<byte[]> results = job.get(PERIOD, TimeUnit.MILLISECONDS);
                    ended = true;
                    return results;
                } catch (TimeoutException e) {
                    progress.run();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunException(description + ": interrupted; its tasks are cancelled", e, null);
        } catch (ExecutionException e) {
            ended = true;
            throw failure(e.getCause() == null ? e : e.getCause());
        } finally {
            if (!ended) {
                job.cancel(true);
            }
        }
    }

    /** The description belongs to the calling thread, whose other jobs must not get it. */
    private JavaFutureAction<List<byte[]>> submit(int count, Function<Integer, byte[]> task) {
        String before = context.getLocalProperty(DESCRIPTION);
        context.setLocalProperty(DESCRIPTION, description);
        try {
            List<Integer> numbers = IntStream.range(0, count).boxed().toList();
            return context.parallelize(numbers, count).map(task).collectAsync();
        } finally {
            context.setLocalProperty(DESCRIPTION, before);
        }
    }

    /** The exception of the task, where Spark hands it on; else what Spark says. */
    private RunException failure(Throwable ofSpark) {
        for (@Nullable Throwable cause = ofSpark; cause != null; cause = cause.getCause()) {
            if (cause instanceof RunException ofTask) {
                RunException failure = new RunException(ofTask.getMessage(), ofTask.getCause(), null);
                failure.addSuppressed(ofSpark);
                return failure;
            }
        }
        return new RunException(description + ": " + ofSpark.getMessage(), ofSpark, null);
    }
}
