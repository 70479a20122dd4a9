package dev.lbp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lbp.result.RunException;
import dev.lbp.target.ModelException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;

/** Jobs on Spark in this JVM. */
class SparkJobTest {

    private final JavaSparkContext context = Cluster.here();

    /** Counted down by the task that runs at present; tasks are in this JVM. */
    private static CountDownLatch begun;

    private static CountDownLatch seen;
    private static AtomicBoolean ended;

    @Test
    void results_areInTheOrder_ofTheSlices() {
        List<byte[]> results =
                new SparkJob(context, "lbp: a test").run(5, number -> new byte[] {number.byteValue()}, () -> {});
        assertThat(results).extracting(bytes -> bytes[0]).containsExactly((byte) 0, (byte) 1, (byte) 2, (byte) 3, (byte)
                4);
    }

    @Test
    void description_isOfTheJobAlone() {
        context.setJobDescription("the caller's");
        List<byte[]> results = new SparkJob(context, "lbp: a test")
                .run(
                        1,
                        number -> TaskContext.get()
                                .getLocalProperty("spark.job.description")
                                .getBytes(),
                        () -> {});
        assertThat(new String(results.get(0))).isEqualTo("lbp: a test");
        assertThat(context.getLocalProperty("spark.job.description")).isEqualTo("the caller's");
    }

    @Test
    void failureOfATask_isThatOfTheRun() {
        SparkJob job = new SparkJob(context, "lbp: a test");
        RunException failure = catchThrowableOfType(
                RunException.class,
                () -> job.run(
                        2,
                        number -> {
                            throw new RunException("chains 0 to 3: broken", new ModelException("broken", null), null);
                        },
                        () -> {}));
        assertThat(failure).hasMessage("chains 0 to 3: broken").hasCauseInstanceOf(ModelException.class);
        assertThat(failure.getSuppressed()).hasSize(1);
        assertThat(failure.getSuppressed()[0]).hasMessageContaining("Task 0 in stage");
    }

    @Test
    void anotherFailure_namesTheJob() {
        SparkJob job = new SparkJob(context, "lbp: a test");
        assertThatThrownBy(() -> job.run(
                        1,
                        number -> {
                            throw new IllegalStateException("no memory left");
                        },
                        () -> {}))
                .isInstanceOf(RunException.class)
                .hasMessageStartingWith("lbp: a test: ")
                .hasMessageContaining("no memory left");
    }

    /** Its task ends soon too, although no thread interrupts it. */
    @Test
    void interruptOfTheCaller_cancelsTheJob() throws InterruptedException {
        begun = new CountDownLatch(1);
        ended = new AtomicBoolean();
        CountDownLatch over = new CountDownLatch(1);
        StageCounters counters = new StageCounters(context);
        SparkJob job = new SparkJob(context, "lbp: a test");
        Thread caller = new Thread(() -> {
            assertThatThrownBy(() -> job.run(1, number -> untilEnded(counters), () -> {}))
                    .isInstanceOf(RunException.class)
                    .hasMessageContaining("interrupted");
            ended.set(Thread.currentThread().isInterrupted());
            over.countDown();
        });
        caller.start();
        begun.await();
        caller.interrupt();
        over.await();
        assertThat(ended).isTrue();
        // There is one core: another task begins when the first has ended.
        assertThat(new SparkJob(context, "lbp: after it").run(1, number -> new byte[1], () -> {}))
                .hasSize(1);
    }

    private static byte[] untilEnded(StageCounters counters) throws InterruptedException {
        var listener = counters.ofTask(TaskContext.get());
        begun.countDown();
        while (true) {
            listener.drawsProgress(1, 10);
            Thread.sleep(1);
        }
    }

    /** The task waits until the driver knows what it has counted, so only a heartbeat can have told it. */
    @Test
    void feed_hasTheSteps_ofTasksThatRun() throws InterruptedException {
        seen = new CountDownLatch(1);
        StageCounters counters = new StageCounters(context);
        ProgressFeed feed = new ProgressFeed(counters);
        context.sc().addSparkListener(feed);
        SparkJob job = new SparkJob(context, "lbp: a test");
        job.run(1, number -> countTwice(counters), () -> {
            if (feed.sums().steps() == 30) {
                seen.countDown();
            }
        });
        while (feed.sums().steps() < 60) {
            Thread.sleep(1); // Spark tells its listeners of the end of a task after the job has ended
        }
        context.sc().removeSparkListener(feed);
        assertThat(counters.steps.value()).isEqualTo(60);
        assertThat(feed.sums().scale()).isEqualTo(4.0);
        assertThat(feed.sums().acceptance()).isEqualTo(0.75);
    }

    private static byte[] countTwice(StageCounters counters) throws InterruptedException {
        var listener = counters.ofTask(TaskContext.get());
        listener.warmUpProgress(0, 60, 2.0, Double.NaN);
        listener.warmUpProgress(30, 60, 2.0, 0.5);
        seen.await();
        listener.warmUpProgress(60, 60, 4.0, 0.75);
        return new byte[0];
    }
}
