package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableTarget;
import dev.lbp.proposal.WeightFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.LUDecomposition;
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
    private static final int ITEMS = 5;
    private static final int LEAVES = 60;
    private static final int PRODUCT_BITS = 10;

    private static final WeightFunction ONE = WeightFunction.of("1", logT -> 0.0);

    private static final List<WeightFunction> WEIGHTS = List.of(
            ONE,
            WeightFunction.of("t", logT -> logT),
            WeightFunction.of("t^2", logT -> 2.0 * logT),
            WeightFunction.of("t^(1/4)", logT -> 0.25 * logT),
            WeightFunction.of("1 + t", logT -> Math.log1p(Math.exp(logT))),
            WeightFunction.SQRT);

    /**
     * A space with uniform moves.
     *
     * @param pi the probability of each state
     * @param neighbours the states that a move leads to, by state; the relation is symmetric
     */
    private record Space(String name, double[] pi, int[][] neighbours) {

        /** Z_g(x), the sum of g(pi(y) / pi(x)) over the neighbours. */
        double sum(WeightFunction g, int x) {
            double sum = 0.0;
            for (int y : neighbours[x]) {
                sum += weight(g, x, y);
            }
            return sum;
        }

        double weight(WeightFunction g, int x, int y) {
            return Math.exp(g.logWeight(Math.log(pi[y]) - Math.log(pi[x])));
        }

        /** Q_g, by the definition. */
        double[][] proposal(WeightFunction g) {
            double[][] q = new double[pi.length][pi.length];
            for (int x = 0; x < pi.length; x++) {
                for (int y : neighbours[x]) {
                    q[x][y] = weight(g, x, y) / sum(g, x);
                }
            }
            return q;
        }

        /** P_g, by the definition: Q_g with the accept step of Metropolis and Hastings. */
        double[][] kernel(WeightFunction g) {
            double[][] q = proposal(g);
            double[][] p = new double[pi.length][pi.length];
            for (int x = 0; x < pi.length; x++) {
                p[x][x] = 1.0;
                for (int y : neighbours[x]) {
                    p[x][y] = q[x][y] * Math.min(1.0, pi[y] * q[y][x] / (pi[x] * q[x][y]));
                    p[x][x] -= p[x][y];
                }
            }
            return p;
        }

        /** The largest Z_g(y) / Z_g(x) of neighbours. */
        double largestChange(WeightFunction g) {
            double largest = 1.0;
            for (int x = 0; x < pi.length; x++) {
                for (int y : neighbours[x]) {
                    largest = Math.max(largest, sum(g, y) / sum(g, x));
                }
            }
            return largest;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static TableTarget rough() {
        SplittableRandom random = new SplittableRandom(3L);
        double[] logProb = random.doubles(1 << BITS).map(u -> 4.0 * u).toArray();
        return TableTarget.of("rough", BITS, x -> logProb[TableTarget.number(x)]);
    }

    private static Space cube() {
        TableTarget target = rough();
        int[][] neighbours = new int[target.states()][BITS];
        for (int x = 0; x < neighbours.length; x++) {
            for (int i = 0; i < BITS; i++) {
                neighbours[x][i] = x ^ 1 << i;
            }
        }
        return new Space("six bits", target.probabilities(), neighbours);
    }

    /** Permutations of five with log-weights in [0, 3) for each pair, and all exchanges of two. */
    private static Space matchings() {
        SplittableRandom random = new SplittableRandom(5L);
        double[] weights = random.doubles(ITEMS * ITEMS).map(u -> 3.0 * u).toArray();
        List<int[]> states = new ArrayList<>();
        list(new int[0], states);
        List<List<Integer>> keys =
                states.stream().map(s -> Arrays.stream(s).boxed().toList()).toList();
        double[] pi = new double[states.size()];
        int[][] neighbours = new int[states.size()][];
        double total = 0.0;
        for (int x = 0; x < pi.length; x++) {
            double logProb = 0.0;
            for (int i = 0; i < ITEMS; i++) {
                logProb += weights[i * ITEMS + states.get(x)[i]];
            }
            pi[x] = Math.exp(logProb);
            total += pi[x];
            List<Integer> near = new ArrayList<>();
            for (int i = 0; i < ITEMS; i++) {
                for (int j = 0; j < i; j++) {
                    List<Integer> moved = new ArrayList<>(keys.get(x));
                    moved.set(i, keys.get(x).get(j));
                    moved.set(j, keys.get(x).get(i));
                    near.add(keys.indexOf(moved));
                }
            }
            neighbours[x] = near.stream().mapToInt(k -> k).toArray();
        }
        for (int x = 0; x < pi.length; x++) {
            pi[x] /= total;
        }
        return new Space("matchings", pi, neighbours);
    }

    private static void list(int[] begun, List<int[]> to) {
        if (begun.length == ITEMS) {
            to.add(begun);
            return;
        }
        for (int k = 0; k < ITEMS; k++) {
            int next = k;
            if (Arrays.stream(begun).noneMatch(used -> used == next)) {
                int[] longer = Arrays.copyOf(begun, begun.length + 1);
                longer[begun.length] = k;
                list(longer, to);
            }
        }
    }

    static Stream<Space> spaces() {
        return Stream.of(cube(), matchings());
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
    void minDominatesUniformMoves_entryByEntry(Space space) {
        double[][] uniform = space.kernel(ONE);
        double[][] informed = space.kernel(WeightFunction.MIN);
        assertThat(largestRatio(uniform, informed)).isLessThanOrEqualTo(1.0 + 1e-12);
        double[] pi = space.pi;
        assertThat(gap(pi, informed)).isGreaterThan(1.2 * gap(pi, uniform));
    }

    /**
     * Theorem 2: {@code P_g(x, y) <= c_g^2 P_g~(x, y)} for x other than y, with the balanced
     * {@code g~(t) = min{g(t), t g(1/t)}} and c_g the largest change of Z_g between neighbours. The first power of c_g
     * is enough: both kernels are reversible, so let {@code Z_g(x) <= Z_g(y)}. Then
     * {@code P_g(x, y) = min{g(t) / Z_g(x), t g(1/t) / Z_g(y)} <= c_g g~(t) / Z_g(y)}, and since g~ is at most g, so are
     * its sums, and {@code P_g~(x, y) >= g~(t) / Z_g(y)}.
     */
    @ParameterizedTest
    @MethodSource("spaces")
    void balancedWeight_dominatesAnyOther_upToTheChangeOfSums(Space space) {
        for (WeightFunction g : WEIGHTS) {
            double[][] p = space.kernel(g);
            double[][] best = space.kernel(balanced(g));
            double c = space.largestChange(g);
            assertThat(largestRatio(p, best)).as(g.name()).isLessThanOrEqualTo(c * (1.0 + 1e-12));
            assertThat(gap(space.pi, p)).as(g.name()).isLessThanOrEqualTo(c * gap(space.pi, best) + 1e-12);
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
        Space star = star();
        double ratio = largestRatio(star.kernel(ONE), star.kernel(balanced(ONE)));
        double c = star.largestChange(ONE);
        assertThat(c).isCloseTo(LEAVES, within(1e-12));
        assertThat(ratio / c).isBetween(0.98, 1.0);
    }

    /**
     * On ten independent bits sums hardly change, c_g is 1.3 to 1.5, and uniform moves do not dominate in place of g~:
     * entries of P_g are up to four times as large.
     */
    @Test
    void uniformMoves_doNotDominate_upToTheChangeOfSums() {
        Space bits = independentBits();
        for (WeightFunction g : List.of(WeightFunction.BARKER, WEIGHTS.get(3))) {
            double c = bits.largestChange(g);
            double[][] p = bits.kernel(g);
            assertThat(largestRatio(p, bits.kernel(balanced(g)))).as(g.name()).isLessThanOrEqualTo(c * (1.0 + 1e-12));
            assertThat(largestRatio(p, bits.kernel(ONE))).as(g.name()).isGreaterThan(1.5 * c);
        }
    }

    private static Space star() {
        double[] pi = new double[LEAVES + 1];
        Arrays.fill(pi, 1.0);
        pi[1] = 1.0 / LEAVES;
        int[][] neighbours = new int[pi.length][];
        neighbours[0] = IntStream.rangeClosed(1, LEAVES).toArray();
        Arrays.fill(neighbours, 1, pi.length, new int[] {0});
        double total = LEAVES + pi[1];
        Arrays.setAll(pi, x -> pi[x] / total);
        return new Space("star", pi, neighbours);
    }

    /** P(x_i = 1) = 0.15, of each bit by itself. */
    private static Space independentBits() {
        double[] pi = new double[1 << PRODUCT_BITS];
        int[][] neighbours = new int[pi.length][PRODUCT_BITS];
        for (int x = 0; x < pi.length; x++) {
            int ones = Integer.bitCount(x);
            pi[x] = Math.pow(0.15, ones) * Math.pow(0.85, PRODUCT_BITS - ones);
            for (int i = 0; i < PRODUCT_BITS; i++) {
                neighbours[x][i] = x ^ 1 << i;
            }
        }
        return new Space("independent bits", pi, neighbours);
    }

    /**
     * {@code P1 <= c P2} off the diagonal gives {@code Var(h, P2) <= c Var(h, P1) + (c - 1) Var(h)} for every h; here
     * c = 1.
     */
    @ParameterizedTest
    @MethodSource("spaces")
    void dominance_boundsTheAsymptoticVariance(Space space) {
        SplittableRandom random = new SplittableRandom(7L);
        double[][] uniform = space.kernel(ONE);
        double[][] informed = space.kernel(WeightFunction.MIN);
        for (int k = 0; k < 20; k++) {
            double[] h = centred(space.pi, random.doubles(space.pi.length).toArray());
            assertThat(variance(space.pi, informed, h)).isLessThanOrEqualTo(variance(space.pi, uniform, h) + 1e-9);
        }
    }

    /** No balanced weight dominates another: of each two, each has a larger entry somewhere. */
    @ParameterizedTest
    @MethodSource("spaces")
    void balancedWeights_haveNoOrder(Space space) {
        List<WeightFunction> all =
                List.of(WeightFunction.SQRT, WeightFunction.BARKER, WeightFunction.MIN, WeightFunction.MAX);
        for (WeightFunction g : all) {
            for (WeightFunction other : all) {
                if (g != other) {
                    assertThat(largestRatio(space.kernel(g), space.kernel(other)))
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
        Space star = star();
        double[][] uniform = star.kernel(ONE);
        double[][] informed = star.kernel(balanced(ONE));
        double c = largestRatio(uniform, informed);
        double[] leaf = new double[star.pi.length];
        leaf[1] = 1.0;
        double[] h = centred(star.pi, leaf);
        double spread = 0.0;
        for (int x = 0; x < h.length; x++) {
            spread += star.pi[x] * h[x] * h[x];
        }
        double bound = c * variance(star.pi, uniform, h) + (c - 1.0) * spread;
        assertThat(variance(star.pi, informed, h)).isBetween(0.98 * bound, bound);
    }

    /**
     * A balanced proposal, never rejected, draws from {@code pi(x) Z_g(x)}; the naive g(t) = t from
     * {@code pi(x) pi(N(x))}.
     */
    @ParameterizedTest
    @MethodSource("spaces")
    void proposalAlone_hasALawOfItsOwn(Space space) {
        for (WeightFunction g :
                List.of(WeightFunction.SQRT, WeightFunction.BARKER, WeightFunction.MIN, WeightFunction.MAX)) {
            verifyReversible(space, space.proposal(g), x -> space.pi[x] * space.sum(g, x));
        }
        WeightFunction naive = WEIGHTS.get(1);
        verifyReversible(space, space.proposal(naive), x -> {
            double around = 0.0;
            for (int y : space.neighbours[x]) {
                around += space.pi[y];
            }
            return space.pi[x] * around;
        });
    }

    private interface Law {
        double of(int state);
    }

    private static void verifyReversible(Space space, double[][] q, Law law) {
        double total = 0.0;
        for (int x = 0; x < q.length; x++) {
            total += law.of(x);
        }
        for (int x = 0; x < q.length; x++) {
            for (int y : space.neighbours[x]) {
                assertThat(law.of(x) * q[x][y] / total).isCloseTo(law.of(y) * q[y][x] / total, within(1e-14));
            }
        }
    }

    /** The largest ratio of entries off the diagonal. */
    private static double largestRatio(double[][] p, double[][] by) {
        double largest = 0.0;
        for (int x = 0; x < p.length; x++) {
            for (int y = 0; y < p.length; y++) {
                if (x != y && p[x][y] > 0.0) {
                    largest = Math.max(largest, p[x][y] / by[x][y]);
                }
            }
        }
        return largest;
    }

    /** 1 minus the second eigenvalue. */
    private static double gap(double[] pi, double[][] p) {
        int n = pi.length;
        double[][] symmetric = new double[n][n];
        for (int x = 0; x < n; x++) {
            for (int y = 0; y < n; y++) {
                symmetric[x][y] = Math.sqrt(pi[x] / pi[y]) * p[x][y];
            }
        }
        for (int x = 0; x < n; x++) {
            for (int y = 0; y < x; y++) {
                symmetric[x][y] = symmetric[y][x];
            }
        }
        double[] eigenvalues = new EigenDecomposition(new Array2DRowRealMatrix(symmetric, false)).getRealEigenvalues();
        Arrays.sort(eigenvalues);
        return 1.0 - eigenvalues[n - 2];
    }

    private static double[] centred(double[] pi, double[] h) {
        double mean = 0.0;
        for (int x = 0; x < h.length; x++) {
            mean += pi[x] * h[x];
        }
        double[] centred = h.clone();
        for (int x = 0; x < h.length; x++) {
            centred[x] -= mean;
        }
        return centred;
    }

    /** The asymptotic variance of a centred h: {@code 2 <h, (I - P)^{-1} h> - <h, h>} in the scalar product of pi. */
    private static double variance(double[] pi, double[][] p, double[] h) {
        int n = pi.length;
        double[][] system = new double[n][n];
        for (int x = 0; x < n; x++) {
            for (int y = 0; y < n; y++) {
                system[x][y] = (x == y ? 1.0 : 0.0) - p[x][y] + pi[y]; // the projection on constants makes it regular
            }
        }
        double[] solved = new LUDecomposition(new Array2DRowRealMatrix(system, false))
                .getSolver()
                .solve(new ArrayRealVector(h))
                .toArray();
        double sum = 0.0;
        for (int x = 0; x < n; x++) {
            sum += pi[x] * h[x] * (2.0 * solved[x] - h[x]);
        }
        return sum;
    }
}
