package dev.lbp.internal.solve.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.solve.Scores;
import dev.lbp.solve.Solution;
import dev.lbp.solve.Solver;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;

/** The best states of models that score in batches, against enumeration. */
class BatchSearchTest {

    /** One of each form: a restart takes .1 s and more, most of it calls of ND4J. */
    private static final int CASES = 6;

    /** A model without a tracker, by the methods of one that has a tracker. */
    private record Batched(LocalEnergyModel model) implements EnergyModel {

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public INDArray logProb(INDArray states) {
            return model.logProb(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return model.gradient(states);
        }

        @Override
        public INDArray flipLogRatios(INDArray states) {
            return model.flipLogRatios(states);
        }

        @Override
        public boolean exactFlips() {
            return true;
        }
    }

    @Test
    void batches_reachTheBestState() {
        for (int k = 0; k < CASES; k++) {
            Random random = new Random(k);
            int sites = 1 + random.nextInt(12);
            EnergyModels.LogProb score = Scores.of(k, sites, random);
            double best = Scores.best(score, sites, state -> true);
            Solution<byte[]> solution = Solver.of(new Batched(EnergyModels.of(sites, score)))
                    .target(best - 1e-9 * Math.abs(best))
                    .restarts(100)
                    .seed(k)
                    .solve();
            assertThat(solution.value()).as("case " + k).isCloseTo(best, within(1e-9 * Math.abs(best)));
            assertThat(score.of(solution.best())).isEqualTo(solution.value());
        }
    }

    @Test
    void solve_noPossibleState_isTold() {
        Solution<byte[]> solution = Solver.of(new Batched(EnergyModels.of(3, state -> Double.NEGATIVE_INFINITY)))
                .restarts(2)
                .solve();
        assertThat(solution.possible()).isFalse();
        assertThat(solution.best()).hasSize(3);
    }

    @Test
    void solve_badNumber_isNamed() {
        Solver<byte[]> solver = Solver.of(new Batched(EnergyModels.of(3, state -> Double.NaN)));
        assertThatThrownBy(solver::solve)
                .hasCauseInstanceOf(ModelException.class)
                .hasMessage("Batched failed in restart 0: must not be NaN or" + " +Infinity: logProb=NaN");
    }

    @Test
    void solve_threads_findTheSame() {
        EnergyModel model = new Batched(EnergyModels.of(5, Scores.of(0, 5, new Random(4))));
        Solution<byte[]> one = Solver.of(model).restarts(2).solve();
        Solution<byte[]> two = Solver.of(model).restarts(2).threads(2).solve();
        assertThat(two.top()).usingRecursiveComparison().isEqualTo(one.top());
    }
}
