package dev.lbp.runtime.tempering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.runtime.tempering.NaiveLadder.Scan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link LadderSums} and {@link LadderEstimate}, against all scans at once and against enumeration. */
class LadderSumsTest {

    private static final double[] BETAS = {0.0, 0.1, 0.35, 0.6, 1.0};

    private static final BitCube CUBE = new BitCube();

    private static final double NO = Double.NEGATIVE_INFINITY;

    /** Guesses that are off by up to half a nat. */
    private static final double[] CENTRES = IntStream.range(0, 4)
            .mapToDouble(k -> CUBE.logZ(BETAS[k + 1]) - CUBE.logZ(BETAS[k]) + 0.5 - 0.3 * k)
            .toArray();

    private static List<Scan> scans(int n, long seed) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        return Stream.generate(() -> CUBE.draw(BETAS, rng)).limit(n).toList();
    }

    private static LadderSums sums(double[] centres, List<Scan> scans) {
        LadderSums sums = new LadderSums(BETAS, centres);
        scans.forEach(scan -> sums.add(scan.v(), scan.logProb()));
        return sums;
    }

    /** Chains of two slots with the given V; the log-probability is V too. */
    private static LadderEstimate twoSlots(double centre, double[]... v) {
        LadderSums sums = new LadderSums(new double[] {0.0, 1.0}, new double[] {centre});
        for (double[] scan : v) {
            sums.add(scan, scan);
        }
        return LadderEstimate.of(List.of(sums));
    }

    /** Numbers of scans around those where batches become longer: 64, 128, 256. */
    @ParameterizedTest
    @CsvSource({"8,8", "63,63", "64,62", "65,1", "127,128", "129,250", "256,257", "700,3"})
    void estimate_anyNumberOfScans_isThatOfAllScansAtOnce(int first, int second) {
        List<List<Scan>> chains = List.of(scans(first, 1L), scans(second, 2L));
        NaiveLadder naive = new NaiveLadder(BETAS, CENTRES, chains);
        LadderEstimate estimate = LadderEstimate.of(
                chains.stream().map(chain -> sums(CENTRES, chain)).toList());
        assertThat(estimate.logZ()).isCloseTo(naive.logZ(), within(1e-12));
        assertThat(estimate.logZError()).isCloseTo(naive.logZError(), within(1e-11 * naive.logZError()));
        assertThat(estimate.steppingStonesError())
                .isCloseTo(naive.steppingStonesError(), within(1e-11 * naive.steppingStonesError()));
        assertThat(estimate.forward()).isCloseTo(naive.forward(), within(1e-12));
        assertThat(estimate.backward()).isCloseTo(naive.backward(), within(1e-12));
        assertThat(estimate.rejections()).containsExactly(naive.rejections(), within(1e-13));
        assertThat(estimate.meanLogProb()).containsExactly(naive.meanLogProb(), within(1e-12));
        assertThat(estimate.scans()).isEqualTo(Math.min(first, second));
    }

    /**
     * 40,000 independent scans: each mean within 4.5 of its standard errors. All of 2 + 4 + 5 fail with a probability
     * of less than 11 x 7e-6 = 8e-5. A rejection is in [0, 1], so its standard deviation is at most 1/2.
     */
    @Test
    void estimate_ofExactDraws_isThatOfTheEnumeration() {
        int n = 40_000;
        LadderEstimate estimate = LadderEstimate.of(List.of(sums(CENTRES, scans(n, 3L))));
        double logZ = CUBE.logZ(1.0);
        assertThat(estimate.logZError()).isLessThan(0.02);
        assertThat(estimate.logZ()).isCloseTo(logZ, within(4.5 * estimate.logZError()));
        assertThat(estimate.forward()).isCloseTo(logZ, within(0.1));
        assertThat(estimate.backward()).isCloseTo(logZ, within(0.1));
        for (int k = 0; k < 4; k++) {
            assertThat(estimate.rejections()[k])
                    .isCloseTo(CUBE.rejection(BETAS[k], BETAS[k + 1]), within(4.5 * 0.5 / Math.sqrt(n)));
        }
        double mostOfOne =
                5.0; // log-probabilities are within 10 of each other, so their standard deviation is at most 5
        for (int k = 0; k <= 4; k++) {
            assertThat(estimate.meanLogProb()[k])
                    .isCloseTo(CUBE.meanLogProb(BETAS[k]), within(4.5 * mostOfOne / Math.sqrt(n)));
        }
    }

    /**
     * z = (log Z - exact) / error over 200 seeds of two chains. The squares of 200 normal numbers sum to chi-square of
     * 200: their root mean square leaves [0.8, 1.2] with a probability of 7e-5 (2e-5 below, 5e-5 above). Their mean
     * leaves +-0.3 with 3e-5. The same for the difference of the stepping stones, which is 0 but for a bias far below
     * its error.
     */
    @Test
    void error_over200Seeds_isThatOfLogZ() {
        double sum = 0.0;
        double squares = 0.0;
        double stones = 0.0;
        int seeds = 200;
        for (int seed = 0; seed < seeds; seed++) {
            LadderEstimate estimate = LadderEstimate.of(
                    List.of(sums(CENTRES, scans(400, 1_000L + seed)), sums(CENTRES, scans(400, 2_000L + seed))));
            double z = (estimate.logZ() - CUBE.logZ(1.0)) / estimate.logZError();
            sum += z;
            squares += z * z;
            double apart = (estimate.forward() - estimate.backward()) / estimate.steppingStonesError();
            stones += apart * apart;
        }
        assertThat(Math.sqrt(squares / seeds)).isBetween(0.8, 1.2);
        assertThat(Math.sqrt(stones / seeds)).isBetween(0.8, 1.2);
        assertThat(sum / seeds).isBetween(-0.3, 0.3);
    }

    /**
     * States that stay for 12 scans in the mean, in batches of 32: batches that were taken for independent would leave
     * a root mean square of z of 1.25, as {@code 2 * 132 / (32 * 23)} of the variance lies between batches. The squares
     * of 300 normal numbers leave [0.8, 1.17] with a probability of 2e-5.
     */
    @Test
    void error_ofScansThatAgreeWithTheNextBatch_isThatOfLogZ() {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(7L);
        double squares = 0.0;
        int seeds = 300;
        for (int seed = 0; seed < seeds; seed++) {
            LadderEstimate estimate = LadderEstimate.of(List.of(sums(CENTRES, held(rng)), sums(CENTRES, held(rng))));
            double z = (estimate.logZ() - CUBE.logZ(1.0)) / estimate.logZError();
            squares += z * z;
        }
        assertThat(Math.sqrt(squares / seeds)).isBetween(0.8, 1.17);
    }

    private static List<Scan> held(UniformRandomProvider rng) {
        List<Scan> held = new ArrayList<>();
        for (int t = 0; t < 2_000; t++) {
            held.add(t == 0 || rng.nextInt(12) == 0 ? CUBE.draw(BETAS, rng) : held.get(t - 1));
        }
        return held;
    }

    /** Bennett's estimate of one pair has the least variance at the centre log Z: the optimum of its paper. */
    @Test
    void error_ofOnePair_isLeastAtLogZ() {
        double[] ends = {0.0, 1.0};
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(4L);
        List<Scan> scans =
                Stream.generate(() -> CUBE.draw(ends, rng)).limit(4_000).toList();
        double[] errors = IntStream.of(-5, 0, 5)
                .mapToDouble(off -> {
                    LadderSums sums = new LadderSums(ends, new double[] {CUBE.logZ(1.0) + off});
                    scans.forEach(scan -> sums.add(scan.v(), scan.logProb()));
                    return LadderEstimate.of(List.of(sums)).logZError();
                })
                .toArray();
        assertThat(errors[1]).isLessThan(0.9 * Math.min(errors[0], errors[2]));
    }

    @Test
    void impossibleReferenceStates_addExactZeros() {
        double[] possible = {-1.0, 2.5};
        double[] impossible = {NO, 2.5};
        LadderEstimate all = twoSlots(0.7, Collections.nCopies(10, possible).toArray(double[][]::new));
        double[][] mixed = new double[20][];
        Arrays.setAll(mixed, t -> t % 2 == 0 ? possible : impossible);
        LadderEstimate half = twoSlots(0.7, mixed);
        assertThat(half.logZ()).isCloseTo(all.logZ() - Math.log(2.0), within(1e-14));
        assertThat(half.forward()).isCloseTo(all.forward() - Math.log(2.0), within(1e-14));
        assertThat(half.backward()).isCloseTo(all.backward() - Math.log(2.0), within(1e-14));
        assertThat(half.logZError()).isFinite();
        assertThat(half.rejections()[0]).isCloseTo(0.5 * (1.0 + all.rejections()[0]), within(1e-14));
        assertThat(half.meanLogProb()).containsExactly(NO, 2.5);
    }

    /**
     * Half of the reference's states are impossible, the others have V = 1, as all states of the target: log Z is 1 -
     * log 2. Both stepping stones have the same random part, the share of possible draws, and it leaves no error of
     * their difference.
     */
    @Test
    void steppingStones_withImpossibleReferenceStates_agree() {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(5L);
        LadderEstimate estimate = twoSlots(
                1.0,
                Stream.generate(() -> new double[] {rng.nextBoolean() ? 1.0 : NO, 1.0})
                        .limit(2_000)
                        .toArray(double[][]::new));
        assertThat(estimate.backward()).isCloseTo(estimate.forward(), within(1e-12));
        assertThat(estimate.steppingStonesError()).isLessThan(1e-12);
        assertThat(estimate.logZ()).isCloseTo(1.0 - Math.log(2.0), within(4.5 * estimate.logZError()));
    }

    @Test
    void onlyImpossibleReferenceStates_leaveNoEstimateFromThem() {
        LadderEstimate none =
                twoSlots(0.0, Collections.nCopies(10, new double[] {NO, 2.0}).toArray(double[][]::new));
        assertThat(none.logZ()).isEqualTo(NO);
        assertThat(none.forward()).isEqualTo(NO);
        assertThat(none.backward()).isEqualTo(NO);
        assertThat(none.logZError()).isNaN();
        assertThat(none.rejections()).containsExactly(1.0);
    }

    /** One possible state in 20 scans: log Z without its batch is not finite. */
    @Test
    void onePossibleReferenceState_leavesNoError() {
        double[][] v = new double[20][];
        Arrays.setAll(v, t -> new double[] {t == 7 ? 1.0 : NO, 2.0});
        assertThat(twoSlots(0.0, v).logZ()).isFinite();
        assertThat(twoSlots(0.0, v).logZError()).isNaN();
    }

    /** Centres far off: stepping stones leave the range of doubles, log Z is not NaN. */
    @ParameterizedTest
    @CsvSource({"9000,11000", "-11000,-9000", "-5000,5000"})
    void powers_outOfRange_neverLeaveNaN(double hotter, double colder) {
        double[][] v = new double[10][];
        Arrays.setAll(v, t -> new double[] {hotter + t, colder - t});
        LadderEstimate estimate = twoSlots(0.0, v);
        assertThat(estimate.logZ()).isFinite();
        assertThat(estimate.logZError()).isNaN();
        assertThat(Math.abs(estimate.forward())).isInfinite();
        assertThat(Math.abs(estimate.backward())).isInfinite();
        assertThat(estimate.rejections()[0]).isEqualTo(1.0);
    }

    @Test
    void steppingStones_infiniteInBothDirections_areNotNaN() {
        double[] betas = {0.0, 0.5, 1.0};
        LadderSums sums = new LadderSums(betas, new double[] {0.0, 0.0});
        for (int t = 0; t < 10; t++) {
            sums.add(new double[] {-4_000.0, 4_000.0, -4_000.0}, new double[3]);
        }
        LadderEstimate estimate = LadderEstimate.of(List.of(sums));
        assertThat(estimate.forward()).isEqualTo(NO);
        assertThat(estimate.backward()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(estimate.logZ()).isFinite();
    }

    @Test
    void recentred_ofChains_hasTheirStepsOfLogZ() {
        List<LadderSums> chains = List.of(sums(CENTRES, scans(300, 5L)), sums(CENTRES, scans(100, 6L)));
        LadderSums recentred = LadderSums.recentred(chains);
        double sum = IntStream.range(0, 4).mapToDouble(recentred::centre).sum();
        assertThat(sum).isCloseTo(LadderEstimate.of(chains).logZ(), within(1e-12));
        assertThat(recentred.scans()).isZero();
        for (int k = 0; k < 4; k++) {
            double exact = CUBE.logZ(BETAS[k + 1]) - CUBE.logZ(BETAS[k]);
            // 400 scans; the largest error of a pair is about 0.1 (seen over seeds), 0.5 is far outside
            assertThat(recentred.centre(k)).isCloseTo(exact, within(0.5));
        }
    }

    @Test
    void recentred_atOtherBetas_interpolatesLogZ() {
        double[] betas = {0.0, 0.05, 0.35, 0.8, 0.9, 1.0};
        List<LadderSums> chains = List.of(sums(CENTRES, scans(300, 7L)));
        LadderSums same = LadderSums.recentred(chains);
        LadderSums other = LadderSums.recentred(chains, betas);
        assertThat(other.pairs()).isEqualTo(5);
        assertThat(IntStream.range(0, 5).mapToDouble(other::centre).toArray())
                .containsExactly(
                        new double[] {
                            0.5 * same.centre(0),
                            0.5 * same.centre(0) + same.centre(1),
                            same.centre(2) + 0.5 * same.centre(3),
                            0.25 * same.centre(3),
                            0.25 * same.centre(3)
                        },
                        within(1e-12));
    }

    /** Where U or W vanish, the trapezoid of V takes their place: here steps of 10,000 nats. */
    @Test
    void recentred_farOff_isInTheMiddle() {
        LadderSums sums = new LadderSums(new double[] {0.0, 0.5, 1.0}, new double[] {0.0, 0.0});
        assertThat(LadderSums.recentred(List.of(sums)).centre(1)).isZero();
        sums.add(new double[] {NO, 19_000.0, 21_000.0}, new double[3]);
        sums.add(new double[] {NO, 20_000.0, 22_000.0}, new double[3]);
        LadderSums recentred = LadderSums.recentred(List.of(sums));
        assertThat(recentred.centre(0)).isCloseTo(0.5 * 19_500.0, within(1e-9));
        assertThat(recentred.centre(1)).isCloseTo(0.5 * 20_500.0, within(1e-9));
    }

    @Test
    void transcribe_afterEveryScan_leavesTheBits() {
        LadderSums whole = new LadderSums(BETAS, CENTRES);
        LadderSums parts = new LadderSums(BETAS, CENTRES);
        for (Scan scan : scans(300, 8L)) {
            LadderSums resumed = sums(new double[4], scans(90, 9L));
            Saved.copy(parts::transcribe, resumed::transcribe);
            parts = resumed;
            whole.add(scan.v(), scan.logProb());
            parts.add(scan.v(), scan.logProb());
            assertThat(Saved.bytes(parts::transcribe)).isEqualTo(Saved.bytes(whole::transcribe));
        }
        assertThat(parts.scans()).isEqualTo(300);
    }

    @Test
    void fewBatches_leaveNoError() {
        List<Scan> scans = scans(8, 10L);
        assertThat(LadderEstimate.of(List.of(sums(CENTRES, scans.subList(0, 7))))
                        .logZError())
                .isNaN();
        assertThat(LadderEstimate.of(List.of(sums(CENTRES, scans))).logZError()).isPositive();
        LadderEstimate none = LadderEstimate.of(List.of(sums(CENTRES, List.of())));
        assertThat(none.logZ()).isNaN();
        assertThat(none.scans()).isZero();
    }

    @Test
    void batches_ofLongRuns_are32To63() {
        List<Integer> counts = new ArrayList<>();
        LadderSums sums = new LadderSums(BETAS, CENTRES);
        for (Scan scan : scans(2_000, 11L)) {
            sums.add(scan.v(), scan.logProb());
            counts.add(sums.batches());
        }
        assertThat(counts.subList(0, 63))
                .isEqualTo(IntStream.rangeClosed(1, 63).boxed().toList());
        assertThat(counts.subList(63, 2_000)).allMatch(count -> count >= 32 && count <= 63);
    }

    @Test
    void ladders_thatDiffer_areRefused() {
        LadderSums one = new LadderSums(BETAS, CENTRES);
        LadderSums other = new LadderSums(BETAS, new double[4]);
        assertThatThrownBy(() -> LadderEstimate.of(List.of(one, other)))
                .hasMessage("must have the betas and centres of the first chain: chains");
        assertThatThrownBy(() -> new LadderSums(BETAS, new double[5])).hasMessage("must have length 6: betas.length=5");
        assertThatThrownBy(() -> new LadderSums(BETAS, new double[] {0.0, 0.0, Double.NaN, 0.0}))
                .hasMessage("must be finite: centres[2]=NaN");
    }
}
