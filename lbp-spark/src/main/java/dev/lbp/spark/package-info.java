/*
 * How the classes work together. `SparkSampling` collects settings. `SparkRun` is the driver's side: it has a
 * `SparkJob` for each stage, whose tasks are `SliceTask`s. Tasks count their steps in `StageCounters`; `ProgressFeed`
 * reads them from Spark's events, and `RunProgress` tells the listener. A task writes its draws to `LocalDraws` and
 * copies them to a `HadoopDirectory`; a `SliceResult` names them. `SparkSink`, at the driver, claims the directory by a
 * `Claim` and moves the files of the results to their places. Only bytes and numbers pass through Spark: its serialiser
 * may be Kryo, and a broadcast object would be shared by tasks.
 */
/** Runs on the executors of Apache Spark: {@link dev.lbp.spark.SparkSampling}. */
@NullMarked
package dev.lbp.spark;

import org.jspecify.annotations.NullMarked;
