package dev.lbp.spark;

import dev.lbp.Run;
import dev.lbp.RunSlice;
import dev.lbp.result.RunException;
import dev.lbp.result.SinkException;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;

/**
 * The task of an executor for one slice in one stage. The run and its parts are broadcast as bytes, because they may
 * exceed the size limit of a task; an executor fetches only the parts of its own slices.
 *
 * @param run the run's bytes, from which every task makes its own model
 * @param slices all slices of the run
 * @param sink the directory of the draws; null if they are not streamed
 */
record SliceTask(
        Broadcast<byte[]> run,
        List<Slice> slices,
        Stage stage,
        StageCounters counters,
        @Nullable HadoopDirectory sink) implements Function<Integer, byte[]> {

    @Override
    public byte[] call(Integer number) {
        TaskContext task = TaskContext.get();
        Slice slice = slices.get(number);
        try {
            // No filter is needed, because the bytes come from the driver.
            Run<?, ?, ?> mine = Run.fromBytes(run.value(), info -> ObjectInputFilter.Status.UNDECIDED);
            mine.threads(task.cpus()).listener(counters.ofTask(task));
            RunSlice chains = mine.part(slice.first(), slice.count());
            SliceResult result = sink != null && stage.draws()
                    ? withSink(sink, chains, number, task)
                    : new SliceResult(stage.carryOut(chains, number).toBytes(), task.taskAttemptId(), Map.of());
            counters.javas.add(StageCounters.javaVersion());
            return result.toBytes();
        } catch (RuntimeException | LinkageError e) {
            Throwable cause = e instanceof RunException ? e.getCause() : e;
            throw new RunException(slice + ": " + e.getMessage() + advice(e), cause, null); // without a partial result
        }
    }

    /** Makes the draws, which go to a local directory, and then copies their files to the directory of this attempt. */
    private SliceResult withSink(HadoopDirectory to, RunSlice chains, int number, TaskContext task) {
        try (LocalDraws local = new LocalDraws()) {
            byte[] part = stage.carryOut(chains.sink(local.directory()), number).toBytes();
            List<Path> files = local.files();
            to.stage(task.taskAttemptId(), files, task::isInterrupted);
            return new SliceResult(part, task.taskAttemptId(), SliceResult.sizes(files));
        } catch (IOException e) {
            throw new RunException(
                    "the draws cannot be written to " + to + ": " + e.getMessage(), new SinkException(e), null);
        }
    }

    /** A hint about missing classes; empty for other failures. */
    private static String advice(Throwable failure) {
        String advice = "";
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String text = String.valueOf(cause.getMessage()).replace('/', '.');
            boolean missing = cause instanceof LinkageError || cause instanceof ClassNotFoundException;
            if (missing && (text.contains("org.nd4j") || text.contains("org.bytedeco"))
                    || cause.getClass().getName().endsWith("NoAvailableBackendException")) {
                return "; the class path of executors must have ND4J and its natives (org.nd4j:nd4j-native with the"
                        + " classifier of their platform, and what it brings), for example by spark.jars";
            }
            if (cause instanceof ClassNotFoundException || cause instanceof NoClassDefFoundError) {
                advice =
                        "; the class path of executors must have the classes of the application: start it with its jar by"
                                + " spark-submit, or name the jar in spark.jars";
            }
        }
        return advice;
    }
}
