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

/** One Spark job, which applies a function to each slice of a run. */
final class SparkJob {

    private static final String DESCRIPTION = "spark.job.description";

    /** Milliseconds between two calls of the progress. */
    private static final long PERIOD = 100;

    private final JavaSparkContext context;
    private final String description;

    /**
     * A job.
     *
     * @param description the text that Spark's pages show for the job
     */
    SparkJob(JavaSparkContext context, String description) {
        this.context = context;
        this.description = description;
    }

    /**
     * Runs a task for each number from 0 to {@code count} - 1.
     *
     * <p>Spark's serialiser of data sees only numbers and bytes, so that any serialiser works.
     *
     * @param task applied to each number
     * @param progress called by this thread about ten times per second
     * @throws RunException if a task has failed as often as Spark allows, or this thread is interrupted
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

    /** Submits the job. Resets the description afterwards, because Spark keeps it for later jobs of this thread. */
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

    /** The exception of the task if Spark passes it on; otherwise an exception with Spark's message. */
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
