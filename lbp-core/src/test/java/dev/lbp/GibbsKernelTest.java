package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Gibbs sweeps of all kinds, exactly: each leaves the target as it is. */
class GibbsKernelTest {

    private static final int[] SYSTEMATIC = {0, 1, 2, 3, 4};

    /** Batched sweeps ask for no ratios, so one model of each kind of ratios will do. */
    static Stream<SmallTargets.Case> models() {
        return Stream.concat(SmallTargets.moderate().stream(), SmallTargets.hard().stream())
                .filter(c -> !(c.model() instanceof SmallPairwise))
                .filter(c -> !(c.model() instanceof SmallQuadratic && c.model().exactFlips()));
    }

    @ParameterizedTest
    @MethodSource("models")
    void sweep_systematic_leavesTheTargetInvariant(SmallTargets.Case c) {
        new GibbsKernel(c.target(), c.model(), SYSTEMATIC, null).matrix().verifyInvariant();
    }

    @ParameterizedTest
    @MethodSource("models")
    void sweep_frozenSites_leavesTheTargetInvariantAndThemInPlace(SmallTargets.Case c) {
        boolean[] frozen = {true, false, false, true, false};
        TransitionMatrix matrix = new GibbsKernel(c.target(), c.model(), new int[] {1, 2, 4}, frozen).matrix();
        verifyHeld(matrix.verifyInvariant(), 1 | 1 << 3);
    }

    @Test
    void sweep_coloured_leavesTheTargetInvariant() {
        SmallPairwise model = SmallTargets.pairwise();
        new GibbsKernel(model.target(), model, new int[] {0, 2, 1, 4, 3}, null)
                .matrix()
                .verifyInvariant();
    }

    @Test
    void sweep_colouredWithFrozenSites_leavesTheTargetInvariantAndThemInPlace() {
        SmallPairwise model = SmallTargets.pairwise();
        boolean[] frozen = {true, false, false, true, false};
        TransitionMatrix matrix = new GibbsKernel(model.target(), model, new int[] {2, 1, 4}, frozen).matrix();
        verifyHeld(matrix.verifyInvariant(), 1 | 1 << 3);
    }

    /** An incremental tracker without a colouring. */
    @Test
    void sweep_uncolouredTracker_leavesTheTargetInvariant() {
        SmallPairwise model = SmallTargets.pairwise().coloured();
        new GibbsKernel(model.target(), model, SYSTEMATIC, null).matrix().verifyInvariant();
    }

    /** Sites 1 and 3 are coupled. */
    @Test
    void sweep_wrongColouring_isNoticed() {
        SmallPairwise model = SmallTargets.pairwise().coloured(new int[] {0, 2}, new int[] {1, 3}, new int[] {4});
        TransitionMatrix matrix = new GibbsKernel(model.target(), model, new int[] {0, 2, 1, 3, 4}, null).matrix();
        assertThatThrownBy(matrix::verifyInvariant).hasMessageContaining("probability arriving at");
    }

    @Test
    void sweep_trackerWithWrongSign_isNoticed() {
        SmallPairwise model = SmallTargets.pairwise();
        TransitionMatrix matrix =
                new GibbsKernel(model.target(), model.withWrongSign(), new int[] {0, 2, 1, 4, 3}, null).matrix();
        assertThatThrownBy(matrix::verifyInvariant).hasMessageContaining("probability arriving at");
    }

    /** A generator returns 0 once in 2^53 calls; that must not lead to a state of no probability. */
    @Test
    void gibbsFlips_uniformOfZero_neverToAnImpossibleState() {
        assertThat(AcceptRule.gibbsFlips(Double.NEGATIVE_INFINITY, new ScriptedRandom(0.0)))
                .isFalse();
        assertThat(AcceptRule.gibbsFlips(800.0, new ScriptedRandom(ScriptedRandom.LARGEST)))
                .isTrue();
    }

    private static void verifyHeld(TransitionMatrix matrix, int held) {
        for (int x = 0; x < matrix.p().length; x++) {
            for (int y = 0; y < matrix.p().length; y++) {
                if ((x & held) != (y & held)) {
                    assertThat(matrix.p()[x][y]).as("P(%d, %d)", x, y).isZero();
                }
            }
        }
    }
}
