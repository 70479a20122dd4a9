package dev.lbp.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.models.IsingModel;
import dev.lbp.solve.SpinCases.Weights;
import dev.lbp.solve.SpinProblem.Engine;
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
        Best<byte[]> best = new Best<>(problem, 1, () -> 0L);
        Search<byte[]> search = problem.newSearch();
        for (long restart = 0;
                restart < RESTARTS && best.value() < target - 1e-9 * (1.0 + Math.abs(target));
                restart++) {
            long number = restart;
            search.restart(restart, RandomSource.XO_SHI_RO_256_PP.create(new long[] {1L, restart}), new Finds<>() {
                @Override
                public boolean ended() {
                    return false;
                }

                @Override
                public double worth() {
                    return best.worth(number);
                }

                @Override
                public void found(byte[] state, double value) {
                    best.add(state, value, number, 0, false); // fails if the value is not the model's
                }
            });
        }
        return best;
    }

    @Test
    void engine_ofAModel_isTheFastest() {
        assertThat(name(IsingModel.lattice(9, 9).coupling(0.3).build())).endsWith(", 64 replicas in bits");
        assertThat(name(IsingModel.graph(9, new int[] {0, 1}, new int[] {1, 2}, new double[] {1.0, 2.0})
                        .build()))
                .endsWith(", 64 replicas");
        assertThat(name(IsingModel.graph(3, new int[] {0, 1}, new int[] {1, 2}, new double[] {1.0, 2.0})
                        .build()))
                .endsWith(", dense");
        assertThat(name(IsingModel.lattice(1, 2).coupling(0.0).build())).endsWith(", 64 replicas");
    }

    private static String name(IsingModel model) {
        return new SpinProblem(model).name();
    }

    @Test
    void schedule_weightsOfOneSize_doesNotAlternate() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(5L);
        for (Weights weights : Weights.values()) {
            Schedule schedule = new Schedule(
                    SpinForm.of(SpinCases.draw(20, 1.0, weights, random).model()));
            boolean far = weights == Weights.PENALTIES || weights == Weights.DECADES;
            assertThat(schedule.alternates()).as("%s", weights).isEqualTo(far);
        }
    }

    @Test
    void schedule_alternating_coolsUntilSmallWeightsFreeze() {
        SpinForm form = SpinForm.of(IsingModel.graph(40, indices(0), indices(1), couplings(1000.0, 1e-3))
                .build());
        Schedule schedule = new Schedule(form);
        Betas narrow = schedule.cool(0);
        assertThat(narrow.geometric()).isFalse();
        assertThat(narrow.at(0, 10)).isCloseTo(1.0 / form.force(), within(1e-15));
        assertThat(narrow.at(9, 10)).isCloseTo(6.0 / form.force(), within(1e-14));
        Betas wide = schedule.cool(1);
        assertThat(wide.geometric()).isTrue();
        assertThat(wide.at(0, 10)).isCloseTo(1.0 / form.force(), within(1e-15));
        assertThat(wide.at(9, 10)).isCloseTo(6000.0, within(1e-5));
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

    private static double[] couplings(double large, double small) {
        double[] couplings = new double[39];
        for (int k = 0; k < couplings.length; k++) {
            couplings[k] = k % 3 == 0 ? small : large;
        }
        return couplings;
    }
}
