package dev.lbp.runtime.engine.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableTarget;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.TransitionMatrix;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Paths of swaps, exactly: the chain's own matrix is the naive one and in detailed balance, to 1e-12, and mutants are
 * not.
 */
class SwapKernelTest {

    private static final List<WeightFunction> BALANCED = List.of(
            WeightFunction.SQRT,
            WeightFunction.BARKER,
            WeightFunction.MIN,
            WeightFunction.MAX,
            WeightFunction.balanced("balanced t", logT -> logT));

    /** Log-probabilities without any structure, in [-2, 2]. */
    private static TableTarget rough(int n) {
        return TableTarget.of("rough", n, x -> {
            double multiple = (TableTarget.number(x) + 1) * 0.6180339887498949;
            return 4.0 * (multiple - Math.floor(multiple)) - 2.0;
        });
    }

    /** The sum that decides, at a state before or after a swap, by the kernel. */
    private interface Sum {
        double of(SwapKernel kernel, int state);
    }

    private static final Sum ONES = (kernel, x) -> kernel.sum(x, 1);

    static Stream<Arguments> sizes() {
        return Stream.of(new int[] {2, 1}, new int[] {4, 2}, new int[] {5, 2}, new int[] {6, 3})
                .flatMap(size -> BALANCED.stream().map(weight -> Arguments.of(size[0], size[1], weight)));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void swaps_everyNumber_equalTheNaiveKernelAndAreErgodic(int n, int ones, WeightFunction weight) {
        SwapKernel kernel = SwapKernel.of(rough(n), ones, weight);
        for (int swaps = 1; swaps <= 3; swaps++) {
            verify(kernel, swaps).verifyErgodic();
        }
    }

    /**
     * States of any other number of ones are far below, as under a penalty: the weights of all removed sites are held.
     */
    @ParameterizedTest
    @MethodSource("sizes")
    void swaps_penaltyOnOtherNumbers_areInDetailedBalance(int n, int ones, WeightFunction weight) {
        for (double penalty : new double[] {90.0, 700.0, 5_000.0}) {
            TableTarget penalised = TableTarget.of("penalised", n, x -> {
                int excess = Integer.bitCount(TableTarget.number(x)) - ones;
                return rough(n).logProb(TableTarget.number(x)) - penalty * excess * excess;
            });
            SwapKernel kernel = SwapKernel.of(penalised, ones, weight);
            for (int swaps = 1; swaps <= 2; swaps++) {
                kernel.matrix(swaps).verifyReversible().verifyErgodic();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void swaps_frozenSites_areExactForTheConditional(int n, int ones, WeightFunction weight) {
        if (n < 4) {
            return;
        }
        for (int held : new int[] {0, 2}) {
            SwapKernel kernel = SwapKernel.of(rough(n), ones, weight).frozen(2, held);
            for (int swaps = 1; swaps <= 2; swaps++) {
                verify(kernel, swaps).verifyErgodic();
            }
        }
    }

    /** Subset {0, 1} and some with one site fewer or more are impossible; the other subsets can be reached. */
    @ParameterizedTest
    @MethodSource("sizes")
    void swaps_someStatesImpossible_areInDetailedBalance(int n, int ones, WeightFunction weight) {
        if (n < 4) {
            return;
        }
        TableTarget rough = rough(n);
        TableTarget target = TableTarget.of("with holes", n, state -> {
            int x = TableTarget.number(state);
            return x == 3 || x == 1 || x == 7 ? Double.NEGATIVE_INFINITY : rough.logProb(x);
        });
        SwapKernel kernel = SwapKernel.of(target, ones, weight);
        verify(kernel, 1);
        verify(kernel, 2);
    }

    private static TransitionMatrix verify(SwapKernel kernel, int swaps) {
        TransitionMatrix matrix = kernel.matrix(swaps).verifyReversible();
        double[][] naive = naive(kernel, swaps, ONES, true).verifyReversible().p();
        for (int x = 0; x < naive.length; x++) {
            if (kernel.subsets().possible(x)) {
                assertThat(matrix.p()[x]).containsExactly(naive[x], within(1e-12));
            }
        }
        return matrix;
    }

    /**
     * Long paths: every weight at every draw, every acceptance, and everything that a rejected step restores, bit for
     * bit.
     */
    @ParameterizedTest
    @MethodSource("longPaths")
    void longPaths_weightsAcceptanceAndRestored_areExact(WeightFunction weight, int ones, int frozen) {
        SwapKernel kernel = SwapKernel.of(rough(10), ones, weight).frozen(frozen, frozen & 5);
        SwapKernel.Run run = kernel.new Run(25.5);
        int rejected = 0;
        for (int t = 0; t < 300; t++) {
            int x = TableTarget.number(run.chain.state);
            List<Long> before = run.kept();
            int y = run.step(null);
            assertThat(Integer.bitCount(y)).isEqualTo(ones);
            assertThat(run.chain.lastStep().scale()).isBetween(25, 26);
            assertThat(run.chain.acceptanceProbability)
                    .isCloseTo(Math.min(1.0, kernel.sum(x, 1) / kernel.sum(y, 1)), within(1e-12));
            if (!run.chain.accepted) {
                assertThat(run.kept()).isEqualTo(before);
                rejected++;
            }
        }
        assertThat(rejected).isPositive();
    }

    static Stream<Arguments> longPaths() {
        return Stream.of(
                Arguments.of(WeightFunction.BARKER, 4, 0),
                Arguments.of(WeightFunction.SQRT, 1, 0),
                Arguments.of(WeightFunction.SQRT, 9, 0),
                Arguments.of(WeightFunction.MAX, 5, 7));
    }

    @Test
    void mutant_sumOverAllSites_failsDetailedBalance() {
        verifyFails((kernel, x) -> kernel.sum(x, 1) + kernel.sum(x, 0), true);
    }

    @Test
    void mutant_sumOfTheZeros_failsDetailedBalance() {
        verifyFails((kernel, x) -> kernel.sum(x, 0), true);
    }

    @Test
    void mutant_sumsOfTheOtherStates_failsDetailedBalance() {
        verifyFails((kernel, x) -> 1.0 / kernel.sum(x, 1), true);
    }

    @Test
    void mutant_alwaysAccepted_failsDetailedBalance() {
        verifyFails((kernel, x) -> 1.0, true);
    }

    @Test
    void mutant_removedSiteMayNotReturn_failsDetailedBalance() {
        verifyFails(ONES, false);
    }

    private static void verifyFails(Sum sum, boolean mayReturn) {
        SwapKernel kernel = SwapKernel.of(rough(5), 2, WeightFunction.BARKER);
        for (int swaps = 1; swaps <= 2; swaps++) {
            TransitionMatrix mutant = naive(kernel, swaps, sum, mayReturn).verifyStochastic();
            assertThatThrownBy(mutant::verifyReversible).hasMessageContaining("must be equal: pi(");
        }
    }

    /** The chain itself with a function that is not balanced, which the builder refuses. */
    @Test
    void mutant_unbalancedWeight_failsDetailedBalance() {
        TransitionMatrix mutant =
                SwapKernel.of(rough(5), 2, WeightFunction.of("t", logT -> logT)).matrix(1);
        assertThatThrownBy(mutant::verifyReversible).hasMessageContaining("must be equal: pi(");
    }

    /**
     * The kernel by its definition.
     *
     * @param sum Z
     * @param mayReturn whether the removed site may be added again, as it must
     */
    private static TransitionMatrix naive(SwapKernel kernel, int swaps, Sum sum, boolean mayReturn) {
        TableTarget subsets = kernel.subsets();
        double[][] p = new double[subsets.states()][subsets.states()];
        for (int x = 0; x < p.length; x++) {
            if (!subsets.possible(x)) {
                continue;
            }
            for (int[] path : kernel.paths(x, swaps)) {
                int y = x;
                double q = 1.0;
                for (int k = 0; k < path.length && q > 0.0; k++) {
                    double total = kernel.sum(y, 1 - k % 2);
                    if (k % 2 == 1 && !mayReturn) {
                        total -= kernel.weight(y, path[k - 1]);
                        q *= path[k] == path[k - 1] ? 0.0 : 1.0;
                    }
                    q *= kernel.weight(y, path[k]) / total;
                    y ^= 1 << path[k];
                }
                if (q > 0.0) {
                    double accepted = q * Math.min(1.0, sum.of(kernel, x) / sum.of(kernel, y));
                    p[x][y] += accepted;
                    p[x][x] += q - accepted;
                }
            }
        }
        return new TransitionMatrix(subsets, p);
    }
}
