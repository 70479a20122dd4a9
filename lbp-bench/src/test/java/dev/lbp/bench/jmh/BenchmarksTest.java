package dev.lbp.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.kernel.FlipWeightKernel;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Each benchmark is set up and run once, at small sizes; none of this is about time. */
class BenchmarksTest {

    @Test
    void threadScaling_everyRound_timesAllFour() throws Exception {
        ThreadScalingBenchmark benchmark = new ThreadScalingBenchmark();
        benchmark.side = 8;
        benchmark.chains = 3;
        benchmark.steps = 20;
        benchmark.turns = 100;
        benchmark.threads = 2;
        benchmark.setUp();
        for (int round = 0; round < 2; round++) { // the second goes backwards
            ThreadScalingBenchmark.Seconds seconds = new ThreadScalingBenchmark.Seconds();
            benchmark.round(seconds);
            assertThat(new double[] {seconds.engineOne, seconds.engineMany, seconds.loopOne, seconds.loopMany})
                    .doesNotContain(0.0);
        }
    }

    /** Each contestant on two rows: with the time of a row, and what tells whether it holds. */
    @ParameterizedTest
    @ValueSource(strings = {"scalar", "nd4j", "math-exp"})
    void flipWeights_round_hasAllFigures(String kernel) {
        FlipWeightKernelBenchmark benchmark = new FlipWeightKernelBenchmark();
        benchmark.kernel = kernel;
        benchmark.form = FlipWeightKernel.Form.BARKER;
        benchmark.type = DataType.FLOAT;
        benchmark.n = 300;
        benchmark.rows = 2;
        benchmark.slice = 0.05;
        benchmark.setUp();
        FlipWeightKernelBenchmark.Figures figures = new FlipWeightKernelBenchmark.Figures();
        assertThat(benchmark.round(figures)).isPositive().isEqualTo(figures.micros);
        assertThat(figures.clock).isPositive();
        assertThat(figures.spread).isNotNegative();
    }

    @Test
    void selection_round_hasAllFigures() {
        SelectionBenchmark benchmark = new SelectionBenchmark();
        benchmark.n = 50;
        benchmark.p = 200;
        benchmark.steps = 200;
        benchmark.setUp();
        SelectionBenchmark.Figures figures = new SelectionBenchmark.Figures();
        assertThat(benchmark.round(figures)).isFinite();
        assertThat(figures.variables).isBetween(1.0, 48.0);
        assertThat(new double[] {figures.step, figures.ratio}).doesNotContain(0.0);
        assertThat(figures.averagedStep).isNotNegative(); // in hundredths of a second, so perhaps 0
    }

    @Test
    void tempering_round_hasAllFigures() {
        TemperingBenchmark benchmark = new TemperingBenchmark();
        benchmark.side = 4;
        benchmark.work = 16 * 400;
        TemperingBenchmark.Figures figures = new TemperingBenchmark.Figures();
        assertThat(benchmark.round(figures)).isNotNegative(); // in hundredths of a second, so perhaps 0
        assertThat(figures.sites).isEqualTo(16.0);
        assertThat(figures.exchanges).isBetween(0.0, 6.5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"glass-0.5", "field-1", "graph-0.6"})
    void sweeps_round_hasAllFigures(String target) {
        SweepBenchmark benchmark = new SweepBenchmark();
        benchmark.target = target;
        benchmark.recorded = 100;
        benchmark.slice = 10;
        SweepBenchmark.Figures figures = new SweepBenchmark.Figures();
        benchmark.round(figures);
        assertThat(new double[] {
                    figures.gibbs,
                    figures.metropolis,
                    figures.thinnedGibbs,
                    figures.thinnedMetropolis,
                    figures.energy,
                    figures.direction
                })
                .doesNotContain(0.0);
    }

    /** The benchmark compares the last states of its runs. */
    @Test
    void blocks_round_hasTheSameDrawsOnAllThreads() throws Exception {
        BlockSweepBenchmark benchmark = new BlockSweepBenchmark();
        benchmark.side = 120;
        benchmark.draws = 3;
        benchmark.threads = 2;
        benchmark.setUp();
        BlockSweepBenchmark.Figures figures = new BlockSweepBenchmark.Figures();
        benchmark.round(figures);
        assertThat(new double[] {figures.one, figures.many, figures.plain}).doesNotContain(0.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlp-3", "resnet-1-0"})
    void network_everyRound_timesAllFour(String net) throws IOException {
        NetworkBenchmark benchmark = new NetworkBenchmark();
        benchmark.net = net;
        benchmark.calls = 3;
        benchmark.setUp();
        NetworkBenchmark.Figures figures = new NetworkBenchmark.Figures();
        benchmark.round(figures);
        benchmark.tearDown();
        assertThat(new double[] {figures.onnxRuntime, figures.evaluation, figures.withBase, figures.step})
                .doesNotContain(0.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lbp", "dlmc", "dmala"})
    void step_flips_areCounted(String sampler) {
        StepBenchmark benchmark = new StepBenchmark();
        benchmark.sampler = sampler;
        benchmark.target = "ising-50";
        benchmark.setUp();
        StepBenchmark.Flips flips = new StepBenchmark.Flips();
        assertThat(benchmark.step(flips)).isFinite();
        assertThat(benchmark.step(flips)).isFinite();
        assertThat(flips.proposed).isBetween(2L, 2L * 1250);
    }

    @Test
    void unit_isTheLogisticFunction() {
        UnitBenchmark benchmark = new UnitBenchmark();
        benchmark.setUp();
        assertThat(Arrays.copyOf(benchmark.unit(), 3))
                .containsExactly(new double[] {0.5, 0.925836, 0.938653}, within(1e-6));
    }
}
