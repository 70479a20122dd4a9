package dev.lbp.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** A core, its sum, and the ways back, against sums over all states of the whole graph. */
class CoreTest {

    private static final double EXACT = 1e-11;

    /** The smallest bounds leave cores of several sites, which the draws below go through one by one. */
    private static final int[] ENTRIES = {1, 2, 4, 12};

    @Test
    void core_hasTheSumAndTheMarginals_ofTheWholeGraph() {
        SplittableRandom rng = new SplittableRandom(11);
        int[] sizes = new int[2];
        for (int trial = 0; trial < 200; trial++) {
            FactorGraph graph = NaiveGraph.random(rng);
            int[] observed = NaiveGraph.evidence(graph, rng);
            NaiveGraph naive = new NaiveGraph(graph, observed);
            if (naive.states.isEmpty()) {
                continue;
            }
            String name = "graph " + trial;
            Inference question = PosteriorTest.question(graph, observed).seed(trial);
            SumCore core = question.core(ENTRIES[trial % ENTRIES.length]);
            NaiveGraph left = new NaiveGraph(core.graph(), none(core.graph()));
            assertThat(left.logZ + core.logConstant())
                    .as(name)
                    .isCloseTo(naive.logZ, within(EXACT * (1 + Math.abs(naive.logZ))));
            double[][] means = new double[graph.sites()][];
            Arrays.setAll(means, i -> new double[graph.values(i)]);
            for (int k = 0; k < left.states.size(); k++) {
                double[][] conditionals = core.conditionals(left.states.get(k));
                for (int i = 0; i < means.length; i++) {
                    for (int value = 0; value < means[i].length; value++) {
                        means[i][value] += left.probability(k) * conditionals[i][value];
                    }
                }
            }
            for (int i = 0; i < means.length; i++) {
                assertThat(means[i]).as(name).containsExactly(naive.marginal(i), within(EXACT));
            }
            sizes[0] += core.graph().sites();
            sizes[1] += graph.sites();
        }
        assertThat(sizes[0]).isBetween(sizes[1] / 10, sizes[1] / 2);
    }

    @Test
    void bestCore_completesTo_theBestState() {
        SplittableRandom rng = new SplittableRandom(12);
        for (int trial = 0; trial < 200; trial++) {
            FactorGraph graph = NaiveGraph.random(rng);
            int[] observed = NaiveGraph.evidence(graph, rng);
            NaiveGraph naive = new NaiveGraph(graph, observed);
            if (naive.states.isEmpty()) {
                continue;
            }
            BestCore core = PosteriorTest.question(graph, observed).bestCore(ENTRIES[trial % ENTRIES.length]);
            NaiveGraph left = new NaiveGraph(core.graph(), none(core.graph()));
            double tolerance = EXACT * (1 + Math.abs(naive.largest()));
            for (int k = 0; k < left.states.size(); k++) { // the best completion of each state of the core
                int[] state = core.complete(left.states.get(k));
                double value = left.logProbs.get(k) + core.logConstant();
                assertThat(graph.logProb(state)).as("graph " + trial).isCloseTo(value, within(tolerance));
            }
            assertThat(left.largest() + core.logConstant()).isCloseTo(naive.largest(), within(tolerance));
        }
    }

    /** The false-failure probability is 20 * 1e-5 = 2e-4, if p-values are uniform; the seed is fixed. */
    @Test
    void complete_ofDrawsOfTheCore_followsTheLaw() {
        SplittableRandom rng = new SplittableRandom(13);
        int tested = 0;
        while (tested < 20) {
            FactorGraph graph = NaiveGraph.random(rng);
            int[] observed = NaiveGraph.evidence(graph, rng);
            NaiveGraph naive = new NaiveGraph(graph, observed);
            if (naive.states.size() < 2) {
                continue;
            }
            SumCore core = PosteriorTest.question(graph, observed).core(ENTRIES[tested % ENTRIES.length]);
            Posterior ofCore = Inference.of(core.graph()).exact();
            UniformRandomProvider source = RandomSource.XO_SHI_RO_256_PP.create(tested);
            PosteriorTest.Counts counts = new PosteriorTest.Counts(naive);
            for (int draw = 0; draw < 20_000; draw++) {
                counts.add(core.complete(ofCore.draw(source), source));
            }
            assertThat(counts.pValue()).as("graph " + tested).isGreaterThan(1e-5);
            tested++;
        }
    }

    @Test
    void core_ofAGrid_hasItsLogZ() {
        Grid grid = new Grid(7, 60, new SplittableRandom(14));
        SumCore core = Inference.of(grid.graph()).core(16);
        assertThat(core.graph().sites()).isBetween(100, 280);
        assertThat(Inference.of(core.graph()).exact().logZ() + core.logConstant())
                .isCloseTo(grid.logZ(), within(1e-9));
    }

    @Test
    void core_keepsNames() {
        FactorGraph graph = FactorGraph.of(
                        new int[] {2, 3, 2},
                        List.of(Factor.of(new int[] {0, 1}, new double[6]), Factor.of(new int[] {1, 2}, new double[6])))
                .named(
                        List.of("a", "b", "c"),
                        List.of(List.of("no", "yes"), List.of("low", "mid", "high"), List.of("no", "yes")));
        SumCore core = Inference.of(graph).observe("a", "yes").core(1);
        assertThat(core.graph().sites()).isEqualTo(2);
        assertThat(core.graph().names()).containsExactly("b", "c");
        assertThat(core.graph().valueNames().get(0)).containsExactly("low", "mid", "high");
        assertThat(core.site(1)).isEqualTo(2);
        assertThat(core.complete(new int[] {2, 1}, RandomSource.XO_SHI_RO_256_PP.create(1)))
                .containsExactly(1, 2, 1);
    }

    @Test
    void core_whereAllIsObserved_hasOneVariableOfOneValue() {
        FactorGraph graph =
                FactorGraph.of(new int[] {2, 2}, List.of(Factor.of(new int[] {0, 1}, new double[] {1, 2, 3, 4})));
        SumCore core = Inference.of(graph).observe(0, 1).observe(1, 0).core(100);
        assertThat(core.graph().values(0)).isEqualTo(1);
        assertThat(core.logConstant()).isEqualTo(3.0);
        assertThat(core.conditionals(new int[1])[0]).containsExactly(0.0, 1.0);
    }

    @Test
    void complete_ofAWrongState_isRefused() {
        double never = Double.NEGATIVE_INFINITY;
        double[] unequal = {never, 0, 0, never};
        FactorGraph graph = FactorGraph.of(
                new int[] {2, 2, 2},
                List.of(
                        Factor.of(new int[] {0, 1}, unequal),
                        Factor.of(new int[] {1, 2}, unequal),
                        Factor.of(new int[] {0, 2}, new double[4])));
        SumCore core = Inference.of(graph).core(4);
        int[] state = {2};
        assertThatThrownBy(() -> core.conditionals(state)).hasMessage("must be in [0, 1]: coreState[0]=2");
        assertThatThrownBy(() -> core.conditionals(new int[2])).hasMessage("must have length 1: coreState.length=2");
        SumCore whole = Inference.of(graph).core(1);
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(1);
        assertThatThrownBy(() -> whole.complete(new int[whole.graph().sites()], rng))
                .hasMessage("must have a probability above 0: coreState=[0, 0, 0]");
    }

    private static int[] none(FactorGraph graph) {
        int[] observed = new int[graph.sites()];
        Arrays.fill(observed, -1);
        return observed;
    }
}
