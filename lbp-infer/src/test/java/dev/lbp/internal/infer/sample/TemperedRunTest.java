package dev.lbp.internal.infer.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.infer.Inference;
import dev.lbp.infer.Posterior;
import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import dev.lbp.result.RunResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.runtime.run.CheckpointFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Draws against exact answers, on cycles with zeros that single changes cannot cross. */
class TemperedRunTest {

    /** Neighbours on a cycle of 6; of each table a fifth is 0, of one chord all but equal values. */
    private static FactorGraph cycle(int most, long seed) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        int[] values = new int[6];
        Arrays.setAll(values, i -> i % 3 == 0 ? most : 2);
        List<Factor> factors = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int j = (i + 1) % 6;
            double[] entries = new double[values[i] * values[j]];
            Arrays.setAll(entries, k -> k > 0 && rng.nextInt(5) == 0 ? Double.NEGATIVE_INFINITY : rng.nextDouble());
            factors.add(Factor.of(new int[] {i, j}, entries));
        }
        double[] equal = new double[most * most];
        Arrays.setAll(equal, k -> k / most == k % most ? 0.0 : Double.NEGATIVE_INFINITY);
        factors.add(Factor.of(new int[] {0, 3}, equal));
        return FactorGraph.of(values, factors);
    }

    private static TemperedRun run(long seed) {
        return new TemperedRun(seed, 1, 500, 2_000, null, null, new SamplingListener() {});
    }

    @Test
    void run_resumed_countsTheTimeOfTheSavedRun(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("run");
        SamplingListener none = new SamplingListener() {};
        new TemperedRun(1, 1, 100, 200, file, null, none).sample(cycle(2, 0), null);
        Duration used = new CheckpointFile(file).lastWhole().head().time();
        for (Duration time : List.of(used, used.dividedBy(2))) { // nothing is left, or less than that
            RunResult result = new TemperedRun(1, 1, 100, 100_000_000, file, null, none).sample(cycle(2, 0), time);
            assertThat(result.draws()).isGreaterThanOrEqualTo(200);
            assertThat(result.summary()).contains(": a budget of 0.000000001s"); // what is left
        }
    }

    /** Its warm-up and the steps between its draws follow from its first time, and are part of the saved run. */
    @Test
    void run_ofSomeTime_goesOnForALongerOne(@TempDir Path directory) {
        TemperedRun run = new TemperedRun(1, 1, 0, 0, directory.resolve("run"), null, new SamplingListener() {});
        RunResult first = run.sample(cycle(2, 0), Duration.ofMillis(200));
        RunResult second = run.sample(cycle(2, 0), Duration.ofMillis(600));
        assertThat(second.draws()).isGreaterThanOrEqualTo(first.draws());
        assertThat(second.warmUp().steps()).isEqualTo(first.warmUp().steps());
    }

    /**
     * 6 graphs of at most 14 marginals. A deviation beyond 5 standard errors, of batch means of 4 x 10 batches, has a
     * probability of 1e-5 by Student's t of 39 degrees: 1e-3 in all; seeds are fixed.
     */
    @Test
    void draws_graphsWithZeros_haveTheExactMarginalsAndEvidence() {
        for (int seed = 0; seed < 6; seed++) {
            FactorGraph graph = cycle(seed % 2 == 0 ? 2 : 3, seed);
            Posterior exact = Inference.of(graph).exact();
            GraphDraws draws = GraphDraws.of(graph, run(seed).sample(graph, null));
            assertThat(Math.abs(draws.logZ() - exact.logZ())).isLessThan(5.0 * draws.logZError());
            assertThat(draws.logZError()).isLessThan(0.2);
            for (int i = 0; i < 6; i++) {
                for (int c = 0; c < graph.values(i); c++) {
                    double[] means = new double[40];
                    for (int b = 0; b < 40; b++) {
                        int[][] of = draws.draws()[b / 10];
                        int from = of.length / 10 * (b % 10);
                        for (int t = from; t < from + of.length / 10; t++) {
                            means[b] += of[t][i] == c ? 10.0 / of.length : 0.0;
                        }
                    }
                    double mean = Arrays.stream(means).average().orElseThrow();
                    double error = Math.sqrt(Arrays.stream(means)
                                    .map(x -> (x - mean) * (x - mean))
                                    .sum()
                            / (39.0 * 40.0));
                    assertThat(Math.abs(mean - exact.marginal(i)[c])).isLessThanOrEqualTo(5.0 * error + 1e-3);
                }
            }
        }
    }
}
