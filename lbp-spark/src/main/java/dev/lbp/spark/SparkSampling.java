package dev.lbp.spark;

import dev.lbp.Run;
import dev.lbp.internal.Check;
import dev.lbp.result.RunException;
import dev.lbp.result.RunResult;
import dev.lbp.result.SamplingListener;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a run on the executors of Apache Spark. The result equals that of {@link Run#run} bit for bit, except for
 * its times.
 *
 * <pre>{@code
 * SamplingRun run = Samplers.lbp().adaptive().build().sample(model).chains(1_000).draws(5_000).seed(42);
 * SampleResult result = SparkSampling.run(context, run);
 * }</pre>
 *
 * <p>The chains are divided into slices. A first Spark job makes the warm-up, with a task for each slice. The driver
 * pools the adaptation of the slices, and a second job makes the draws, which the driver merges. Parallel tempering has
 * a job for each round of its schedule. A run with a fixed scale has no warm-up job. Spark repeats a task that dies;
 * the draws are the same, because they depend only on the seed and the number of the chain.
 *
 * <p>The run is sent as bytes ({@link Run#toBytes}). Each task makes its own model from the bytes, because models keep
 * workspaces that two tasks of an executor must not share. A task uses {@code spark.task.cpus} threads.
 *
 * <p>A batched model needs {@link Run#chainsPerBatch}, because the last bits of a matrix product depend on its number
 * of rows. For the same reason set {@code spark.executorEnv.OMP_NUM_THREADS} to {@code spark.task.cpus}.
 *
 * <p>lbp-spark does not include Spark. It is compiled against spark-core 4.2 for Scala 2.13, which the application or
 * the cluster must provide.
 *
 * @param <R> the type of the result
 */
public final class SparkSampling<R extends RunResult> {

    private final Run<?, R, ?> run;

    /** The number of slices; 0 for the default. */
    private int parts;

    private SamplingListener listener = new SamplingListener() {};

    /** The directory of the draws; null if they are not streamed. */
    private @Nullable String sink;

    private SparkSampling(Run<?, R, ?> run) {
        this.run = run;
    }

    /**
     * Carries out a run on Spark with default settings.
     *
     * @param context for a {@code SparkSession}: {@code JavaSparkContext.fromSparkContext(session.sparkContext())}
     * @throws RunException as {@link #run(JavaSparkContext)} does
     * @throws IllegalArgumentException as {@link #run(JavaSparkContext)} does
     */
    public static <R extends RunResult> R run(JavaSparkContext context, Run<?, R, ?> run) {
        return of(run).run(context);
    }

    /** Prepares a run on Spark. Settings of the run are read only when it is carried out. */
    public static <R extends RunResult> SparkSampling<R> of(Run<?, R, ?> run) {
        return new SparkSampling<>(Check.notNull("run", run));
    }

    /**
     * The number of slices, and so of tasks in each job, at least 1. Default: {@code SparkContext.defaultParallelism}
     * divided by {@code spark.task.cpus}. There are at most as many slices as chains, or batches of chains. The draws
     * do not depend on the number of slices.
     */
    public SparkSampling<R> parts(int count) {
        parts = Check.atLeast(1, "count", count);
        return this;
    }

    /**
     * Sets the listener, which is called in the driver by the thread that called {@link #run}. Executors report their
     * steps with their heartbeats, by default every ten seconds, and when a task ends. The listener of the run itself
     * is not called. {@link SamplingListener#frozen} and {@link SamplingListener#tempered} are not called either; the
     * result has their values.
     */
    public SparkSampling<R> listener(SamplingListener progressListener) {
        listener = Check.notNull("progressListener", progressListener);
        return this;
    }

    /**
     * Streams states and traces to a directory on any file system of Spark's Hadoop client, such as {@code hdfs:},
     * {@code s3a:} or {@code file:}. The directory gets the same files as with {@link Run#sink}. A task writes the
     * draws of its slice to Spark's local directory ({@code spark.local.dir}), which must have enough space, and copies
     * them to {@code _lbp} in the sink. At the end the driver moves the files of the successful tasks to the sink,
     * checks that all files have arrived with the right size, and writes {@code manifest.json} last. So a directory
     * with a manifest is complete, even if tasks were repeated or speculative.
     *
     * <p>Two runs never write to one directory: the second run is refused before its first job. A run that fails leaves
     * no manifest, and the next run replaces its files. If a driver was killed, the next run waits for a minute, until
     * it knows that nobody renews the claim of the killed driver. The listings of the file system must include every
     * file written before, as on HDFS, local disks, S3, Google Cloud Storage and Azure.
     *
     * <p>{@link Run#sink} names a local directory, which all executors and the driver would have to share. A run can
     * use only one of both sinks.
     *
     * @param uri the directory; {@link #run} makes it with its parents. It must not hold the draws of another run
     * @throws IllegalArgumentException if the URI is blank
     */
    public SparkSampling<R> sink(String uri) {
        Check.that(!Check.notNull("uri", uri).isBlank(), "not be blank", "uri", uri);
        sink = uri;
        return this;
    }

    /**
     * Carries out the run. If the calling thread is interrupted, the jobs are cancelled.
     *
     * @throws RunException if a task has failed as often as {@code spark.task.maxFailures} allows; the message names
     *     its chains, and the cause is the same as in {@link Run#run}. Also if the sink cannot be written, is in use,
     *     or holds the draws of another run; the cause is then a {@link dev.lbp.result.SinkException}. Also if the
     *     calling thread is interrupted; its interrupt flag stays set. There is no partial result
     * @throws IllegalArgumentException if {@link Run#check} refuses the run, or the run cannot be divided into parts or
     *     serialised; if it cannot be serialised, the message names the field of the model
     */
    public R run(JavaSparkContext context) {
        Check.notNull("context", context);
        HadoopDirectory directory = sink == null ? null : new HadoopDirectory(sink, context.hadoopConfiguration());
        return new SparkRun<>(context, run, slices(context), listener, directory).run();
    }

    /** The number of slices that was set, or by default the number of tasks that the cluster runs at once. */
    private int slices(JavaSparkContext context) {
        if (parts > 0) {
            return parts;
        }
        int cores = context.getConf().getInt("spark.task.cpus", 1);
        return Math.max(1, context.defaultParallelism() / cores);
    }
}
