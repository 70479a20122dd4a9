/*
 * How the classes work together. `SparkSampling` collects settings. `SparkRun`, in the driver, runs a `SparkJob` of
 * `SliceTask`s for each stage. Tasks count their steps in `StageCounters`; `ProgressFeed` reads the counters from
 * Spark's events, and `RunProgress` calls the listener. A task writes its draws to `LocalDraws`, copies the files to a
 * `HadoopDirectory`, and names them in its `SliceResult`. `SparkSink`, in the driver, claims the directory by a `Claim`
 * and moves the files to it. Only bytes and numbers pass through Spark, because its serialiser may be Kryo, and tasks
 * would share a broadcast object.
 */
/** Runs on the executors of Apache Spark: {@link dev.lbp.spark.SparkSampling}. */
@NullMarked
package dev.lbp.spark;

import org.jspecify.annotations.NullMarked;
