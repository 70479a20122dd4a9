package dev.lbp.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.models.AssignmentModel;
import dev.lbp.solve.PairTracker.Fault;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import dev.lbp.target.MoveModel;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Trackers that drift, models that fail, and models without a possible state. */
class WalkFailureTest {

    private static PairTracker model(Fault fault) {
        Random random = new Random(1);
        double[][] pairs = new double[12][12];
        for (double[] row : pairs) {
            for (int j = 0; j < row.length; j++) {
                row[j] = random.nextGaussian();
            }
        }
        return new PairTracker(pairs, fault);
    }

    @Test
    void solve_drift_isTakenAwayByRefresh() {
        PairTracker exact = model(Fault.NONE);
        double free = Scores.best(exact::score, 12, state -> true);
        double four = Scores.best(exact::score, 12, state -> sum(state) == 4);
        Solver<byte[]> drifting = Solver.of(model(Fault.DRIFT)).restarts(20);
        assertThat(drifting.solve().value()).isCloseTo(free, within(1e-9));
        Solver<byte[]> constrained =
                Solver.of(model(Fault.DRIFT), Constraint.ones(4)).restarts(20);
        assertThat(constrained.solve().value()).isCloseTo(four, within(1e-9));
    }

    private static int sum(byte[] state) {
        int sum = 0;
        for (byte bit : state) {
            sum += bit;
        }
        return sum;
    }

    @Test
    void solve_driftWithoutRefresh_isNamed() {
        assertThatThrownBy(
                        () -> Solver.of(model(Fault.DRIFT_UNTOLD)).restarts(20).solve())
                .hasCauseInstanceOf(ModelException.class)
                .hasMessageMatching("PairTracker failed in restart \\d+: must keep the"
                        + " state and all sums in a tracker: logProb\\(\\)=.*, of a new tracker at the same state .*");
    }

    @Test
    void solve_wrongLogRatios_areNamed() {
        PairTracker wrong = model(Fault.SIGN);
        for (Solver<byte[]> solver : new Solver[] {Solver.of(wrong), Solver.of(wrong, Constraint.ones(4))}) {
            assertThatThrownBy(solver::solve)
                    .hasCauseInstanceOf(ModelException.class)
                    .hasMessageMatching("PairTracker failed in restart 0: must be the"
                            + " difference of logProb\\(\\), .* and then .*: the log-ratio of a move=.*");
        }
    }

    /**
     * A descent goes on as long as the score grows. The fault is seen once the score has grown by more than rounding
     * explains; on a busy machine that takes more than the first budget.
     */
    @Test
    void solve_scoreThatGrowsForEver_endsInTime() {
        Throwable failure = null;
        for (Duration budget = Duration.ofMillis(200); failure == null; budget = budget.multipliedBy(2)) {
            failure = catchThrowable(Solver.of(model(Fault.GROWS)).budget(budget)::solve);
        }
        assertThat(failure).hasCauseInstanceOf(ModelException.class);
    }

    @Test
    void solve_modelThatThrows_isNamed() {
        assertThatThrownBy(() -> Solver.of(model(Fault.THROWS)).threads(2).solve())
                .isInstanceOf(SolveException.class)
                .hasMessageMatching("PairTracker failed in restart \\d: of the model")
                .hasCauseInstanceOf(ModelException.class)
                .hasRootCauseInstanceOf(ArithmeticException.class);
        LocalEnergyModel error = EnergyModels.of(5, state -> {
            throw new StackOverflowError();
        });
        assertThatThrownBy(() -> Solver.of(error).solve())
                .hasCauseInstanceOf(ModelException.class)
                .hasRootCauseInstanceOf(StackOverflowError.class);
    }

