package dev.lbp.runtime.engine.tempered;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Inside;
import dev.lbp.MoveSpace;
import dev.lbp.MoveSpaces;
import dev.lbp.Samplers;
import dev.lbp.TableMoves;
import dev.lbp.TableTarget;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.internal.kernel.UniformProposal;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.Decisions;
import dev.lbp.runtime.engine.Paths;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.path.PathMethod;
import dev.lbp.runtime.engine.sweep.CategoricalSweepTest;
import dev.lbp.runtime.model.CategoricalBase;
import dev.lbp.runtime.model.Reference;
import dev.lbp.runtime.model.UniformMoves;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Explore steps and exchanges of tempered moves, categories and subsets leave the product of the slots' laws unchanged,
 * to 1e-12, as {@link LadderKernelTest} shows for bits. Slots have scales of their own.
 */
class TemperedKernelsTest {

    private static final double[] TWO_SLOTS = {0.0, 0.35, 1.0};

    private static final double[] THREE_SLOTS = {0.0, 0.2, 0.55, 1.0};

    private static final double[][] LOGITS = {{0.8, -1.1, 0.3}, {-0.4, 0.9, 0.2}};

    private record Explorer(String name, BiFunction<Decisions, Integer, Method> method) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static Method path(Decisions decisions, double length) {
        return new PathMethod(
                decisions.deciding(new ReplacementProposal(), Paths::sequences),
                WeightFunction.BARKER,
                new FixedScale(length));
    }

    private static final Explorer PAS = new Explorer("PAS", (decisions, slot) -> path(decisions, 1.0));

    private static final Explorer LONGER_PAS =
            new Explorer("PAS of two lengths", (decisions, slot) -> path(decisions, slot == 1 ? 2.0 : 1.0));

    private static final Explorer RWM = new Explorer(
            "RWM",
            (decisions, slot) -> new MetropolisMethod(
                    "RWM",
                    new MetropolisMove(
                            new UniformProposal(), WeightFunction.BARKER, new FixedScale(slot == 1 ? 1.4 : 1.0))));

    private static final Explorer GIBBS = new Explorer(
            "Gibbs", (decisions, slot) -> Inside.method(Samplers.gibbs().build()));

    private static TableMoves rough(MoveSpace space) {
        return new TableMoves(space, x -> 1.6 * Math.sin(2.0 + 5.0 * x));
    }

    private static TableMoves categories() {
        return new CategoricalSweepTest.Table(
                2, 3, x -> x == 4 ? Double.NEGATIVE_INFINITY : 1.7 * Math.sin(1.0 + 3.0 * x));
    }

    private static double[] uniform(TableMoves target) {
        double[] logBase = new double[target.logProb().length];
        Arrays.fill(logBase, -Math.log(logBase.length));
        return logBase;
    }

    private static LadderKernel<int[]> ofMoves(TableMoves target, double[] betas, Explorer explorer) {
        Decisions decisions = new Decisions(1);
        return LadderKernel.ofMoves(
                target,
                betas,
                UniformMoves.of(target),
                uniform(target),
                decisions,
                slot -> explorer.method().apply(decisions, slot));
    }

    private static LadderKernel<int[]> ofCategories(double[][] logits, double[] betas, Explorer explorer) {
        TableMoves target = categories();
        double[] logBase = target.space().states().stream()
                .mapToDouble(state -> logits == null ? -2.0 * Math.log(3.0) : logProb(logits, state))
                .toArray();
        Decisions decisions = new Decisions(1);
        return LadderKernel.ofMoves(
                target,
                betas,
                CategoricalBase.of(logits, 2, 3, site -> 3, null),
                logBase,
                decisions,
                slot -> explorer.method().apply(decisions, slot));
    }

    private static double logProb(double[][] logits, int[] state) {
        return IntStream.range(0, state.length)
                .mapToDouble(i -> logits[i][state[i]]
                        - Math.log(Arrays.stream(logits[i]).map(Math::exp).sum()))
                .sum();
    }

    private static LadderKernel<byte[]> ofSubsets(
            int n, int ones, double[] logits, boolean[] frozen, double[] betas, Explorer explorer) {
        TableTarget target = TableTarget.of("rough", n, x -> 1.5 * Math.sin(1.0 + 5.0 * TableTarget.number(x)));
        Decisions decisions = new Decisions(n);
        return LadderKernel.ofBits(
                target,
                target.local(),
                betas,
                logits,
                frozen,
                0b10,
                ones,
                decisions,
                slot -> explorer.method().apply(decisions, slot));
    }

    private static void verify(LadderKernel<?> kernel) {
        kernel.atScan(0).verifyInvariant();
        kernel.atScan(1).verifyInvariant();
    }

