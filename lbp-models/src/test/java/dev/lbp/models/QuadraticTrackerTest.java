package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.LocalEnergyModel.Tracker;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ArraySampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.factory.Nd4j;

class QuadraticTrackerTest {

    static Stream<LocalEnergyModel> models() {
        return Stream.of(
                IsingModel.paper(7, PaperConfiguration.C2, 1),
                IsingModel.lattice(3, 5).periodic().coupling(-0.3).field(0.1).build(),
                FactorialHmm.paper(6, 3, PaperConfiguration.C1, 2),
                BernoulliModel.paper(20, PaperConfiguration.C3, 3),
                random(30, 60, 1.0, 4),
                random(30, 60, 1e6, 5),
                random(30, 60, 1e-300, 6),
                dense(12, 7),
                uneven());
    }

    private static PairwiseModel random(int sites, int couplings, double size, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        return PairwiseModel.of(
                random.doubles(sites, -size, size).toArray(),
                random.ints(couplings, 0, sites).toArray(),
                random.ints(couplings, 0, sites).toArray(),
                random.doubles(couplings, -size, size).toArray());
    }

    private static PairwiseModel dense(int sites, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        int[] pairs = IntStream.range(0, sites * sites).toArray();
        return PairwiseModel.of(
                new double[sites],
                Arrays.stream(pairs).map(k -> k / sites).toArray(),
                Arrays.stream(pairs).map(k -> k % sites).toArray(),
                random.doubles(pairs.length, -1.0, 1.0).toArray());
    }

    /** A hub, great next to small, and zeros of either sign, whose bits could tell one path from another. */
    private static PairwiseModel uneven() {
        return PairwiseModel.of(
                new double[] {-0.0, 1e9, -0.0, 1e-9, 0.1, -1e-30},
                new int[] {0, 0, 0, 0, 0, 2},
                new int[] {1, 2, 3, 4, 5, 4},
                new double[] {1.0 / 3, -0.0, 1e7 / 3, -1e-20, 1e-4, 0.7});
    }

