package dev.lbp.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.models.IsingModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SolverTest {

    /** A ring of 30 spins that wish to differ: the best states alternate. */
    private static final IsingModel RING = ring(30, -1.0);

    private static IsingModel ring(int n, double coupling) {
        int[] from = new int[n];
        int[] to = new int[n];
        double[] couplings = new double[n];
        for (int i = 0; i < n; i++) {
            from[i] = i;
            to[i] = (i + 1) % n;
            couplings[i] = coupling;
        }
        return IsingModel.graph(n, from, to, couplings).build();
    }

    /** As shared memory would do it, the score is wrong on the threads of the search. */
    @Test
    void solve_scoreThatDependsOnTheThread_isNamed() {
        Thread caller = Thread.currentThread();
        LocalEnergyModel model =
                EnergyModels.of(6, state -> state[0] + (Thread.currentThread() == caller ? 0.0 : 10.0));
        assertThatThrownBy(() -> Solver.of(model).restarts(3).solve())
                .isInstanceOfSatisfying(
                        SolveException.class,
                        failure -> assertThat(failure.partialResult(byte[].class))
                                .map(Solution::value)
                                .contains(11.0))
                .hasCauseInstanceOf(ModelException.class)
                .hasMessageContaining("must depend on the state alone: logProb=11.0")
                .hasMessageContaining("with no other call at the time, 1.0");
    }

    @Test
    void solve_target_endsWithIt() {
        Solution<byte[]> solution = Solver.of(RING).target(30.0).solve();
        assertThat(solution.ending()).isEqualTo(Ending.TARGET);
        assertThat(solution.value()).isEqualTo(30.0);
        for (int i = 0; i < 30; i++) {
            assertThat(solution.best()[i])
                    .isEqualTo((byte) (i % 2)); // of two opposite states, the one that begins with 0
        }
        assertThat(solution.improvements())
                .isNotEmpty()
                .last()
                .satisfies(last -> assertThat(last.value()).isEqualTo(30.0));
    }

    @Test
    void solve_restarts_countsThoseThatHitTheBest() {
        Solution<byte[]> solution = Solver.of(RING).restarts(5).solve();
        assertThat(solution.ending()).isEqualTo(Ending.RESTARTS);
        assertThat(solution.restarts()).isEqualTo(5);
        assertThat(solution.hits()).isEqualTo(5);
    }

    @Test
    void solve_top_isDistinctAndSorted() {
        List<Scored<byte[]>> top =
                Solver.of(lattice()).restarts(5).top(30).solve().top();
        assertThat(top)
                .hasSize(30)
                .isSortedAccordingTo(Comparator.<Scored<byte[]>>comparingDouble(Scored::value)
                        .reversed()
                        .thenComparing(Scored::restart));
        assertThat(top)
                .extracting(scored -> new String(scored.state(), StandardCharsets.ISO_8859_1))
                .doesNotHaveDuplicates();
        assertThat(Solver.of(lattice()).restarts(5).top(7).solve().top())
                .usingRecursiveComparison()
                .isEqualTo(top.subList(0, 7));
    }

    @Test
    void solve_unreachableTarget_endsInTime() {
        Solution<byte[]> solution =
                Solver.of(RING).target(31.0).budget(Duration.ofMillis(200)).solve();
        assertThat(solution.ending()).isEqualTo(Ending.TIME);
        assertThat(solution.value()).isEqualTo(30.0);
        assertThat(solution.elapsed()).isGreaterThanOrEqualTo(Duration.ofMillis(200));
    }

    @Test
    void solve_aNanosecond_findsAState() {
        Solution<byte[]> solution =
                Solver.of(ring(100_000, 1.0)).budget(Duration.ofNanos(1)).solve();
        assertThat(solution.best()).hasSize(100_000);
        assertThat(solution.restarts()).isZero();
        assertThat(solution.hits()).isZero();
    }

    @Test
    void solve_threads_findTheSame() {
        IsingModel glass = lattice();
        Solution<byte[]> one = Solver.of(glass).restarts(12).seed(7).solve();
        for (int threads : new int[] {2, 3, 20}) {
            Solution<byte[]> more =
                    Solver.of(glass).restarts(12).seed(7).threads(threads).solve();
            assertThat(more.hits()).isEqualTo(one.hits());
            assertThat(more.top()).usingRecursiveComparison().isEqualTo(one.top());
        }
        Solution<byte[]> other = Solver.of(glass).restarts(12).seed(8).solve();
        assertThat(other.top()).usingRecursiveComparison().isNotEqualTo(one.top());
    }

    /** A spin glass of couplings +-1 on 12 x 12 sites: many restarts end with different states. */
    static IsingModel lattice() {
        int side = 12;
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < side * side; i++) {
            if (i % side < side - 1) {
                edges.add(new int[] {i, i + 1});
            }
            if (i + side < side * side) {
                edges.add(new int[] {i, i + side});
            }
        }
        Random random = new Random(5);
        return IsingModel.graph(
                        side * side,
                        edges.stream().mapToInt(edge -> edge[0]).toArray(),
                        edges.stream().mapToInt(edge -> edge[1]).toArray(),
                        edges.stream()
                                .mapToDouble(edge -> random.nextBoolean() ? 1.0 : -1.0)
                                .toArray())
                .build();
    }

    @Test
    void stop_byAnotherThread_endsEarly() throws InterruptedException {
        CountDownLatch firstRestart = new CountDownLatch(1);
        Solver<byte[]> solver = Solver.of(RING)
                .budget(Duration.ofDays(1_000_000))
                .listener(new SolveListener() {
                    @Override
                    public void progress(Duration elapsed, long restarts, double best, Duration sinceBest) {
                        if (restarts > 0) {
                            firstRestart.countDown();
                        }
                    }
                });
        List<Solution<byte[]>> solutions = new ArrayList<>();
        Thread thread = new Thread(() -> solutions.add(solver.solve()));
        thread.start();
        firstRestart.await();
        solver.stop();
        thread.join();
        assertThat(solutions).singleElement().satisfies(solution -> {
            assertThat(solution.ending()).isEqualTo(Ending.STOPPED);
            assertThat(solution.restarts()).isPositive();
        });
    }

    @Test
    void interrupt_endsEarly_andLeavesTheFlag() {
        Thread.currentThread().interrupt();
        Solution<byte[]> solution =
                Solver.of(RING).budget(Duration.ofDays(1)).threads(2).solve();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(solution.ending()).isEqualTo(Ending.INTERRUPTED);
        assertThat(solution.best()).hasSize(30);
    }

    @Test
    void listener_atTheEnd_isToldAllRestarts() {
        List<Long> restarts = new ArrayList<>();
        Solution<byte[]> solution = Solver.of(RING)
                .restarts(3)
                .listener(new SolveListener() {
                    @Override
                    public void progress(Duration elapsed, long done, double best, Duration sinceBest) {
                        restarts.add(done);
                    }
                })
                .solve();
        assertThat(restarts).last().isEqualTo(solution.restarts());
    }

    @Test
    void processorTime_ofAllThreads_isPositive() {
        assertThat(Solver.of(RING).restarts(3).threads(2).solve().processorTime())
                .isPositive();
    }

    @Test
    void listener_thatFails_endsTheSearch() {
        Solver<byte[]> solver = Solver.of(RING).budget(Duration.ofDays(1)).listener(new SolveListener() {
            @Override
            public void progress(Duration elapsed, long restarts, double best, Duration sinceBest) {
                throw new IllegalStateException("of the listener");
            }
        });
        assertThatThrownBy(solver::solve)
                .isInstanceOf(SolveException.class)
                .hasMessage("the listener failed in progress: of the listener")
                .hasRootCauseMessage("of the listener");
        assertThatThrownBy(solver::solve).hasMessage("must be called once: solve() of one solver");
    }

    @Test
    void settings_bad_areRefusedByName() {
        Solver<byte[]> solver = Solver.of(RING);
        assertThatThrownBy(() -> solver.target(Double.NaN)).hasMessage("must not be NaN: target=NaN");
        assertThatThrownBy(() -> solver.budget(Duration.ZERO)).hasMessage("must be > 0: budget=PT0S");
        assertThatThrownBy(() -> solver.restarts(0)).hasMessage("must be >= 1: restarts=0");
        assertThatThrownBy(() -> solver.threads(0)).hasMessage("must be in [1, 4096]: threads=0");
        assertThatThrownBy(() -> solver.top(0)).hasMessage("must be >= 1: top=0");
        assertThatThrownBy(() -> solver.listener(null)).hasMessage("must not be null: listener");
        assertThatThrownBy(() -> Solver.of((IsingModel) null)).hasMessage("must not be null: model");
    }
}
