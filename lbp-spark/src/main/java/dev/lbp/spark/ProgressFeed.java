package dev.lbp.spark;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorMetricsUpdate;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Keeps the present sums of {@link StageCounters} in the driver. They include running tasks, whose executors report
 * them with heartbeats; an accumulator itself includes only tasks that have succeeded. Spark's listener thread writes
 * the sums, and the thread that called the run reads them.
 */
final class ProgressFeed extends SparkListener {

    /** Sums over the tasks of a stage. */
    record Sums(long steps, double logScales, double acceptances) {

        Sums plus(Sums other) {
            return new Sums(steps + other.steps, logScales + other.logScales, acceptances + other.acceptances);
        }

        /** The geometric mean of the scale over steps; NaN before the first step. */
        double scale() {
            return Math.exp(logScales / steps);
        }

        /** The mean acceptance over steps; NaN before the first step. */
        double acceptance() {
            return acceptances / steps;
        }
    }

    private static final Sums NONE = new Sums(0L, 0.0, 0.0);

    private final StageCounters counters;

    /** The sums of each attempt of a task, by the number of the attempt. */
    private final Map<Long, Sums> tasks = new HashMap<>();

    ProgressFeed(StageCounters counters) {
        this.counters = counters;
    }

    synchronized Sums sums() {
        return tasks.values().stream().reduce(NONE, Sums::plus);
    }

    /** Takes the sums of running tasks: an update of a heartbeat is (task, stage, attempt, accumulators). */
    @Override
    public void onExecutorMetricsUpdate(SparkListenerExecutorMetricsUpdate heartbeat) {
        heartbeat.accumUpdates().foreach(update -> {
            update((Long) update._1(), CollectionConverters.asJava(update._4()));
            return null; // Scala's foreach wants a function with a result
        });
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        long task = end.taskInfo().taskId();
        if (end.taskInfo().successful()) {
            update(task, CollectionConverters.asJava(end.taskInfo().accumulables()));
        } else {
            removeTask(task);
        }
    }

    private synchronized void removeTask(long task) {
        tasks.remove(task);
    }

    /** Replaces the sums of a task by its new ones. Each update has the sum of the task so far in one accumulator. */
    private synchronized void update(long task, Iterable<AccumulableInfo> updates) {
        for (AccumulableInfo update : updates) {
            if (update.update().isEmpty()) {
                continue;
            }
            Object value = update.update().get();
            Sums before = tasks.getOrDefault(task, NONE);
            if (update.id() == counters.steps.id()) {
                tasks.put(task, new Sums((Long) value, before.logScales, before.acceptances));
            } else if (update.id() == counters.logScales.id()) {
                tasks.put(task, new Sums(before.steps, (Double) value, before.acceptances));
            } else if (update.id() == counters.acceptances.id()) {
                tasks.put(task, new Sums(before.steps, before.logScales, (Double) value));
            }
        }
    }
}
