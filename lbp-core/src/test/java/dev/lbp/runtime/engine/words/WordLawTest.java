package dev.lbp.runtime.engine.words;

import static dev.lbp.runtime.engine.words.WordCase.GIBBS;
import static dev.lbp.runtime.engine.words.WordCase.METROPOLIS;
import static dev.lbp.runtime.engine.words.WordCase.RULES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.diagnostics.TraceStatistics;
import dev.lbp.runtime.engine.cluster.PairTable;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/**
 * The law of words of chains. Each of these was seen red against its mutant: one random word for all lanes, the digits
 * of p from the second on, a carry dropped at each of the adders, a sign of a pair or of a field lost, the bits of
 * lanes shifted by one, one stream for two words, a coupling of 2 J taken as one pair, one size for all fields.
 */
class WordLawTest {

    private static final double UNIT = 0x1p-53;

    /** The increment of SplitMix64. */
    private static final long GAMMA = 0x9e3779b97f4a7c15L;

    /**
     * A line, a frustrated triangle with a tail, a square with one diagonal, and sites without pairs or fields; then
     * couplings of J, 2 J and 3 J, and of 2 J and 3 J alone, with fields of two and three sizes.
     */
    private static final List<WordCase> CASES = List.of(
            WordCase.of(new int[][] {{0, 1}, {1, 2}}, 0.7, new int[] {1, -1}, 0.0, 0, 0, 0),
            WordCase.of(new int[][] {{0, 1}, {1, 2}, {0, 2}, {2, 3}}, 1.1, new int[] {1, 1, -1, -1}, 0.4, 1, -1, 0, 1),
            WordCase.of(
                    new int[][] {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {0, 2}},
                    0.3,
                    new int[] {1, -1, 1, 1, -1},
                    1.9,
                    0,
                    0,
                    1,
                    -1,
                    -1),
            WordCase.star(4, 0.9, 0.0),
            WordCase.of(new int[][] {{0, 1}, {1, 2}, {0, 2}, {2, 3}}, 0.3, new int[] {1, -2, 3, 1}, 0.4, 1, -2, 0, 1),
            WordCase.of(new int[][] {{0, 1}, {1, 2}, {2, 3}}, 0.1, new int[] {2, -3, 3}, 0.7, 3, -2, 1, -1));

    @Test
    void decisions_ofEachSite_haveTheProbabilityOfTheDefinition() {
        for (WordCase example : CASES) {
            byte[][] states = states(example);
            for (DoubleUnaryOperator rule : RULES) {
                for (int site = 0; site < example.sites(); site++) {
                    long[] found = example.thresholds(site, rule, states);
                    for (int x = 0; x < states.length; x++) {
                        assertThat(found[x] * UNIT)
                                .as("site %s of state %s", site, x)
                                .isCloseTo(rule.applyAsDouble(example.change(states[x], site)), within(1e-15));
                    }
                }
            }
        }
    }

    /** The lane of count c has c unsatisfied pairs, with and against a field. */
    @Test
    void decisions_ofEveryCount_haveTheProbabilityOfTheDefinition() {
        for (int degree = 0; degree <= PairTables.MOST_PAIRS; degree++) {
            for (double field : new double[] {0.0, 0.6}) {
                WordCase example = WordCase.star(degree, 0.1, field);
                byte[][] states = new byte[degree + 1][degree + 1];
                for (int count = 0; count <= degree; count++) {
                    states[count][0] = (byte) (count % 2);
                    for (int leaf = 1; leaf <= degree; leaf++) {
                        int wanted = states[count][0] ^ (leaf % 2 == 1 ? 0 : 1);
                        states[count][leaf] = (byte) (leaf <= count ? 1 - wanted : wanted);
                    }
                }
                for (DoubleUnaryOperator rule : RULES) {
                    long[] found = example.thresholds(0, rule, states);
                    for (int count = 0; count <= degree; count++) {
                        assertThat(found[count] * UNIT)
                                .as("count %s of %s", count, degree)
                                .isCloseTo(rule.applyAsDouble(example.change(states[count], 0)), within(1e-14));
                    }
                }
            }
        }
    }

