package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.SmallTargets;
import dev.lbp.TableCategories;
import dev.lbp.TableTarget;
import dev.lbp.internal.kernel.DlmcProposal;
import dev.lbp.internal.kernel.DmalaProposal;
import dev.lbp.internal.kernel.FactorisedProposal;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.internal.kernel.UniformProposal;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.NaiveCategories.Mistake;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * The steps of batched models of categories exactly: with the probabilities of all draws from their definitions, and
 * the chain's own acceptance probabilities, the transitions are in detailed balance with the target to 1e-12.
 */
class CategoricalKernelTest {

    private static final double[] TIME_STEPS = {1e-6, 0.1, 0.7, 3.0, 50.0};

    /** {0,1,2}^3, and 4 values of which the sites can take 2, 3 and 4. */
    private static final TableCategories CUBE = TableCategories.random(3, 1.5, 11L, 3, 3, 3);

    private static final TableCategories UNEVEN = TableCategories.random(4, 1.5, 12L, 2, 3, 4);

    static Stream<TableCategories> targets() {
        return Stream.of(CUBE, CUBE.crude(), UNEVEN, UNEVEN.crude());
    }

    private static TransitionMatrix matrix(
            TableCategories target, Proposal proposal, WeightFunction weight, double scale, boolean... frozen) {
        return new CategoricalKernel(target, proposal, weight, frozen.length == 0 ? null : frozen).matrix(scale);
    }

    @ParameterizedTest
    @MethodSource("targets")
    void lbp_everyScaleAndWeight_isInDetailedBalance(TableCategories target) {
        for (WeightFunction weight : SmallTargets.weights()) {
            for (int scale = 1; scale <= 3; scale++) {
                matrix(target, new PathProposal(), weight, scale).verifyReversible();
            }
        }
    }

    /** With three values and more no scale keeps a parity. */
    @ParameterizedTest
    @MethodSource("targets")
    void lbp_everyScale_isErgodic(TableCategories target) {
        int most = target.values() == 4 && target.exactFlips() ? 2 : 3; // of the uneven sites one has two values
        for (int scale = 1; scale <= most; scale++) {
            matrix(target, new PathProposal(), WeightFunction.BARKER, scale).verifyErgodic();
        }
    }

    @ParameterizedTest
    @MethodSource("targets")
    void gwgAndRwm_areInDetailedBalance(TableCategories target) {
        for (int scale = 1; scale <= 2; scale++) {
            matrix(target, new ReplacementProposal(), WeightFunction.SQRT, scale)
                    .verifyReversible();
            matrix(target, new UniformProposal(), WeightFunction.BARKER, scale).verifyReversible();
        }
    }

    @ParameterizedTest
    @MethodSource("targets")
    void dlmcAndDmala_anyTimeStep_areInDetailedBalance(TableCategories target) {
        for (double tau : TIME_STEPS) {
            matrix(target, new DlmcProposal(Form.SQRT), WeightFunction.SQRT, tau)
                    .verifyReversible();
            matrix(target, new DlmcProposal(Form.BARKER), WeightFunction.BARKER, tau)
                    .verifyReversible();
            matrix(target, new DmalaProposal(), WeightFunction.SQRT, tau).verifyReversible();
            matrix(target, new DmalaProposal(), WeightFunction.BARKER, tau).verifyReversible();
        }
    }

    /** Independent sites: a long step draws each site from its conditional. */
    @Test
    void dlmc_independentSitesLongStep_drawsFromTheTarget() {
        double[] table = new double[27];
        double[] logits = {0.3, -1.2, 2.0};
        for (int k = 0; k < 27; k++) {
            for (int value : CUBE.state(k)) {
                table[k] += logits[value];
            }
        }
        TableCategories target = new TableCategories(3, 3, table, true, DataType.DOUBLE);
        TransitionMatrix matrix = matrix(target, new DlmcProposal(Form.SQRT), WeightFunction.SQRT, 50.0);
        for (double[] row : matrix.p()) {
            assertThat(row).containsExactly(matrix.pi(), within(1e-12));
        }
    }

