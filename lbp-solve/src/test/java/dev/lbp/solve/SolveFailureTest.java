package dev.lbp.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lbp.internal.solve.Problem;
import dev.lbp.internal.solve.pairs.SpinProblem;
import dev.lbp.models.AssignmentModel;
import dev.lbp.models.IsingModel;
import dev.lbp.result.CheckpointException;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.ModelException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search that fails keeps what it found, and threads without work are not started. */
class SolveFailureTest {

    private static final int SITES = 12;

    private static final IsingModel PAIRS = IsingModel.graph(
                    SITES, new int[] {0, 2, 4}, new int[] {1, 3, 5}, new double[] {1.0, 1.0, 1.0})
            .build();

    private static final Duration DAYS = Duration.ofDays(9);

    private static void assertKept(SolveException failure, double best) {
        Solution<byte[]> found = failure.partialResult(byte[].class).orElseThrow();
        assertThat(found.ending()).isEqualTo(Ending.FAILED);
        assertThat(found.value()).isEqualTo(best);
        assertThat(found.best()).hasSize(SITES);
        assertThat(found.summary()).contains("failed");
        assertThat(failure.partialResult(int[].class)).isEmpty();
    }

    /** Over 10 MB for each of 4,096 threads. */
    @Test
    void searchThatCannotFitIntoMemory_isRefusedBeforeItBegins() {
        int n = 1 << 21;
        int[] from = {0, 1};
        int[] to = {1, 2};
        for (double second : new double[] {1.0, 2.0}) {
            IsingModel pairs =
                    IsingModel.graph(n, from, to, new double[] {1.0, second}).build();
            assertRefused(Solver.of(pairs));
            assertRefused(Solver.of(pairs, Constraint.ones(5)));
        }
        assertRefused(Solver.independentSet(Graph.of(n, from, to)));
        assertRefused(Solver.of(AssignmentModel.random(2_500, 1.0, 1)));
    }

    private static void assertRefused(Solver<?> solver) {
        assertThatThrownBy(() ->
                        solver.threads(1 << 12).budget(Duration.ofNanos(1)).solve())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must fit into memory: ")
                .hasMessageContaining("threads=4096: ")
                .hasMessageEndingWith("take fewer threads, or a larger heap by java -Xmx");
    }

    @Test
    void listenerThatThrows_once_losesNothing() {
        List<Double> seen = new ArrayList<>();
        Solver<byte[]> solver = Solver.of(PAIRS).budget(DAYS).listener(new SolveListener() {
            @Override
            public void progress(Duration elapsed, long restarts, double best, Duration sinceBest) {
                if (restarts > 0 && seen.isEmpty()) {
                    seen.add(best);
                    throw new IllegalStateException("of the listener");
                }
            }
        });
        SolveException failure = catchThrowableOfType(SolveException.class, solver::solve);
        assertThat(failure).hasMessageContaining(" failed in progress: ").hasRootCauseMessage("of the listener");
        assertKept(failure, seen.get(0));
    }

    @Test
    void listenerThatThrows_atTheEnd_losesNothing() {
        AtomicInteger calls = new AtomicInteger();
        Solver<byte[]> solver = Solver.of(PAIRS).restarts(3).listener(new SolveListener() {
            @Override
            public void progress(Duration elapsed, long restarts, double best, Duration sinceBest) {
                if (restarts == 3 && calls.incrementAndGet() > 1) {
                    throw new AssertionError("of the listener");
                }
            }
        });
        SolveException failure = catchThrowableOfType(SolveException.class, solver::solve);
        assertThat(failure).hasRootCauseInstanceOf(AssertionError.class);
        assertKept(failure, Solver.of(PAIRS).restarts(3).solve().value());
    }

