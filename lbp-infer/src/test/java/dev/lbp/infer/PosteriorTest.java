package dev.lbp.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.infer.sample.TemperedRun;
import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exact answers against sums over all states. */
class PosteriorTest {

    private static final int GRAPHS = 200;

    /** Rounding of a few hundred operations. */
    private static final double EXACT = 1e-11;

    static Inference question(FactorGraph graph, int[] observed) {
        Inference question = Inference.of(graph);
        for (int i = 0; i < observed.length; i++) {
            if (observed[i] >= 0) {
                question.observe(i, observed[i]);
            }
        }
        return question;
    }

    @Test
    void checkpoint_withAnInterval_setsBothOnTheRun() {
        Inference inference = Inference.of(FactorGraph.of(new int[] {2}, List.of()));
        Path file = Path.of("run");
        assertThat(inference.checkpoint(file, Duration.ofSeconds(5)).temperedRun())
                .extracting(TemperedRun::file, TemperedRun::every)
                .containsExactly(file, Duration.ofSeconds(5));
        assertThat(inference.checkpoint(file).temperedRun().every()).isNull();
    }

    @Test
    void exact_agreesWith_enumeration() {
        SplittableRandom rng = new SplittableRandom(1);
        int possible = 0;
        for (int trial = 0; trial < GRAPHS; trial++) {
            FactorGraph graph = NaiveGraph.random(rng);
            int[] observed = NaiveGraph.evidence(graph, rng);
            NaiveGraph naive = new NaiveGraph(graph, observed);
            Inference question = question(graph, observed).seed(trial);
            if (naive.states.isEmpty()) {
                assertThatThrownBy(question::exact).isInstanceOf(ImpossibleEvidenceException.class);
                continue;
            }
            possible++;
            ExactPosterior posterior = question.exact();
            String name = "graph " + trial;
            assertThat(posterior.logZ()).as(name).isCloseTo(naive.logZ, within(EXACT * (1 + Math.abs(naive.logZ))));
            for (int i = 0; i < graph.sites(); i++) {
                assertThat(posterior.marginal(i)).as(name).containsExactly(naive.marginal(i), within(EXACT));
            }
            for (int a = 0; a < graph.factors().size(); a++) {
                double[] expected = naive.factorMarginal(graph.factors().get(a));
                assertThat(posterior.factorMarginal(a)).as(name).containsExactly(expected, within(EXACT));
            }
            assertThat(posterior.bestLogProb())
                    .as(name)
                    .isCloseTo(naive.largest(), within(EXACT * (1 + Math.abs(naive.largest()))));
            for (int i = 0; i < observed.length; i++) {
                assertThat(observed[i]).isIn(-1, posterior.best()[i]);
            }
        }
        assertThat(possible).isGreaterThan(GRAPHS / 2);
    }

    /** The false-failure probability is 20 * 1e-5 = 2e-4, if p-values are uniform; the seed is fixed. */
    @Test
    void draw_follows_theLaw() {
        SplittableRandom rng = new SplittableRandom(2);
        int tested = 0;
        while (tested < 20) {
            FactorGraph graph = NaiveGraph.random(rng);
            int[] observed = NaiveGraph.evidence(graph, rng);
            NaiveGraph naive = new NaiveGraph(graph, observed);
            if (naive.states.size() < 2) {
                continue;
            }
            ExactPosterior posterior = question(graph, observed).exact();
            UniformRandomProvider source = RandomSource.XO_SHI_RO_256_PP.create(tested);
            Counts counts = new Counts(naive);
            for (int draw = 0; draw < 20_000; draw++) {
                counts.add(posterior.draw(source));
            }
            assertThat(counts.pValue()).as("graph " + tested).isGreaterThan(1e-5);
            tested++;
        }
    }

    @Test
    void best_amongEquals_hasTheSmallestValues() {
        FactorGraph graph = FactorGraph.of(
                new int[] {3, 2, 4},
                List.of(Factor.of(new int[] {0, 1}, new double[6]), Factor.of(new int[] {1, 2}, new double[8])));
        assertThat(Inference.of(graph).exact().best()).containsOnly(0);
    }

