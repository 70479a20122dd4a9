package dev.lbp.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.internal.files.OutputLock;
import dev.lbp.internal.solve.Problem;
import dev.lbp.internal.solve.pairs.SpinProblem;
import dev.lbp.models.IsingModel;
import dev.lbp.result.CheckpointException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointTest {

    private static final IsingModel GLASS = SolverTest.lattice();
    private static final int RESTARTS = 8;

    @TempDir
    private Path directory;

    private static Solver<byte[]> search(Problem<byte[]> problem) {
        return new Solver<>(problem).restarts(RESTARTS).top(25).seed(4);
    }

    private static Solver<byte[]> search() {
        return search(new SpinProblem(GLASS));
    }

    private Path file() {
        return directory.resolve("search");
    }

    private static void assertSame(Solution<byte[]> actual, Solution<byte[]> expected) {
        assertThat(actual.restarts()).isEqualTo(expected.restarts());
        assertThat(actual.hits()).isEqualTo(expected.hits());
        assertThat(actual.value()).isEqualTo(expected.value());
        assertThat(actual.top()).usingRecursiveComparison().isEqualTo(expected.top());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void checkpoint_stoppedInTheMiddle_endsAsTheWholeSearch(int threads) {
        Solution<byte[]> whole = search().solve();
        for (int states = 1; states < 60; states += 19) {
            Path file = directory.resolve("stopped" + states);
            Solution<byte[]> last;
            int calls = 0;
            do {
                AtomicReference<Solver<byte[]>> solver = new AtomicReference<>();
                solver.set(search(new InterruptedProblem(
                        new SpinProblem(GLASS),
                        new AtomicInteger(calls < 3 ? states : Integer.MAX_VALUE),
                        () -> solver.get().stop())));
                last = solver.get()
                        .threads(1 + (threads + calls) % 3)
                        .checkpoint(file, Duration.ofDays(1))
                        .solve();
                calls++;
            } while (last.ending() == Ending.STOPPED);
            assertThat(calls).isGreaterThan(1);
            assertThat(last.ending()).isEqualTo(Ending.RESTARTS);
            assertSame(last, whole);
        }
    }

    /** One of the first two restarts waits until three later ones are done; then the search is stopped. */
    @Test
    void checkpoint_restartsDoneOutOfOrder_countOnce() {
        CountDownLatch threeDone = new CountDownLatch(1);
        AtomicReference<Solver<byte[]>> solver = new AtomicReference<>();
        solver.set(search(new InterruptedProblem(new SpinProblem(GLASS), new AtomicInteger(1), () -> {
            try {
                threeDone.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            solver.get().stop();
        })));
        Solution<byte[]> stopped = solver.get()
                .threads(2)
                .checkpoint(file())
                .listener(new SolveListener() {
                    @Override
                    public void progress(Duration elapsed, long restarts, double best, Duration sinceBest) {
                        if (restarts >= 3) {
                            threeDone.countDown();
                        }
                    }
                })
                .solve();
        assertThat(stopped.restarts()).isBetween(3L, RESTARTS - 1L);
        assertSame(search().checkpoint(file()).solve(), search().solve());
    }

    @Test
    void checkpoint_failedSearch_goesOn() {
        Problem<byte[]> failing = new InterruptedProblem(new SpinProblem(GLASS), new AtomicInteger(40), () -> {
            throw new IllegalStateException("of the model");
        });
        assertThatThrownBy(() -> search(failing).checkpoint(file()).solve())
                .hasMessage("the search failed: of the model");
        assertThat(file()).isRegularFile();
        assertSame(search().checkpoint(file()).solve(), search().solve());
    }

    @Test
    void checkpoint_interruptedSearch_goesOn() {
        Thread.currentThread().interrupt();
        Solution<byte[]> begun = search().checkpoint(file()).solve();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(begun.ending()).isEqualTo(Ending.INTERRUPTED);
        assertThat(begun.notes()).isEmpty();
        assertSame(search().checkpoint(file()).solve(), search().solve());
    }

    @Test
    void checkpoint_endedSearch_returnsTheSameAtOnce_andMoreExtendsIt() throws IOException {
        Solution<byte[]> first = search().checkpoint(file()).solve();
        byte[] bytes = Files.readAllBytes(file());
        assertThat(search().checkpoint(file()).solve())
                .usingRecursiveComparison()
                .isEqualTo(first);
        assertThat(search().threads(3).restarts(3).checkpoint(file()).solve())
                .usingRecursiveComparison()
                .isEqualTo(first);
        assertThat(Files.readAllBytes(file())).isEqualTo(bytes);

        Solution<byte[]> longer =
                search().restarts(RESTARTS + 5).checkpoint(file()).solve();
        assertSame(longer, search().restarts(RESTARTS + 5).solve());
        assertThat(longer.elapsed()).isGreaterThan(first.elapsed());
        assertThat(longer.processorTime()).isGreaterThan(first.processorTime());
        assertThat(longer.improvements()).startsWith(first.improvements().toArray(new Improvement[0]));
    }

    @Test
    void checkpoint_targetOrTime_returnsTheSameAtOnce() {
        double best = search().solve().value();
        Path reached = directory.resolve("reached");
        Solution<byte[]> first =
                search().target(best).threads(2).checkpoint(reached).solve();
        assertThat(first.ending()).isEqualTo(Ending.TARGET);
        assertThat(search().target(best).checkpoint(reached).solve())
                .usingRecursiveComparison()
                .isEqualTo(first);

        Solution<byte[]> short1 =
                search().budget(Duration.ofNanos(1)).checkpoint(file()).solve();
        assertThat(short1.ending()).isEqualTo(Ending.TIME);
        assertThat(search().budget(Duration.ofNanos(1)).checkpoint(file()).solve())
                .usingRecursiveComparison()
                .isEqualTo(short1);
        assertSame(search().checkpoint(file()).solve(), search().solve());
    }

    @Test
    void checkpoint_ofAnotherSearch_isRefusedByName() {
        search().checkpoint(file()).solve();
        assertRefused(search().seed(5), "seed must be 4, as in the checkpoint, and is 5");
        assertRefused(search().top(24), "top must be 25, as in the checkpoint, and is 24");
        IsingModel pair = IsingModel.graph(144, new int[] {0}, new int[] {1}, new double[] {1.0})
                .build();
        assertRefused(search(new SpinProblem(pair)), "the problem's biases (checksum) must be ");
    }

    private void assertRefused(Solver<byte[]> solver, String reason) {
        assertThatThrownBy(() -> solver.checkpoint(file()).solve())
                .isInstanceOf(CheckpointException.class)
                .hasMessageStartingWith("cannot resume from " + file() + ": ")
                .hasMessageContaining(reason);
    }

    @Test
    void checkpoint_damaged_isRefused_andStays() throws IOException {
        search().checkpoint(file()).solve();
        byte[] whole = Files.readAllBytes(file());
        for (int at : new int[] {12, 20, whole.length / 2, whole.length - 1}) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 4;
            assertRefused(damaged, "it is damaged or cut short");
        }
        assertRefused(Arrays.copyOf(whole, whole.length - 1), "it is damaged or cut short");
        assertRefused(Arrays.copyOf(whole, 10), "it is cut short");
        assertRefused(new byte[0], "it is not a checkpoint of a search of lbp");
        assertRefused("something else".getBytes(), "it is not a checkpoint of a search of lbp");
        byte[] later = whole.clone();
        later[11] = 9;
        assertRefused(later, "it has format 9, and this version of lbp reads format 1");
    }

    private void assertRefused(byte[] content, String reason) throws IOException {
        Files.write(file(), content);
        assertRefused(search(), reason);
        assertThat(Files.readAllBytes(file())).isEqualTo(content);
    }

    @Test
    void checkpoint_inUse_isRefused() throws IOException {
        try (OutputLock lock = OutputLock.ofCheckpoint(file())) {
            assertThatThrownBy(() -> search().checkpoint(file()).solve())
                    .isInstanceOf(CheckpointException.class)
                    .hasMessage("must not be in use by another run: checkpoint=" + file());
        }
    }

    @Test
    void checkpoint_thatCannotBeWritten_isTold_andTheResultIsKept() throws IOException {
        Path lost = Files.createDirectory(directory.resolve("lost"));
        Path file = lost.resolve("search");
        List<String> failures = new ArrayList<>();
        Problem<byte[]> problem = new InterruptedProblem(new SpinProblem(GLASS), new AtomicInteger(1), () -> {
            try {
                Files.delete(lost.resolve("search.lock"));
                Files.delete(lost);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        Solution<byte[]> solution = search(problem)
                .checkpoint(file, Duration.ofDays(1))
                .listener(new SolveListener() {
                    @Override
                    public void checkpointFailed(CheckpointException failure) {
                        failures.add(failure.getMessage());
                    }
                })
                .solve();
        String message = "cannot write " + file + ": must be in a directory that exists";
        assertThat(failures).containsExactly(message);
        assertThat(solution.notes()).containsExactly("The last checkpoint was not written: " + message + ".");
        assertThat(solution.summary()).contains(message);
        assertSame(solution, search().solve());
    }

    @Test
    void checkpoint_badArguments_areRefusedByName() {
        assertThatThrownBy(() -> search().checkpoint(directory.resolve("none/search")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be in a directory that exists: file=");
        assertThatThrownBy(() -> search().checkpoint(file(), Duration.ofNanos(-1)))
                .hasMessage("must be >= 0: every=PT-0.000000001S");
    }
}
