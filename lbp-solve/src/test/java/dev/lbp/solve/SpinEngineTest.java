package dev.lbp.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.SearchMonitor;
import dev.lbp.internal.solve.pairs.Betas;
import dev.lbp.internal.solve.pairs.Schedule;
import dev.lbp.internal.solve.pairs.SpinCases;
import dev.lbp.internal.solve.pairs.SpinCases.Weights;
import dev.lbp.internal.solve.pairs.SpinForm;
import dev.lbp.internal.solve.pairs.SpinProblem;
import dev.lbp.internal.solve.pairs.SpinProblem.Engine;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PairwiseModel;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each engine finds the best state of small models, which enumeration gives. */
class SpinEngineTest {

    private static final int CASES = 200;

    private static final int MOST_SITES = 20;

    /** One restart of a dense search anneals one state, which rarely ends far from the best one. */
    private static final int RESTARTS = 200;

    @ParameterizedTest
    @EnumSource
    void engine_smallModels_findsTheBest(Engine engine) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(11L);
        List<Weights> weights =
                engine == Engine.BITS ? List.of(Weights.SIGNS, Weights.SIGNS_AND_FIELDS) : List.of(Weights.values());
        int found = 0;
        int cases = 0;
        for (int k = 0; cases < CASES; k++) {
            SpinCases.Case drawn = SpinCases.draw(
                    1 + k % MOST_SITES, random.nextDouble(), weights.get(k / MOST_SITES % weights.size()), random);
            if (engine == Engine.BITS && drawn.model().couplings().count() == 0) {
                continue; // couplings of no size
            }
            cases++;
            Best<byte[]> best = search(new SpinProblem(drawn.model(), engine), drawn.best());
            double value = best.value();
            double slack = 1e-9 * (1.0 + Math.abs(drawn.best()));
            assertThat(value).as("case %d", k).isLessThanOrEqualTo(drawn.best() + slack);
            found += value >= drawn.best() - slack ? 1 : 0;
        }
        assertThat(found).isEqualTo(CASES);
    }

    private static Best<byte[]> search(SpinProblem problem, double target) {
        return search(problem, target, RESTARTS);
    }

    private static Best<byte[]> search(SpinProblem problem, double target, int restarts) {
        Best<byte[]> best = new Best<>(problem, 1, () -> 0L);
        Search<byte[]> search = problem.newSearch();
        for (long restart = 0;
                restart < restarts && best.value() < target - 1e-9 * (1.0 + Math.abs(target));
                restart++) {
            long number = restart;
            search.restart(
                    restart, RandomSource.XO_SHI_RO_256_PP.create(new long[] {1L, restart}), new SearchMonitor<>() {
                        @Override
                        public boolean mustEnd() {
                            return false;
                        }

                        @Override
                        public double leastValue() {
                            return best.leastValue();
                        }

                        @Override
                        public void report(byte[] state, double value) {
                            best.add(state, value, number, 0, false); // fails if the value is not the model's
                        }
                    });
        }
        return best;
    }

    @Test
    void engine_ofAModel_isTheFastest() {
        assertThat(name(IsingModel.lattice(9, 9).coupling(0.3).build()))
                .endsWith(", 64 anneals at a time, in the bits of words");
        assertThat(name(IsingModel.graph(9, new int[] {0, 1}, new int[] {1, 2}, new double[] {1.0, 2.0})
                        .build()))
                .endsWith(", 64 anneals at a time");
        assertThat(name(IsingModel.graph(3, new int[] {0, 1}, new int[] {1, 2}, new double[] {1.0, 2.0})
                        .build()))
                .endsWith(", dense");
        assertThat(name(IsingModel.lattice(1, 2).coupling(0.0).build())).endsWith(", 64 anneals at a time");
    }

    private static String name(IsingModel model) {
        return new SpinProblem(model).name();
    }

    /** Only couplings of one size without fields have a known scale. */
    @Test
    void schedule_weightsOfOneSize_doesNotAlternate() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(5L);
        for (Weights weights : Weights.values()) {
            Schedule schedule = new Schedule(
                    SpinForm.of(SpinCases.draw(20, 1.0, weights, random).model()));
            assertThat(schedule.alternates()).as("%s", weights).isEqualTo(weights != Weights.SIGNS);
        }
    }

    /** A chain of couplings of 1,000 and .001, whose local optima have gaps from .002 on. */
    @Test
    void schedule_alternating_coolsUntilSmallGapsFreeze() {
        SpinForm form = SpinForm.of(
                IsingModel.graph(40, indices(0), indices(1), couplings()).build());
        Schedule schedule = new Schedule(form);
        Betas narrow = schedule.cool(0);
        assertThat(narrow.geometric()).isFalse();
        assertThat(narrow.at(0, 10)).isCloseTo(1.0 / form.force(), within(1e-15));
        assertThat(narrow.at(9, 10)).isCloseTo(6.0 / form.force(), within(1e-14));
        Betas wide = schedule.cool(1);
        assertThat(wide.geometric()).isTrue();
        assertThat(wide.at(0, 10)).isCloseTo(1.0 / form.force(), within(1e-15));
        assertThat(wide.at(9, 10)).isBetween(2_499.0, 5_001.0); // 10 over a gap of .004 or .002
        assertThat(schedule.reheat(1).at(0, 10) / wide.at(0, 10))
                .isCloseTo(wide.at(9, 10) / schedule.reheat(1).at(0, 10), within(1e-6));
        assertThat(new int[] {schedule.sweeps(0), schedule.sweeps(1), schedule.sweeps(4), schedule.sweeps(5)})
                .containsExactly(300, 300, 600, 600);
    }

    private static int[] indices(int first) {
        int[] indices = new int[39];
        for (int k = 0; k < indices.length; k++) {
            indices[k] = first + k;
        }
        return indices;
    }

    private static double[] couplings() {
        double[] couplings = new double[39];
        for (int k = 0; k < couplings.length; k++) {
            couplings[k] = k < 20 ? 1e-3 : 1000.0;
        }
        return couplings;
    }

    /** Penalties of 1e6 make sums of 1e8, beside which a value of 30 has a rounding of 1e-8. */
    @ParameterizedTest
    @EnumSource(names = {"FIELDS", "DENSE"})
    void engine_penalties_reportsTheModelsValue(Engine engine) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(8L);
        int sites = 120;
        double[] gain = random.doubles(sites).toArray();
        int[] from = random.ints(500, 0, sites).toArray();
        int[] to = Arrays.stream(from)
                .map(i -> (i + 1 + random.nextInt(sites - 1)) % sites)
                .toArray();
        double[] penalty = new double[from.length];
        Arrays.fill(penalty, -1e6);
        PairwiseModel model = PairwiseModel.of(gain, from, to, penalty);
        Best<byte[]> best = search(new SpinProblem(model, engine), Double.MAX_VALUE, 3);
        assertThat(best.value()).isBetween(10.0, 60.0);
    }

    /** Squares of 1e-170 are 0. */
    @Test
    void engine_tinyWeights_doesTheSame() {
        for (double size : new double[] {1.0, 1e-170, 1e-280}) {
            Solution<byte[]> solution = Solver.of(
                            IsingModel.lattice(8, 8).coupling(-size).build())
                    .restarts(2)
                    .solve();
            assertThat(solution.value() / size).isCloseTo(112.0, within(1e-6));
        }
    }
}
