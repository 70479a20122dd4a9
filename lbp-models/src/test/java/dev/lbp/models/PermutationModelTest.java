package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.internal.models.tracker.Transpositions;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PermutationModelTest {

    /** Label k exchanges the k-th pair of this order: (0, 1), (0, 2), (1, 2), (0, 3), ... */
    private interface Permutations extends NaiveMoves {
        @Override
        default int[] target(int[] state, int label) {
            int k = 0;
            for (int b = 1; b < state.length; b++) {
                for (int a = 0; a < b; a++) {
                    if (k++ == label) {
                        int[] target = state.clone();
                        target[a] = state[b];
                        target[b] = state[a];
                        return target;
                    }
                }
            }
            throw new AssertionError(label);
        }
    }

    private static Permutations assignment(double[][] logWeights) {
        return s -> {
            double sum = 0.0;
            for (int a = 0; a < s.length; a++) {
                sum += logWeights[a][s[a]];
            }
            return sum;
        };
    }

    private static Permutations ordering(double[][] cost, boolean cyclic) {
        return s -> {
            double sum = cyclic ? cost[s[s.length - 1]][s[0]] : 0.0;
            for (int a = 0; a + 1 < s.length; a++) {
                sum += cost[s[a]][s[a + 1]];
            }
            return -sum;
        };
    }

    static double[][] normal(int n, long seed) {
        ZigguratSampler.NormalizedGaussian gaussian =
                ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(seed));
        double[][] matrix = new double[n][];
        Arrays.setAll(matrix, a -> gaussian.samples(n).map(z -> 3.0 * z).toArray());
        return matrix;
    }

    static Stream<Arguments> cases() {
        return Stream.of(2, 3, 4, 5, 9, 14).flatMap(n -> {
            double[][] matrix = normal(n, n);
            return Stream.of(
                    Arguments.of(AssignmentModel.of(matrix), assignment(matrix)),
                    Arguments.of(OrderingModel.of(matrix), ordering(matrix, false)),
                    Arguments.of(OrderingModel.cyclic(matrix), ordering(matrix, true)));
        });
    }

    @ParameterizedTest
    @MethodSource("cases")
    void tracker_alongRandomMoves_isTheDefinition(MoveModel model, NaiveMoves naive) {
        naive.assertFollowedBy(model, 60, 5L);
    }

    /**
     * 2n - 3 with linear costs; six rows with adjacent ones: 6 (n - 6) pairs with one of six positions, and 15 of two.
     */
    @Test
    void apply_touchesTheRowsOfItsPositions() {
        double[][] matrix = normal(20, 1L);
        assertThat(touchedBy(AssignmentModel.of(matrix), Transpositions.label(4, 11)))
                .isEqualTo(37);
        assertThat(touchedBy(OrderingModel.of(matrix), Transpositions.label(4, 11)))
                .isEqualTo(6 * 14 + 15);
        assertThat(touchedBy(OrderingModel.of(matrix), Transpositions.label(0, 1)))
                .isEqualTo(3 * 17 + 3);
        assertThat(touchedBy(OrderingModel.cyclic(matrix), Transpositions.label(0, 1)))
                .isEqualTo(4 * 16 + 6);
    }

    private static int touchedBy(MoveModel model, int label) {
        MoveModel.Tracker tracker = model.newTracker();
        tracker.reset(model.randomState(RandomSource.XO_SHI_RO_256_PP.create(1L)));
        return tracker.apply(label, new int[model.moves()]);
    }

    /** Pairs around every square, where the root could round to the wrong side, up to the largest pair of an int. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 1_000, 46_341, 65_535, 65_536})
    void transpositions_ofEveryPosition_areDecoded(int n) {
        for (int high = 1; high < n; high++) {
            for (int low : new int[] {0, high / 2, high - 1}) {
                int label = Transpositions.label(high, low);
                assertThat(Transpositions.high(label)).isEqualTo(high);
                assertThat(Transpositions.low(label, high)).isEqualTo(low);
            }
        }
        assertThat(Transpositions.label(n - 2, n - 1)).isEqualTo((int) (Transpositions.count(n) - 1));
    }

    @Test
    void randomState_isAPermutation_byItsGenerator() {
        MoveModel model = AssignmentModel.random(30, 1.0, 2L);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(3L);
        int[] first = model.randomState(random);
        assertThat(first).isNotEqualTo(model.randomState(random));
        assertThat(first).isEqualTo(model.randomState(RandomSource.XO_SHI_RO_256_PP.create(3L)));
        assertThat(Arrays.stream(first).sorted())
                .containsExactlyElementsOf(IntStream.range(0, 30).boxed().toList());
    }

    @Test
    void random_bySeed_isTheSameInstance() {
        int label = 17;
        double[] ratios = new double[3];
        for (int k = 0; k < 3; k++) {
            MoveModel.Tracker tracker =
                    AssignmentModel.random(10, 3.0, k == 2 ? 9L : 8L).newTracker();
            tracker.reset(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
            double[] out = new double[1];
            tracker.logRatios(new int[] {label}, 1, out);
            ratios[k] = out[0];
        }
        assertThat(ratios[0]).isEqualTo(ratios[1]).isNotEqualTo(ratios[2]);
    }

    @Test
    void model_givenArrays_keepsCopies() {
        double[][] matrix = normal(5, 1L);
        MoveModel model = OrderingModel.of(matrix);
        double before = logProb(model, 4, 3, 2, 1, 0);
        matrix[4][3] += 1.0;
        matrix[3] = new double[5];
        assertThat(logProb(model, 4, 3, 2, 1, 0)).isEqualTo(before);
    }

    private static double logProb(MoveModel model, int... state) {
        MoveModel.Tracker tracker = model.newTracker();
        tracker.reset(state);
        return tracker.logProb();
    }

    @Test
    void reset_noPermutation_isRefused() {
        MoveModel.Tracker tracker = AssignmentModel.random(3, 1.0, 1L).newTracker();
        assertThatThrownBy(() -> tracker.reset(new int[2])).hasMessage("must have length 3: state.length=2");
        assertThatThrownBy(() -> tracker.reset(new int[] {0, 1, 3})).hasMessage("must be in [0, 2]: state[2]=3");
        assertThatThrownBy(() -> tracker.reset(new int[] {0, -1, 2})).hasMessage("must be in [0, 2]: state[1]=-1");
        assertThatThrownBy(() -> tracker.reset(new int[] {2, 1, 2}))
                .hasMessage(
                        "must be a permutation (give one by initial(...)), and state[0] has this value already: state[2]=2");
    }

    @Test
    void restore_withoutSave_isRefused() {
        MoveModel.Tracker tracker = AssignmentModel.random(3, 1.0, 1L).newTracker();
        tracker.reset(new int[] {0, 1, 2});
        assertThatThrownBy(tracker::restore).hasMessage("must save before restore");
        tracker.save();
        tracker.reset(new int[] {0, 1, 2});
        assertThatThrownBy(tracker::restore).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void names_areThoseOfTheClasses() {
        assertThat(AssignmentModel.random(3, 1.0, 1L).name()).isEqualTo("AssignmentModel");
        assertThat(OrderingModel.of(normal(3, 1L)).name()).isEqualTo("OrderingModel");
    }
}
