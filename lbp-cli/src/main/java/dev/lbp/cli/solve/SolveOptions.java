package dev.lbp.cli.solve;

import dev.lbp.cli.run.CheckpointOptions;
import dev.lbp.cli.run.LongRunOptions;
import dev.lbp.cli.run.RunOptions;
import dev.lbp.cli.run.SavedOptions;
import dev.lbp.cli.terminal.Waiting;
import dev.lbp.internal.Check;
import dev.lbp.result.CheckpointException;
import dev.lbp.solve.Solution;
import dev.lbp.solve.Solver;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a search other than its goal, and the search. */
final class SolveOptions {

    @Option(
            names = "--target",
            paramLabel = "V",
            description = "End as soon as a state has this value or a better one, in the units of the file.")
    private @Nullable Double target;

    @Option(
            names = "--time",
            paramLabel = "DURATION",
            converter = LongRunOptions.Time.class,
            description =
                    "End after this time, such as 90s, 10m or 1h30m. Default: 10s unless --target or --restarts is given.")
    private @Nullable Duration time;

    @Option(
            names = "--restarts",
            paramLabel = "N",
            description = "End after N restarts from random states. Default: no limit.")
    private @Nullable Long restarts;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "Keep the N best distinct states. Default: ${DEFAULT-VALUE}.")
    private int top = 10;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Same seed, same restarts; a search that ends by --restarts finds the same states for any number of"
                            + " threads. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "At most the number of processors, here ${DEFAULT-VALUE}, which is the default.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Mixin
    private final CheckpointOptions checkpoints = new CheckpointOptions(SavedOptions.FREE_OF_SEARCHES);

    @Option(names = "--quiet", description = "No line of progress.")
    private boolean quiet;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if one is outside of its range
     */
    void check() {
        Check.that(target == null || Double.isFinite(target), "be finite", "target", "" + target);
        Check.that(time == null || time.compareTo(Duration.ZERO) > 0, "be > 0", "time", "" + time);
        Check.that(restarts == null || restarts >= 1, "be >= 1", "restarts", "" + restarts);
        Check.atLeast(1, "top", top);
        Check.atLeast(1, "threads", threads);
    }

    /** The options that save the search and continue it. */
    CheckpointOptions checkpoints() {
        return checkpoints;
    }

    /** The value that ends the search; null for none. */
    @Nullable Double target() {
        return target;
    }

    /** Does work before a search. If it takes long, {@code what} is shown. */
    <T> T doing(String what, RunOptions.Work<T> work) throws IOException {
        try (Waiting waiting = Waiting.of(quiet ? "" : what)) {
            return work.done();
        }
    }

    /**
     * Searches with a line of progress. An interruption ends the search. The result records it, and the interrupt flag
     * is cleared.
     */
    <S> Solution<S> solve(SolveProblem<S> problem) {
        Solver<S> solver = problem.solver()
                .seed(seed)
                .threads(Math.min(threads, Runtime.getRuntime().availableProcessors()))
                .top(top);
        if (target != null) {
            double logProb = problem.units().logProb(target);
            solver.target(logProb - problem.tolerance());
        }
        if (time != null) {
            solver.budget(time);
        }
        if (restarts != null) {
            solver.restarts(restarts);
        }
        checkpoints.applyTo(solver::checkpoint, solver::checkpoint);
        try (SolveProgress progress = new SolveProgress(problem.units(), time, quiet, checkpoints::begun)) {
            solver.listener(progress);
            return checkpoints.carryOut(() -> solve(solver), file -> solve(solver)); // a solver resumes by itself
        } finally {
            Thread.interrupted(); // the next step writes files, which fails in an interrupted thread
        }
    }

    /** Solves. An unusable checkpoint is reported as a bad argument. */
    private static <S> Solution<S> solve(Solver<S> solver) {
        try {
            return solver.solve();
        } catch (CheckpointException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
