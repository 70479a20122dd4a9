package dev.lbp.internal.solve.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.solve.Constraint;
import dev.lbp.solve.Scores;
import dev.lbp.solve.Solution;
import dev.lbp.solve.Solver;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The best states of bits with a tracker, with and without constraints, against enumeration. */
class BitWalkTest {

    private static final int CASES = 200;

    private static void solves(
            EnergyModels.LogProb score,
            LocalEnergyModel model,
            Constraint constraint,
            Predicate<byte[]> allowed,
            int k) {
        double best = Scores.best(score, model.dimension(), allowed);
        Solver<byte[]> solver = constraint == null ? Solver.of(model) : Solver.of(model, constraint);
        Solution<byte[]> solution = solver.target(best - 1e-9 * Math.abs(best))
                .restarts(100)
                .seed(k)
                .solve();
        assertThat(solution.top()).as("case " + k).allMatch(scored -> allowed.test(scored.state()));
        assertThat(solution.value()).as("case " + k).isCloseTo(best, within(1e-9 * Math.abs(best)));
        assertThat(score.of(solution.best())).isEqualTo(solution.value());
    }

    @Test
    void flips_reachTheBestState() {
        for (int k = 0; k < CASES; k++) {
            Random random = new Random(k);
            int sites = 1 + random.nextInt(12);
            EnergyModels.LogProb score = Scores.of(k, sites, random);
            solves(score, EnergyModels.of(sites, score), null, state -> true, k);
        }
    }

    @Test
    void ones_reachTheBestState() {
        for (int k = 0; k < CASES; k++) {
            Random random = new Random(k);
            int sites = 1 + random.nextInt(12);
            int ones = random.nextInt(sites + 1);
            EnergyModels.LogProb score = Scores.of(k, sites, random);
            solves(
                    score,
                    EnergyModels.of(sites, score),
                    Constraint.ones(ones),
                    state -> count(state, 0, sites) == ones,
                    k);
        }
    }

    /** A gradient of zeros gives log-ratios that are wrong: such models are scored after each move. */
    @Test
    void estimatedRatios_areNotUsed() {
        for (int k = 0; k < CASES; k++) {
            Random random = new Random(k);
            int sites = 2 + random.nextInt(8);
            int ones = random.nextInt(sites + 1);
            EnergyModels.LogProb score = Scores.of(k, sites, random);
            LocalEnergyModel model = EnergyModels.of(sites, score, (state, gradient) -> {});
            solves(score, model, null, state -> true, k);
            solves(score, model, Constraint.ones(ones), state -> count(state, 0, sites) == ones, k);
        }
    }

    /** Where all states outside of the constraint are impossible, the state in the middle of a swap is. */
    @Test
    void swaps_passImpossibleStates() {
        for (int k = 0; k < CASES; k++) {
            Random random = new Random(k);
            int sites = 2 + random.nextInt(8);
            int ones = random.nextInt(sites + 1);
            EnergyModels.LogProb score = Scores.of(k, sites, random);
            EnergyModels.LogProb within =
                    state -> count(state, 0, sites) == ones ? score.of(state) : Double.NEGATIVE_INFINITY;
            solves(
                    within,
                    EnergyModels.of(sites, within),
                    Constraint.ones(ones),
                    state -> count(state, 0, sites) == ones,
                    k);
        }
    }

    private static int count(byte[] state, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += state[i];
        }
        return count;
    }

    @Test
    void oneHot_reachesTheBestState() {
        for (int k = 0; k < CASES; k++) {
            Random random = new Random(k);
            int sites = 6 + random.nextInt(7);
            int first = 1 + random.nextInt(4);
            int second = 1 + random.nextInt(sites - first);
            int[][] groups = {range(0, first), range(first, first + second)};
            EnergyModels.LogProb score = Scores.of(k, sites, random);
            solves(
                    score,
                    EnergyModels.of(sites, score),
                    Constraint.oneHot(groups),
                    state -> count(state, 0, first) == 1 && count(state, first, first + second) == 1,
                    k);
        }
    }

    private static int[] range(int from, int to) {
        int[] range = new int[to - from];
        Arrays.setAll(range, i -> from + i);
        return range;
    }
}
