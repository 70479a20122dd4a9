package dev.lbp.runtime.engine.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.MoveSpace;
import dev.lbp.MoveSpaces;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SmallTargets;
import dev.lbp.TableMoves;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.target.ModelException;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The enumeration must fail on what breaks the path-auxiliary sampler; each test here is a kernel or a model that is
 * wrong.
 */
class PathMutantsTest {

    /** More moves than a chain makes in its first 64 steps, which are at most 3 in each. */
    private static final int LATER = 200;

    private final MoveSpace space = MoveSpaces.matchings(2, 3);
    private final TableMoves target = TableMoves.random(space, 1.5, 3L);

    @ParameterizedTest
    @ValueSource(strings = {"t", "1"})
    void unbalancedWeight_acceptedWithRatioOfSums_failsDetailedBalance(String g) {
        WeightFunction unbalanced = WeightFunction.of(g, logT -> g.equals("t") ? logT : 0.0);
        TransitionMatrix matrix = PathKernel.of(target, unbalanced).matrix(2);
        assertThatThrownBy(matrix::verifyReversible).hasMessageContaining("must be equal: pi(");
    }

    @Test
    void acceptanceLeftOut_failsDetailedBalance() {
        double[][] p = PathKernel.of(target, WeightFunction.BARKER).proposals(2);
        TransitionMatrix matrix = new TransitionMatrix(target.probabilities(), p).verifyStochastic();
        assertThatThrownBy(matrix::verifyReversible).hasMessageContaining("must be equal: pi(");
    }

    /** The length must not depend on the state. */
    @Test
    void lengthByTheState_failsDetailedBalance() {
        double[][] one = PathKernel.of(target, WeightFunction.BARKER).matrix(1).p();
        double[][] two = PathKernel.of(target, WeightFunction.BARKER).matrix(2).p();
        for (int x = 0; x < one.length; x += 2) {
            one[x] = two[x];
        }
        TransitionMatrix matrix = new TransitionMatrix(target.probabilities(), one).verifyStochastic();
        assertThatThrownBy(matrix::verifyReversible).hasMessageContaining("must be equal: pi(");
    }

    /** A flip or a transposition changes a parity, which a fixed even length keeps. */
    @Test
    void evenLength_onFlipsAndTranspositions_isReducible() {
        for (MoveSpace even : new MoveSpace[] {MoveSpaces.sites(2, 2, 2), MoveSpaces.permutations(4)}) {
            TableMoves bipartite = TableMoves.random(even, 1.0, 5L);
            double[] eigenvalues =
                    PathKernel.of(bipartite, WeightFunction.BARKER).matrix(2).eigenvalues();
            assertThat(eigenvalues[1]).isGreaterThan(1.0 - 1e-9);
            assertThat(eigenvalues[2]).isLessThan(1.0 - 1e-3);
        }
    }

    /** A chain finds it in its first steps, and names the label. */
    @Test
    void touchedSetWithoutALabel_isNamedAtTheFirstSteps() {
        for (int label = 0; label < space.moves(); label++) {
            int silent = label;
            MoveModel model = new Silent(target, 0, m -> m == silent);
            assertThatThrownBy(() -> PathKernel.of(target, WeightFunction.BARKER)
                            .on(model)
                            .matrix(2))
                    .isInstanceOf(ModelException.class)
                    .hasMessageContaining(
                            "must tell every label whose log-ratio or legality a move changes: touched, label "
                                    + silent);
        }
    }

    /** Steps 64, 128 and so on are checked too. */
    @Test
    void touchedSetWithoutALabel_laterOn_isNamedAtALaterCheck() {
        assertNamed(target, new Silent(target, LATER, m -> m == 2));
    }

    /** With equal probabilities only legality changes. */
    @Test
    void staleLegality_isNamed() {
        TableMoves flat = new TableMoves(MoveSpaces.sites(3, 3, 3), x -> 0.0);
        assertNamed(flat, new StaleLegality(flat, 0));
        assertNamed(flat, new StaleLegality(flat, LATER));
    }

