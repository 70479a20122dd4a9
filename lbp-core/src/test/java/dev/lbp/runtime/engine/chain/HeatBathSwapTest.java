package dev.lbp.runtime.engine.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.SmallTargets;
import dev.lbp.SpinLine;
import dev.lbp.TableTarget;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.UniformProposal;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.MetropolisKernel;
import dev.lbp.runtime.engine.ScriptedRandom;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.metropolis.SubsetKernel;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.StepKind;
import dev.lbp.target.LocalEnergyModel;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The heat-bath swap, exactly: the chain's own matrix is the naive one, and in detailed balance, to 1e-12. */
class HeatBathSwapTest {

    private static final double SHARE = 0.25;

    private static MetropolisMove move(Proposal proposal, WeightFunction weight) {
        return new MetropolisMove(proposal, weight, new FixedScale(1.0), StepMix.MOVES.withSwaps(SHARE));
    }

    private static final MetropolisMove LBP = move(new PathProposal(), WeightFunction.BARKER);

    /** Without symmetry, with impossible states, and with log-ratios that are not exact. */
    private static final Set<String> STRUCTURED =
            Set.of("pairwise, incremental tracker", "rough, local", "holes, local", "holes, local, crude gradient");

    private static Stream<SmallTargets.Case> localCases() {
        return Stream.of(SmallTargets.moderate(), SmallTargets.hard(), SmallTargets.extreme())
                .flatMap(List::stream)
                .filter(c -> c.model() instanceof LocalEnergyModel);
    }

    static Stream<Arguments> targets() {
        return localCases()
                .flatMap(c -> Stream.of(null, new boolean[] {false, true, false, false, true})
                        .filter(mask -> mask == null || STRUCTURED.contains(c.name()))
                        .map(mask -> Arguments.of(c, mask)));
    }

    static Stream<Arguments> structuredTargets() {
        return targets().filter(arguments -> STRUCTURED.contains(arguments.get()[0].toString()));
    }

    private static void assertEqual(TransitionMatrix actual, TransitionMatrix expected) {
        for (int x = 0; x < expected.p().length; x++) {
            assertThat(actual.p()[x]).as("from %d", x).containsExactly(expected.p()[x], within(1e-12));
        }
    }

    @ParameterizedTest
    @MethodSource("targets")
    void swap_everyState_isTheHeatBathAndInDetailedBalance(SmallTargets.Case c, boolean[] mask) {
        LocalEnergyModel model = (LocalEnergyModel) c.model();
        HeatBathKernel kernel = new HeatBathKernel(c.target(), model, LBP, mask, 0);
        TransitionMatrix matrix = kernel.matrix().verifyReversible();
        if (model.exactFlips()) {
            assertEqual(matrix, kernel.naive(c.target()));
        }
    }

    /** What the chain keeps is another table, or none. */
    @Test
    void swap_otherProposals_isTheSame() {
        LocalEnergyModel model = SmallTargets.pairwise();
        TableTarget target = SmallTargets.pairwise().target();
        for (MetropolisMove other : List.of(
                move(new UniformProposal(), WeightFunction.BARKER), move(new PathProposal(), WeightFunction.SQRT))) {
            HeatBathKernel kernel = new HeatBathKernel(target, model, other, null, 0);
            assertEqual(kernel.matrix().verifyReversible(), kernel.naive(target));
        }
    }

    @ParameterizedTest
    @MethodSource("fewSites")
    void swap_fewSites_isTheHeatBath(int n) {
        TableTarget target = TableTarget.of("few", n, x -> -0.9 * TableTarget.number(x) * x[0]);
        HeatBathKernel kernel = new HeatBathKernel(target, target.local(), LBP, null, 0);
        assertEqual(kernel.matrix().verifyReversible(), kernel.naive(target));
    }

    static Stream<Integer> fewSites() {
        return Stream.of(1, 2, 3, 4);
    }