    static Stream<Arguments> moves() {
        return Stream.of(MoveSpaces.permutations(3), MoveSpaces.matchings(2, 2))
                .flatMap(space -> Stream.of(PAS, RWM).map(explorer -> Arguments.of(space, explorer)));
    }

    @ParameterizedTest
    @MethodSource("moves")
    void moves_twoSlots_leaveTheProductUnchanged(MoveSpace space, Explorer explorer) {
        verify(ofMoves(rough(space), TWO_SLOTS, explorer));
    }

    @Test
    void moves_threeSlots_leaveTheProductUnchanged() {
        verify(ofMoves(rough(MoveSpaces.subsets(3, 1)), THREE_SLOTS, RWM));
        verify(ofMoves(rough(MoveSpaces.subsets(3, 1)), THREE_SLOTS, LONGER_PAS));
    }

    static Stream<Arguments> categoriesOf() {
        return Stream.of(PAS, RWM, GIBBS)
                .flatMap(explorer -> Stream.of(null, LOGITS).map(logits -> Arguments.of(explorer, logits)));
    }

    @ParameterizedTest
    @MethodSource("categoriesOf")
    void categories_twoSlots_leaveTheProductUnchanged(Explorer explorer, double[][] logits) {
        verify(ofCategories(logits, TWO_SLOTS, explorer));
    }

    /** The target does not know site 1: its tracker reports fewer labels than the logits of the reference change. */
    @Test
    void categories_siteThatOnlyTheReferenceKnows_leaveTheProductUnchanged() {
        TableMoves target = new CategoricalSweepTest.Table(2, 3, x -> 1.7 * Math.sin(1.0 + 3.0 * firstSite(x)));
        double[] logBase = target.space().states().stream()
                .mapToDouble(state -> logProb(LOGITS, state))
                .toArray();
        Decisions decisions = new Decisions(1);
        verify(LadderKernel.ofMoves(
                target,
                TWO_SLOTS,
                CategoricalBase.of(LOGITS, 2, 3, site -> 3, null),
                logBase,
                decisions,
                slot -> LONGER_PAS.method().apply(decisions, slot)));
    }

    private static int firstSite(int number) {
        return MoveSpaces.sites(3, 3).states().get(number)[0];
    }

    static Stream<Explorer> subsetExplorers() {
        return Stream.of(
                new Explorer(
                        "LBP",
                        (decisions, slot) -> new MetropolisMethod(
                                "deciding",
                                new MetropolisMove(
                                        decisions.deciding(new PathProposal(), Paths::distinct),
                                        WeightFunction.BARKER,
                                        new FixedScale(1.0)))),
                PAS);
    }

    @ParameterizedTest
    @MethodSource("subsetExplorers")
    void subsets_leaveTheProductUnchanged(Explorer explorer) {
        double[] logits = {0.8, -1.1, 0.3, -0.6};
        verify(ofSubsets(3, 1, null, null, TWO_SLOTS, explorer));
        verify(ofSubsets(4, 2, logits, null, TWO_SLOTS, explorer));
        verify(ofSubsets(3, 1, Arrays.copyOf(logits, 3), null, THREE_SLOTS, explorer));
        verify(ofSubsets(4, 2, logits, new boolean[] {false, true, false, false}, TWO_SLOTS, explorer));
    }

    /** Slots say of their states what the target and the reference say, and their steps are those of these states. */
    @Test
    void scan_slotsAgreeWithTheirStates() {
        ofMoves(rough(MoveSpaces.permutations(3)), TWO_SLOTS, RWM)
                .withStepsFirst()
                .verifySlots();
        ofCategories(LOGITS, TWO_SLOTS, GIBBS).withStepsFirst().verifySlots();
        ofSubsets(3, 1, new double[] {0.8, -1.1, 0.3}, null, TWO_SLOTS, PAS)
                .withStepsFirst()
                .verifySlots();
    }

    /** A reference that is scored wrongly by a state's own log-probability, as a non-uniform randomState() would be. */
    private record Lying(Reference<int[]> drawn) implements Reference<int[]> {

        @Override
        public void draw(int[] state, UniformRandomProvider rng) {
            drawn.draw(state, rng);
            if (state[0] == 0) {
                drawn.draw(state, rng);
            }
        }

        @Override
        public double logProb(int[] state) {
            return drawn.logProb(state);
        }
    }

    @Test
    void drawsThatAreNotUniform_areSeen() {
        TableMoves target = rough(MoveSpaces.permutations(3));
        Decisions decisions = new Decisions(1);
        LadderKernel<int[]> mutant = LadderKernel.ofMoves(
                target,
                TWO_SLOTS,
                new Lying(UniformMoves.of(target)),
                uniform(target),
                decisions,
                slot -> RWM.method().apply(decisions, slot));
        assertThatThrownBy(() -> verify(mutant)).isInstanceOf(AssertionError.class);
    }
}
