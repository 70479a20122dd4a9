package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.Tempering;
import dev.lbp.internal.models.tracker.UniformMatchings;
import dev.lbp.result.TemperingResult;
import dev.lbp.result.ValueResult;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Log Z of tempered permutations, matchings and categories against exact sums. */
class TemperedModelsTest {

    private static final int SEEDS = 40;

    /** A target with an exact log Z. */
    private record Case(String name, double logZ, LongFunction<ValueResult> run) {

        @Override
        public String toString() {
            return name;
        }

        TemperingResult ladder(long seed) {
            return run.apply(seed).tempering().orElseThrow();
        }
    }

    /** Two blocks of good values: within each the chain is free, and leaving one costs. */
    private static double[][] blocks(int n) {
        Random random = new Random(5);
        double[][] weights = new double[n][n];
        for (double[] row : weights) {
            Arrays.setAll(row, j -> 1.2 * random.nextGaussian());
        }
        for (int i = 0; i < n; i++) {
            weights[i][i] += 3.0;
            weights[i][n - 1 - i] += 3.0;
        }
        return weights;
    }

    /** The logarithm of the permanent of exp(weights), by dynamic programming over sets of columns. */
    private static double logPermanent(double[][] weights) {
        int n = weights.length;
        double[] sums = new double[1 << n];
        sums[0] = 1.0;
        for (int set = 0; set < sums.length; set++) {
            int row = Integer.bitCount(set);
            for (int j = 0; row < n && j < n; j++) {
                if ((set >> j & 1) == 0) {
                    sums[set | 1 << j] += sums[set] * Math.exp(weights[row][j]);
                }
            }
        }
        return Math.log(sums[sums.length - 1]);
    }

    /** The logarithm of the sum over all matchings, likewise. */
    private static double logMatchings(double[][] weights) {
        int n2 = weights[0].length;
        double[] sums = new double[1 << n2];
        sums[0] = 1.0;
        for (double[] row : weights) {
            double[] next = sums.clone(); // the left site stays free
            for (int set = 0; set < sums.length; set++) {
                for (int j = 0; j < n2; j++) {
                    if ((set >> j & 1) == 0) {
                        next[set | 1 << j] += sums[set] * Math.exp(row[j]);
                    }
                }
            }
            sums = next;
        }
        return Math.log(Arrays.stream(sums).sum());
    }

    /** A Potts ring of n sites and q values: the eigenvalues of its transfer matrix are e^J + q - 1 and e^J - 1. */
    private static double logPottsRing(int n, int q, double coupling) {
        double e = Math.exp(coupling);
        return Math.log(Math.pow(e + q - 1.0, n) + (q - 1.0) * Math.pow(e - 1.0, n));
    }

    private static PottsModel ring(int n, int q, double coupling) {
        int[] to = IntStream.range(0, n).map(i -> (i + 1) % n).toArray();
        double[] couplings = new double[n];
        Arrays.fill(couplings, coupling);
        return PottsModel.graph(n, q, IntStream.range(0, n).toArray(), to, couplings)
                .build();
    }

    static Stream<Case> cases() {
        double[][] assignment = blocks(8);
        double[][] pairs = blocks(6);
        PottsModel ring = ring(10, 4, 2.5);
        return Stream.of(
                new Case(
                        "permutations, PAS",
                        logPermanent(assignment),
                        seed -> Samplers.pas()
                                .path(4)
                                .build()
                                .sample(AssignmentModel.of(assignment))
                                .tempering(Tempering.replicas(5).every(2))
                                .warmup(400)
                                .draws(3_000)
                                .seed(seed)
                                .run()),
                new Case(
                        "matchings, RWM",
                        logMatchings(pairs),
                        seed -> Samplers.rwm()
                                .build()
                                .sample(MatchingModel.complete(pairs))
                                .tempering(Tempering.replicas(5))
                                .warmup(1_000)
                                .draws(10_000)
                                .seed(seed)
                                .run()),
                new Case(
                        "Potts ring, Gibbs",
                        logPottsRing(10, 4, 2.5),
                        seed -> Samplers.gibbs()
                                .build()
                                .sample(ring)
                                .tempering(Tempering.replicas(6).every(1))
                                .warmup(400)
                                .draws(3_000)
                                .seed(seed)
                                .run()));
    }

