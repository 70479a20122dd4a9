package dev.lbp.runtime.engine.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Samplers;
import dev.lbp.SmallPairwise;
import dev.lbp.SmallQuadratic;
import dev.lbp.SmallRbm;
import dev.lbp.SmallTargets;
import dev.lbp.SpinLine;
import dev.lbp.runtime.engine.ScriptedRandom;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.target.EnergyModel;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

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

    /** Where the model gives a colouring, it is not asked for. */
    @Test
    void sweep_inOrder_leavesTheTargetInvariant() {
        SmallPairwise model = SmallTargets.pairwise();
        new GibbsKernel(model.target(), model, SYSTEMATIC, null)
                .with(Samplers.gibbs().inOrder().build())
                .matrix()
                .verifyInvariant();
    }

    /**
     * Three of five sites are free, so that there are 27 equally probable orders of three updates. Later updates of a
     * site that must flip cannot be told from the present one, so targets are moderate.
     */
    @ParameterizedTest
    @MethodSource("dev.lbp.SmallTargets#moderate")
    void sweep_randomScan_isReversibleAndHoldsFrozenSites(SmallTargets.Case c) {
        boolean[] frozen = {true, false, false, true, false};
        TransitionMatrix matrix = GibbsKernel.randomScan(c.target(), c.model(), new int[] {1, 2, 4}, frozen)
                .matrix();
        verifyHeld(matrix.verifyReversible().verifyInvariant(), 1 | 1 << 3);
    }

    private static final SmallRbm RBM = new SmallRbm(4, 3, DataType.DOUBLE);

    /** By the definition: a sum over hidden states of {@code pi(h | x) pi(y | h)}, which is reversible. */
    @Test
    void sweep_block_isReversible() {
        new BlockKernel(RBM.target(), RBM, 3, null)
                .matrix()
                .verifyInvariant()
                .verifyReversible()
                .verifyErgodic();
    }

    @Test
    void sweep_blockWithFrozenSites_isReversibleAndHoldsThem() {
        boolean[] frozen = {false, true, false, false};
        verifyHeld(
                new BlockKernel(RBM.target(), RBM, 3, frozen)
                        .matrix()
                        .verifyInvariant()
                        .verifyReversible(),
                1 << 1);
    }

    @Test
    void blockGibbs_modelWithoutLayers_isRefused() {
        EnergyModel model = SpinLine.of(5);
        assertThatThrownBy(() -> Samplers.blockGibbs().build().sample(model))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "must be a LayeredModel, such as an RBM, for blockGibbs(); use auto(): model=SpinLine");
        assertThatThrownBy(() -> Samplers.blockGibbs().build().start(model, 1L))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Sites 1 and 3 are coupled. */
    @Test
    void sweep_wrongColouring_isRefused() {
        SmallPairwise model = SmallTargets.pairwise().coloured(new int[] {0, 2}, new int[] {1, 3}, new int[] {4});
        GibbsKernel kernel = new GibbsKernel(model.target(), model, new int[] {0, 2, 1, 3, 4}, null);
        assertThatThrownBy(kernel::matrix)
                .hasMessageContaining("must have classes whose sites do not touch each other");
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
