package dev.lbp.spark;

import dev.lbp.Run;
import dev.lbp.internal.Check;
import dev.lbp.result.RunException;
import dev.lbp.result.RunResult;
import dev.lbp.result.SamplingListener;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a run on the executors of Apache Spark. The result is that of {@link Run#run}, bit for bit except its
 * times.
 *
 * <pre>{@code
 * SamplingRun run = Samplers.lbp().adaptive().build().sample(model).chains(1_000).draws(5_000).seed(42);
 * SampleResult result = SparkSampling.run(context, run);
 * }</pre>
 *
 * <p>The chains are divided into slices. A job of Spark carries out the warm-up of each slice in a task. The driver
 * pools what the slices have learned, and a second job makes the draws; the driver merges them. Parallel tempering has
 * a job for each round of its schedule. A run with a fixed scale has no warm-up job. A task that dies is repeated by
 * Spark and makes the same draws, because they depend on the seed and the number of the chain alone.
 *
 * <p>The run travels as bytes ({@link Run#toBytes}), and each task makes a model of its own from them: models keep
 * workspaces that two tasks of an executor must not share. A task works with {@code spark.task.cpus} threads.
 *
 * <p>A batched model needs {@link Run#chainsPerBatch}, because the rows of a matrix product decide its last bits. For
 * the same reason set {@code spark.executorEnv.OMP_NUM_THREADS} to {@code spark.task.cpus}.
 *
 * <p>lbp-spark brings no Spark: it is compiled against spark-core 4.2 for Scala 2.13, which the application or the
 * cluster has.
 *
 * @param <R> the result
 */
public final class SparkSampling<R extends RunResult> {

    private final Run<?, R, ?> run;

    /** The number of slices; 0 for the default. */
    private int parts;

    private SamplingListener listener = new SamplingListener() {};

    /** The directory of the draws; null for none. */
    private @Nullable String sink;

    private SparkSampling(Run<?, R, ?> run) {
        this.run = run;
    }

    /**
     * Carries out a run on Spark with the defaults of this class.
     *
     * @param context for a {@code SparkSession}: {@code JavaSparkContext.fromSparkContext(session.sparkContext())}
     * @throws RunException as {@link #run(JavaSparkContext)} does
     * @throws IllegalArgumentException as {@link #run(JavaSparkContext)} does
     */
    public static <R extends RunResult> R run(JavaSparkContext context, Run<?, R, ?> run) {
        return of(run).run(context);
    }

    /** Prepares a run on Spark. The run is read when it is carried out. */
    public static <R extends RunResult> SparkSampling<R> of(Run<?, R, ?> run) {
        return new SparkSampling<>(Check.notNull("run", run));
    }

    /**
     * The number of slices, which is the number of tasks of each job, at least 1. Default: {@code
     * SparkContext.defaultParallelism} over {@code spark.task.cpus}. There are at most as many slices as chains, or as
     * batches of chains. The draws do not depend on it.
     */
    public SparkSampling<R> parts(int count) {
        parts = Check.atLeast(1, "count", count);
        return this;
    }

    /**
     * Sets the listener, which receives the progress of the run in the driver, by the thread that called {@link #run}.
     * Executors report their steps with their heartbeats, by default every ten seconds, and when a task ends. A
     * listener of the run itself is not called. {@link SamplingListener#frozen} and {@link SamplingListener#tempered}
     * are not called: their values are in the result.
     */
    public SparkSampling<R> listener(SamplingListener progressListener) {
        listener = Check.notNull("progressListener", progressListener);
        return this;
    }

    /**
     * Streams states and traces to a directory on any file system of Spark's Hadoop client, such as {@code hdfs:},
     * {@code s3a:} or {@code file:}. Its files are those of {@link Run#sink}. A task writes the draws of its slice to
     * Spark's local directory ({@code spark.local.dir}), which needs room for them, and copies them to {@code _lbp} in
     * the directory. The driver moves the files of the tasks whose results count to their places, checks that all are
     * there with their sizes, and writes {@code manifest.json} last. So a directory with a manifest is whole, whatever
     * speculative or repeated tasks have done.
     *
     * <p>Two runs never write to one directory: the second is refused before its first job. A run that fails leaves no
     * manifest, and the next run replaces its files. If a driver was killed, the next run begins after a minute, in
     * which nobody renews the claim of the killed one. The listings of the file system must have every file that was
     * written before, as those of HDFS, local disks, S3, Google Cloud Storage and Azure do.
     *
     * <p>{@link Run#sink} itself names a directory of the machine, and fits a file system that all executors and the
     * driver share. A run has one of the two.
     *
     * @param uri made by {@link #run}, with its parents; it must not hold the draws of another run
     * @throws IllegalArgumentException if it is blank
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
     *     its chains, and the cause is that of {@link Run#run}. Or if the sink cannot be written, is in use, or holds
     *     the draws of another run; its cause is then a {@link dev.lbp.result.SinkException}. Or if the calling thread
     *     is interrupted; its interrupt flag is set. There is no partial result
     * @throws IllegalArgumentException if {@link Run#check} refuses the run, or it cannot be carried out in parts or
     *     serialised; the message of the latter names the field of the model
     */
    public R run(JavaSparkContext context) {
        Check.notNull("context", context);
        HadoopDirectory directory = sink == null ? null : new HadoopDirectory(sink, context.hadoopConfiguration());
        return new SparkRun<>(context, run, slices(context), listener, directory).run();
    }

    private int slices(JavaSparkContext context) {
        if (parts > 0) {
            return parts;
        }
        int cores = context.getConf().getInt("spark.task.cpus", 1);
        return Math.max(1, context.defaultParallelism() / cores);
    }
}
