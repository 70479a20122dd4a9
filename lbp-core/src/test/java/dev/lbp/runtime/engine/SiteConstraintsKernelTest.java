package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.MoveSpace;
import dev.lbp.TableCategories;
import dev.lbp.internal.kernel.DlmcProposal;
import dev.lbp.internal.kernel.DmalaProposal;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.internal.kernel.UniformProposal;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.UniformMoveTest;
import dev.lbp.runtime.engine.path.PathKernel;
import dev.lbp.runtime.engine.sweep.CategoricalSweepTest;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.Expert;
import dev.lbp.target.Experts;
import dev.lbp.target.SiteConstraints;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Every sampler of categories with constraints and with two experts, exactly: all draws of a step from every state, as
 * in {@link CategoricalKernelTest}. The target is a table of the constrained log-probabilities, by their definition.
 */
class SiteConstraintsKernelTest {

    private static final double PRICE = 0.7;

    /** What is constrained, written down once more. */
    private record Design(String name, int[] wildType, double price, int most, int... forbidden) {

        double logProb(double ofModel, int[] state, int values) {
            int mutations = 0;
            boolean allowed = true;
            for (int i = 0; i < state.length; i++) {
                int site = i;
                mutations += state[i] == wildType[i] ? 0 : 1;
                allowed &= IntStream.of(forbidden).noneMatch(label -> label == site * values + state[site]);
            }
            return allowed && mutations <= most ? ofModel + -price * mutations : Double.NEGATIVE_INFINITY;
        }

        SiteConstraints constraints(int values) {
            SiteConstraints all = SiteConstraints.of(wildType.length, values);
            all = price > 0.0 ? all.price(wildType, price) : all;
            for (int label : forbidden) {
                all = all.forbid(label / values, label % values);
            }
            return most < wildType.length ? all.within(wildType, most) : all;
        }

