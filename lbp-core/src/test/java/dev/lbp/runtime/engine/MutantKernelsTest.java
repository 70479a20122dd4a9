package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.SmallPairwise;
import dev.lbp.SmallTargets;
import dev.lbp.TableTarget;
import dev.lbp.proposal.WeightFunction;
import org.junit.jupiter.api.Test;

/** The enumeration must fail on kernels that are wrong; each test here is one that was made so. */
class MutantKernelsTest {

    private final SmallPairwise model = SmallTargets.pairwise();
    private final TableTarget target = model.target();
    private final MetropolisKernel kernel = MetropolisKernel.lbp(target, model, WeightFunction.BARKER);

    @Test
    void verify_totalOfXForY_failsDetailedBalance() {
        // The mutant keeps x's sum between two calls, so it is tried on the engine whose chains take turns.
        TransitionMatrix matrix = kernel.with(new MutantProposals.TotalOfX()).matrix(1);
        assertThatThrownBy(matrix::verifyReversible).hasMessageContaining("must be equal: pi(");
    }

    @Test
    void verify_drawnSitesInDenominators_failsToSumToOne() {
        MetropolisKernel mutant = kernel.with(new MutantProposals.DrawnSitesStay());
        assertThatThrownBy(() -> mutant.matrix(2)).hasMessageContaining("sum_u q(u | 0)");
    }

    @Test
    void verify_noCorrection_failsDetailedBalance() {
        TransitionMatrix matrix =
                kernel.with(new MutantProposals.NoCorrection()).matrix(1);
        assertThatThrownBy(matrix::verifyReversible).hasMessageContaining("must be equal: pi(");
    }

    /** A valid kernel: only the value by hand tells it from the right one. */
    @Test
    void verify_reversePathInForwardOrder_passes() {
        kernel.with(new MutantProposals.ForwardOrder()).matrix(3).verifyReversible();
    }

    @Test
    void verify_trackerWithWrongSign_failsDetailedBalance() {
        MetropolisKernel mutant = MetropolisKernel.lbp(target, model.withWrongSign(), WeightFunction.BARKER);
        assertThatThrownBy(() -> mutant.matrix(1).verifyReversible()).hasMessageContaining("must be equal: pi(");
    }

    @Test
    void verify_modelOfAnotherDensity_fails() {
        TableTarget other = SmallTargets.rough(1.0);
        MetropolisKernel mutant = MetropolisKernel.lbp(target, other.local(), WeightFunction.BARKER);
        assertThatThrownBy(() -> mutant.matrix(1).verifyReversible()).isInstanceOf(AssertionError.class);
    }
}
