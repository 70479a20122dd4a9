package dev.lbp.internal.solve.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.models.AssignmentModel;
import dev.lbp.models.MatchingModel;
import dev.lbp.models.OrderingModel;
import dev.lbp.models.PottsModel;
import dev.lbp.solve.Solution;
import dev.lbp.solve.Solver;
import dev.lbp.target.MoveModel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** The best states of models with moves, against the enumeration of all states that their moves reach. */
class MoveWalkTest {

    private static final int CASES = 200;

    /** A weight in a form that depends on the case: real, small, with penalties of 1,000 or of 1e6, 0. */
    private static double weight(int k, Random random) {
        double weight = random.nextGaussian();
        return switch (k % 5) {
            case 0 -> weight;
            case 1 -> 1e-3 * weight;
            case 2 -> random.nextInt(4) == 0 ? weight - 1_000.0 : weight;
            case 3 -> random.nextInt(5) == 0 ? 1e6 * weight : weight;
            default -> 0.0;
        };
    }

    private static double[][] weights(int rows, int columns, int k, Random random) {
        double[][] weights = new double[rows][columns];
        for (double[] row : weights) {
            for (int j = 0; j < columns; j++) {
                row[j] = weight(k, random);
            }
        }
        return weights;
    }

    private static void solves(MoveModel model, int k) {
        double best = best(model);
        Solution<int[]> solution =
                Solver.of(model).target(best).restarts(100).seed(k).solve();
        assertThat(solution.value()).as("case " + k).isCloseTo(best, within(1e-9 * Math.abs(best)));
        MoveModel.Tracker tracker = model.newTracker();
        tracker.reset(solution.best());
        assertThat(tracker.logProb()).isEqualTo(solution.value());
    }

    /** The largest log-probability of the states that moves reach from one of them. */
    private static double best(MoveModel model) {
        MoveModel.Tracker tracker = model.newTracker();
        double best = Double.NEGATIVE_INFINITY;
        Set<List<Integer>> met = new HashSet<>();
        Deque<int[]> open = new ArrayDeque<>();
        open.add(model.randomState(RandomSource.XO_SHI_RO_256_PP.create(1)));
        int[] sites = new int[model.dimension()];
        int[] values = new int[model.dimension()];
        double[] ratio = new double[1];
        while (!open.isEmpty()) {
            int[] state = open.remove();
            tracker.reset(state.clone());
            best = Math.max(best, tracker.logProb());
            for (int move = 0; move < model.moves(); move++) {
                tracker.logRatios(new int[] {move}, 1, ratio);
                if (ratio[0] == Double.NEGATIVE_INFINITY) {
                    continue;
                }
                int[] next = state.clone();
                int count = tracker.changes(move, sites, values);
                for (int c = 0; c < count; c++) {
                    next[sites[c]] = values[c];
                }
                if (met.add(IntStream.of(next).boxed().toList())) {
                    open.add(next);
                }
            }
        }
        return best;
    }

    @Test
    void assignments_reachTheBestState() {
        for (int k = 0; k < CASES; k++) {
            Random random = new Random(k);
            int n = 2 + random.nextInt(5);
            solves(AssignmentModel.of(weights(n, n, k, random)), k);
        }
    }

    @Test
    void orderings_reachTheBestState() {
        for (int k = 0; k < CASES; k++) {
            Random random = new Random(k);
            int n = 2 + random.nextInt(5);
            double[][] cost = weights(n, n, k, random);
            solves(k % 2 == 0 ? OrderingModel.of(cost) : OrderingModel.cyclic(cost), k);
        }
    }

    @Test
    void matchings_reachTheBestState() {
        for (int k = 0; k < CASES; k++) {
            Random random = new Random(k);
            solves(MatchingModel.complete(weights(1 + random.nextInt(4), 1 + random.nextInt(4), k, random)), k);
        }
    }

    @Test
    void categories_reachTheBestState() {
        for (int k = 0; k < CASES; k++) {
            Random random = new Random(k);
            int n = 2 + random.nextInt(4);
            int c = 2 + random.nextInt(2);
            int edges = 2 * n;
            int[] from = new int[edges];
            int[] to = new int[edges];
            double[] couplings = new double[edges];
            for (int e = 0; e < edges; e++) {
                from[e] = random.nextInt(n);
                to[e] = (from[e] + 1 + random.nextInt(n - 1)) % n;
                couplings[e] = weight(k, random);
            }
            solves(
                    PottsModel.graph(n, c, from, to, couplings)
                            .field(weights(n, c, k, random))
                            .build(),
                    k);
        }
    }
}
