package dev.lbp.bench.cli;

import dev.lbp.Run;
import dev.lbp.internal.Check;
import dev.lbp.result.RunResult;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The options of a run that do not change its target, and the run itself. */
final class RunOptions {

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Same seed, same draws, for any number of threads. Default: ${DEFAULT-VALUE}.")
    long seed = 1;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Default: the number of processors, here ${DEFAULT-VALUE}.")
    int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--quiet", description = "No progress bar.")
    boolean quiet;

    /** Checks the options early, for a command that works long before its run checks them. */
    void check() {
        Check.atLeast(1, "--threads", threads);
    }

    /** The lengths of a run, per chain. */
    record Lengths(int chains, int warmup, int draws, int thin) {}

    /** Sets the lengths of a run, its seed and its threads. */
    void apply(Run<?, ?, ?> run, Lengths lengths) {
        run.chains(lengths.chains);
        run.warmup(lengths.warmup);
        run.draws(lengths.draws);
        run.thin(lengths.thin);
        run.seed(seed);
        run.threads(threads);
    }

    /**
     * Executes a run with a progress bar. An interruption ends it; only the result records that, and the flag is cleared.
     *
     * @param carryOut runs or resumes it
     */
    <R extends RunResult> R carryOut(
            Run<?, R, ?> run, Lengths lengths, String task, Function<Run<?, R, ?>, R> carryOut) {
        apply(run, lengths);
        if (quiet) {
            return interruptible(run, carryOut);
        }
        try (Progress progress = new Progress(task)) {
            run.listener(progress);
            return interruptible(run, carryOut);
        }
    }

    private static <R extends RunResult> R interruptible(Run<?, R, ?> run, Function<Run<?, R, ?>, R> carryOut) {
        try {
            return carryOut.apply(run);
        } finally {
            Thread.interrupted(); // files are written next, which fails in an interrupted thread
        }
    }
}
