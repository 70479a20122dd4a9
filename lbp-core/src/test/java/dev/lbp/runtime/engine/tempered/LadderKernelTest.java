package dev.lbp.runtime.engine.tempered;

import dev.lbp.Inside;
import dev.lbp.Samplers;
import dev.lbp.TableTarget;
import dev.lbp.internal.kernel.DlmcProposal;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.internal.kernel.UniformProposal;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.Decisions;
import dev.lbp.runtime.engine.Paths;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.path.PathMethod;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Explore steps of every slot and exchanges, in both parities, leave the product of the slots' laws unchanged, to
 * 1e-12. Slots have scales of their own, so that a scale or a weight of another slot is another kernel.
 */
class LadderKernelTest {

    private static final double[] BETAS = {0.0, 0.35, 1.0};

    private static final double[] LOGITS = {0.8, -1.1, 0.3};

    /** Makes the method of a slot, which takes its decisions from those of the test. */
    private record Explorer(String name, boolean exactRatios, BiFunction<Decisions, Integer, Method> method) {

        @Override
        public String toString() {
            return name;
        }
    }

    /** Slot 1 draws one or two sites, slot 2 one; with swaps each step may be one. */
    private static Method metropolis(
            Proposal proposal, WeightFunction weight, int slot, double swaps, double hotter, double colder) {
        double scale = slot == 1 ? hotter : colder;
        return new MetropolisMethod(
                "deciding",
                new MetropolisMove(proposal, weight, new FixedScale(scale), StepMix.MOVES.withSwaps(swaps)));
    }

    private static Explorer path(String name, WeightFunction weight, double swaps) {
        return new Explorer(
                name,
                false,
                (decisions, slot) -> metropolis(
                        decisions.deciding(new PathProposal(), Paths::distinct), weight, slot, swaps, 1.4, 1.0));
    }

    private static List<Explorer> explorers() {
        return List.of(
                path("LBP, t/(t+1)", WeightFunction.BARKER, 0.0),
                path("LBP, sqrt", WeightFunction.SQRT, 0.0),
                path("LBP with swaps", WeightFunction.BARKER, 0.25),
                new Explorer(
                        "GWG",
                        false,
                        (decisions, slot) -> metropolis(
                                decisions.deciding(new ReplacementProposal(), Paths::sequences),
                                WeightFunction.SQRT,
                                slot,
                                0.0,
                                1.4,
                                1.0)),
                new Explorer(
                        "RWM with swaps",
                        false,
                        (decisions, slot) -> metropolis(
                                decisions.deciding(new UniformProposal(), Paths::distinct),
                                WeightFunction.BARKER,
                                slot,
                                0.25,
                                1.4,
                                1.0)),
                new Explorer(
                        "DLMC",
                        false,
                        (decisions, slot) -> metropolis(
                                decisions.deciding(
                                        new DlmcProposal(Form.BARKER), (sites, scale) -> Paths.subsets(sites)),
                                WeightFunction.BARKER,
                                slot,
                                0.0,
                                1.7,
                                0.6)),
                new Explorer(
                        "PAS",
                        true,
                        (decisions, slot) -> new PathMethod(
                                decisions.deciding(new ReplacementProposal(), Paths::sequences),
                                WeightFunction.BARKER,
                                new FixedScale(slot == 1 ? 1.4 : 1.0))),
                new Explorer(
                        "Gibbs",
                        false,
                        (decisions, slot) -> Inside.method(Samplers.gibbs().build())),
                new Explorer(
                        "Gibbs, random scan",
                        false,
                        (decisions, slot) ->
                                Inside.method(Samplers.gibbs().randomScan().build())));
    }

    /** Strong fields and couplings, and no symmetry. */
    private static TableTarget line(int n) {
        return TableTarget.of("line", n, x -> {
            double sum = 1.3 * x[0] - 0.4;
            for (int i = 1; i < n; i++) {
                sum += (1.9 - i) * x[i] - 2.2 * x[i] * x[i - 1] * (i - 1.5);
            }
            return sum;
        });
    }

    /** One of every three states is impossible. */
    private static TableTarget holes(int n) {
        return TableTarget.of("holes", n, x -> {
            int k = TableTarget.number(x);
            return k % 3 == 2 ? Double.NEGATIVE_INFINITY : 1.7 * Math.sin(2.0 + 5.0 * k);
        });
    }

    static List<Explorer> allExplorers() {
        return explorers();
    }

    /** Those with few decisions in a step. */
    static Stream<Explorer> shortOnes() {
        return explorers().stream().filter(explorer -> !explorer.name().contains("random"));
    }