    /** A sweep of updates, with the probabilities that words decide by, keeps pi; each update is reversible. */
    @Test
    void sweeps_keep_thePi() {
        for (WordCase example : CASES) {
            byte[][] states = states(example);
            double[] pi = pi(example, states);
            for (DoubleUnaryOperator rule : RULES) {
                double[] after = pi.clone();
                for (int site = 0; site < example.sites(); site++) {
                    long[] found = example.thresholds(site, rule, states);
                    double[] next = after.clone();
                    for (int x = 0; x < states.length; x++) {
                        int y = x ^ 1 << site;
                        assertThat(pi[x] * found[x] * UNIT).isCloseTo(pi[y] * found[y] * UNIT, within(1e-14));
                        next[x] += after[y] * found[y] * UNIT - after[x] * found[x] * UNIT;
                    }
                    after = next;
                }
                assertThat(after).containsExactly(pi, within(1e-14));
            }
        }
    }

    /** All digits, places of random words, carries, signs, fields and the order of sites, against a naive sweep. */
    @Test
    void sweeps_ofAllLanes_areThoseOfANaiveSweep() {
        for (int pairs : new int[] {14, 60, 120, 150}) {
            int sizes = pairs == 14 || pairs == 120 ? 3 : 1;
            WordCase example = WordCase.random(20, pairs, sizes, 0.45 / sizes, 0.8, pairs);
            int[] order = IntStream.range(0, 20).filter(i -> i % 7 != 3).toArray();
            UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(3L);
            byte[][] states = new byte[Long.SIZE][20];
            for (byte[] state : states) {
                for (int i = 0; i < state.length; i++) {
                    state[i] = (byte) random.nextInt(2);
                }
            }
            Word word = new Word(example.tables(order, List.of(METROPOLIS, GIBBS)), 0.0, 11L, 2);
            example.fill(word, states);
            long key = RandomSource.SPLIT_MIX_64.create(11L + GAMMA).nextLong();
            for (int sweep = 0; sweep < 4; sweep++) {
                word.sweep(sweep);
                for (int site : order) {
                    long place = key + ((long) sweep * 20 + site) * 64 * GAMMA;
                    decide(example, states, site, RULES.get(sweep % 2), RandomSource.SPLIT_MIX_64.create(place));
                }
                for (int lane = 0; lane < Long.SIZE; lane++) {
                    for (int i = 0; i < 20; i++) {
                        assertThat(word.sites[i] >>> lane & 1L)
                                .as("site %s of lane %s, sweep %s", i, lane, sweep)
                                .isEqualTo(states[lane][i]);
                    }
                }
            }
        }
    }

    private static void decide(
            WordCase example, byte[][] states, int site, DoubleUnaryOperator rule, UniformRandomProvider words) {
        long[] numbers = new long[states.length];
        for (int k = 0; k < Thresholds.DIGITS; k++) {
            long word = words.nextLong();
            for (int lane = 0; lane < numbers.length; lane++) {
                numbers[lane] = numbers[lane] << 1 | word >>> lane & 1L;
            }
        }
        for (int lane = 0; lane < numbers.length; lane++) {
            double p = rule.applyAsDouble(example.change(states[lane], site));
            states[lane][site] ^= numbers[lane] * UNIT < p ? 1 : 0;
        }
    }

