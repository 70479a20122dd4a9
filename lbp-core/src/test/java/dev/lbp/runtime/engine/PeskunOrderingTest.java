package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableTarget;
import dev.lbp.proposal.WeightFunction;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The theorems on locally balanced proposals (Zanella 2020, <a
 * href="https://arxiv.org/abs/1711.07424">arXiv:1711.07424</a>), on two spaces that can be listed: six bits with flips,
 * as the library samples them, and matchings of five with five with exchanges. All are equalities or inequalities
 * between entries, without statistics.
 */
class PeskunOrderingTest {

    private static final int BITS = 6;

    private static final WeightFunction ONE = WeightFunction.of("1", logT -> 0.0);

    private static final List<WeightFunction> WEIGHTS = List.of(
            ONE,
            WeightFunction.of("t", logT -> logT),
            WeightFunction.of("t^2", logT -> 2.0 * logT),
            WeightFunction.of("t^(1/4)", logT -> 0.25 * logT),
            WeightFunction.of("1 + t", logT -> Math.log1p(Math.exp(logT))),
            WeightFunction.SQRT);

    private static TableTarget rough() {
        SplittableRandom random = new SplittableRandom(3L);
        double[] logProb = random.doubles(1 << BITS).map(u -> 4.0 * u).toArray();
        return TableTarget.of("rough", BITS, x -> logProb[TableTarget.number(x)]);
    }

    private static ListedSpace cube() {
        TableTarget target = rough();
        int[][] neighbours = new int[target.states()][BITS];
        for (int x = 0; x < neighbours.length; x++) {
            for (int i = 0; i < BITS; i++) {
                neighbours[x][i] = x ^ 1 << i;
            }
        }
        return new ListedSpace("six bits", target.probabilities(), neighbours);
    }

    static Stream<ListedSpace> spaces() {
        return Stream.of(cube(), ListedSpace.matchings());
    }

    /** The library's kernels are those of the definition, so what follows holds of them. */
    @Test
    void libraryKernels_areThoseOfTheDefinition() {
        TableTarget target = rough();
        for (WeightFunction g : WEIGHTS) {
            double[][] p =
                    MetropolisKernel.lbp(target, target.local(), g).matrix(1).p();
            verifyClose(p, cube().kernel(g), g.name());
        }
        verifyClose(MetropolisKernel.rwm(target, target.local()).matrix(1).p(), cube().kernel(ONE), "RWM-1");
    }

    private static void verifyClose(double[][] p, double[][] expected, String name) {
        for (int x = 0; x < p.length; x++) {
            for (int y = 0; y < p.length; y++) {
                assertThat(p[x][y]).as("%s: P(%d, %d)", name, x, y).isCloseTo(expected[x][y], within(1e-12));
            }
        }
    }

    /** With g = 1 the sums are equal, so c_g = 1: informed moves with min(1,t) are never rarer than uniform ones. */
    @ParameterizedTest
    @MethodSource("spaces")
    void minDominatesUniformMoves_entryByEntry(ListedSpace space) {
        double[][] uniform = space.kernel(ONE);
        double[][] informed = space.kernel(WeightFunction.MIN);
        assertThat(ListedSpace.largestRatio(uniform, informed)).isLessThanOrEqualTo(1.0 + 1e-12);
        double[] pi = space.pi();
        assertThat(ListedSpace.gap(pi, informed)).isGreaterThan(1.2 * ListedSpace.gap(pi, uniform));
    }

    /**
     * Theorem 2: {@code P_g(x, y) <= c_g^2 P_g~(x, y)} for x other than y, with the balanced
     * {@code g~(t) = min{g(t), t g(1/t)}} and c_g the largest change of Z_g between neighbours. The first power of c_g
     * is enough: both kernels are reversible, so let {@code Z_g(x) <= Z_g(y)}. Then
     * {@code P_g(x, y) = min{g(t) / Z_g(x), t g(1/t) / Z_g(y)} <= c_g g~(t) / Z_g(y)}, and since g~ is at most g, so
     * are its sums, and {@code P_g~(x, y) >= g~(t) / Z_g(y)}.
     */
    @ParameterizedTest
    @MethodSource("spaces")
    void balancedWeight_dominatesAnyOther_upToTheChangeOfSums(ListedSpace space) {
        for (WeightFunction g : WEIGHTS) {
            double[][] p = space.kernel(g);
            double[][] best = space.kernel(balanced(g));
            double c = space.largestChange(g);
            assertThat(ListedSpace.largestRatio(p, best)).as(g.name()).isLessThanOrEqualTo(c * (1.0 + 1e-12));
            assertThat(ListedSpace.gap(space.pi(), p))
                    .as(g.name())
                    .isLessThanOrEqualTo(c * ListedSpace.gap(space.pi(), best) + 1e-12);
        }
    }

    private static WeightFunction balanced(WeightFunction g) {
        return WeightFunction.balanced("balanced " + g.name(), g::logWeight);
    }

    /**
     * The bound is nearly reached: of uniform moves on a star, from a leaf with the (n-1)th part of the centre's
     * probability. So no constant below .98 c_g would do.
     */
    @Test
    void theChangeOfSums_isNearlyReached_onAStar() {
        ListedSpace star = ListedSpace.star();
        double ratio = ListedSpace.largestRatio(star.kernel(ONE), star.kernel(balanced(ONE)));
        double c = star.largestChange(ONE);
        assertThat(c).isCloseTo(ListedSpace.LEAVES, within(1e-12));
        assertThat(ratio / c).isBetween(0.98, 1.0);
    }