    /** Those whose chains save before a step, and may go back. */
    static Stream<Explorer> rejecting() {
        return explorers().stream()
                .filter(explorer ->
                        List.of("LBP, sqrt", "LBP with swaps", "GWG", "DLMC").contains(explorer.name()));
    }

    private static double[] first(double[] logits, int n) {
        return logits == null ? null : Arrays.copyOf(logits, n);
    }

    private static LadderKernel<byte[]> kernel(
            TableTarget target, LocalEnergyModel model, double[] logits, boolean[] frozen, Explorer explorer) {
        return kernel(BETAS, target, model, logits, frozen, explorer);
    }

    private static LadderKernel<byte[]> kernel(
            double[] betas,
            TableTarget target,
            LocalEnergyModel model,
            double[] logits,
            boolean[] frozen,
            Explorer explorer) {
        Decisions decisions = new Decisions(target.dimension());
        return LadderKernel.ofBits(
                target,
                model,
                betas,
                first(logits, target.dimension()),
                frozen,
                0b10,
                0,
                decisions,
                slot -> explorer.method().apply(decisions, slot));
    }

    private static void verify(LadderKernel<byte[]> kernel) {
        kernel.atScan(0).verifyInvariant();
        kernel.atScan(1).verifyInvariant();
    }

    @ParameterizedTest
    @MethodSource("allExplorers")
    void scan_fairReference_leavesTheProductUnchanged(Explorer explorer) {
        TableTarget target = line(2);
        verify(kernel(target, target.local(), null, null, explorer));
    }

    @ParameterizedTest
    @MethodSource("shortOnes")
    void scan_referenceWithLogits_leavesTheProductUnchanged(Explorer explorer) {
        TableTarget target = line(3);
        verify(kernel(target, target.local(), LOGITS, null, explorer));
    }

    /** What a rejected step leaves behind, an exchange takes over: each pair of slots with two of the explorers. */
    @ParameterizedTest
    @CsvSource({"'LBP, sqrt', 0", "LBP with swaps, 1", "GWG, 1", "DLMC, 0"})
    void scan_afterStepsOfAnyOutcome_leavesTheProductUnchanged(String name, int scan) {
        TableTarget target = line(2);
        Explorer explorer =
                rejecting().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
        kernel(target, target.local(), LOGITS, null, explorer)
                .withStepsFirst()
                .atScan(scan)
                .verifyInvariant();
    }

    @ParameterizedTest
    @MethodSource("rejecting")
    void scan_afterStepsOfAnyOutcome_slotsAgreeWithTheirStates(Explorer explorer) {
        TableTarget target = line(2);
        for (int scan = 0; scan < 2; scan++) {
            kernel(target, target.local(), LOGITS, null, explorer)
                    .withStepsFirst()
                    .atScan(scan)
                    .verifySlots();
        }
    }

    @ParameterizedTest
    @MethodSource("shortOnes")
    void scan_impossibleStates_leavesTheProductUnchanged(Explorer explorer) {
        TableTarget target = holes(3);
        verify(kernel(target, target.local(), null, null, explorer));
    }

    @ParameterizedTest
    @MethodSource("allExplorers")
    void scan_frozenSite_leavesTheProductUnchanged(Explorer explorer) {
        boolean[] frozen = {false, true, false};
        TableTarget target = line(3);
        verify(kernel(target, target.local(), LOGITS, frozen, explorer));
        verify(kernel(target, target.local(), null, frozen, explorer));
    }

    @ParameterizedTest
    @MethodSource("shortOnes")
    void scan_firstOrderRatios_leavesTheProductUnchanged(Explorer explorer) {
        TableTarget target = line(2);
        if (!explorer.exactRatios()) {
            verify(kernel(target, target.localWithGradient(), LOGITS, null, explorer));
        }
    }

    /** Two pairs exchange at once in even scans. */
    @ParameterizedTest
    @ValueSource(strings = {"LBP, sqrt", "Gibbs"})
    void scan_fourReplicas_leavesTheProductUnchanged(String name) {
        Explorer explorer = explorers().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        TableTarget target = line(2);
        verify(kernel(new double[] {0.0, 0.2, 0.55, 1.0}, target, target.local(), LOGITS, null, explorer));
    }

    @Test
    void scan_sweepByColours_leavesTheProductUnchanged() {
        TableTarget target = line(3);
        LocalEnergyModel coloured = new Coloured(target.local());
        verify(kernel(target, coloured, LOGITS, null, explorers().get(7)));
    }

    /** The sites of a line, every other one at once. */
    private record Coloured(LocalEnergyModel model) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public int[][] colouring() {
            return new int[][] {{0, 2}, {1}};
        }

        @Override
        public Tracker newTracker() {
            return model.newTracker();
        }
    }
}
