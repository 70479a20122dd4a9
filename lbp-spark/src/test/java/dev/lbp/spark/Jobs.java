package dev.lbp.spark;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;

/** The jobs that Spark starts. */
final class Jobs {

    private Jobs() {}

    /** The descriptions of the jobs that some work starts, in their order. */
    static List<String> of(JavaSparkContext context, Runnable work) {
        List<String> descriptions = new CopyOnWriteArrayList<>();
        CountDownLatch last = new CountDownLatch(1);
        SparkListener listener = new SparkListener() {
            @Override
            public void onJobStart(SparkListenerJobStart job) {
                String description = job.properties().getProperty("spark.job.description");
                if ("the last".equals(description)) {
                    last.countDown();
                } else {
                    descriptions.add(description);
                }
            }
        };
        context.sc().addSparkListener(listener);
        try {
            work.run();
            // Spark's events are late, but in order.
            new SparkJob(context, "the last").run(1, number -> new byte[0], () -> {});
            last.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            context.sc().removeSparkListener(listener);
        }
        return descriptions;
    }
}