    /** A z-score beyond 4 has a probability of 6e-5, or 1e-4 with an error that is a tenth too small: 3e-4 in all. */
    @ParameterizedTest
    @MethodSource("cases")
    void logZ_isWithinFourErrors(Case c) {
        TemperingResult ladder = c.ladder(1);
        assertThat(ladder.normalised()).isTrue();
        assertThat(Math.abs(ladder.logZ() - c.logZ())).isLessThan(4.0 * ladder.logZError());
        assertThat(ladder.logZError()).isLessThan(0.1);
    }

    /**
     * The root mean square of 40 z-scores of variance 1 has a standard deviation of 1 / sqrt(80) = 0.11: [0.8, 1.25] is
     * 1.8 and 2.2 of these off, which a right error leaves with a probability of 5 %; seeds are fixed. An error that is
     * a third too small gives 1.5.
     */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("cases")
    void errorsOfLogZ_areRight(Case c) {
        double squares = 0.0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            TemperingResult ladder = c.ladder(seed);
            double z = (ladder.logZ() - c.logZ()) / ladder.logZError();
            squares += z * z / SEEDS;
        }
        assertThat(Math.sqrt(squares)).isBetween(0.8, 1.25);
    }

    /**
     * Chi-square of 5,000 draws over 34 matchings of 3 and 3 sites has a mean of 33 and a standard deviation of
     * sqrt(66): 80 is exceeded with a probability of 1e-5.
     */
    @Test
    void uniformMatchings_haveEqualProbabilities() {
        UniformMatchings matchings = new UniformMatchings(3, 3);
        assertThat(Math.exp(matchings.logCount())).isCloseTo(34.0, within(1e-9));
        verifyUniform(matchings::draw, 34);
        assertThat(new UniformMatchings(400, 300).logCount()).isBetween(1_000.0, 3_000.0);
    }

    @Test
    void uniformPermutations_haveEqualProbabilities() {
        MoveModel model = AssignmentModel.of(new double[4][4]);
        assertThat(model.uniformStates().orElseThrow().logCount()).isCloseTo(Math.log(24.0), within(1e-12));
        verifyUniform(model.uniformStates().orElseThrow()::draw, 24);
    }

    private static void verifyUniform(Function<UniformRandomProvider, int[]> draws, int states) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(3L);
        Map<String, Integer> counts = new HashMap<>();
        for (int k = 0; k < 5_000; k++) {
            counts.merge(Arrays.toString(draws.apply(rng)), 1, Integer::sum);
        }
        assertThat(counts).hasSize(states);
        double expected = 5_000.0 / states;
        assertThat(counts.values().stream()
                        .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                        .sum())
                .isLessThan(80.0);
    }

    @Test
    void matchingsOfSomePairs_areRefusedByName() {
        MatchingModel sparse = MatchingModel.of(2, 2, new int[] {0, 1}, new int[] {0, 0}, new double[] {1.0, 2.0});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Samplers.pas().build().sample(sparse).tempering(Tempering.replicas(3)))
                .withMessage(
                        "must have uniformStates() to be tempered, from which slot 0 is drawn: model=MatchingModel");
    }

    /** Twins double what replicas need, and not what is recorded. */
    @Test
    void check_moreThanTheHeap_countsTwins() {
        assertThat(gigabytes(true) / gigabytes(false)).isBetween(1.9, 2.0);
    }

    private static double gigabytes(boolean twins) {
        SamplingRun run = Samplers.gibbs()
                .build()
                .sample(IsingModel.lattice(300, 300).coupling(0.1).build())
                .tempering(Tempering.replicas(20_000).twins(twins));
        Matcher needed = Pattern.compile(": ([0-9.]+) GB needed")
                .matcher(
                        assertThrows(IllegalArgumentException.class, run::check).getMessage());
        assertThat(needed.find()).isTrue();
        return Double.parseDouble(needed.group(1));
    }
}