    private static void assertNamed(TableMoves target, MoveModel model) {
        assertThatThrownBy(() ->
                        PathKernel.of(target, WeightFunction.BARKER).on(model).matrix(3))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("must tell every label whose log-ratio or legality a move changes");
    }

    @Test
    void inverseThatDoesNotLeadBack_isNoticedAtTheFirstMoves() {
        MoveModel model = new TableMoves(space, x -> target.logProb()[x]) {
            @Override
            public Tracker newTracker() {
                return new TableTracker() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public int inverse(int move) {
                        return move;
                    }
                };
            }
        };
        assertThatThrownBy(() ->
                        PathKernel.of(target, WeightFunction.BARKER).on(model).matrix(2))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("must lead back with the opposite log-ratio: inverse(");
    }

    /** Such log-ratios are those of another target, which every sampler of moves would sample. */
    @Test
    void logRatiosOfHalfTheirSize_areNoticedAtTheFirstMoves() {
        MoveModel model = new TableMoves(space, x -> target.logProb()[x]) {
            @Override
            public Tracker newTracker() {
                return new TableTracker() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void logRatios(int[] moves, int n, double[] out) {
                        super.logRatios(moves, n, out);
                        for (int k = 0; k < n; k++) {
                            out[k] *= 0.5;
                        }
                    }
                };
            }
        };
        for (Sampler sampler :
                new Sampler[] {Samplers.pas().build(), Samplers.rwm().build()}) {
            assertThatThrownBy(() -> sampler.sample(model).run())
                    .hasMessageContaining("must be the difference of logProb, ")
                    .hasMessageContaining(": the log-ratio of label ");
        }
    }

    @Test
    void startWithoutLegalMove_isRefused() {
        TableMoves stuck = new TableMoves(space, x -> x == 0 ? 0.0 : Double.NEGATIVE_INFINITY);
        assertThatThrownBy(() -> Samplers.pas().build().start(stuck, 1L))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("must have a legal move that leads to a possible state: the starting state");
    }

    @Test
    void unbalancedOrFirstOrder_isRefusedWithTheReason() {
        WeightFunction t = WeightFunction.of("t", logT -> logT);
        assertThatThrownBy(() -> Samplers.pas().weight(t))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be balanced, g(t) = t g(1/t), else Z(x)/Z(y) is not the acceptance probability:"
                        + " weightFunction=t");
        assertThatThrownBy(() -> Samplers.pas().path(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be >= 1: moves=0");
        assertThatThrownBy(() -> Samplers.pas()
                        .build()
                        .sample(SmallTargets.pairwise().target().batched(true)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "must be a LocalEnergyModel or a MoveModel: pas() weighs again after every flip");
    }

    /** A tracker that does not report some labels, after a number of moves. */
    private static class Silent extends TableMoves {

        private static final long serialVersionUID = 1L;

        private final int from;
        private final transient IntPredicate silent;
        private int applied;

        Silent(TableMoves target, int from, IntPredicate silent) {
            super(target.space(), x -> target.logProb()[x]);
            this.from = from;
            this.silent = silent;
        }

        boolean leavesOut(int label, double before) {
            return silent.test(label);
        }

        @Override
        public Tracker newTracker() {
            return new TableTracker() {
                private static final long serialVersionUID = 1L;

                @Override
                public int apply(int move, int[] touched) {
                    int[] all = new int[moves()];
                    Arrays.setAll(all, m -> m);
                    double[] before = new double[moves()];
                    logRatios(all, moves(), before);
                    int count = super.apply(move, touched);
                    int kept = 0;
                    for (int k = 0; k < count; k++) {
                        int label = touched[k];
                        if (applied < from || !leavesOut(label, before[label])) {
                            touched[kept++] = label;
                        }
                    }
                    applied++;
                    return kept;
                }
            };
        }
    }

    /** Leaves out a label that was illegal before. */
    private static final class StaleLegality extends Silent {

        private static final long serialVersionUID = 1L;

        StaleLegality(TableMoves target, int from) {
            super(target, from, label -> label == 2);
        }

        @Override
        boolean leavesOut(int label, double before) {
            return before == Double.NEGATIVE_INFINITY && super.leavesOut(label, before);
        }
    }
}
