package dev.lbp.runtime.engine.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SmallPairwise;
import dev.lbp.SmallTargets;
import dev.lbp.SpinLine;
import dev.lbp.TableTarget;
import dev.lbp.runtime.engine.ScriptedRandom;
import dev.lbp.runtime.engine.TransitionMatrix;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Sweeps of Metropolis, exactly: four of them, the last one by Gibbs, leave the target as it is. */
class MetropolisSweepTest {

    private static final int CYCLE = 4;

    private static final boolean[] FROZEN = {false, true, false, false, false, false, true, false, false};

    /** An open lattice of 3x3 sites, coloured as a checkerboard, with couplings and biases of both signs. */
    static SmallPairwise lattice() {
        double[] bias = {0.4, -0.9, 0.3, 1.1, -0.2, 0.6, -1.4, 0.8, 0.1};
        double[][] coupling = new double[9][9];
        for (int i = 0; i < 9; i++) {
            for (int j : new int[] {i % 3 < 2 ? i + 1 : -1, i < 6 ? i + 3 : -1}) {
                if (j > 0) {
                    coupling[i][j] = 1.3 * Math.sin(5.0 * i + j);
                    coupling[j][i] = coupling[i][j];
                }
            }
        }
        return new SmallPairwise(bias, coupling, new int[][] {{0, 2, 4, 6, 8}, {1, 3, 5, 7}});
    }

    static Stream<Arguments> scans() {
        Sampler coloured = Samplers.metropolis().build();
        Sampler inOrder = Samplers.metropolis().inOrder().build();
        return Stream.of(
                Arguments.of(coloured, null, new int[] {0, 2, 4, 6, 8, 1, 3, 5, 7}),
                Arguments.of(coloured, FROZEN, new int[] {0, 2, 4, 8, 3, 5, 7}),
                Arguments.of(inOrder, null, new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8}),
                Arguments.of(inOrder, FROZEN, new int[] {0, 2, 3, 4, 5, 7, 8}));
    }

    private static double[][] fourRandomScans(SweepKernel kernel, int... sites) {
        double[][] cycle = kernel.random(0, false, sites);
        for (int before = 1; before < CYCLE; before++) {
            cycle = SweepKernel.product(cycle, kernel.random(before, before == CYCLE - 1, sites));
        }
        return cycle;
    }

    @ParameterizedTest
    @MethodSource("scans")
    void fourSweeps_systematicScan_leaveTheTargetInvariant(Sampler sampler, boolean @Nullable [] frozen, int... order) {
        SmallPairwise model = lattice();
        SweepKernel kernel = new SweepKernel(model.target(), model, sampler, frozen);
        new TransitionMatrix(model.target(), kernel.systematicCycle(CYCLE, false, order))
                .verifyStochastic()
                .verifyInvariant();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fourSweeps_randomScan_leaveTheTargetInvariant(boolean held) {
        SmallPairwise model = SmallTargets.pairwise();
        boolean[] frozen = held ? new boolean[] {true, false, false, true, false} : null;
        int[] free = held ? new int[] {1, 2, 4} : new int[] {0, 1, 2, 3, 4};
        SweepKernel kernel = new SweepKernel(
                model.target(), model, Samplers.metropolis().randomScan().build(), frozen);
        new TransitionMatrix(model.target(), fourRandomScans(kernel, free))
                .verifyStochastic()
                .verifyInvariant();
    }

    /** Log-ratios of first order are not used, and steep ones keep their precision. */
    @ParameterizedTest
    @ValueSource(strings = {"rough, local, crude gradient", "sharp, local"})
    void fourSweeps_otherLocalModels_leaveTheTargetInvariant(String name) {
        SmallTargets.Case c = Stream.concat(SmallTargets.moderate().stream(), SmallTargets.hard().stream())
                .filter(any -> any.name().equals(name))
                .findFirst()
                .orElseThrow();
        SweepKernel kernel =
                new SweepKernel(c.target(), c.model(), Samplers.metropolis().build(), null);
        new TransitionMatrix(c.target(), kernel.systematicCycle(CYCLE, false, 0, 1, 2, 3, 4))
                .verifyStochastic()
                .verifyInvariant();
    }

    /** Sweeps of Metropolis alone would have four eigenvalues of size 1: two of them 1, two -1. */
    @Test
    void fourSweeps_twoIsolatedSitesWithoutField_areErgodic() {
        TableTarget flat = TableTarget.of("flat", 2, x -> 0.0);
        SweepKernel kernel =
                new SweepKernel(flat, flat.local(), Samplers.metropolis().build(), null);
        double[] alone = sizes(kernel.systematic(0, false, 0, 1));
        assertThat(alone).containsExactly(new double[] {1.0, 1.0, 1.0, 1.0}, within(1e-12));
        double[] sizes = sizes(kernel.systematicCycle(CYCLE, false, 0, 1));
        assertThat(sizes[3]).isCloseTo(1.0, within(1e-12));
        assertThat(sizes[2]).isLessThan(0.5);
    }

    /** Sizes of eigenvalues, ascending. */
    static double[] sizes(double[][] p) {
        EigenDecomposition eigen = new EigenDecomposition(new Array2DRowRealMatrix(p));
        double[] real = eigen.getRealEigenvalues();
        double[] imaginary = eigen.getImagEigenvalues();
        return IntStream.range(0, real.length)
                .mapToDouble(k -> new Complex(real[k], imaginary[k]).abs())
                .sorted()
                .toArray();
    }

    @Test
    void metropolis_batchedModel_isRefused() {
        assertThatThrownBy(() ->
                        Samplers.metropolis().build().sample(SpinLine.of(5).batched(DataType.DOUBLE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be a LocalEnergyModel for Metropolis sweeps, which score one site at a time;"
                        + " use lbp(), rwm() or gibbs(): model=Batched");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-800.0, -600.5, -40.0, -1.0, -0.0, 0.3, 800.0, Double.NEGATIVE_INFINITY})
    void rules_oneSiteOrManyAtOnce_haveTheSameProbability(double logRatio) {
        for (SiteRule rule : SiteRule.values()) {
            double one = ScriptedRandom.probability(u -> rule.flips(logRatio, new ExpTable(), new ScriptedRandom(u)));
            double[] many = {logRatio, 0.5};
            rule.probabilities(many, 2, many);
            assertThat(one).isCloseTo(many[0], within(0x1p-51));
        }
        double p = Math.min(1.0, Math.exp(logRatio));
        assertThat(ScriptedRandom.probability(
                        u -> SiteRule.METROPOLIS.flips(logRatio, new ExpTable(), new ScriptedRandom(u))))
                .isCloseTo(p, within(0x1p-51));
    }

    @Test
    void metropolis_undefinedLogRatio_isAnError() {
        assertThatThrownBy(() -> SiteRule.METROPOLIS.flips(Double.NaN, new ExpTable(), new ScriptedRandom(0.5)))
                .hasMessageContaining("must not be NaN or +Infinity");
    }
}
