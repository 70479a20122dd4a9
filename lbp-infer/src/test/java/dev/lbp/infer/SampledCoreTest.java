package dev.lbp.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.ValueRun;
import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import dev.lbp.result.RunResult;
import dev.lbp.result.ValueResult;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers of whole graphs from runs of the library's samplers on their cores, against sums over all states. */
class SampledCoreTest {

    /** An elimination leaves a table of one site of two values: cores of several sites. */
    private static final int ENTRIES = 2;

    static Stream<Sampler> samplers() {
        return Stream.of(
                Samplers.auto().build(),
                Samplers.gibbs().build(),
                Samplers.metropolis().build(),
                Samplers.rwm().scale(1.0).build(),
                Samplers.pas().path(2).build());
    }

    /** The next graph with a core of 2 to 5 sites, and no zero in it where none may be. */
    private static FactorGraph graph(SplittableRandom rng, boolean zeros) {
        while (true) {
            FactorGraph graph = NaiveGraph.random(rng);
            double[] all = graph.factors().stream()
                    .flatMapToDouble(factor -> Arrays.stream(factor.logValues()))
                    .toArray();
            boolean has = Arrays.stream(all).anyMatch(value -> value == Double.NEGATIVE_INFINITY);
            boolean spread = Arrays.stream(all).anyMatch(value -> value > 2.0);
            if (has == zeros && !spread && new NaiveGraph(graph, none(graph)).states.size() > 8) {
                int left = Inference.of(graph).core(ENTRIES).graph().sites();
                if (left >= 2 && left <= 5) {
                    return graph;
                }
            }
        }
    }

    private static int[] none(FactorGraph graph) {
        int[] observed = new int[graph.sites()];
        Arrays.fill(observed, -1);
        return observed;
    }

    private static ValueRun run(Sampler sampler, SumCore core, int seed) {
        return sampler.sample(core.model())
                .warmup(500)
                .draws(2_000)
                .thin(4)
                .chains(4)
                .seed(seed)
                .keepDraws();
    }

