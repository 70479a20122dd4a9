package dev.lbp.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.nd4j.linalg.api.ndarray.INDArray;

/** The best states of models that score in batches, against enumeration. */
@Timeout(120)
class BatchSearchTest {

    private static final int CASES = 200;

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
}
