package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.SmallTargets;
import dev.lbp.TableTarget;
import dev.lbp.internal.kernel.DlmcProposal;
import dev.lbp.internal.kernel.DmalaProposal;
import dev.lbp.internal.kernel.FactorisedProposal;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.EnergyModel;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * DLMC and DMALA exactly: the probabilities of all sets of flips from every state sum to 1, and the transitions are in
 * detailed balance with the target, both to 1e-12.
 */
class FactorisedKernelTest {

    private static final double[] TIME_STEPS = {1e-6, 0.1, 0.7, 3.0, 50.0, 1e6};

    /** A proposal with a weight function that it fits. */
    record Variant(String name, FactorisedProposal proposal, WeightFunction weight) {

        MetropolisKernel on(SmallTargets.Case c) {
            return MetropolisKernel.factorised(c.target(), c.model(), proposal, weight);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Variant> VARIANTS = List.of(
            new Variant("DLMC sqrt", new DlmcProposal(Form.SQRT), WeightFunction.SQRT),
            new Variant("DLMC barker", new DlmcProposal(Form.BARKER), WeightFunction.BARKER),
            new Variant("DMALA sqrt", new DmalaProposal(), WeightFunction.SQRT),
            new Variant("DMALA barker", new DmalaProposal(), WeightFunction.BARKER));

    static Stream<Arguments> everyCase() {
        return Stream.of(SmallTargets.moderate(), SmallTargets.hard(), SmallTargets.extreme())
                .flatMap(List::stream)
                .flatMap(c -> VARIANTS.stream().map(variant -> Arguments.of(c, variant)));
    }

    static Stream<Arguments> moderateCases() {
        return SmallTargets.moderate().stream()
                .flatMap(c -> VARIANTS.stream().map(variant -> Arguments.of(c, variant)));
    }

    static Stream<Variant> variants() {
        return VARIANTS.stream();
    }

    @ParameterizedTest
    @MethodSource("everyCase")
    void anyTimeStep_fiveSites_isInDetailedBalance(SmallTargets.Case c, Variant variant) {
        for (double timeStep : TIME_STEPS) {
            variant.on(c).matrix(timeStep).verifyReversible();
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void anyTimeStep_upToThreeSites_isInDetailedBalance(Variant variant) {
        for (int n = 1; n <= 3; n++) {
            TableTarget target = TableTarget.of("few", n, x -> -0.9 * TableTarget.number(x) * x[0]);
            for (EnergyModel model : List.of(target.local(), target.batched(true))) {
                for (double timeStep : TIME_STEPS) {
                    variant.on(new SmallTargets.Case("few", target, model))
                            .matrix(timeStep)
                            .verifyReversible();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("everyCase")
    void frozenSites_neverMove(SmallTargets.Case c, Variant variant) {
        TransitionMatrix matrix = variant.on(c)
                .frozen(false, true, false, false, true)
                .matrix(0.7)
                .verifyReversible();
        int held = 1 << 1 | 1 << 4;
        for (int x = 0; x < matrix.p().length; x++) {
            for (int y = 0; y < matrix.p().length; y++) {
                if ((x & held) != (y & held)) {
                    assertThat(matrix.p()[x][y]).as("P(%d, %d)", x, y).isZero();
                }
            }
        }
    }

    /** Any number of sites may flip, so no time step keeps the parity of the number of ones. */
    @ParameterizedTest
    @MethodSource("moderateCases")
    void anyAdaptiveTimeStep_isErgodic(SmallTargets.Case c, Variant variant) {
        ScaleEnds ends = new ScaleEnds(variant.proposal());
        variant.on(c).matrix(0.1).verifyErgodic();
        variant.on(c).matrix(ends.largest()).verifyErgodic();
    }

    private record ScaleEnds(FactorisedProposal proposal) {
        double largest() {
            return proposal.scales(5).largest();
        }
    }

    /**
     * Independent sites with exact ratios: the long step of DLMC draws every site from its conditional, and all are
     * accepted.
     */
    @Test
    void dlmc_independentSitesLongStep_drawsFromTheTarget() {
        TableTarget target = SmallTargets.product("independent", 0.3, -1.2, 2.0, 0.0, -0.4);
        for (Variant variant : VARIANTS.subList(0, 2)) {
            TransitionMatrix matrix = variant.on(new SmallTargets.Case("", target, target.batched(true)))
                    .matrix(1e3);
            for (double[] row : matrix.p()) {
                assertThat(row).containsExactly(target.probabilities(), within(1e-13));
            }
        }
    }

    /**
     * Two sites of odds 1/4 and 2, x = 00 and y = 10, w = t/(t+1), so w(x) = 1/5 2/3 and w(y) = 4/5 2/3.
     *
     * <pre>
     * DMALA, tau = 1/2:  p(x) = 1/11 1/4,  p(y) = 2/7 1/4
     * q(x, y) = 1/11 * 3/4, q(y, x) = 2/7 * 3/4, alpha = 1/4 * (2/7) / (1/11) = 22/28
     * DLMC, tau = log 2: p = w / 2,        p(x) = 1/10 1/3, p(y) = 2/5 1/3
     * alpha = 1/4 * (2/5) / (1/10) = 1
     * </pre>
     */
    @Test
    void acceptanceProbability_oneFlip_isTheOneByHand() {
        assertThat(acceptance(new DmalaProposal(), 0.5)).isCloseTo(22.0 / 28.0, within(1e-14));
        assertThat(acceptance(new DlmcProposal(Form.BARKER), Math.log(2.0))).isCloseTo(1.0, within(1e-14));
    }

    private static double acceptance(Proposal proposal, double timeStep) {
        TableTarget target = SmallTargets.product("by hand", Math.log(0.25), Math.log(2.0));
        ForcedPaths forced = new ForcedPaths(proposal, List.of(new int[] {0}));
        MetropolisMove move = new MetropolisMove(forced, WeightFunction.BARKER, new FixedScale(timeStep));
        Ensemble<?> ensemble = new MetropolisMethod("by hand", move)
                .ensemble(target.local(), new BitStart(2, 1, 1L, new byte[1][2], null), WorkerPool.inline());
        ensemble.run(1, chain -> {}, new StopSignal());
        return ensemble.chains.get(0).acceptanceProbability;
    }

    @Test
    void verify_reverseWithForwardWeights_failsDetailedBalance() {
        verifyUnbalanced(new MutantFactorised.ForwardWeights());
    }

    @Test
    void verify_reverseWithAnotherTimeStep_failsDetailedBalance() {
        verifyUnbalanced(new MutantFactorised.OtherTimeStep());
    }

    @Test
    void verify_unflippedSitesForgotten_failsToSumToOne() {
        MetropolisKernel mutant = kernel().with(new MutantFactorised.FlippedSitesOnly());
        assertThatThrownBy(() -> mutant.matrix(0.7)).hasMessageContaining("sum_u q(u | 0)");
    }

    @Test
    void verify_unflippedSitesForgottenOnTheWayBack_failsDetailedBalance() {
        verifyUnbalanced(new MutantFactorised.FlippedSitesOnlyBack());
    }

    private static void verifyUnbalanced(Proposal mutant) {
        TransitionMatrix matrix = kernel().with(mutant).matrix(0.7);
        assertThatThrownBy(matrix::verifyReversible).hasMessageContaining("must be equal: pi(");
    }

    /** On the local engine, where the chain's turn ends before the next one's begins. */
    private static MetropolisKernel kernel() {
        return VARIANTS.get(3).on(SmallTargets.moderate().get(0));
    }
}
