package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.SmallTargets;
import dev.lbp.TableTarget;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.Method;
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
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One path worked out by hand. Four independent sites have the odds 1/4, 2, 1/3 and 1; x is 0000, the weight t/(t+1).
 * All of what follows is in sixtieths.
 *
 * <pre>
 * w(x) = 12 40 15 30, sum 97          path 2, 1, 0 leads to y = 1110
 * w(y) = 48 20 45 30, sum 143         the way back is 0, 1, 2
 *
 * q(u | x)  = 15/97 * 40/(97-15) * 12/(97-15-40)     = 15/97  * 40/82 * 12/42 =  7200 / 334068
 * q(u' | y) = 48/143 * 20/(143-48) * 45/(143-48-20)  = 48/143 * 20/95 * 45/75 = 43200 / 1018875
 * pi(y) / pi(x) = 1/4 * 2 * 1/3 = 1/6
 *
 * alpha = 1/6 * 43200/1018875 * 334068/7200 = 334068 / 1018875 = 0.327879...
 *
 * In forward order the way back would be 45/143 * 20/(143-45) * 48/(143-45-20) = 43200 / 1093092,
 * and alpha 334068 / 1093092 = 0.305617...
 * </pre>
 */
class PathByHandTest {

    private static final double ALPHA = 334068.0 / 1018875.0;

    private static final double ALPHA_IN_FORWARD_ORDER = 334068.0 / 1093092.0;

    private static final TableTarget TARGET =
            SmallTargets.product("by hand", Math.log(0.25), Math.log(2.0), -Math.log(3.0), 0.0);

    static Stream<EnergyModel> models() {
        return Stream.of(TARGET.local(), TARGET.batched(true));
    }

    @ParameterizedTest
    @MethodSource("models")
    void acceptanceProbability_pathOfThree_isTheOneByHand(EnergyModel model) {
        verify(model, new PathProposal());
    }

    @Test
    void acceptanceProbability_reversePathInForwardOrder_isAnotherOne() {
        Proposal mutant = new MutantProposals.ForwardOrder();
        assertThat(acceptance(TARGET.local(), mutant)).isCloseTo(ALPHA_IN_FORWARD_ORDER, within(1e-14));
        assertThatThrownBy(() -> verify(TARGET.local(), mutant)).isInstanceOf(AssertionError.class);
    }

    private static void verify(EnergyModel model, Proposal proposal) {
        assertThat(acceptance(model, proposal)).isCloseTo(ALPHA, within(1e-14));
    }

    private static double acceptance(EnergyModel model, Proposal proposal) {
        ForcedPaths forced = new ForcedPaths(proposal, List.of(new int[] {2, 1, 0}));
        MetropolisMove move = new MetropolisMove(forced, WeightFunction.BARKER, ScaleController.fixed(3));
        Method method = new MetropolisMethod("by hand", move);
        Ensemble<byte[]> ensemble =
                method.ensemble(model, new BitStart(4, 1, 1L, new byte[1][4], null), WorkerPool.inline());
        ensemble.run(1, chain -> {}, new StopSignal());
        assertThat(Math.exp(forced.logForward[0])).isCloseTo(7200.0 / 334068.0, within(1e-15));
        return ensemble.chains.get(0).acceptanceProbability;
    }
}
