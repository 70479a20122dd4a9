package dev.lbp.models.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.check.ModelCheck;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.CategoricalModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Declared models against their definition, by enumeration. */
class FactorModelTest {

    private static final int MODELS = 100;
    private static final double ROUNDING = 1e-11;

    @Test
    void bits_ofRandomTerms_haveTheirLogRatiosInEveryState() {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(3);
        for (int m = 0; m < MODELS; m++) {
            RandomTerms terms = new RandomTerms(2 + m % 5, true, m % 2 == 1, m);
            FactorBits model = terms.build(FactorModel.bits(terms.values.length), false);
            LocalEnergyModel.Tracker tracker = model.newTracker();
            LocalEnergyModel.Tracker backwards =
                    terms.build(FactorModel.bits(terms.values.length), true).newTracker();
            int n = terms.values.length;
            int[] sites = IntStream.range(0, n).toArray();
            for (int[] x : RandomTerms.states(terms.values)) {
                byte[] state = bytes(x);
                tracker.reset(state);
                backwards.reset(state);
                double here = terms.logProb(x);
                assertClose(tracker.logProb(), here);
                assertThat(backwards.logProb()).isEqualTo(tracker.logProb());
                double[] ratios = new double[n];
                tracker.logRatios(sites, n, ratios);
                tracker.save();
                for (int i = 0; i < n; i++) {
                    int[] there = x.clone();
                    there[i] ^= 1;
                    if (here != Double.NEGATIVE_INFINITY) {
                        assertClose(ratios[i], terms.logProb(there) - here);
                    }
                    tracker.flip(i, new int[n]);
                    assertClose(tracker.logProb(), terms.logProb(there));
                    tracker.flip(rng.nextInt(n), new int[n]);
                    double before = tracker.logProb();
                    tracker.restore();
                    assertClose(tracker.logProb(), here);
                    assertThat(before).isNotNaN();
                }
            }
        }
    }

    @Test
    void categories_ofRandomTerms_haveTheirLogRatiosInEveryState() {
        for (int m = 0; m < MODELS; m++) {
            RandomTerms terms = new RandomTerms(2 + m % 4, false, m % 2 == 1, m);
            FactorCategories model = terms.build(FactorModel.values(terms.values), false);
            MoveModel.Tracker tracker = model.newTracker();
            int values = model.values();
            int[] labels = IntStream.range(0, model.moves()).toArray();
            for (int[] x : RandomTerms.states(terms.values)) {
                tracker.reset(x);
                double here = terms.logProb(x);
                assertClose(tracker.logProb(), here);
                double[] ratios = new double[labels.length];
                tracker.logRatios(labels, labels.length, ratios);
                for (int label : labels) {
                    int site = label / values;
                    int[] there = x.clone();
                    there[site] = label % values;
                    if (there[site] == x[site] || there[site] >= terms.values[site]) {
                        assertThat(ratios[label]).isEqualTo(Double.NEGATIVE_INFINITY);
                        continue;
                    }
                    if (here != Double.NEGATIVE_INFINITY) {
                        assertClose(ratios[label], terms.logProb(there) - here);
                    }
                    tracker.save();
                    tracker.apply(label, new int[labels.length]);
                    assertClose(tracker.logProb(), terms.logProb(there));
                    tracker.restore();
                    assertClose(tracker.logProb(), here);
                }
            }
        }
    }

    @Test
    void check_randomModels_findsNothing() {
        for (int m = 0; m < 20; m++) {
            RandomTerms bits = new RandomTerms(6, true, false, m);
            ModelCheck.of(bits.build(FactorModel.bits(6), false)).verify();
            RandomTerms categories = new RandomTerms(5, false, false, m);
            ModelCheck.of((CategoricalModel) categories.build(FactorModel.values(categories.values), false))
                    .verify();
        }
    }

    @Test
    void factorGraph_hiddenCounters_keepEverySumOverStates() {
        for (int m = 0; m < MODELS; m++) {
            RandomTerms terms = new RandomTerms(2 + m % 4, m % 3 == 0, m % 2 == 1, m);
            FactorGraph graph = (m % 3 == 0
                            ? terms.build(FactorModel.bits(terms.values.length), false)
                            : terms.build(FactorModel.values(terms.values), false))
                    .factorGraph();
            assertThat(graph.sites()).isEqualTo(terms.values.length); // all terms are small enough for one table
            for (int[] x : RandomTerms.states(terms.values)) {
                assertClose(graph.logProb(x), terms.logProb(x));
            }
        }
    }