    @Test
    void solve_badNumbers_areNamed() {
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            LocalEnergyModel model = EnergyModels.of(4, state -> sum(state) == 4 ? bad : sum(state));
            for (Solver<byte[]> solver : new Solver[] {Solver.of(model), Solver.of(model, Constraint.ones(4))}) {
                assertThatThrownBy(solver::solve)
                        .hasCauseInstanceOf(ModelException.class)
                        .hasMessageContaining("must not be NaN or +Infinity: ")
                        .hasMessageEndingWith("=" + bad);
            }
        }
    }

    @Test
    void solve_noPossibleState_isTold() {
        LocalEnergyModel none = EnergyModels.of(4, state -> Double.NEGATIVE_INFINITY);
        for (Solver<byte[]> solver : new Solver[] {Solver.of(none), Solver.of(none, Constraint.ones(2))}) {
            Solution<byte[]> solution = solver.restarts(3).solve();
            assertThat(solution.possible()).isFalse();
            assertThat(solution.value()).isEqualTo(Double.NEGATIVE_INFINITY);
            assertThat(solution.hits()).isEqualTo(3);
        }
        Solution<int[]> moves = Solver.of(categories(0)).restarts(3).solve();
        assertThat(moves.possible()).isFalse();
        assertThat(moves.best()).hasSize(3);
    }

    @Test
    void solve_fewPossibleStates_findsOne() {
        assertThat(Solver.of(EnergyModels.of(6, state -> sum(state) == 6 ? 1.0 : Double.NEGATIVE_INFINITY))
                        .restarts(20)
                        .solve()
                        .value())
                .isEqualTo(1.0);
        Solution<int[]> moves = Solver.of(categories(3)).restarts(20).solve();
        assertThat(moves.possible()).isTrue();
        assertThat(moves.best()).containsExactly(3, 3, 3);
    }

    /** Three sites of 4 values. Only the state with one value at all sites is possible; none if the value is 0. */
    private static MoveModel categories(int value) {
        return new OneState(value);
    }

    private record OneState(int value) implements CategoricalModel {

        @Override
        public int dimension() {
            return 3;
        }

        @Override
        public int values() {
            return 4;
        }

        @Override
        public Tracker newTracker() {
            return new OneStateTracker(value);
        }
    }

    /** Only the state with one value above 0 at all sites is possible. */
    private static final class OneStateTracker implements MoveModel.Tracker {

        private static final long serialVersionUID = 1L;

        private final int value;
        private int[] state = new int[3];

        OneStateTracker(int value) {
            this.value = value;
        }

        @Override
        public void reset(int[] to) {
            state = to.clone();
        }

        @Override
        public double logProb() {
            for (int at : state) {
                if (at != value || value == 0) {
                    return Double.NEGATIVE_INFINITY;
                }
            }
            return 2.0;
        }

        @Override
        public void logRatios(int[] moves, int n, double[] out) {
            java.util.Arrays.fill(out, 0, n, logProb() > 0 ? Double.NEGATIVE_INFINITY : Double.NaN);
        }

        @Override
        public int inverse(int move) {
            return move / 4 * 4 + state[move / 4];
        }

        @Override
        public int changes(int move, int[] sites, int[] values) {
            sites[0] = move / 4;
            values[0] = move % 4;
            return 1;
        }

        @Override
        public int apply(int move, int[] touched) {
            state[move / 4] = move % 4;
            return ALL_MOVES;
        }

        @Override
        public void save() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void restore() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void solve_threads_findTheSame() {
        PairTracker bits = model(Fault.DRIFT);
        AssignmentModel moves = AssignmentModel.random(12, 1.0, 3);
        Solution<byte[]> one =
                Solver.of(bits, Constraint.ones(5)).restarts(15).top(40).solve();
        Solution<int[]> oneOfMoves = Solver.of(moves).restarts(15).top(40).solve();
        for (int threads : new int[] {2, 3}) {
            Solution<byte[]> more = Solver.of(bits, Constraint.ones(5))
                    .restarts(15)
                    .top(40)
                    .threads(threads)
                    .solve();
            assertThat(more.top()).usingRecursiveComparison().isEqualTo(one.top());
            assertThat(more.hits()).isEqualTo(one.hits());
            Solution<int[]> moreOfMoves =
                    Solver.of(moves).restarts(15).top(40).threads(threads).solve();
            assertThat(moreOfMoves.top()).usingRecursiveComparison().isEqualTo(oneOfMoves.top());
        }
        assertThat(Solver.of(moves).restarts(15).top(40).seed(2).solve().top())
                .usingRecursiveComparison()
                .isNotEqualTo(oneOfMoves.top());
    }

    @Test
    void solve_aNanosecond_findsAnAllowedState() {
        PairTracker bits = model(Fault.NONE);
        Solution<byte[]> solution = Solver.of(bits, Constraint.oneHot(new int[] {3, 5, 7}))
                .budget(Duration.ofNanos(1))
                .solve();
        assertThat(solution.best()[3] + solution.best()[5] + solution.best()[7]).isEqualTo(1);
    }
}
