package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.SmallPairwise;
import dev.lbp.SmallTargets;
import dev.lbp.TableTarget;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.step.ChainScale;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The kernel that runs after freezing, a mixture of two scales with the shares that the chainScale draws, reaches every
 * state: its second eigenvalue is below 1. A fixed even scale is the counterexample, which this test must tell from it.
 */
class IrreducibilityTest {

    static Stream<Arguments> cases() {
        List<SmallTargets.Case> all = SmallTargets.moderate();
        return Stream.of(all.get(0), all.get(2), all.get(6))
                .flatMap(c -> SmallTargets.weights().stream().map(weight -> Arguments.of(c, weight)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void frozenScale_lbp_isErgodic(SmallTargets.Case c, WeightFunction weight) {
        verifyErgodicAtEveryScale(MetropolisKernel.lbp(c.target(), c.model(), weight));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void frozenScale_gwg_isErgodic(SmallTargets.Case c, WeightFunction weight) {
        verifyErgodicAtEveryScale(MetropolisKernel.gwg(c.target(), c.model(), weight));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void frozenScale_rwm_isErgodic(SmallTargets.Case c) {
        verifyErgodicAtEveryScale(MetropolisKernel.rwm(c.target(), c.model()));
    }

    /**
     * The two modes are for bounded functions alone: a move to y is accepted with probability W(x) / W(y), so the steps
     * beside a high mode, where an unbounded function has one large weight, are hardly ever entered.
     */
    static Stream<Arguments> steepCases() {
        Stream<Arguments> steep = SmallTargets.steep().stream()
                .flatMap(c -> SmallTargets.risingWeights().stream().map(weight -> Arguments.of(c, weight)));
        Stream<Arguments> twoModes = SmallTargets.extreme().subList(3, 6).stream()
                .flatMap(c ->
                        Stream.of(WeightFunction.BARKER, WeightFunction.MIN).map(weight -> Arguments.of(c, weight)));
        return Stream.concat(steep, twoModes);
    }

    /** Log-ratios are worth hundreds or thousands; some tens of steps are enough on five sites. */
    @ParameterizedTest
    @MethodSource("steepCases")
    void frozenScale_extremeRatios_reachesModes(SmallTargets.Case c, WeightFunction weight) {
        for (MetropolisKernel kernel : List.of(
                MetropolisKernel.lbp(c.target(), c.model(), weight),
                MetropolisKernel.gwg(c.target(), c.model(), weight))) {
            TransitionMatrix[] fixed = {null, kernel.matrix(1), kernel.matrix(2)};
            fixed[1].verifyReachesModes(100.0);
            frozen(fixed, 5, 1.5).verifyReachesModes(100.0);
        }
    }

    /** On a flat target every proposal is accepted, so that single flips alone would be periodic. */
    @Test
    void frozenScale_flatTarget_isErgodic() {
        TableTarget flat = TableTarget.of("flat", 5, x -> 0.0);
        verifyErgodicAtEveryScale(MetropolisKernel.lbp(flat, flat.local(), WeightFunction.BARKER));
        verifyErgodicAtEveryScale(MetropolisKernel.rwm(flat, flat.local()));
    }

    @Test
    void frozenScale_threeSites_isErgodic() {
        TableTarget target = TableTarget.of("three", 3, x -> 0.8 * x[0] - 0.3 * x[1] * x[2]);
        MetropolisKernel kernel = MetropolisKernel.lbp(target, target.local(), WeightFunction.SQRT);
        TransitionMatrix[] fixed = {null, kernel.matrix(1), kernel.matrix(2)};
        frozen(fixed, 3, 1.0).verifyErgodic();
        frozen(fixed, 3, 1.5).verifyErgodic();
    }

    /** A real scale that a user fixes needs no parity to be kept. */
    @Test
    void fixedRealScale_lbpAndGwg_isErgodic() {
        SmallPairwise model = SmallTargets.pairwise();
        for (MetropolisKernel kernel : List.of(
                MetropolisKernel.lbp(model.target(), model, WeightFunction.SQRT),
                MetropolisKernel.gwg(model.target(), model, WeightFunction.BARKER))) {
            TransitionMatrix[] fixed = {null, null, kernel.matrix(2), kernel.matrix(3)};
            played(fixed, new ChainScale(ScaleController.fixed(2.3), 5))
                    .verifyReversible()
                    .verifyErgodic();
        }
    }

    @Test
    void fixedEvenScale_lbpAndRwm_reachesHalfOfTheStates() {
        SmallPairwise model = SmallTargets.pairwise();
        for (MetropolisKernel kernel : List.of(
                MetropolisKernel.lbp(model.target(), model, WeightFunction.BARKER),
                MetropolisKernel.rwm(model.target(), model))) {
            for (int scale : new int[] {2, 4}) {
                TransitionMatrix matrix = kernel.matrix(scale).verifyReversible();
                assertThat(matrix.eigenvalues()[1]).isCloseTo(1.0, within(1e-12));
                assertThatThrownBy(matrix::verifyErgodic).hasMessageContaining("second eigenvalue");
            }
        }
    }

    @Test
    void fixedScaleOfDimension_lbp_reachesTwoStates() {
        SmallPairwise model = SmallTargets.pairwise();
        double[] eigenvalues = MetropolisKernel.lbp(model.target(), model, WeightFunction.BARKER)
                .matrix(5)
                .eigenvalues();
        assertThat(eigenvalues[15]).as("one 1 for each of 16 pairs").isCloseTo(1.0, within(1e-12));
        assertThat(eigenvalues[16]).isLessThan(1.0 - 1e-9);
    }

    private static void verifyErgodicAtEveryScale(MetropolisKernel kernel) {
        TransitionMatrix[] fixed = {null, kernel.matrix(1), kernel.matrix(2), kernel.matrix(3)};
        for (double scale : new double[] {1.0, 1.05, 1.5, 1.97, 2.0, 2.5}) {
            frozen(fixed, 5, scale).verifyReversible().verifyErgodic();
        }
    }

    /** The mixture that the chainScale plays at a frozen scale. */
    private static TransitionMatrix frozen(TransitionMatrix[] fixed, int freeSites, double scale) {
        ChainScale chainScale = new ChainScale(ScaleController.logScale(0.574), freeSites);
        chainScale.freeze(scale);
        return played(fixed, chainScale);
    }

    private static TransitionMatrix played(TransitionMatrix[] fixed, ChainScale chainScale) {
        int lower = chainScale.draw(new ScriptedRandom(ScriptedRandom.LARGEST));
        int upper = chainScale.draw(new ScriptedRandom(0.0));
        double share = ScriptedRandom.probability(u -> chainScale.draw(new ScriptedRandom(u)) == upper);
        return TransitionMatrix.mixture(share, fixed[upper], fixed[lower]);
    }
}
