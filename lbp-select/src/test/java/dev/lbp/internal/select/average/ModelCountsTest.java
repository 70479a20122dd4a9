package dev.lbp.internal.select.average;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.select.prior.Heredity;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.math3.util.CombinatoricsUtils;
import org.junit.jupiter.api.Test;

/** Numbers of allowed models of formulas that are too large to list them. */
class ModelCountsTest {

    /** All terms of up to {@code order} of n columns. */
    private static Margins powers(Heredity heredity, int n, int order) {
        Map<String, BitSet> terms = new LinkedHashMap<>();
        for (int k = 1; k <= order; k++) {
            CombinatoricsUtils.combinationsIterator(n, k).forEachRemaining(columns -> {
                BitSet term = new BitSet();
                Arrays.stream(columns).forEach(term::set);
                terms.put(term.toString(), term);
            });
        }
        return Margins.of(heredity, terms.keySet(), terms, Set.of());
    }

    private static BigInteger choose(int n, int k) {
        BigInteger choices = k < 0 || k > n ? BigInteger.ZERO : BigInteger.ONE;
        for (int i = 0; i < k && k <= n; i++) {
            choices = choices.multiply(BigInteger.valueOf(n - i)).divide(BigInteger.valueOf(i + 1));
        }
        return choices;
    }

    /**
     * With k columns in, C(k, 2) interactions may be in; under weak heredity all but those of two columns that are out.
     */
    @Test
    void interactionsOfFortyColumns_haveTheirClosedForm() {
        int n = 40;
        for (Heredity heredity : new Heredity[] {Heredity.STRONG, Heredity.WEAK}) {
            ModelCounts counts = new ModelCounts(powers(heredity, n, 2));
            assertThat(counts.logCounts).hasSize(n + n * (n - 1) / 2 + 1);
            for (int size = 0; size < counts.logCounts.length; size += 7) {
                BigInteger expected = BigInteger.ZERO;
                for (int k = 0; k <= n; k++) {
                    int free =
                            heredity == Heredity.STRONG ? k * (k - 1) / 2 : n * (n - 1) / 2 - (n - k) * (n - k - 1) / 2;
                    expected = expected.add(choose(n, k).multiply(choose(free, size - k)));
                }
                assertThat(counts.logCounts[size]).isCloseTo(log(expected), within(1e-10));
            }
        }
    }

    private static double log(BigInteger of) {
        int shift = Math.max(of.bitLength() - 60, 0);
        return Math.log(of.shiftRight(shift).doubleValue()) + shift * Math.log(2.0);
    }

    /** Dedekind's numbers less 1, which count the models of all interactions of n factors under strong heredity. */
    @Test
    void allInteractions_areCountedByDedekindsNumbers() {
        int[] expected = {2, 5, 19, 167, 7580};
        for (int n = 2; n <= 5; n++) {
            assertThat(new ModelCounts(powers(Heredity.STRONG, n, n)).total()).isEqualTo(expected[n - 1]);
        }
    }

    /** A walk is at each of them once, and flips lead from one to the next. */
    @Test
    void walk_isAtEachAllowedModelOnce() {
        for (Heredity heredity : Heredity.values()) {
            for (int order = 2; order <= 4; order += 2) {
                Margins margins = powers(heredity, 4, order);
                Set<Long> visited = new HashSet<>();
                long[] now = new long[1];
                margins.walk(site -> now[0] ^= 1L << site, bits -> {
                    assertThat(bits).isEqualTo(now[0]);
                    assertThat(visited.add(bits)).isTrue();
                    assertThat(margins.lacking(VisitedModels.sites(bits))).isEmpty();
                });
                assertThat((double) visited.size()).isEqualTo(new ModelCounts(margins).total());
            }
        }
    }

    /** A treatment and 300 columns that it interacts with: the columns are a class, whose inclusion is alike. */
    @Test
    void inclusion_ofColumnsThatAreAlike_isAlike() {
        int n = 300;
        Map<String, BitSet> terms = new LinkedHashMap<>();
        IntStream.rangeClosed(0, n).forEach(k -> terms.put("x" + k, BitSet.valueOf(new long[0])));
        terms.forEach((name, term) -> term.set(Integer.parseInt(name.substring(1))));
        for (int k = 1; k <= n; k++) {
            BitSet term = new BitSet();
            term.set(0);
            term.set(k);
            terms.put("x0:x" + k, term);
        }
        ModelCounts counts = new ModelCounts(Margins.of(Heredity.STRONG, terms.keySet(), terms, Set.of()));
        double[] inclusion = counts.inclusion(new double[2 * n + 2]);
        // There are 3^n models with x0: two thirds of them have x_k, one third has x0:x_k. There are 2^n without x0.
        assertThat(inclusion[0]).isCloseTo(1.0, within(1e-12));
        assertThat(Arrays.stream(inclusion, 1, n + 1)).allMatch(p -> Math.abs(p - 2.0 / 3.0) < 1e-10);
        assertThat(Arrays.stream(inclusion, n + 1, 2 * n + 1)).allMatch(p -> Math.abs(p - 1.0 / 3.0) < 1e-10);
    }

    /** The limit is a thousandth of that of users, whose enumeration takes seconds before it is refused. */
    @Test
    void interactionsThatCannotBeCounted_areRefused() {
        long mostWork = 500_000;
        assertThat(new ModelCounts(powers(Heredity.STRONG, 5, 3), mostWork).logCounts)
                .hasSize(1 + 5 + 10 + 10);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ModelCounts(powers(Heredity.STRONG, 9, 3), mostWork))
                .withMessage("must be none for this formula, which connects so many interactions that models cannot be"
                        + " counted: heredity=strong");
    }
}