    @Test
    void frozenSites_neverMove() {
        for (Proposal proposal : List.of(new PathProposal(), new UniformProposal(), new DlmcProposal(Form.BARKER))) {
            TransitionMatrix matrix = matrix(CUBE, proposal, WeightFunction.BARKER, 2, false, true, false)
                    .verifyReversible();
            for (int x = 0; x < 27; x++) {
                for (int y = 0; y < 27; y++) {
                    if (CUBE.state(x)[1] != CUBE.state(y)[1]) {
                        assertThat(matrix.p()[x][y]).isZero();
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Mistake.class)
    void acceptance_withAMistake_isNoticed(Mistake mistake) {
        CategoricalKernel lbp = new CategoricalKernel(CUBE, new PathProposal(), WeightFunction.BARKER, null);
        NaiveCategories naive = new NaiveCategories(CUBE, WeightFunction.BARKER, null);
        TransitionMatrix wrong = lbp.matrix(2, (x, y, path, chains) -> naive.acceptance(x, y, path, mistake));
        double worst = 0.0;
        for (int x = 0; x < 27; x++) {
            for (int y = 0; y < x; y++) {
                worst = Math.max(worst, Math.abs(wrong.pi()[x] * wrong.p()[x][y] - wrong.pi()[y] * wrong.p()[y][x]));
            }
        }
        assertThat(worst).isGreaterThan(1e-4);
    }

    /** With two values a step is the step on bits. */
    @ParameterizedTest
    @MethodSource("weights")
    void twoValues_agreeWithBits(WeightFunction weight) {
        TableCategories target = TableCategories.random(2, 1.5, 13L, 2, 2, 2, 2);
        TableTarget bits = TableTarget.of("the same", 4, state -> target.table()[TableTarget.number(state)]);
        for (int scale = 1; scale <= 3; scale++) {
            verifyEqual(
                    matrix(target, new PathProposal(), weight, scale),
                    MetropolisKernel.lbp(bits, bits.batched(true), weight).matrix(scale));
        }
        Form form = weight == WeightFunction.SQRT ? Form.SQRT : Form.BARKER;
        for (FactorisedProposal proposal : weight == WeightFunction.SQRT || weight == WeightFunction.BARKER
                ? List.of(new DlmcProposal(form), new DmalaProposal())
                : List.of(new DmalaProposal())) {
            verifyEqual(
                    matrix(target, proposal, weight, 0.7),
                    MetropolisKernel.factorised(bits, bits.batched(true), proposal, weight)
                            .matrix(0.7));
        }
    }

    static Stream<WeightFunction> weights() {
        return SmallTargets.weights().stream();
    }

    private static void verifyEqual(TransitionMatrix one, TransitionMatrix other) {
        for (int x = 0; x < one.p().length; x++) {
            assertThat(one.p()[x]).containsExactly(other.p()[x], within(1e-12));
        }
    }

    /** A step leaves nothing behind that a fresh computation of weights would change. */
    @ParameterizedTest
    @MethodSource("targets")
    void chains_computedAgainBeforeEveryStep_areTheSame(TableCategories target) {
        for (Proposal proposal : List.of(new PathProposal(), new DlmcProposal(Form.SQRT))) {
            Ensemble<int[]> one = ensemble(target, proposal);
            Ensemble<int[]> other = ensemble(target, proposal);
            for (int t = 0; t < 50; t++) {
                one.run(1, chain -> {}, new StopSignal());
                other.invalidate();
                other.run(1, chain -> {}, new StopSignal());
                for (int c = 0; c < 3; c++) {
                    assertThat(one.chains.get(c).state).isEqualTo(other.chains.get(c).state);
                    assertThat(one.chains.get(c).acceptanceProbability)
                            .isEqualTo(other.chains.get(c).acceptanceProbability);
                }
            }
        }
    }

    private static Ensemble<int[]> ensemble(TableCategories target, Proposal proposal) {
        int[][] zeros = IntStream.range(0, 3).mapToObj(c -> new int[3]).toArray(int[][]::new);
        MetropolisMove move = new MetropolisMove(proposal, WeightFunction.SQRT, ScaleController.logScale(0.574));
        return new MetropolisMethod("", move)
                .ensemble(
                        target,
                        new ValueStart(target, new StartPlan<>(ChainSpan.all(3), 5L, zeros, null, 0)),
                        WorkerPool.inline());
    }
}