    @ParameterizedTest
    @MethodSource("models")
    void flips_many_leaveWhatAFreshResetGives(LocalEnergyModel model) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(11);
        Tracker tracker = model.newTracker();
        byte[] state = new byte[model.dimension()];
        tracker.reset(state);
        int[] touched = new int[model.dimension()];
        for (int k = 0; k < 100_000; k++) {
            int site = random.nextInt(state.length);
            tracker.flip(site, touched);
            state[site] ^= 1;
        }
        Tracker fresh = model.newTracker();
        fresh.reset(state);
        assertThat(bits(tracker, state.length)).isEqualTo(bits(fresh, state.length));
    }

    @ParameterizedTest
    @MethodSource("models")
    void siteRatios_randomState_haveTheBitsOfATracker(LocalEnergyModel model) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(14);
        int n = model.dimension();
        byte[] state = new byte[n];
        int[] sites = ArraySampler.shuffle(random, IntStream.range(0, n).toArray());
        for (int k = 0; k < 20; k++) {
            for (int i = 0; i < n; i++) {
                state[i] = (byte) random.nextInt(2);
            }
            Tracker tracker = model.newTracker();
            tracker.reset(state);
            double[] expected = new double[n];
            tracker.logRatios(sites, n, expected);
            double[] actual = new double[n];
            int from = random.nextInt(n);
            model.siteRatios().orElseThrow().logRatios(state, sites, from, n, actual);
            assertThat(Arrays.copyOf(actual, n - from)).isEqualTo(Arrays.copyOfRange(expected, from, n));
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void tracker_alongRandomFlips_followsTheBatchedLogProb(LocalEnergyModel model) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(12);
        int n = model.dimension();
        byte[] state = new byte[n];
        for (int i = 0; i < n; i++) {
            state[i] = (byte) random.nextInt(2);
        }
        Tracker tracker = model.newTracker();
        tracker.reset(state);
        int[] touched = new int[n];
        for (int k = 0; k < 50; k++) {
            byte[][] neighbours = new byte[n + 1][];
            neighbours[n] = state.clone();
            for (int i = 0; i < n; i++) {
                neighbours[i] = state.clone();
                neighbours[i][i] ^= 1;
            }
            double[] logProb = Enumeration.logProb(model, neighbours);
            double scale = Arrays.stream(logProb).map(Math::abs).max().orElseThrow();
            double[] ratios = ratios(tracker, n);
            assertThat(tracker.logProb()).isCloseTo(logProb[n], within(1e-12 * scale));
            for (int i = 0; i < n; i++) {
                assertThat(ratios[i]).isCloseTo(logProb[i] - logProb[n], within(1e-12 * scale));
            }
            int site = random.nextInt(n);
            double before = tracker.logProb();
            tracker.flip(site, touched);
            state[site] ^= 1;
            assertThat(tracker.logProb() - before).isCloseTo(ratios[site], within(1e-12 * scale));
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void flip_anySite_reportsEverySiteWhoseRatioChanged(LocalEnergyModel model) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(13);
        int n = model.dimension();
        Tracker tracker = model.newTracker();
        tracker.reset(new byte[n]);
        int[] touched = new int[n];
        for (int k = 0; k < 500; k++) {
            double[] before = ratios(tracker, n);
            int site = random.nextInt(n);
            int count = tracker.flip(site, touched);
            double[] after = ratios(tracker, n);
            if (count == Tracker.ALL_SITES) {
                continue;
            }
            int[] reported = Arrays.copyOf(touched, count);
            assertThat(reported).doesNotHaveDuplicates().contains(site);
            for (int i = 0; i < n; i++) {
                if (Double.doubleToRawLongBits(before[i]) != Double.doubleToRawLongBits(after[i])) {
                    assertThat(reported).contains(i);
                }
            }
        }
    }

    /** Against {@link Tracker#flip}, site by site: the same state to the last bit, and no touched site forgotten. */
    @ParameterizedTest
    @MethodSource("models")
    void flipAll_anySites_isEachFlipInTurn(LocalEnergyModel model) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(15);
        int n = model.dimension();
        Tracker together = model.newTracker();
        Tracker apart = model.newTracker();
        together.reset(new byte[n]);
        apart.reset(new byte[n]);
        int[] sites = IntStream.range(0, n).toArray();
        int[] touched = new int[2 * n];
        int sparse = 0;
        for (int t = 0; t < 300; t++) {
            ArraySampler.shuffle(random, sites);
            int flips = random.nextInt(t % 2 == 0 ? 4 : n + 1);
            Set<Integer> expected = new HashSet<>();
            for (int k = 0; k < flips; k++) {
                int count = apart.flip(sites[k], touched);
                boolean all = count == Tracker.ALL_SITES;
                Arrays.stream(all ? sites : touched, 0, all ? n : count).forEach(expected::add);
            }
            Arrays.fill(touched, -1);
            int count = together.flipAll(sites, flips, touched);
            assertThat(bits(together, n)).isEqualTo(bits(apart, n));
            if (count != Tracker.ALL_SITES) {
                assertThat(count).isLessThanOrEqualTo(n);
                assertThat(Arrays.stream(touched, 0, count).boxed())
                        .containsAll(expected)
                        .hasSameElementsAs(expected);
                sparse++;
            }
        }
        assertThat(sparse).isPositive();
    }

    @Test
    void flip_siteCoupledToAllOthers_saysAllSites() {
        Tracker tracker = dense(12, 7).newTracker();
        tracker.reset(new byte[12]);
        assertThat(tracker.flip(3, new int[12])).isEqualTo(Tracker.ALL_SITES);
    }

    @Test
    void flip_cornerOfALattice_saysItAndItsTwoNeighbours() {
        Tracker tracker = IsingModel.lattice(3, 4).coupling(1.0).build().newTracker();
        tracker.reset(new byte[12]);
        int[] touched = new int[12];
        assertThat(tracker.flip(11, touched)).isEqualTo(3);
        assertThat(Arrays.copyOf(touched, 3)).containsExactlyInAnyOrder(11, 10, 7);
    }

    /** Fewer flips than sites are undone one by one; more go back to a copy of the state. */
    @ParameterizedTest
    @MethodSource("models")
    void restore_afterAnyNumberOfFlips_isBitForBit(LocalEnergyModel model) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(14);
        int n = model.dimension();
        int[] touched = new int[n];
        Tracker tracker = model.newTracker();
        tracker.reset(new byte[n]);
        for (int flips : new int[] {0, 1, 5, n - 1, n, n + 1, 3 * n, 2}) {
            for (int k = 0; k < 10; k++) { // moves on, and so is not always at the first state
                tracker.flip(random.nextInt(n), touched);
            }
            long[] before = bits(tracker, n);
            tracker.save();
            for (int attempt = 0; attempt < 3; attempt++) { // one save serves several restores
                for (int k = 0; k < flips; k++) {
                    tracker.flip(random.nextInt(n), touched);
                }
                tracker.restore();
                assertThat(bits(tracker, n)).as("%d flips", flips).isEqualTo(before);
            }
        }
    }

    /** Several calls between save and restore, so that the log of flips overflows within a call, or between two. */
    @ParameterizedTest
    @MethodSource("models")
    void restore_afterSeveralFlipAll_isBitForBit(LocalEnergyModel model) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(16);
        int n = model.dimension();
        int[] sites = IntStream.range(0, n).toArray();
        int[] touched = new int[2 * n];
        Tracker tracker = model.newTracker();
        tracker.reset(new byte[n]);
        for (int t = 0; t < 200; t++) {
            tracker.flip(random.nextInt(n), touched);
            long[] before = bits(tracker, n);
            tracker.save();
            int calls = 1 + random.nextInt(6);
            for (int k = 0; k < calls; k++) {
                ArraySampler.shuffle(random, sites);
                tracker.flipAll(sites, random.nextInt(n + 1), touched);
                if (random.nextBoolean()) {
                    tracker.flip(sites[0], touched);
                }
            }
            tracker.restore();
            assertThat(bits(tracker, n)).as("%d calls", calls).isEqualTo(before);
        }
    }

    @Test
    void restore_withoutSave_isRefused() {
        Tracker tracker = uneven().newTracker();
        tracker.reset(new byte[6]);
        assertThatThrownBy(tracker::restore).isInstanceOf(IllegalStateException.class);
        tracker.save();
        tracker.reset(new byte[6]);
        assertThatThrownBy(tracker::restore).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void reset_badState_isRefused() {
        Tracker tracker = uneven().newTracker();
        assertThatThrownBy(() -> tracker.reset(new byte[5])).hasMessage("must have length 6: state.length=5");
        assertThatThrownBy(() -> tracker.reset(new byte[] {0, 0, 2, 0, 0, 0})).hasMessage("must be 0 or 1: state[2]=2");
    }

    @Test
    void parameters_roundedToTheQuantum_stayWhatTheyWere() {
        double[] bias = {0.1, -0.7, 1.0 / 3};
        double[] expected = PairwiseModel.of(bias, new int[0], new int[0], new double[0])
                .gradient(Nd4j.zeros(1, 3))
                .toDoubleVector();
        for (int i = 0; i < 3; i++) {
            assertThat(expected[i]).isCloseTo(bias[i], within(0.7 * 0x1p-50));
        }
    }

    private static double[] ratios(Tracker tracker, int n) {
        double[] ratios = new double[n];
        tracker.logRatios(IntStream.range(0, n).toArray(), n, ratios);
        return ratios;
    }

    /** Everything that a tracker says of its state. */
    private static long[] bits(Tracker tracker, int n) {
        double[] said = Arrays.copyOf(ratios(tracker, n), n + 1);
        said[n] = tracker.logProb();
        return Arrays.stream(said).mapToLong(Double::doubleToRawLongBits).toArray();
    }
}
