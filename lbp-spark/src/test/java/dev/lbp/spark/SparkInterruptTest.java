package dev.lbp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.lbp.Results;
import dev.lbp.SamplingRun;
import dev.lbp.result.RunException;
import dev.lbp.result.SamplingListener;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;

/** An interrupt of the thread that waits in the driver. */
class SparkInterruptTest {

    private final JavaSparkContext context = Cluster.here();

    /**
     * Spark stops its queue of events in the middle if the thread that removes a listener is interrupted; later runs
     * then wait for ever.
     */
    @Test
    void interruptedRun_fails_andTheContextServesTheNext() {
        SamplingRun run = Runs.of(Runs.ising());
        AtomicReference<Throwable> told = new AtomicReference<>();
        SamplingListener listener = new SamplingListener() {
            @Override
            public void warmUpProgress(long steps, long total, double scale, double acceptance) {
                Thread.currentThread().interrupt();
            }

            @Override
            public void failed(Throwable failure) {
                told.set(failure);
            }
        };
        Throwable failure =
                catchThrowable(() -> SparkSampling.of(Runs.of(Runs.ising()).warmup(2_000_000))
                        .listener(listener)
                        .run(context));
        boolean flag = Thread.interrupted();
        assertThat(failure).isInstanceOf(RunException.class).hasMessageContaining("interrupted");
        assertThat(failure).hasCauseInstanceOf(InterruptedException.class);
        assertThat(flag).isTrue();
        assertThat(told.get()).isSameAs(failure);
        Results.assertSame(run.run(), SparkSampling.run(context, run));
    }

    @Test
    void threadThatIsInterruptedBefore_getsTheSameFailure() {
        SamplingRun run = Runs.of(Runs.ising());
        Thread.currentThread().interrupt();
        Throwable failure = catchThrowable(() -> SparkSampling.run(context, run));
        boolean flag = Thread.interrupted();
        assertThat(failure).isInstanceOf(RunException.class).hasMessageContaining("interrupted");
        assertThat(flag).isTrue();
        Results.assertSame(run.run(), SparkSampling.run(context, run));
    }
}