        TableCategories table(TableCategories model) {
            double[] table = new double[model.table().length];
            Arrays.setAll(table, x -> logProb(model.table()[x], model.state(x), model.values()));
            return new TableCategories(model.dimension(), model.values(), table, model.exactFlips(), DataType.DOUBLE);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static List<Design> designs(int... wildType) {
        int n = wildType.length;
        return List.of(
                new Design("price", wildType, PRICE, n),
                new Design("ball of 1", wildType, 0.0, 1),
                new Design("ball of 2", wildType, 0.0, 2),
                new Design("forbidden", wildType, 0.0, n, 1, wildType.length),
                new Design("all", wildType, PRICE, 2, 1, wildType.length + 1));
    }

    private record Case(TableCategories model, Design design) {

        @Override
        public String toString() {
            return model + ", " + design;
        }

        /** The log-probabilities of the single changes of a state, by the definition or first-order for the model. */
        NaiveCategories naive(WeightFunction weight, boolean @Nullable [] frozen) {
            return new NaiveCategories(design.table(model), this::logit, weight, frozen);
        }

        private double logit(int x, int site, int value) {
            int[] state = model.state(x);
            double before = design.logProb(0.0, state, model.values());
            if (state[site] == value) {
                return model.logit(x, site, value);
            }
            state[site] = value;
            return model.logit(x, site, value) + design.logProb(0.0, state, model.values()) - before;
        }

        CategoricalKernel kernel(Proposal proposal, WeightFunction weight, boolean... mask) {
            boolean[] frozen = mask.length == 0 ? null : mask;
            CategoricalEnergyModel constrained =
                    design.constraints(model.values()).on(model);
            return new CategoricalKernel(
                    design.table(model), constrained, naive(weight, frozen), proposal, weight, frozen);
        }
    }

    private static final TableCategories THREE = TableCategories.random(3, 1.5, 41L, 3, 3, 3);

    /** {0,1,2,3}^4. */
    private static final TableCategories FOUR = TableCategories.random(4, 1.5, 42L, 4, 4, 4, 4);

    private static Stream<Case> cases(TableCategories model) {
        int[] wildType = IntStream.range(0, model.dimension())
                .map(i -> (3 * i + 1) % model.values())
                .toArray();
        return designs(wildType).stream().map(design -> new Case(model, design));
    }

    static Stream<Case> small() {
        return Stream.concat(cases(THREE.crude()), cases(THREE).skip(4));
    }

    /** All designs with exact logits and with crude ones, on 27 states and on 256. */
    static Stream<Case> all() {
        return Stream.of(THREE, FOUR, FOUR.crude()).flatMap(SiteConstraintsKernelTest::cases);
    }

    @ParameterizedTest
    @MethodSource("small")
    void steps_areInDetailedBalance(Case given) {
        verifyPaths(given);
        verifyFactorised(given, 0.3);
        verifyFrozen(given);
    }

    @Test
    void lbp_on256States_isInDetailedBalance() {
        Case given = cases(FOUR.crude()).skip(4).findFirst().orElseThrow();
        given.kernel(new PathProposal(), WeightFunction.BARKER).matrix(2).verifyReversible();
        given.kernel(new PathProposal(), WeightFunction.SQRT).matrix(1).verifyReversible();
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("all")
    void steps_ofAllModels_areInDetailedBalance(Case given) {
        verifyPaths(given);
        verifyFactorised(given, 0.3);
        verifyFactorised(given, 5.0);
        verifyFrozen(given);
    }

    private static void verifyPaths(Case given) {
        for (int scale = 1; scale <= 2; scale++) {
            given.kernel(new PathProposal(), WeightFunction.BARKER)
                    .matrix(scale)
                    .verifyReversible();
            given.kernel(new ReplacementProposal(), WeightFunction.SQRT)
                    .matrix(scale)
                    .verifyReversible();
            given.kernel(new UniformProposal(), WeightFunction.BARKER)
                    .matrix(scale)
                    .verifyReversible();
        }
        given.kernel(new PathProposal(), WeightFunction.SQRT).matrix(1).verifyErgodic();
    }

    private static void verifyFactorised(Case given, double tau) {
        given.kernel(new DlmcProposal(Form.SQRT), WeightFunction.SQRT)
                .matrix(tau)
                .verifyReversible();
        given.kernel(new DmalaProposal(), WeightFunction.BARKER).matrix(tau).verifyReversible();
    }

    private static void verifyFrozen(Case given) {
        boolean[] frozen = new boolean[given.model.dimension()];
        frozen[1] = true;
        for (Proposal proposal : List.of(new PathProposal(), new DlmcProposal(Form.BARKER), new UniformProposal())) {
            given.kernel(proposal, WeightFunction.BARKER, frozen).matrix(2).verifyReversible();
        }
    }

    /**
     * A mask in the table of the way there alone, as if the way back had the model's weights: the price alone has no
     * mask, and passes.
     */
    @Test
    void maskOnTheWayThereAlone_failsDetailedBalance() {
        TableCategories model = THREE;
        for (Case given : cases(model).toList()) {
            Design design = given.design;
            NaiveCategories unmasked = new NaiveCategories(
                    design.table(model),
                    new Case(model, new Design("", design.wildType, design.price, 3))::logit,
                    WeightFunction.BARKER,
                    null);
            NaiveCategories naive = given.naive(WeightFunction.BARKER, null);
            double error = imbalance(given.kernel(new PathProposal(), WeightFunction.BARKER)
                    .matrix(1, (x, y, path, chains) -> naive.acceptance(x, y, path, unmasked)));
            if (design.name.equals("price")) {
                assertThat(error).isLessThan(1e-12);
            } else {
                assertThat(error).as("%s", design).isGreaterThan(1e-4);
            }
        }
    }

    private static double imbalance(TransitionMatrix matrix) {
        double worst = 0.0;
        for (int x = 0; x < matrix.p().length; x++) {
            for (int y = 0; y < x; y++) {
                worst = Math.max(
                        worst, Math.abs(matrix.pi()[x] * matrix.p()[x][y] - matrix.pi()[y] * matrix.p()[y][x]));
            }
        }
        return worst;
    }

    /**
     * Two experts. One scores all sites. The other scores the last two; it has the values in another order, and one
     * value more than the state.
     */
    @Test
    void experts_withTheirOwnSitesAndValues_areInDetailedBalance() {
        verifyExperts(THREE.crude());
    }

    @Tag("slow")
    @Test
    void experts_onAllModels_areInDetailedBalance() {
        Stream.of(THREE, FOUR, FOUR.crude()).forEach(SiteConstraintsKernelTest::verifyExperts);
    }

    private static void verifyExperts(TableCategories whole) {
        int values = whole.values();
        TableCategories part = TableCategories.random(values + 1, 1.0, 44L, values + 1, values + 1);
        int[] columns = IntStream.range(0, values).map(c -> values - c).toArray();
        Experts experts = Experts.of(
                whole.dimension(),
                values,
                Expert.of(whole),
                Expert.of(part).weight(-0.8).from(whole.dimension() - 2).columns(columns));
        assertThat(experts.exactFlips()).isEqualTo(whole.exactFlips());
        verify(experts, whole, part, columns);
    }

    private static void verify(Experts experts, TableCategories whole, TableCategories part, int[] columns) {
        int from = whole.dimension() - 2;
        IntToDoubleFunction ofPart = x -> {
            int[] state = whole.state(x);
            return part.table()[part.number(new int[] {columns[state[from]], columns[state[from + 1]]})];
        };
        double[] sums = new double[whole.table().length];
        Arrays.setAll(sums, x -> whole.table()[x] + -0.8 * ofPart.applyAsDouble(x));
        TableCategories target =
                new TableCategories(whole.dimension(), whole.values(), sums, whole.exactFlips(), DataType.DOUBLE);
        NaiveCategories.Logits logits = (x, site, value) -> {
            int[] other = whole.state(x);
            other[site] = value;
            double ofOther = site < from ? 0.0 : ofPart.applyAsDouble(whole.number(other));
            return whole.logit(x, site, value) - 0.8 * ofOther;
        };
        for (Proposal proposal : List.of(new PathProposal(), new DlmcProposal(Form.SQRT), new DmalaProposal())) {
            NaiveCategories naive = new NaiveCategories(target, logits, WeightFunction.SQRT, null);
            new CategoricalKernel(target, experts, naive, proposal, WeightFunction.SQRT, null)
                    .matrix(1)
                    .verifyReversible();
        }
    }

    /** The allowed states of a local model, which samples the model with constraints. */
    private static final class Local extends CategoricalSweepTest.Table {

        private static final long serialVersionUID = 1L;

        private final CategoricalModel constrained;

        Local(CategoricalSweepTest.Table model, Design design) {
            this(model, design, allowed(model, design));
        }

        private Local(CategoricalSweepTest.Table model, Design design, MoveSpace allowed) {
            super(allowed, x -> {
                int[] state = allowed.states().get(x);
                return design.logProb(model.logProb()[model.space().number(state)], state, model.values());
            });
            constrained = design.constraints(model.values()).on(model);
        }

        private static MoveSpace allowed(CategoricalSweepTest.Table model, Design design) {
            MoveSpace all = model.space();
            List<int[]> states = all.states().stream()
                    .filter(state -> design.logProb(0.0, state, model.values()) > Double.NEGATIVE_INFINITY)
                    .toList();
            MoveSpace.Moves within = new MoveSpace.Moves() {
                @Override
                public int @Nullable [] after(int[] state, int move) {
                    int[] end = all.rule().after(state, move);
                    return end == null || design.logProb(0.0, end, model.values()) == Double.NEGATIVE_INFINITY
                            ? null
                            : end;
                }

                @Override
                public int inverse(int[] state, int move) {
                    return all.rule().inverse(state, move);
                }
            };
            return new MoveSpace("allowed", states, all.values(), all.moves(), within);
        }

        @Override
        public Tracker newTracker() {
            return constrained.newTracker();
        }
    }

    static Stream<Local> locals() {
        CategoricalSweepTest.Table model = new CategoricalSweepTest.Table(3, 3, x -> 1.5 * Math.sin(3.0 * x + 1.0));
        // Independent sites with equal values: their log-ratios stay when one changes, and the price's do not.
        CategoricalSweepTest.Table flat = new CategoricalSweepTest.Table(3, 3, x -> 0.0);
        return Stream.concat(
                designs(0, 2, 1).stream().skip(1).map(design -> new Local(model, design)),
                Stream.of(new Local(flat, designs(0, 2, 1).get(0))));
    }

    @ParameterizedTest
    @MethodSource("locals")
    void pasAndRwm_ofALocalModel_areInDetailedBalance(Local target) {
        for (int length = 1; length <= 2; length++) {
            PathKernel.of(target, WeightFunction.BARKER).matrix(length).verifyReversible();
            UniformMoveTest.matrix(target, length).verifyReversible();
        }
    }

    @ParameterizedTest
    @MethodSource("locals")
    void sweeps_ofALocalModel_leaveTheTargetInvariant(Local target) {
        for (CategoricalSweepTest.Sweep sweep : CategoricalSweepTest.Sweep.values()) {
            CategoricalSweepTest.verifyInvariant(
                    target, CategoricalSweepTest.matrix(target, new int[] {0, 1, 2}, sweep, false));
        }
    }

    /** A local model among experts: the same answers as the tables. */
    @Test
    void experts_ofALocalModel_areExact() {
        CategoricalSweepTest.Table local = new CategoricalSweepTest.Table(3, 3, x -> 1.5 * Math.sin(3.0 * x + 1.0));
        TableCategories target = new TableCategories(3, 3, local.logProb(), true, DataType.DOUBLE);
        Experts experts = Experts.of(3, 3, Expert.of(local));
        NaiveCategories naive = new NaiveCategories(target, WeightFunction.BARKER, null);
        new CategoricalKernel(target, experts, naive, new PathProposal(), WeightFunction.BARKER, null)
                .matrix(1)
                .verifyReversible();
        assertThat(experts.exactFlips()).isTrue();
    }
}