    /** A grid of 8 x 200 sites, by sums over one site after the other. */
    @Test
    void exact_ofALongGrid_agreesWithTheTransferMatrix() {
        int height = 8;
        int length = 200;
        SplittableRandom rng = new SplittableRandom(3);
        Grid grid = new Grid(height, length, rng);
        ExactPosterior posterior = Inference.of(grid.graph()).exact();
        assertThat(posterior.logZ()).isCloseTo(grid.logZ(), within(1e-9));
        assertThat(posterior.largestTable()).isLessThan(20_000);
    }

    @Test
    void toString_hasSites_andLogZ() {
        FactorGraph graph = FactorGraph.of(new int[] {2, 2}, List.of(Factor.of(new int[] {0, 1}, new double[4])));
        assertThat(Inference.of(graph).exact()).hasToString("exact posterior, N = 2, log Z = 1.38629");
        assertThat(Inference.of(graph).observe(0, 1).observe(1, 0).exact())
                .hasToString("exact posterior, N = 2, log Z = 0.00000");
    }

    @Test
    void exact_ofTooWideTables_saysTheirSize() {
        FactorGraph graph = new Grid(12, 12, new SplittableRandom(4)).graph();
        assertThatThrownBy(() -> Inference.of(graph).exactWithin(10_000).exact())
                .isInstanceOf(TooWideException.class)
                .hasMessageStartingWith("must fit into exactWithin=10.0 KB: the tables of an exact answer need ")
                .hasMessageMatching(".*; observe more variables, allow a heap of [0-9.]+ [KM]B, or sample");
    }

    @Test
    void exact_ofTheSameSeed_drawsTheSame() {
        FactorGraph graph = new Grid(6, 6, new SplittableRandom(5)).graph();
        int[] draw = Inference.of(graph).seed(7).exact().draw(RandomSource.XO_SHI_RO_256_PP.create(1));
        assertThat(Inference.of(graph).seed(7).exact().draw(RandomSource.XO_SHI_RO_256_PP.create(1)))
                .isEqualTo(draw);
    }

    @Test
    void exact_ofImpossibleEvidence_namesTheSmallestPart() {
        double never = Double.NEGATIVE_INFINITY;
        // a or b, b or c, each by a table; d is free
        FactorGraph graph = FactorGraph.of(
                        new int[] {2, 2, 2, 2},
                        List.of(
                                Factor.of(new int[] {0, 1}, new double[] {never, 0, 0, 0}),
                                Factor.of(new int[] {1, 2}, new double[] {never, 0, 0, 0})))
                .named(List.of("a", "b", "c", "d"), List.of());
        assertThatThrownBy(() -> Inference.of(graph)
                        .observe("d", "1")
                        .observe("b", "0")
                        .observe("c", "0")
                        .exact())
                .isInstanceOf(ImpossibleEvidenceException.class)
                .hasMessage("must be possible: observed b=0 and c=0");
    }