    /**
     * With a fixed number of ones the swap alone reaches every state, unless the states with one fewer are impossible.
     */
    @ParameterizedTest
    @MethodSource("structuredTargets")
    void swap_fixedOnes_isTheHeatBath(SmallTargets.Case c, boolean[] mask) {
        for (Proposal proposal : List.of(new PathProposal(), new UniformProposal())) {
            TableTarget subsets = SubsetKernel.subsets(c.target(), 2);
            if (mask != null) { // each chain must have a free one and a free zero
                TableTarget all = subsets;
                subsets = TableTarget.of(
                        "held",
                        5,
                        x -> x[1] == 1 && x[4] == 0 ? all.logProb(TableTarget.number(x)) : Double.NEGATIVE_INFINITY);
            }
            if (IntStream.range(0, subsets.states()).anyMatch(subsets::possible)) {
                LocalEnergyModel model = (LocalEnergyModel) c.model();
                HeatBathKernel kernel =
                        new HeatBathKernel(subsets, model, move(proposal, WeightFunction.BARKER), mask, 2);
                TransitionMatrix matrix = kernel.matrix().verifyReversible();
                if (model.exactFlips()) {
                    assertEqual(matrix, kernel.naive(c.target()));
                }
                if (c.target().toString().equals("rough") && mask == null) {
                    matrix.verifyErgodic();
                }
            }
        }
    }

    /** A swap keeps the number of ones; single flips do the rest, and each step is one or the other by a coin. */
    @Test
    void mixture_withSingleFlips_isReversibleAndErgodic() {
        for (SmallTargets.Case c : SmallTargets.moderate().subList(0, 2)) {
            TransitionMatrix swaps =
                    new HeatBathKernel(c.target(), (LocalEnergyModel) c.model(), LBP, null, 0).matrix();
            TransitionMatrix flips = MetropolisKernel.lbp(c.target(), c.model(), WeightFunction.BARKER)
                    .matrix(1);
            TransitionMatrix.mixture(SHARE, swaps, flips).verifyReversible().verifyErgodic();
        }
    }

    @Test
    void step_anyState_isASwapWithTheProbability() {
        SpinLine line = SpinLine.of(6);
        for (byte[] state : new byte[][] {new byte[6], {0, 1, 1, 0, 0, 1}}) {
            HeatBathKernel.Scripted rng = new HeatBathKernel.Scripted();
            BitStart start = new BitStart(6, 1, 1L, new byte[][] {state}, null);
            start.generators()[0] = rng;
            Ensemble<byte[]> ensemble =
                    new MetropolisMethod("swapping", LBP).ensemble(line, start, WorkerPool.inline());
            double share = ScriptedRandom.probability(uniform -> {
                ensemble.reset(0, state);
                rng.script(-1, uniform);
                ensemble.run(1, chain -> {}, new StopSignal());
                return ensemble.chains.get(0).kind == StepKind.SWAP;
            });
            assertThat(share).isEqualTo(SHARE);
        }
    }

    /**
     * Swaps and single flips in turn, for many steps: weights, sums and reports are those of a chain that starts there.
     */
    @Test
    void steps_many_keepTheTable() {
        int n = 30;
        boolean[] mask = new boolean[n];
        mask[3] = true;
        byte[][] initial = new byte[1][n];
        initial[0][3] = 1;
        initial[0][8] = 1;
        SpinLine line = SpinLine.of(n);
        for (LocalEnergyModel model : List.of(line, (LocalEnergyModel) line.plain())) {
            BitStart start = new BitStart(n, 1, 1L, initial, mask);
            Ensemble<byte[]> ensemble =
                    new MetropolisMethod("swapping", LBP).ensemble(model, start, WorkerPool.inline());
            for (int t = 0; t < 400; t++) {
                ensemble.run(
                        1,
                        chain -> {
                            BitStart fresh = new BitStart(n, 1, 1L, new byte[][] {chain.state.clone()}, mask);
                            ChainState<byte[]> other = new MetropolisMethod("fresh", LBP)
                                    .ensemble(model, fresh, WorkerPool.inline())
                                    .chains
                                    .get(0);
                            assertThat(chain.conditionalFlips().probabilities())
                                    .containsExactly(other.conditionalFlips().probabilities(), within(1e-12));
                            assertThat(chain.logProb).isCloseTo(other.logProb, within(1e-9));
                            assertThat(chain.state[3]).isEqualTo((byte) 1);
                        },
                        new StopSignal());
            }
            assertThat(ensemble.chains.get(0).moves()).isBetween(240L, 360L);
        }
    }
}