    /**
     * At most 9 sites of 4 values in each of 4 graphs, 5 samplers: 700 marginals. A deviation beyond 6 standard errors
     * of 40 batches has a probability of 5e-7 by Student's t of 39 degrees, 4e-4 in all. The same bound holds for the
     * frequencies of completed draws, whose errors are those of 8,000 independent ones at least. Seeds are fixed.
     */
    private static void verify(NaiveGraph naive, SumCore core, ValueResult result) {
        SampledPosterior posterior = core.posterior(result);
        int[][] draws = new int[20_000][];
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(5);
        Arrays.setAll(draws, k -> posterior.draw(rng));
        for (int i = 0; i < naive.graph.sites(); i++) {
            double[] expected = naive.marginal(i);
            for (int value = 0; value < expected.length; value++) {
                int site = i;
                int wanted = value;
                double error = posterior.marginalErrors(i)[value];
                assertThat(Math.abs(posterior.marginal(i)[value] - expected[value]))
                        .isLessThanOrEqualTo(6.0 * error + 1e-9);
                assertThat(error).isLessThan(0.05);
                double frequency = Arrays.stream(draws)
                                .filter(draw -> draw[site] == wanted)
                                .count()
                        / (double) draws.length;
                assertThat(Math.abs(frequency - expected[value])).isLessThanOrEqualTo(6.0 * Math.max(error, 0.006));
            }
        }
        assertThat(Arrays.stream(draws).mapToDouble(naive.graph::logProb)).allMatch(Double::isFinite);
        assertThat(posterior.bestLogProb()).isGreaterThan(naive.largest() - 1e-9);
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void posterior_ofEachSampler_answersTheWholeGraph(Sampler sampler) {
        SplittableRandom rng = new SplittableRandom(21);
        for (int trial = 0; trial < 4; trial++) {
            FactorGraph graph = graph(rng, false);
            SumCore core = Inference.of(graph).core(ENTRIES);
            ValueResult result = run(sampler, core, trial).run();
            verify(new NaiveGraph(graph, none(graph)), core, result);
            assertThatThrownBy(core.posterior(result)::logZ)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("must be tempered for log Z: the run of the draws");
            assertThat(core.posterior(result)).hasToString("sampled posterior, N = " + graph.sites());
        }
    }

    /** Zeros that single changes cannot cross; 6 values of log Z within 5 errors of batches: 6e-5 for false failure. */
    @Test
    void posterior_temperedWithZeros_answersTheWholeGraph() {
        SplittableRandom rng = new SplittableRandom(22);
        for (int trial = 0; trial < 6; trial++) {
            FactorGraph graph = graph(rng, true);
            NaiveGraph naive = new NaiveGraph(graph, none(graph));
            SumCore core = Inference.of(graph).core(ENTRIES);
            ValueResult result = run(Samplers.gibbs().build(), core, trial)
                    .thin(2)
                    .tempering(Tempering.replicas(20).every(1))
                    .run();
            verify(naive, core, result);
            SampledPosterior posterior = core.posterior(result);
            assertThat(Math.abs(posterior.logZ() - naive.logZ)).isLessThan(5.0 * posterior.logZError() + 1e-9);
            assertThat(posterior.logZError()).isLessThan(0.1);
            assertThat(posterior.marginal(0)).isEqualTo(core.posterior(result).marginal(0)); // bit for bit
        }
    }

    /** Raised zeros outweigh what is possible: a share of e / (e + 2) of the draws is left out, and log Z knows it. */
    @Test
    void posterior_whereMostDrawsAreImpossible_leavesThemOut() {
        double never = Double.NEGATIVE_INFINITY;
        double[] rare = {0, 0, -41, -41};
        FactorGraph graph = FactorGraph.of(
                new int[] {2, 2, 2},
                List.of(
                        Factor.of(new int[] {0, 1}, new double[] {never, 0, 0, never}),
                        Factor.of(new int[] {1, 2}, rare),
                        Factor.of(new int[] {0, 2}, rare)));
        SumCore core = Inference.of(graph).core(ENTRIES);
        ValueResult result = run(Samplers.gibbs().build(), core, 1)
                .tempering(Tempering.replicas(20).every(1))
                .run();
        verify(new NaiveGraph(graph, none(graph)), core, result);
        SampledPosterior posterior = core.posterior(result);
        assertThat(Math.abs(posterior.logZ() - (Math.log(4.0) - 41.0))).isLessThan(5.0 * posterior.logZError());
        assertThat(posterior.logZError()).isLessThan(0.1);
        assertThat(posterior.toString())
                .startsWith("sampled posterior, N = 3, log Z = -39.6")
                .contains(" +- 0.0");
        assertThat(posterior.method()).containsPattern("the 5[5-9]\\.. % of draws that are impossible left out");
    }

    @Test
    void posterior_ofAnotherRun_isRefused() {
        FactorGraph graph = graph(new SplittableRandom(23), false);
        SumCore core = Inference.of(graph).core(ENTRIES);
        Sampler gibbs = Samplers.gibbs().build();
        RunResult without = gibbs.sample(core.model()).draws(4).run();
        assertThatThrownBy(() -> core.posterior(without)).hasMessageContaining("keepDraws()");
        SumCore other = Inference.of(graph(new SplittableRandom(24), false)).core(1);
        RunResult of = gibbs.sample(other.model()).draws(4).keepDraws().run();
        assertThatThrownBy(() -> core.posterior(of)).hasMessageContaining("must have length");
    }

    @Test
    void model_whereAllIsObserved_isRefused() {
        FactorGraph graph =
                FactorGraph.of(new int[] {2, 2}, List.of(Factor.of(new int[] {0, 1}, new double[] {1, 2, 3, 4})));
        SumCore core = Inference.of(graph).observe(0, 1).observe(1, 0).core(100);
        assertThatThrownBy(core::model).hasMessage("must have a site with several values left: the core");
    }
}