    /**
     * The variance of the mean of 128 lanes, of two words, is that of one lane over 128. Of independent lanes the ratio
     * of 10,000 draws, which are independent in five sweeps here, has a relative standard deviation of {@code sqrt(2 /
     * 10,000)}, 1.4 %; 120 of 128 is 4.4 of them, and fails falsely with probability 1e-5.
     */
    @Test
    void lanes_are_independent() {
        WordCase example = WordCase.of(
                new int[][] {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}},
                0.6,
                new int[] {1, 1, 1, 1, -1},
                0.3,
                1,
                0,
                0,
                0,
                0);
        PairTables tables = example.tables(IntStream.range(0, 5).toArray(), List.of(GIBBS));
        Word[] words = {new Word(tables, 0.0, 5L, 0), new Word(tables, 0.0, 5L, 1)};
        for (Word word : words) {
            example.fill(word, new byte[Long.SIZE][5]);
        }
        int draws = 10_000;
        double[] means = new double[draws];
        double[][] single = new double[2 * Long.SIZE][draws];
        for (int t = 0; t < draws; t++) {
            for (int w = 0; w < 2; w++) {
                for (int k = 0; k < 5; k++) {
                    words[w].sweep(5L * t + k);
                }
                for (int lane = 0; lane < Long.SIZE; lane++) {
                    for (long site : words[w].sites) {
                        single[w * Long.SIZE + lane][t] += site >>> lane & 1L;
                    }
                    means[t] += single[w * Long.SIZE + lane][t] / single.length;
                }
            }
        }
        double ofOne = Arrays.stream(single)
                .mapToDouble(WordLawTest::variance)
                .average()
                .orElseThrow();
        assertThat(ofOne / variance(means)).isGreaterThan(120.0);
    }

    private static double variance(double[] values) {
        double deviation = TraceStatistics.momentsOf(List.of(values)).standardDeviation();
        return deviation * deviation;
    }

    @Test
    void tables_ofManySizesOrTooManyPairs_areNone() {
        int[][] pairs = {{0, 1}, {1, 2}};
        double[][] none = new double[3][2];
        assertThat(of(new PairTable(pairs, new double[] {0.5, -0.5}, none))).isTrue();
        assertThat(of(new PairTable(pairs, new double[] {0.1 + 0.2, -0.3}, none)))
                .isTrue();
        assertThat(of(new PairTable(pairs, new double[] {0.5, 0.0}, none))).isTrue();
        assertThat(of(new PairTable(pairs, new double[] {0.5, 0.6}, none))).isTrue(); // 5 and 6 times 0.1
        assertThat(of(new PairTable(pairs, new double[] {3.1, 3.2}, none))).isTrue(); // 63 pairs of site 1
        assertThat(of(new PairTable(pairs, new double[] {3.2, 3.3}, none))).isFalse();
        assertThat(of(new PairTable(pairs, new double[] {0.5, Math.PI}, none))).isFalse();
        assertThat(of(new PairTable(pairs, new double[] {1e-12, 100.0}, none))).isFalse();
        double[][] two = {{0.0, 1.0}, {0.0, -1.0}, {0.0, 0.0}};
        assertThat(of(new PairTable(pairs, new double[] {0.5, 0.5}, two))).isTrue();
        two[2][1] = 0.9;
        assertThat(of(new PairTable(pairs, new double[] {0.5, 0.5}, two))).isTrue();
        for (int sizes = PairTables.MOST_FIELDS; sizes <= PairTables.MOST_FIELDS + 1; sizes++) {
            double[][] many = new double[10][2];
            for (int i = 0; i < sizes; i++) {
                many[i][1] = Math.sqrt(i + 1.0);
            }
            assertThat(of(new PairTable(pairs, new double[] {0.5, 0.5}, many)))
                    .isEqualTo(sizes == PairTables.MOST_FIELDS);
        }
        two[2][1] = Double.NEGATIVE_INFINITY;
        assertThat(of(new PairTable(pairs, new double[] {0.5, 0.5}, two))).isFalse();
        assertThat(of(WordCase.star(64, 0.1, 0.0).table())).isFalse();
    }

    private static boolean of(PairTable table) {
        return PairTables.of(table.bonds(), new int[] {0}, RULES).isPresent();
    }

    private static byte[][] states(WordCase example) {
        return IntStream.range(0, 1 << example.sites()).mapToObj(example::state).toArray(byte[][]::new);
    }

    private static double[] pi(WordCase example, byte[]... states) {
        double[] weights = Arrays.stream(states)
                .mapToDouble(x -> Math.exp(example.logProb(x)))
                .toArray();
        double total = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(weight -> weight / total).toArray();
    }
}