    /**
     * On ten independent bits sums hardly change, c_g is 1.3 to 1.5, and uniform moves do not dominate in place of g~:
     * entries of P_g are up to four times as large.
     */
    @Test
    void uniformMoves_doNotDominate_upToTheChangeOfSums() {
        ListedSpace bits = ListedSpace.independentBits();
        for (WeightFunction g : List.of(WeightFunction.BARKER, WEIGHTS.get(3))) {
            double c = bits.largestChange(g);
            double[][] p = bits.kernel(g);
            assertThat(ListedSpace.largestRatio(p, bits.kernel(balanced(g))))
                    .as(g.name())
                    .isLessThanOrEqualTo(c * (1.0 + 1e-12));
            assertThat(ListedSpace.largestRatio(p, bits.kernel(ONE)))
                    .as(g.name())
                    .isGreaterThan(1.5 * c);
        }
    }

    /**
     * {@code P1 <= c P2} off the diagonal gives {@code Var(h, P2) <= c Var(h, P1) + (c - 1) Var(h)} for every h; here
     * c = 1.
     */
    @ParameterizedTest
    @MethodSource("spaces")
    void dominance_boundsTheAsymptoticVariance(ListedSpace space) {
        SplittableRandom random = new SplittableRandom(7L);
        double[][] uniform = space.kernel(ONE);
        double[][] informed = space.kernel(WeightFunction.MIN);
        for (int k = 0; k < 20; k++) {
            double[] h = ListedSpace.centred(
                    space.pi(), random.doubles(space.pi().length).toArray());
            assertThat(ListedSpace.variance(space.pi(), informed, h))
                    .isLessThanOrEqualTo(ListedSpace.variance(space.pi(), uniform, h) + 1e-9);
        }
    }

    /**
     * Of the acceptance probabilities a(r) = r a(1/r), that of Metropolis and Hastings is the largest in each entry:
     * here against r / (1 + r), and against the mean of both.
     */
    @ParameterizedTest
    @MethodSource("spaces")
    void metropolisAcceptance_dominatesEveryOther(ListedSpace space) {
        for (WeightFunction g : List.of(ONE, WeightFunction.SQRT, WeightFunction.BARKER)) {
            double[][] best = space.kernel(g);
            for (double share : new double[] {0.0, 0.5}) {
                double[][] p = space.kernel(g, r -> share * Math.min(1.0, r) + (1.0 - share) * r / (1.0 + r));
                assertThat(ListedSpace.largestRatio(p, best)).as(g.name()).isLessThan(1.0);
                assertThat(ListedSpace.gap(space.pi(), p)).isLessThan(ListedSpace.gap(space.pi(), best));
            }
        }
    }

    /** No balanced weight dominates another: of each two, each has a larger entry somewhere. */
    @ParameterizedTest
    @MethodSource("spaces")
    void balancedWeights_haveNoOrder(ListedSpace space) {
        List<WeightFunction> all =
                List.of(WeightFunction.SQRT, WeightFunction.BARKER, WeightFunction.MIN, WeightFunction.MAX);
        for (WeightFunction g : all) {
            for (WeightFunction other : all) {
                if (g != other) {
                    assertThat(ListedSpace.largestRatio(space.kernel(g), space.kernel(other)))
                            .as("%s over %s", g.name(), other.name())
                            .isGreaterThan(1.01);
                }
            }
        }
    }

    /**
     * With c the largest ratio of entries, {@code P1 <= c P2} bounds the variance of the indicator of the leaf on the
     * star by 1.02 times its value. A constant of .95 c would not.
     */
    @Test
    void dominance_upToAConstant_boundsTheAsymptoticVariance_tightly() {
        ListedSpace star = ListedSpace.star();
        double[][] uniform = star.kernel(ONE);
        double[][] informed = star.kernel(balanced(ONE));
        double c = ListedSpace.largestRatio(uniform, informed);
        double[] leaf = new double[star.pi().length];
        leaf[1] = 1.0;
        double[] h = ListedSpace.centred(star.pi(), leaf);
        double spread = 0.0;
        for (int x = 0; x < h.length; x++) {
            spread += star.pi()[x] * h[x] * h[x];
        }
        double bound = c * ListedSpace.variance(star.pi(), uniform, h) + (c - 1.0) * spread;
        assertThat(ListedSpace.variance(star.pi(), informed, h)).isBetween(0.98 * bound, bound);
    }

    /**
     * A balanced proposal, never rejected, draws from {@code pi(x) Z_g(x)}; the naive g(t) = t from
     * {@code pi(x) pi(N(x))}.
     */
    @ParameterizedTest
    @MethodSource("spaces")
    void proposalAlone_hasALawOfItsOwn(ListedSpace space) {
        for (WeightFunction g :
                List.of(WeightFunction.SQRT, WeightFunction.BARKER, WeightFunction.MIN, WeightFunction.MAX)) {
            verifyReversible(space, space.proposal(g), x -> space.pi()[x] * space.sum(g, x));
        }
        WeightFunction naive = WEIGHTS.get(1);
        verifyReversible(space, space.proposal(naive), x -> {
            double around = 0.0;
            for (int y : space.neighbours()[x]) {
                around += space.pi()[y];
            }
            return space.pi()[x] * around;
        });
    }

    private interface Law {
        double of(int state);
    }

    private static void verifyReversible(ListedSpace space, double[][] q, Law law) {
        double total = 0.0;
        for (int x = 0; x < q.length; x++) {
            total += law.of(x);
        }
        for (int x = 0; x < q.length; x++) {
            for (int y : space.neighbours()[x]) {
                assertThat(law.of(x) * q[x][y] / total).isCloseTo(law.of(y) * q[y][x] / total, within(1e-14));
            }
        }
    }
}
