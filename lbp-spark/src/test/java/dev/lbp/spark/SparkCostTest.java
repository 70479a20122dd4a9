package dev.lbp.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.models.IsingModel;
import java.util.Arrays;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prints what Spark costs, for docs/results/figures.md. Asserts no time. */
@Tag("slow")
class SparkCostTest {

    private static final int REPEATS = 5;

    @ParameterizedTest
    @ValueSource(strings = {"local[2]", Cluster.TWO_PROCESSES})
    void costs_arePrinted(String master) {
        Cluster.stop();
        SamplingRun run = Samplers.lbp()
                .adaptive()
                .build()
                .sample(IsingModel.lattice(50, 50).coupling(0.15).field(0.1).build())
                .chains(8)
                .draws(15_000)
                .threads(2);
        run.run(); // compiled
        double begun = seconds();
        try (JavaSparkContext context = Cluster.start(master)) {
            new SparkJob(context, "first").run(2, number -> new byte[0], () -> {});
            double start = seconds() - begun;
            double job = median(() -> new SparkJob(context, "empty").run(2, number -> new byte[0], () -> {}));
            SparkSampling.run(context, run); // compiled in the executors
            double[] spark = new double[REPEATS];
            double[] threads = new double[REPEATS];
            for (int k = 0; k < REPEATS; k++) { // in turn, because other processes use the cores too
                spark[k] = time(() -> SparkSampling.of(run).parts(2).run(context));
                threads[k] = time(run::run);
            }
            System.out.printf(
                    "%s: start and first job %.1f s, empty job %.3f s; run on Spark %.2f s, on two threads %.2f s%n",
                    master, start, job, median(spark), median(threads));
            assertThat(spark).doesNotContain(0.0);
        }
    }

    private static double median(Runnable work) {
        double[] times = new double[20 * REPEATS];
        Arrays.setAll(times, k -> time(work));
        return median(times);
    }

    private static double median(double[] times) {
        double[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double time(Runnable work) {
        double begun = seconds();
        work.run();
        return seconds() - begun;
    }

    private static double seconds() {
        return System.nanoTime() * 1e-9;
    }
}