    /**
     * Log-values far beyond what a double holds beside another one: the answer is right to all digits, or refused. With
     * 300 nats and more some answers would be wrong otherwise, without a word.
     */
    @ParameterizedTest
    @ValueSource(doubles = {50, 150, 300, 600, 1_000})
    void exact_ofEntriesFarApart_isRightOrRefused(double nats) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(7);
        int refused = 0;
        for (int trial = 0; trial < 300; trial++) {
            int n = 2 + rng.nextInt(5);
            List<Factor> factors = new ArrayList<>();
            for (int a = 0; a < 2 * n; a++) {
                int i = rng.nextInt(n);
                int j = (i + 1 + rng.nextInt(n - 1)) % n;
                int[] sites = rng.nextBoolean() ? new int[] {i} : new int[] {i, j};
                double[] entries = new double[1 << sites.length];
                Arrays.setAll(entries, k -> Math.rint(nats * (2.0 * rng.nextDouble() - 1.0)));
                factors.add(Factor.of(sites, entries));
            }
            int[] values = new int[n];
            Arrays.fill(values, 2);
            FactorGraph graph = FactorGraph.of(values, factors);
            double[] logs = new double[1 << n];
            for (int s = 0; s < logs.length; s++) {
                int state = s;
                logs[s] = graph.logProb(
                        IntStream.range(0, n).map(i -> state >> i & 1).toArray());
            }
            double best = Arrays.stream(logs).max().orElseThrow();
            double sum = Arrays.stream(logs).map(log -> Math.exp(log - best)).sum();
            ExactPosterior posterior;
            try {
                posterior = Inference.of(graph).exact();
                assertThat(posterior.bestLogProb()).isEqualTo(best);
            } catch (ArithmeticException e) {
                refused++;
                continue;
            }
            assertThat(posterior.logZ()).isCloseTo(best + Math.log(sum), within(1e-8));
            for (int i = 0; i < n; i++) {
                int site = i;
                double one = IntStream.range(0, logs.length)
                        .filter(s -> (s >> site & 1) == 1)
                        .mapToDouble(s -> Math.exp(logs[s] - best) / sum)
                        .sum();
                assertThat(posterior.marginal(i)[1]).isCloseTo(one, within(1e-8));
            }
        }
        assertThat(refused).isLessThan(nats < 200 ? 1 : 250);
    }

    /** Each of nine observations makes 1 less probable by e^-190, and each of ten others 0. */
    @Test
    void exact_ofManyContraryObservations_isRefused() {
        List<Factor> factors = new ArrayList<>();
        for (int k = 0; k < 9; k++) {
            factors.add(Factor.of(new int[] {0, k + 1}, new double[] {0, -190, 0, -190}));
        }
        factors.add(Factor.of(new int[] {0}, new double[] {0, -190}));
        for (int k = 0; k < 4; k++) {
            factors.add(Factor.of(new int[] {0}, new double[] {0, -190}));
        }
        for (int k = 0; k < 6; k++) {
            factors.add(Factor.of(new int[] {0}, new double[] {-190, 0}));
        }
        int[] values = new int[10];
        Arrays.fill(values, 2);
        FactorGraph graph = FactorGraph.of(values, factors);
        assertThatThrownBy(() -> Inference.of(graph).exact())
                .isInstanceOf(ArithmeticException.class)
                .hasMessageStartingWith("must be within the range of doubles");
    }

    /** A class with 1,000 findings, each twice as probable in it: nothing that is lost matters. */
    @Test
    void exact_ofManyFindings_isRightBeyondTheRangeOfDoubles() {
        List<Factor> factors = new ArrayList<>();
        for (int k = 0; k < 1_200; k++) {
            factors.add(Factor.of(new int[] {0}, new double[] {Math.log(0.4), Math.log(0.8)}));
        }
        Posterior posterior =
                Inference.of(FactorGraph.of(new int[] {2}, factors)).exact();
        assertThat(posterior.marginal(0)).containsExactly(0.0, 1.0);
        assertThat(posterior.logZ()).isCloseTo(1_200 * Math.log(0.8), within(1e-9));
    }

    /** Each site equals the next one, so that one observation leaves all of them one value and no table. */
    @Test
    void exact_ofEvidenceThatFixesAllSites_needsNoTable() {
        double never = Double.NEGATIVE_INFINITY;
        double[] equal = {0, never, never, never, 1, never, never, never, 2};
        FactorGraph graph = FactorGraph.of(
                new int[] {3, 3, 3}, List.of(Factor.of(new int[] {0, 1}, equal), Factor.of(new int[] {1, 2}, equal)));
        ExactPosterior posterior = Inference.of(graph).observe(0, 1).exact();
        assertThat(posterior.largestTable()).isZero();
        assertThat(posterior.logZ()).isEqualTo(2.0);
        assertThat(posterior.factorMarginal(1)).containsExactly(0, 0, 0, 0, 1, 0, 0, 0, 0);
    }

    /** Three sites that differ pairwise: each value has support in each table, and no state is possible. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void exact_ofEvidenceThatCountingAloneRefutes_namesIt(boolean observed) {
        double never = Double.NEGATIVE_INFINITY;
        double[] differ = {never, 0, 0, 0, never, 0, 0, 0, never};
        // sites 0, 1, 2 differ, and so do they from site 3 if site 4 is 1
        double[] differIf = new double[18];
        for (int k = 0; k < 9; k++) {
            differIf[2 * k + 1] = differ[k];
        }
        FactorGraph graph = FactorGraph.of(
                new int[] {3, 3, 3, 3, 2, 2},
                List.of(
                        Factor.of(new int[] {0, 1}, differ),
                        Factor.of(new int[] {0, 2}, differ),
                        Factor.of(new int[] {1, 2}, differ),
                        Factor.of(new int[] {0, 3, 4}, differIf),
                        Factor.of(new int[] {1, 3, 4}, differIf),
                        Factor.of(new int[] {2, 3, 4}, differIf)));
        Inference question = Inference.of(graph).observe(5, 1);
        if (observed) {
            assertThatThrownBy(() -> question.observe(4, 1).exact())
                    .isInstanceOf(ImpossibleEvidenceException.class)
                    .hasMessage("must be possible: observed 4=1");
        } else {
            assertThat(question.exact().marginal(4)).containsExactly(1.0, 0.0);
        }
    }

    /** Each of six tables leaves the possible states 190 nats below its largest entry: all together e^-1140. */
    @Test
    void exact_ofManySmallerPenalties_isRight() {
        Factor low = Factor.of(new int[] {0, 1}, new double[] {0, -190, -191, Double.NEGATIVE_INFINITY});
        Factor high = Factor.of(new int[] {0, 1}, new double[] {Double.NEGATIVE_INFINITY, -190, -190, 0});
        FactorGraph graph = FactorGraph.of(new int[] {2, 2}, List.of(low, high, low, high, low, high));
        Posterior posterior = Inference.of(graph).exact();
        assertThat(posterior.logZ()).isCloseTo(-1140.0 + Math.log1p(Math.exp(-3.0)), within(1e-9));
        assertThat(posterior.best()).containsExactly(0, 1);
    }

    @Test
    void observe_ofAWrongSiteOrValue_isRefused() {
        FactorGraph graph = FactorGraph.of(new int[] {2, 3}, List.of());
        Inference question = Inference.of(graph);
        assertThatThrownBy(() -> question.observe(2, 0)).hasMessage("must be in [0, 1]: site=2");
        assertThatThrownBy(() -> question.observe(1, 3))
                .hasMessage("must be in [0, 2], the values of variable 1: value=3");
        assertThatThrownBy(() -> question.observe(1, 0).observe(1, 2))
                .hasMessage("must have one value: 1 was observed as 0 and as 2");
    }

    /** How often each possible state was drawn. */
    static final class Counts {

        private final NaiveGraph naive;
        private final long[] counts;

        Counts(NaiveGraph naive) {
            this.naive = naive;
            counts = new long[naive.states.size()];
        }

        void add(int[] state) {
            for (int k = 0; k < counts.length; k++) {
                if (Arrays.equals(naive.states.get(k), state)) {
                    counts[k]++;
                    return;
                }
            }
            throw new AssertionError("impossible state " + Arrays.toString(state));
        }

        /** Of a chi-square test, with states of fewer than 5 expected draws as one. */
        double pValue() {
            long all = Arrays.stream(counts).sum();
            double[] expected = new double[counts.length + 1];
            long[] seen = new long[counts.length + 1];
            int used = 1;
            for (int k = 0; k < counts.length; k++) {
                double mean = all * naive.probability(k);
                int at = mean < 5.0 ? 0 : used++;
                expected[at] += mean;
                seen[at] += counts[k];
            }
            int from = expected[0] < 5.0 ? 1 : 0;
            if (used - from < 2) {
                return 1.0;
            }
            return ChiSquareTest.withDefaults()
                    .test(Arrays.copyOfRange(expected, from, used), Arrays.copyOfRange(seen, from, used))
                    .getPValue();
        }
    }
}
