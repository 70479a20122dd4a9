package dev.lbp.spark;

import dev.lbp.result.SamplingListener;
import java.io.Serializable;
import java.util.concurrent.CancellationException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.CollectionAccumulator;
import org.apache.spark.util.DoubleAccumulator;
import org.apache.spark.util.LongAccumulator;

/**
 * The counters of the tasks of one stage. They are accumulators of Spark's own classes: executors send them with
 * heartbeats, and a driver that cannot deserialise a heartbeat gives up the executor.
 */
final class StageCounters implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Steps of all chains. Spark's pages show its name as a column. */
    final LongAccumulator steps;

    /** The sum over steps of the logarithm of the scale. */
    final DoubleAccumulator logScales;

    /** The sum over steps of the acceptance. */
    final DoubleAccumulator acceptances;

    /** The Java versions of the executors, one entry for every finished task. */
    final CollectionAccumulator<String> javas;

    StageCounters(JavaSparkContext context) {
        steps = context.sc().longAccumulator("lbp: steps");
        logScales = context.sc().doubleAccumulator("lbp: log scale times steps");
        acceptances = context.sc().doubleAccumulator("lbp: acceptance times steps");
        javas = context.sc().collectionAccumulator("lbp: Java");
    }

    /** The Java version of this JVM. */
    static String javaVersion() {
        return System.getProperty("java.version");
    }

    /** The sums over all successful tasks. */
    ProgressFeed.Sums sums() {
        return new ProgressFeed.Sums(steps.value(), logScales.value(), acceptances.value());
    }

    /** The listener of a slice's run in a task. It throws, to end the run, if Spark has ended the task. */
    SamplingListener ofTask(TaskContext task) {
        return new TaskListener(task);
    }

    /** Adds the progress of one task to the accumulators. */
    private final class TaskListener implements SamplingListener {

        private final TaskContext task;
        private long stepsBefore;
        private double logScalesBefore;
        private double acceptancesBefore;

        TaskListener(TaskContext task) {
            this.task = task;
        }

        /** Adds what the step-weighted sums have grown by since the last call: Spark's accumulators can only add. */
        @Override
        public void warmUpProgress(long taken, long total, double scale, double acceptance) {
            if (taken > 0) { // before the first step the acceptance is NaN
                double weighted = taken * Math.log(scale);
                logScales.add(weighted - logScalesBefore);
                logScalesBefore = weighted;
                weighted = taken * acceptance;
                acceptances.add(weighted - acceptancesBefore);
                acceptancesBefore = weighted;
            }
            addSteps(taken);
        }

        @Override
        public void drawsProgress(long taken, long total) {
            addSteps(taken);
        }

        private void addSteps(long taken) {
            if (task.isInterrupted()) {
                throw new CancellationException("Spark has ended the task");
            }
            steps.add(taken - stepsBefore);
            stepsBefore = taken;
        }
    }
}
