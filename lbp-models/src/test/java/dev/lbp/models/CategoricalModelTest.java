package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.target.CategoricalModel;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CategoricalModelTest {

    /** Label i C + c gives value c to site i. */
    private interface Categories extends NaiveMoves {

        int values();

        @Override
        default int[] target(int[] state, int label) {
            int[] target = state.clone();
            target[label / values()] = label % values();
            return Arrays.equals(target, state) ? null : target;
        }
    }

    /**
     * Sites, and the couplings of pairs: those of a lattice are found by distance, not by the model's walk over rows.
     */
    private record Potts(int values, double[][] field, int[] from, int[] to, double[] couplings) implements Categories {

        static Potts lattice(int rows, int cols, int values, boolean periodic, double coupling, double[][] field) {
            int[][] pairs = IntStream.range(0, rows * cols)
                    .boxed()
                    .flatMap(i -> IntStream.range(0, i).mapToObj(j -> new int[] {i, j}))
                    .filter(pair -> apart(pair[0] / cols, pair[1] / cols, rows, periodic)
                                    + apart(pair[0] % cols, pair[1] % cols, cols, periodic)
                            == 1)
                    .toArray(int[][]::new);
            double[] couplings = new double[pairs.length];
            Arrays.fill(couplings, coupling);
            return new Potts(
                    values,
                    field,
                    Arrays.stream(pairs).mapToInt(pair -> pair[0]).toArray(),
                    Arrays.stream(pairs).mapToInt(pair -> pair[1]).toArray(),
                    couplings);
        }

        private static int apart(int a, int b, int side, boolean periodic) {
            int distance = Math.abs(a - b);
            return periodic ? Math.min(distance, side - distance) : distance;
        }

        @Override
        public double logProb(int[] x) {
            double sum = 0.0;
            for (int i = 0; i < x.length; i++) {
                sum += field[i][x[i]];
            }
            for (int k = 0; k < from.length; k++) {
                sum += x[from[k]] == x[to[k]] ? couplings[k] : 0.0;
            }
            return sum;
        }
    }

    private record Hmm(double[] y, double[][] w, double bias, double sigma, double[] initial, double[][] next)
            implements Categories {

        @Override
        public int values() {
            return initial.length;
        }

        @Override
        public double logProb(int[] x) {
            double sum = 0.0;
            int chains = w.length;
            for (int l = 0; l < y.length; l++) {
                double mean = bias;
                for (int k = 0; k < chains; k++) {
                    int here = x[l * chains + k];
                    mean += w[k][here];
                    sum += Math.log(l == 0 ? initial[here] : next[x[(l - 1) * chains + k]][here]);
                }
                sum -= 0.5 * Math.pow((y[l] - mean) / sigma, 2.0) + Math.log(sigma * Math.sqrt(2.0 * Math.PI));
            }
            return sum;
        }

        CategoricalFactorialHmm model() {
            return CategoricalFactorialHmm.builder()
                    .observations(y)
                    .weights(w)
                    .bias(bias)
                    .noise(sigma)
                    .initial(initial)
                    .transitions(next)
                    .build();
        }
    }

    private static double[][] uniform(int rows, int cols, double halfWidth, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[][] numbers = new double[rows][];
        Arrays.setAll(numbers, i -> random.doubles(cols, -halfWidth, halfWidth).toArray());
        return numbers;
    }

    private static Arguments lattice(int rows, int cols, int values, boolean periodic, double coupling) {
        double[][] field = uniform(rows * cols, values, 1.5, rows * 31L + cols);
        PottsModel.LatticeBuilder builder =
                PottsModel.lattice(rows, cols, values).coupling(coupling).field(field);
        return Arguments.of(
                (periodic ? builder.periodic() : builder).build(),
                Potts.lattice(rows, cols, values, periodic, coupling, field));
    }

    private static Arguments graph() {
        double[][] field = uniform(6, 3, 2.0, 4L);
        int[] from = {0, 0, 5, 2, 4, 1};
        int[] to = {1, 5, 0, 4, 2, 4}; // two pairs twice, in either order; site 3 alone
        double[] couplings = {0.7, -1.1, 0.2, 1.0 / 3, 0.1, -0.4};
        return Arguments.of(
                PottsModel.graph(6, 3, from, to, couplings).field(field).build(),
                new Potts(3, field, from, to, couplings));
    }

    private static Hmm hmm(int steps, int chains, int values) {
        double[] initial = uniform(1, values, 0.4, 7L)[0];
        double[][] next = uniform(values, values, 0.4, 8L);
        for (double[] row :
                Stream.concat(Stream.of(initial), Arrays.stream(next)).toList()) {
            double sum = Arrays.stream(row).map(u -> u + 0.5).sum();
            Arrays.setAll(row, c -> (row[c] + 0.5) / sum);
        }
        return new Hmm(uniform(1, steps, 2.0, 9L)[0], uniform(chains, values, 1.5, 10L), 0.3, 0.8, initial, next);
    }

    static Stream<Arguments> cases() {
        double[][] logits = uniform(7, 4, 2.0, 3L);
        double normaliser = Arrays.stream(logits)
                .mapToDouble(site -> Math.log(Arrays.stream(site).map(Math::exp).sum()))
                .sum();
        Potts independent = new Potts(4, logits, new int[0], new int[0], new double[0]);
        NaiveMoves normalised = new NaiveMoves() {
            @Override
            public double logProb(int[] state) {
                return independent.logProb(state) - normaliser;
            }

            @Override
            public int[] target(int[] state, int label) {
                return independent.target(state, label);
            }
        };
        return Stream.of(
                lattice(3, 4, 3, false, 0.5),
                lattice(3, 5, 2, true, -0.8),
                lattice(1, 6, 5, false, 1.0),
                graph(),
                Arguments.of(CategoricalProduct.of(logits), normalised),
                Arguments.of(hmm(4, 3, 3).model(), hmm(4, 3, 3)),
                Arguments.of(hmm(1, 2, 4).model(), hmm(1, 2, 4)),
                Arguments.of(hmm(5, 1, 2).model(), hmm(5, 1, 2)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void tracker_alongRandomMoves_isTheDefinition(MoveModel model, NaiveMoves naive) {
        naive.assertFollowedBy(model, 150, 5L);
    }

    /**
     * A corner's change from 0 to 1 of 5 values: its own, those of the neighbour at 1, and two of the neighbour at 4.
     */
    @Test
    void apply_lattice_touchesAllValuesOnlyOfNeighboursWithOldOrNewValue() {
        MoveModel.Tracker tracker =
                PottsModel.lattice(3, 3, 5).coupling(0.7).build().newTracker();
        tracker.reset(new int[] {0, 1, 2, 4, 0, 0, 0, 0, 0});
        int[] touched = new int[45];
        assertThat(tracker.apply(1, touched)).isEqualTo(12);
        assertThat(Arrays.copyOf(touched, 12)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16);
    }

    @Test
    void hmm_ofTwoValues_isTheFactorialHmm() {
        FactorialHmm binary = FactorialHmm.paper(4, 3, PaperConfiguration.C2, 5L);
        double[] w = binary.weights();
        double[][] weights = {{0.0, w[0]}, {0.0, w[1]}, {0.0, w[2]}};
        CategoricalFactorialHmm model = CategoricalFactorialHmm.builder()
                .observations(binary.observations())
                .weights(weights)
                .bias(0.25)
                .noise(1.1)
                .initial(new double[] {0.9, 0.1})
                .transitions(new double[][] {{0.8, 0.2}, {0.2, 0.8}})
                .build();
        FactorialHmm same = FactorialHmm.builder()
                .observations(binary.observations())
                .weights(w)
                .bias(0.25)
                .noise(1.1)
                .initial(0.1)
                .stay(0.8)
                .build();
        byte[][] states = Enumeration.states(12);
        double[] expected = Enumeration.logProb(same, states);
        MoveModel.Tracker tracker = model.newTracker();
        for (int s = 0; s < states.length; s += 7) {
            byte[] x = states[s];
            tracker.reset(IntStream.range(0, 12).map(i -> x[i]).toArray());
            assertThat(tracker.logProb()).isCloseTo(expected[s], within(1e-11));
        }
    }

    @Test
    void product_probabilities_areNormalised() {
        CategoricalProduct model = CategoricalProduct.random(20, 5, 1.5, 3L);
        double[] ratio = new double[1];
        MoveModel.Tracker tracker = model.newTracker();
        tracker.reset(new int[20]);
        double logProb = 0.0;
        for (int i = 0; i < 20; i++) {
            double[] p = model.probabilities()[i];
            assertThat(Arrays.stream(p).sum()).isCloseTo(1.0, within(1e-14));
            tracker.logRatios(new int[] {i * 5 + 3}, 1, ratio);
            assertThat(Math.log(p[3] / p[0])).isCloseTo(ratio[0], within(1e-13));
            logProb += Math.log(p[0]);
        }
        assertThat(tracker.logProb()).isCloseTo(logProb, within(1e-12));
    }

    static Stream<CategoricalModel> random() {
        return Stream.of(1L, 1L, 2L)
                .flatMap(seed -> Stream.of(
                        PottsModel.lattice(3, 4, 4)
                                .coupling(0.5)
                                .randomField(1.5, seed)
                                .build(),
                        CategoricalProduct.random(12, 4, 1.5, seed),
                        CategoricalFactorialHmm.paper(4, 3, 4, PaperConfiguration.C2, seed)));
    }

    @Test
    void random_bySeed_isTheSameInstance() {
        int[] state = {0, 1, 2, 3, 3, 2, 1, 0, 0, 2, 1, 3};
        double[] logProb = random().mapToDouble(model -> {
                    MoveModel.Tracker tracker = model.newTracker();
                    tracker.reset(state);
                    return tracker.logProb();
                })
                .toArray();
        for (int k = 0; k < 3; k++) {
            assertThat(logProb[k]).isEqualTo(logProb[3 + k]).isNotEqualTo(logProb[6 + k]);
        }
    }

    /** 4,000 uniform values of 5: each share has a standard error of 0.0063, so 0.04 is more than 6 of them. */
    @Test
    void randomState_hasAllValues() {
        CategoricalModel model = CategoricalProduct.random(4_000, 5, 1.0, 1L);
        int[] state = model.randomState(RandomSource.XO_SHI_RO_256_PP.create(3L));
        for (int c = 0; c < 5; c++) {
            int value = c;
            assertThat(Arrays.stream(state).filter(v -> v == value).count() / 4_000.0)
                    .isCloseTo(0.2, within(0.04));
        }
        assertThat(state).isEqualTo(model.randomState(RandomSource.XO_SHI_RO_256_PP.create(3L)));
    }

    @Test
    void sizes_areThoseGiven() {
        PottsModel potts = PottsModel.lattice(3, 4, 200).coupling(1.0).build();
        assertThat(new int[] {potts.dimension(), potts.values(), potts.moves(), potts.rows(), potts.cols()})
                .containsExactly(12, 200, 2_400, 3, 4);
        CategoricalFactorialHmm hmm = CategoricalFactorialHmm.paper(7, 3, 8, PaperConfiguration.C1, 1L);
        assertThat(new int[] {hmm.dimension(), hmm.values(), hmm.moves(), hmm.steps(), hmm.chains()})
                .containsExactly(21, 8, 168, 7, 3);
        assertThat(Stream.of(potts, hmm, CategoricalProduct.random(1, 2, 1.0, 1L))
                        .map(MoveModel::name))
                .containsExactly("PottsModel", "CategoricalFactorialHmm", "CategoricalProduct");
    }

    @Test
    void reset_badState_isRefused() {
        MoveModel.Tracker tracker = CategoricalProduct.random(2, 3, 1.0, 1L).newTracker();
        assertThatThrownBy(() -> tracker.reset(new int[3])).hasMessage("must have length 2: state.length=3");
        assertThatThrownBy(() -> tracker.reset(new int[] {0, 3})).hasMessage("must be in [0, 2]: state[1]=3");
        assertThatThrownBy(() -> tracker.reset(new int[] {-1, 0})).hasMessage("must be in [0, 2]: state[0]=-1");
    }
}
