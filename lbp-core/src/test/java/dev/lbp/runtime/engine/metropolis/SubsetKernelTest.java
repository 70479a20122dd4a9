package dev.lbp.runtime.engine.metropolis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.SmallTargets;
import dev.lbp.TableTarget;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.MutantProposals;
import dev.lbp.runtime.engine.Paths;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kernels that keep the number of ones, exactly: paths have probability 1 in sum, and transitions are in detailed
 * balance.
 */
class SubsetKernelTest {

    private static final List<WeightFunction> WEIGHTS =
            List.of(WeightFunction.SQRT, WeightFunction.BARKER, WeightFunction.MIN, WeightFunction.MAX);

    /** Log-probabilities without any structure, in [-2, 2]. */
    private static TableTarget rough(int n) {
        return TableTarget.of("rough", n, x -> {
            double multiple = (TableTarget.number(x) + 1) * 0.6180339887498949;
            return 4.0 * (multiple - Math.floor(multiple)) - 2.0;
        });
    }

    static Stream<Arguments> sizes() {
        return Stream.of(new int[] {2, 1}, new int[] {4, 2}, new int[] {5, 2}, new int[] {6, 3})
                .flatMap(size -> WEIGHTS.stream().map(weight -> Arguments.of(size[0], size[1], weight)));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void lbp_crudeGradient_isInDetailedBalance(int n, int ones, WeightFunction weight) {
        TableTarget target = rough(n);
        List<EnergyModel> models = n < 6
                ? List.of(target.localWithGradient(), target.batched(false))
                : List.of(target.localWithGradient());
        for (EnergyModel model : models) {
            SubsetKernel kernel = SubsetKernel.lbp(target, model, ones, weight);
            for (int scale = 1; scale <= Math.min(ones, n - ones); scale++) {
                kernel.matrix(scale).verifyReversible();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void lbp_everyScale_equalsTheNaiveKernel(int n, int ones, WeightFunction weight) {
        TableTarget target = rough(n);
        for (int scale = 1; scale <= Math.min(ones, n - ones); scale++) {
            double[][] naive =
                    naive(target, ones, scale, weight, true).verifyReversible().p();
            for (EnergyModel model : List.of(target.local(), target.batched(true))) {
                double[][] p = SubsetKernel.lbp(target, model, ones, weight)
                        .matrix(scale)
                        .p();
                for (int x = 0; x < p.length; x++) {
                    assertThat(p[x]).containsExactly(naive[x], within(1e-12));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void lbp_mixtureOfTwoScales_isErgodic(int n, int ones, WeightFunction weight) {
        TableTarget target = rough(n);
        SubsetKernel kernel = SubsetKernel.lbp(target, target.local(), ones, weight);
        kernel.matrix(1).verifyErgodic();
        for (int scale = 1; scale < Math.min(ones, n - ones); scale++) {
            for (double share : new double[] {0.1, 0.5, 0.9}) {
                TransitionMatrix.mixture(share, kernel.matrix(scale), kernel.matrix(scale + 1))
                        .verifyErgodic();
            }
        }
    }

    static Stream<Arguments> cases() {
        return Stream.of(SmallTargets.moderate(), SmallTargets.hard(), SmallTargets.extreme())
                .flatMap(List::stream)
                .flatMap(c -> Stream.of(
                                WeightFunction.BARKER, SmallTargets.weights().get(4))
                        .map(weight -> Arguments.of(c, weight)));
    }

    /** Incremental trackers, single precision, states of no probability, saturated and overflowing weights. */
    @ParameterizedTest
    @MethodSource("cases")
    void lbp_everyTarget_isInDetailedBalance(SmallTargets.Case c, WeightFunction weight) {
        for (int scale = 1; scale <= 2; scale++) {
            SubsetKernel.lbp(c.target(), c.model(), 2, weight).matrix(scale).verifyReversible();
        }
    }

    @Test
    void rwm_everyScale_isInDetailedBalance() {
        TableTarget target = rough(6);
        for (EnergyModel model : List.of(target.local(), target.batched(true))) {
            for (int scale = 1; scale <= 3; scale++) {
                SubsetKernel.rwm(target, model, 3).matrix(scale).verifyReversible();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void lbp_frozenSites_isExactForTheConditional(int n, int ones, WeightFunction weight) {
        if (n < 4) {
            return;
        }
        TableTarget target = rough(n);
        boolean[] mask = new boolean[n];
        mask[1] = true;
        for (EnergyModel model : List.of(target.local(), target.batched(true))) {
            for (int held : new int[] {0, 2}) {
                double[][] p = SubsetKernel.lbp(target, model, ones, weight)
                        .frozen(held, mask)
                        .matrix(1)
                        .verifyReversible()
                        .p();
                for (int x = 0; x < p.length; x++) {
                    for (int y = 0; y < p.length; y++) {
                        if ((x & 2) != (y & 2)) {
                            assertThat(p[x][y]).as("P(%d, %d)", x, y).isZero();
                        }
                    }
                }
            }
        }
    }

    /**
     * The counterexample, which the test of the mixture must tell from it: three pairs of a subset and its complement.
     */
    @Test
    void fixedScale_halfOfTheSites_reachesTheComplementAlone() {
        TableTarget target = rough(4);
        TransitionMatrix matrix = SubsetKernel.lbp(target, target.local(), 2, WeightFunction.BARKER)
                .matrix(2)
                .verifyReversible();
        assertThat(matrix.eigenvalues()[2]).isCloseTo(1.0, within(1e-12));
        assertThatThrownBy(matrix::verifyErgodic).hasMessageContaining("second eigenvalue");
    }

    @Test
    void mutant_drawnSitesInDenominators_failsToSumToOne() {
        TableTarget target = rough(5);
        SubsetKernel mutant = SubsetKernel.lbp(target, target.local(), 2, WeightFunction.BARKER)
                .with(new MutantProposals.DrawnSitesStay());
        assertThatThrownBy(() -> mutant.matrix(2)).hasMessageContaining("sum_u q(u | 3)");
    }

    @Test
    void mutant_strataNotExchangedForTheReverseMove_failsDetailedBalance() {
        TransitionMatrix matrix = naive(rough(5), 2, 1, WeightFunction.BARKER, false);
        assertThatThrownBy(matrix::verifyReversible).hasMessageContaining("must be equal: pi(");
    }

    /**
     * The kernel by its definition, from the log-probabilities of all states.
     *
     * @param exchanged whether the strata of the reverse move are those of the proposed state, as they must be
     */
    private static TransitionMatrix naive(
            TableTarget target, int ones, int scale, WeightFunction weight, boolean exchanged) {
        TableTarget subsets = SubsetKernel.subsets(target, ones);
        int n = target.dimension();
        double[][] p = new double[subsets.states()][subsets.states()];
        double[][] weights = new double[p.length][];
        Arrays.setAll(weights, x -> weights(target, x, weight));
        for (int x = 0; x < p.length; x++) {
            if (!subsets.possible(x)) {
                continue;
            }
            for (int[] path : SubsetKernel.paths(x, n, scale, null)) {
                int y = Paths.end(x, path);
                double[] forward = weights[x];
                double[] back = weights[y];
                double q = 1.0;
                double r = 1.0;
                int before = 0; // the sites already drawn by the forward move
                int after = Paths.end(0, path); // those not yet drawn by the reverse move, counted from its end
                for (int k = 0; k < scale; k++) {
                    int one = path[k];
                    int zero = path[scale + k];
                    q *= share(forward, one, x, before) * share(forward, zero, x, before);
                    before |= 1 << one | 1 << zero;
                    int strata = exchanged ? y : x;
                    int later = after & ~before;
                    r *= share(back, one, strata, later) * share(back, zero, strata, later);
                }
                double ratio = Math.exp(target.logProb(y) - target.logProb(x)) * r / q;
                double acceptance = Math.min(1.0, ratio);
                p[x][y] += q * acceptance;
                p[x][x] += q * (1.0 - acceptance);
            }
        }
        return new TransitionMatrix(subsets, p);
    }

    /** The share of a site in the weights of its stratum, without the drawn sites. */
    private static double share(double[] weights, int site, int state, int drawn) {
        double sum = 0.0;
        for (int i = 0; i < weights.length; i++) {
            boolean sameStratum = (state >> i & 1) == (state >> site & 1);
            sum += sameStratum && (drawn >> i & 1) == 0 ? weights[i] : 0.0;
        }
        return weights[site] / sum;
    }

    private static double[] weights(TableTarget target, int x, WeightFunction weight) {
        double[] weights = new double[target.dimension()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = Math.exp(weight.logWeight(target.logProb(x ^ 1 << i) - target.logProb(x)));
        }
        return weights;
    }
}