    @Test
    void checkpointFailed_thatThrows_losesNothing(@TempDir Path directory) throws Exception {
        Path lost = Files.createDirectory(directory.resolve("lost"));
        Solver<byte[]> solver = Solver.of(PAIRS)
                .budget(DAYS)
                .checkpoint(lost.resolve("search"), Duration.ofDays(1))
                .listener(new SolveListener() {
                    @Override
                    public void progress(Duration elapsed, long restarts, double best, Duration sinceBest) {
                        if (restarts > 0 && Files.exists(lost)) {
                            lost.resolve("search.lock").toFile().delete();
                            lost.toFile().delete();
                            Thread.currentThread().interrupt();
                        }
                    }

                    @Override
                    public void checkpointFailed(CheckpointException failure) {
                        throw new IllegalStateException("of the listener");
                    }
                });
        SolveException failure = catchThrowableOfType(SolveException.class, solver::solve);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure).hasMessageContaining(" failed in checkpointFailed: ");
        assertKept(failure, Solver.of(PAIRS).restarts(1).solve().value());
    }

    @Test
    void model_thatThrowsLate_losesNothing() {
        AtomicInteger calls = new AtomicInteger();
        EnergyModel model = EnergyModels.of(SITES, (byte[] state) -> {
            if (calls.incrementAndGet() > 20_000) {
                throw new ArithmeticException("of the model");
            }
            int sum = 0;
            for (byte bit : state) {
                sum += bit;
            }
            return sum;
        });
        SolveException failure = catchThrowableOfType(
                SolveException.class, () -> Solver.of(model).budget(DAYS).solve());
        assertThat(failure).hasCauseInstanceOf(ModelException.class).hasRootCauseMessage("of the model");
        assertKept(failure, SITES);
    }

    @Test
    void failureBeforeTheFirstState_hasNoResult() {
        EnergyModel model = EnergyModels.of(SITES, (byte[] state) -> {
            throw new ArithmeticException("of the model");
        });
        assertThatThrownBy(() -> Solver.of(model).solve())
                .isInstanceOfSatisfying(
                        SolveException.class,
                        failure ->
                                assertThat(failure.partialResult(byte[].class)).isEmpty());
    }

    /** The searches that are begun: each takes memory and time. */
    private static int searches(int threads, long restarts, boolean interrupted) {
        AtomicInteger begun = new AtomicInteger();
        SpinProblem spins = new SpinProblem(PAIRS);
        @SuppressWarnings("unchecked")
        Problem<byte[]> problem = (Problem<byte[]>) Proxy.newProxyInstance(
                Problem.class.getClassLoader(), new Class<?>[] {Problem.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("newSearch")) {
                        begun.incrementAndGet();
                    }
                    return method.invoke(spins, arguments);
                });
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Solution<byte[]> solution =
                new Solver<>(problem).threads(threads).restarts(restarts).solve();
        assertThat(Thread.interrupted()).isEqualTo(interrupted);
        assertThat(solution.ending()).isEqualTo(interrupted ? Ending.INTERRUPTED : Ending.RESTARTS);
        return begun.get();
    }

    @Test
    void threads_moreThanRestarts_beginNoSearch() {
        assertThat(searches(64, 2, false)).isLessThanOrEqualTo(2);
    }

    @Test
    void threads_interruptedAtTheStart_areNotAllStarted() {
        assertThat(searches(64, 1_000_000, true)).isEqualTo(1);
    }

    @Test
    void statesOfASolution_areCopies() {
        Solution<byte[]> solution = Solver.of(PAIRS).restarts(3).solve();
        byte[] best = solution.best().clone();
        solution.best()[0] ^= 1;
        solution.top().get(0).state()[1] ^= 1;
        assertThat(solution.best()).isEqualTo(best);
        assertThat(solution.top().get(0).state()).isEqualTo(best);
    }

    @Test
    void textOfAState_null_isNamed(@TempDir Path directory) {
        SolutionReport<byte[]> report =
                SolutionReport.of(Solver.of(PAIRS).restarts(1).solve()).states(state -> null);
        assertThatThrownBy(() -> report.write(directory.resolve("page.html")))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("asText.apply(state)");
    }
}
