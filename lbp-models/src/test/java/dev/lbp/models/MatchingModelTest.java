package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MatchingModelTest {

    /** Candidate links in a map, in order of left and right: the k-th key is label k. */
    private record Matchings(int n1, int n2, TreeMap<Integer, Double> weights) implements NaiveMoves {

        /** Each pair is a candidate with the given probability; at least one is. */
        static Matchings random(int n1, int n2, double density, long seed) {
            UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
            TreeMap<Integer, Double> weights = new TreeMap<>(Map.of(n1 * n2 - 1, 0.5));
            for (int pair = 0; pair < n1 * n2; pair++) {
                if (random.nextDouble() < density) {
                    weights.put(pair, 4.0 * random.nextDouble() - 2.0);
                }
            }
            return new Matchings(n1, n2, weights);
        }

        /** The model, from links in another order. */
        MatchingModel model() {
            int[] pairs = weights.keySet().stream()
                    .sorted((a, b) -> Integer.compare(Integer.reverse(a), Integer.reverse(b)))
                    .mapToInt(pair -> pair)
                    .toArray();
            return MatchingModel.of(
                    n1,
                    n2,
                    Arrays.stream(pairs).map(pair -> pair / n2).toArray(),
                    Arrays.stream(pairs).map(pair -> pair % n2).toArray(),
                    Arrays.stream(pairs).mapToDouble(weights::get).toArray());
        }

        @Override
        public double logProb(int[] state) {
            double sum = 0.0;
            for (int i = 0; i < n1; i++) {
                sum += state[i] == 0 ? 0.0 : weights.get(i * n2 + state[i] - 1);
            }
            return sum;
        }

        @Override
        public int[] target(int[] state, int label) {
            int pair = weights.keySet().stream().skip(label).findFirst().orElseThrow();
            int i = pair / n2;
            int j = pair % n2;
            int[] target = state.clone();
            if (state[i] == j + 1) {
                target[i] = 0;
                return target;
            }
            target[i] = j + 1;
            for (int other = 0; other < n1; other++) {
                if (state[other] == j + 1) {
                    target[other] = state[i];
                    if (state[i] > 0 && !weights.containsKey(other * n2 + state[i] - 1)) {
                        return null;
                    }
                }
            }
            return target;
        }
    }

    static Stream<Arguments> cases() {
        return Stream.of(
                        Matchings.random(1, 1, 0.0, 1L),
                        Matchings.random(2, 2, 1.0, 2L),
                        Matchings.random(3, 5, 1.0, 3L),
                        Matchings.random(6, 4, 0.5, 4L),
                        Matchings.random(8, 8, 0.4, 5L),
                        Matchings.random(7, 9, 0.8, 6L),
                        Matchings.random(12, 12, 0.15, 7L))
                .map(naive -> Arguments.of(naive.model(), naive));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void tracker_alongRandomMoves_isTheDefinition(MoveModel model, NaiveMoves naive) {
        naive.assertFollowedBy(model, 200, 5L);
    }

    /** The state 0-0, 1-1 of three and three: which move each label makes, its inverse, and what it changes. */
    @Test
    void labels_ofAState_areZanellasMoves() {
        MoveModel.Tracker tracker = MatchingModel.complete(new double[][] {{1, 2, 4}, {8, 16, 32}, {64, 128, 256}})
                .newTracker();
        int[] state = {1, 2, 0};
        tracker.reset(state);
        Map<Integer, String> moves = new HashMap<>();
        int[] sites = new int[3];
        int[] values = new int[3];
        double[] ratio = new double[1];
        for (int label = 0; label < 9; label++) {
            int[] to = state.clone();
            int count = tracker.changes(label, sites, values);
            for (int k = 0; k < count; k++) {
                to[sites[k]] = values[k];
            }
            tracker.logRatios(new int[] {label}, 1, ratio);
            moves.put(label, Arrays.toString(to) + " " + (int) ratio[0] + " inverse " + tracker.inverse(label));
        }
        assertThat(moves)
                .containsEntry(0, "[0, 2, 0] -1 inverse 0") // delete
                .containsEntry(1, "[2, 1, 0] -7 inverse 0") // double switch
                .containsEntry(2, "[3, 2, 0] 3 inverse 0") // switch: 0 leaves its partner
                .containsEntry(6, "[0, 2, 1] 63 inverse 0") // switch: the right site leaves its partner
                .containsEntry(3, "[2, 1, 0] -7 inverse 4")
                .containsEntry(8, "[1, 2, 3] 256 inverse 8"); // add
    }

    @Test
    void doubleSwitch_toALinkThatIsNoCandidate_isIllegal() {
        MoveModel.Tracker tracker = MatchingModel.of(
                        2, 2, new int[] {0, 0, 1}, new int[] {0, 1, 1}, new double[] {1, 2, 4})
                .newTracker();
        tracker.reset(new int[] {1, 2});
        double[] ratios = new double[3];
        tracker.logRatios(new int[] {0, 1, 2}, 3, ratios);
        assertThat(ratios).containsExactly(-1.0, Double.NEGATIVE_INFINITY, -4.0);
    }

    /** 1,000 sites on either side, each with two candidates: no more than the links of four sites. */
    @Test
    void apply_sparseLinks_touchesO_degree() {
        int n = 1_000;
        int[] from = IntStream.range(0, 2 * n).map(k -> k / 2).toArray();
        int[] to = IntStream.range(0, 2 * n).map(k -> (k / 2 + k % 2) % n).toArray();
        MoveModel model = MatchingModel.of(n, n, from, to, new double[2 * n]);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1L);
        MoveModel.Tracker tracker = model.newTracker();
        tracker.reset(model.randomState(random));
        double[] ratio = new double[1];
        for (int t = 0; t < 10_000; t++) {
            int label = random.nextInt(2 * n);
            tracker.logRatios(new int[] {label}, 1, ratio);
            if (ratio[0] > Double.NEGATIVE_INFINITY) {
                assertThat(tracker.apply(label, new int[2 * n])).isBetween(3, 8);
            }
        }
    }

    @Test
    void randomState_isAMatching_byItsGenerator() {
        MatchingModel model = Matchings.random(20, 25, 0.3, 8L).model();
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(3L);
        int[] first = model.randomState(random);
        assertThat(first).isNotEqualTo(model.randomState(random));
        assertThat(first).isEqualTo(model.randomState(RandomSource.XO_SHI_RO_256_PP.create(3L)));
        assertThat(model.links(first)).isBetween(5, 20);
    }

    @Test
    void reset_noMatching_isRefused() {
        MoveModel.Tracker tracker = MatchingModel.of(3, 2, new int[] {0, 1, 2}, new int[] {0, 1, 1}, new double[3])
                .newTracker();
        assertThatThrownBy(() -> tracker.reset(new int[2])).hasMessage("must have length 3: state.length=2");
        assertThatThrownBy(() -> tracker.reset(new int[] {0, 3, 0})).hasMessage("must be in [0, 2]: state[1]=3");
        assertThatThrownBy(() -> tracker.reset(new int[] {0, -1, 0})).hasMessage("must be in [0, 2]: state[1]=-1");
        assertThatThrownBy(() -> tracker.reset(new int[] {2, 0, 0}))
                .hasMessage("must be 0, or j + 1 of a candidate link (0, j): state[0]=2");
        assertThatThrownBy(() -> tracker.reset(new int[] {1, 2, 2}))
                .hasMessage(
                        "must be a matching (give one by initial(...)), and state[1] has this value already: state[2]=2");
    }

    /** The true links of clear records are worth far more than any other matching of as many. */
    @Test
    void syntheticRecords_trueLinks_haveHighWeights() {
        SyntheticRecords records = new SyntheticRecords(30, 40, 20, 10, 8, 0.05, 4L);
        assertThat(records.truth()).isEqualTo(new SyntheticRecords(30, 40, 20, 10, 8, 0.05, 4L).truth());
        MatchingModel complete = records.model(6.0);
        assertThat(complete.moves()).isEqualTo(1_200);
        assertThat(complete.links(records.truth())).isEqualTo(20);
        MatchingModel sparse = records.model(6.0, 4);
        assertThat(sparse.moves()).isBetween(20, 60);
        double[] logProb = new double[3];
        int[] random = complete.randomState(RandomSource.XO_SHI_RO_256_PP.create(1L));
        MoveModel.Tracker tracker = complete.newTracker();
        tracker.reset(records.truth());
        logProb[0] = tracker.logProb();
        tracker.reset(random);
        logProb[1] = tracker.logProb();
        tracker = sparse.newTracker();
        tracker.reset(records.truth());
        logProb[2] = tracker.logProb();
        assertThat(logProb[0]).isPositive().isEqualTo(logProb[2]);
        assertThat(logProb[1]).isLessThan(-100.0);
    }

    @Test
    void complete_isTheListOfAllPairs() {
        MatchingModel model = MatchingModel.complete(new double[][] {{1, 2, 3}, {4, 5, 6}});
        assertThat(model.dimension()).isEqualTo(2);
        assertThat(model.values()).isEqualTo(4);
        assertThat(model.moves()).isEqualTo(6);
        assertThat(model.name()).isEqualTo("MatchingModel");
        MoveModel.Tracker tracker = model.newTracker();
        tracker.reset(new int[] {2, 1});
        assertThat(tracker.logProb()).isEqualTo(6.0);
    }
}