    @Test
    void factorGraph_aCountOfManySites_isOneOfHiddenSums() {
        int n = 12;
        int[] all = IntStream.range(0, n).toArray();
        int[] weights = IntStream.range(0, n).map(i -> i % 3 - 1).toArray();
        FactorGraph graph = FactorModel.bits(n)
                .sum(all, weights, s -> 0.1 * s * s)
                .count(all, c -> c == 3 ? Double.NEGATIVE_INFINITY : -0.2 * c)
                .build()
                .factorGraph();
        assertThat(graph.sites()).isEqualTo(n + 2 * (n - 2));
        for (int s = 0; s < 1 << n; s++) {
            List<Integer> x = new ArrayList<>();
            int sum = 0;
            int ones = 0;
            for (int i = 0; i < n; i++) {
                x.add(s >> i & 1);
                sum += weights[i] * x.get(i);
                ones += x.get(i);
            }
            // exactly one value of each hidden variable is possible: a walk along the chain finds it
            double total = ones == 3 ? Double.NEGATIVE_INFINITY : 0.1 * sum * sum - 0.2 * ones;
            assertClose(logSumOfHidden(graph, x), total);
        }
    }

    /** The log of the sum over the hidden variables, each summed out once its factor has all others. */
    private static double logSumOfHidden(FactorGraph graph, List<Integer> x) {
        int[] state = Arrays.copyOf(x.stream().mapToInt(v -> v).toArray(), graph.sites());
        for (int hidden = x.size(); hidden < graph.sites(); hidden++) {
            int site = hidden;
            Factor counter = graph.factors().stream()
                    .filter(factor -> factor.width() == 3 && factor.site(2) == site)
                    .findFirst()
                    .orElseThrow();
            int from = (state[counter.site(0)] * graph.values(counter.site(1)) + state[counter.site(1)])
                    * graph.values(site);
            int[] possible = IntStream.range(0, graph.values(site))
                    .filter(c -> counter.logValue(from + c) == 0.0)
                    .toArray();
            assertThat(possible).hasSize(1);
            state[hidden] = possible[0];
        }
        return graph.logProb(state);
    }

    /** A tracker of categories that takes any value, of sites that say they have fewer. */
    private record Liar(CategoricalModel model, int own) implements CategoricalModel {

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public int values() {
            return model.values();
        }

        @Override
        public int values(int site) {
            return own;
        }

        @Override
        public Tracker newTracker() {
            return model.newTracker();
        }
    }

    @Test
    void check_trackerOfValuesThatSitesDoNotHave_isNamed() {
        CategoricalModel model = CategoricalModels.of(3, 3, x -> x[0] == x[1] ? 1.0 : 0.0);
        ModelCheck.of((MoveModel) new Liar(model, 3)).verify();
        assertThatThrownBy(() -> ModelCheck.of((MoveModel) new Liar(model, 2)).verify())
                .hasMessageContaining("logRatios() must be -Infinity for label 2, since site 0 has 2 values");
    }

    @Test
    void build_termWithoutPossibleValue_isRefused() {
        assertThatThrownBy(() -> FactorModel.bits(2)
                        .table(new int[0], new double[] {Double.NEGATIVE_INFINITY})
                        .build())
                .hasMessage("must have a possible log-value: the term of sites=[]");
    }

    /** Fair bits have 3 or 4 ones of 40 with probability 1e-7. */
    @Test
    void start_possibleCounts_areFound() {
        int[] all = IntStream.range(0, 40).toArray();
        int[] weights = IntStream.range(0, 40).map(i -> 1 + i % 7).toArray();
        FactorBits model = FactorModel.bits(40)
                .count(all, ones -> ones == 3 || ones == 4 ? 0.0 : Double.NEGATIVE_INFINITY)
                .sum(all, weights, load -> load > 12 ? Double.NEGATIVE_INFINITY : 0.1 * load)
                .term(x -> x[0] + x[1] == 1 ? 0.0 : Double.NEGATIVE_INFINITY, 0, 1)
                .build();
        LocalEnergyModel.Tracker tracker = model.newTracker();
        for (int seed = 0; seed < 20; seed++) {
            tracker.reset(model.start(RandomSource.XO_SHI_RO_256_PP.create(seed)));
            assertThat(tracker.logProb()).isGreaterThan(Double.NEGATIVE_INFINITY);
        }
    }

    @Test
    void sum_ofLinearValue_hasNoHiddenCounters() {
        int[] all = IntStream.range(0, 30).toArray();
        FactorBits model = FactorModel.bits(30)
                .sum(all, IntStream.range(0, 30).map(i -> i % 5 - 2).toArray(), s -> 0.1 * s - 3.0)
                .build();
        assertThat(model.factorGraph().sites()).isEqualTo(30);
        LocalEnergyModel.Tracker tracker = model.newTracker();
        byte[] state = new byte[30];
        Arrays.fill(state, (byte) 1);
        tracker.reset(state);
        assertThat(tracker.logProb()).isCloseTo(-3.0, within(ROUNDING));
        state[4] = 0;
        tracker.reset(state);
        assertThat(tracker.logProb()).isCloseTo(-3.2, within(ROUNDING));
    }

    private static byte[] bytes(int[] x) {
        byte[] bytes = new byte[x.length];
        IntStream.range(0, x.length).forEach(i -> bytes[i] = (byte) x[i]);
        return bytes;
    }

    private static void assertClose(double actual, double expected) {
        if (expected == Double.NEGATIVE_INFINITY) {
            assertThat(actual).isEqualTo(expected);
        } else {
            assertThat(actual).isCloseTo(expected, within(ROUNDING));
        }
    }
}
