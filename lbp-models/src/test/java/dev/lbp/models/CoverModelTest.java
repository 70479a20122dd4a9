package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.check.ModelCheck;
import dev.lbp.result.SampleResult;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CoverModelTest {

    private static final Rate ALPHA = Rate.of(0.15);
    private static final Rate BETA = Rate.of(0.3);
    private static final Rate PRIOR = Rate.of(0.2);

    /** A random instance with effects that have no cause and causes with the same effects. */
    record Instance(int[][] sets, int effects, int[] observed, Rate alpha, Rate beta, Rate prior) {

        static Instance random(int causes, int effects, long seed, Rate alpha, Rate beta, Rate prior) {
            UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
            int[][] sets = new int[causes][];
            for (int i = 0; i < causes; i++) {
                int[] set;
                do {
                    set = IntStream.range(0, effects - 2)
                            .filter(j -> rng.nextInt(3) == 0)
                            .toArray();
                } while (set.length == 0);
                sets[i] = set;
            }
            sets[causes - 1] = sets[0].clone();
            int[] observed = IntStream.range(0, effects)
                    .filter(j -> j == 0 || rng.nextInt(2) == 0)
                    .toArray();
            return new Instance(sets, effects, observed, alpha, beta, prior);
        }

        CoverModel model() {
            return CoverModel.builder(sets, effects)
                    .observed(observed)
                    .alpha(alpha)
                    .beta(beta)
                    .prior(prior)
                    .build();
        }

        double logProb(byte[] state) {
            return NaiveCover.logProb(sets, effects, observed, alpha, beta, prior, state);
        }

        @Override
        public String toString() {
            return sets.length + " causes, alpha " + alpha + ", beta " + beta + ", prior " + prior;
        }
    }

    static Stream<Instance> instances() {
        Rate unknown = Rate.beta(1.5, 4.0);
        Rate flat = Rate.beta(1.0, 1.0);
        return Stream.of(
                Instance.random(8, 14, 1, ALPHA, BETA, PRIOR),
                Instance.random(2, 5, 2, ALPHA, BETA, PRIOR),
                Instance.random(8, 14, 3, unknown, flat, Rate.beta(0.5, 20.0)),
                Instance.random(7, 11, 4, ALPHA, flat, PRIOR),
                Instance.random(7, 11, 5, unknown, BETA, PRIOR),
                Instance.random(7, 11, 6, ALPHA, BETA, flat));
    }

    @ParameterizedTest
    @MethodSource("instances")
    void logProbAndRatios_ofEveryState_areTheDefinition(Instance instance) {
        CoverModel model = instance.model();
        int n = model.dimension();
        LocalEnergyModel.Tracker tracker = model.newTracker();
        int[] all = IntStream.range(0, n).toArray();
        double[] ratios = new double[n];
        for (byte[] state : Enumeration.states(n)) {
            double here = instance.logProb(state);
            tracker.reset(state);
            assertThat(tracker.logProb()).isCloseTo(here, within(1e-12 * Math.abs(here)));
            tracker.logRatios(all, n, ratios);
            for (int i = 0; i < n; i++) {
                byte[] there = state.clone();
                there[i] ^= 1;
                assertThat(ratios[i]).isCloseTo(instance.logProb(there) - here, within(1e-12 * Math.abs(here)));
            }
        }
    }

    /** Flips one by one and several at once: the numbers have the same bits as after a reset to the same state. */
    @ParameterizedTest
    @MethodSource("instances")
    void tracker_afterManyFlips_hasTheBitsOfAReset(Instance instance) {
        CoverModel model = instance.model();
        int n = model.dimension();
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(7L);
        LocalEnergyModel.Tracker tracker = model.newTracker();
        LocalEnergyModel.Tracker fresh = model.newTracker();
        byte[] state = new byte[n];
        tracker.reset(state);
        int[] all = IntStream.range(0, n).toArray();
        int[] touched = new int[2 * n];
        double[] before = new double[n];
        double[] after = new double[n];
        double[] expected = new double[n];
        tracker.logRatios(all, n, before);
        for (int t = 0; t < 3_000; t++) {
            int[] sites = all.clone();
            int count = 1 + rng.nextInt(2);
            for (int k = 0; k < count; k++) {
                int other = k + rng.nextInt(n - k);
                int site = sites[other];
                sites[other] = sites[k];
                sites[k] = site;
            }
            byte[] proposed = state.clone();
            for (int k = 0; k < count; k++) {
                proposed[sites[k]] ^= 1;
            }
            tracker.save();
            int told = tracker.flipAll(sites, count, touched);
            if (rng.nextInt(4) == 0) {
                tracker.restore();
                told = 0;
            } else {
                state = proposed;
            }
            tracker.logRatios(all, n, after);
            fresh.reset(state);
            fresh.logRatios(all, n, expected);
            assertThat(after).isEqualTo(expected);
            assertThat(tracker.logProb()).isEqualTo(fresh.logProb());
            int reported = told;
            int[] list = Arrays.copyOf(touched, Math.max(0, told));
            assertThat(list).doesNotHaveDuplicates();
            for (int i = 0; i < n && told != LocalEnergyModel.Tracker.ALL_SITES; i++) {
                if (after[i] != before[i]) {
                    int site = i;
                    assertThat(Arrays.stream(list).limit(reported)).contains(site);
                }
            }
            before = after.clone();
        }
    }

    @ParameterizedTest
    @MethodSource("instances")
    void modelCheck_passes(Instance instance) {
        ModelCheck.of(instance.model()).verify();
    }

    /** The integral over a rate in (0, 1), by the midpoint rule at logit-spaced points, is the tables' closed form. */
    @Test
    void unknownRates_areIntegratedOut() {
        Instance instance = Instance.random(4, 9, 8, Rate.beta(2.0, 6.0), Rate.beta(3.0, 5.0), Rate.beta(1.5, 4.0));
        CoverModel model = instance.model();
        LocalEnergyModel.Tracker tracker = model.newTracker();
        for (byte[] state : Enumeration.states(4)) {
            tracker.reset(state);
            double byQuadrature = NaiveCover.byQuadrature(instance.sets, 9, instance.observed, state);
            assertThat(tracker.logProb()).isCloseTo(byQuadrature, within(1e-10));
        }
    }

    /**
     * 8 chains of 20,000 draws against enumeration: 8 marginals of 2 instances and 2 estimates each within 5 standard
     * errors. False failure: 32 * 2 * Phi(-5) = 2e-5, somewhat more as errors are estimated from 256 batches.
     */
    @ParameterizedTest
    @MethodSource("sampled")
    void marginals_ofARun_areThoseOfTheEnumeration(Instance instance) {
        byte[][] states = Enumeration.states(8);
        double[] exact = Enumeration.marginals(states, Enumeration.logProb(states, instance::logProb));
        SampleResult result = Samplers.lbp()
                .scale(1)
                .build()
                .sample(instance.model())
                .conditionals()
                .chains(8)
                .warmup(500)
                .draws(20_000)
                .seed(9)
                .run();
        SampleResult.Conditionals conditionals = result.conditionals().orElseThrow();
        for (int i = 0; i < 8; i++) {
            assertThat(result.marginals()[i]).isCloseTo(exact[i], within(5 * result.marginalErrors()[i]));
            assertThat(conditionals.marginals()[i])
                    .isCloseTo(exact[i], within(5 * conditionals.errors()[i]));
        }
    }

    static Stream<Instance> sampled() {
        return instances().filter(instance -> instance.sets.length == 8);
    }

    @Test
    void names_giveTheSameModelAsNumbers() {
        Map<String, List<String>> sets = new LinkedHashMap<>();
        sets.put("power", List.of("lamp", "fan", "screen"));
        sets.put("cable", List.of("screen"));
        sets.put("disk", List.of("log", "screen"));
        CoverModel named = CoverModel.builder(sets)
                .observed(List.of("fan", "martian", "log", "fan", "venusian"))
                .alpha(0.1)
                .beta(0.2)
                .prior(0.3)
                .build();
        CoverModel numbered = CoverModel.builder(new int[][] {{0, 1, 2}, {2}, {3, 2}}, 4)
                .observed(1, 3)
                .alpha(0.1)
                .beta(0.2)
                .prior(0.3)
                .build();
        byte[][] states = Enumeration.states(3);
        assertThat(Enumeration.logProb(named, states)).isEqualTo(Enumeration.logProb(numbered, states));
        assertThat(named.unknown()).containsExactly("martian", "venusian");
        assertThat(List.of(named.cause(0), named.cause(2), numbered.cause(2))).containsExactly("power", "disk", "2");
        assertThat(List.of(named.effects(), named.observedEffects(), named.setSize(2), named.observedInSet(2)))
                .containsExactly(4, 2, 2, 1);
    }

    @Test
    void explain_countsErrors_andEstimatesRates() {
        int[][] sets = {{0, 1, 2}, {2, 3}, {4}};
        CoverModel model = CoverModel.builder(sets, 7)
                .observed(0, 2, 5)
                .alpha(Rate.beta(1, 4))
                .beta(Rate.beta(2, 3))
                .prior(0.25)
                .build();
        CoverModel.Explanation explanation = model.explain(new byte[] {1, 1, 0});
        assertThat(explanation).isEqualTo(new CoverModel.Explanation(List.of(0, 1), 1, 2, 2.0 / 8.0, 4.0 / 9.0, 0.25));
    }

    /** 10,000 starts of 8 causes with p = 0.2: 16,000 +- 113 ones. False failure: 2 Phi(-5) = 6e-7. */
    @Test
    void start_isADrawFromThePrior() {
        CoverModel model = Instance.random(8, 14, 1, ALPHA, BETA, PRIOR).model();
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(3L);
        int ones = 0;
        for (int t = 0; t < 10_000; t++) {
            for (byte x : model.start(rng)) {
                ones += x;
            }
        }
        assertThat(ones).isCloseTo(16_000, within(565));
    }

    @Test
    void tracker_afterSixteenFlipsEach_keepsItsSavedState() {
        Instance instance = Instance.random(8, 14, 1, ALPHA, BETA, PRIOR);
        LocalEnergyModel.Tracker tracker = instance.model().newTracker();
        tracker.reset(new byte[8]);
        tracker.save();
        int[] touched = new int[16];
        for (int t = 0; t < 16 * 8 + 3; t++) {
            tracker.flip(t * 5 % 8, touched);
        }
        tracker.restore();
        assertThat(tracker.logProb()).isCloseTo(instance.logProb(new byte[8]), within(1e-12));
    }
}
