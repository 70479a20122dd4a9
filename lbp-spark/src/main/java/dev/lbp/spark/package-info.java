/** Runs on the executors of Apache Spark: {@link dev.lbp.spark.SparkSampling}. */
@NullMarked
package dev.lbp.spark;

import org.jspecify.annotations.NullMarked;
