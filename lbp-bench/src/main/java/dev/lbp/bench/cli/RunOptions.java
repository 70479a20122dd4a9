package dev.lbp.bench.cli;

import dev.lbp.SamplingRun;
import dev.lbp.internal.Check;
import dev.lbp.result.SampleResult;
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
    SamplingRun apply(SamplingRun run, Lengths lengths) {
        return run.chains(lengths.chains)
                .warmup(lengths.warmup)
                .draws(lengths.draws)
                .thin(lengths.thin)
                .seed(seed)
                .threads(threads);
    }

    /**
     * Executes a run with a progress bar. An interruption ends it; only the result records that, and the flag is cleared.
     *
     * @param carryOut runs or resumes it
     */
    SampleResult carryOut(SamplingRun run, Lengths lengths, String task, Function<SamplingRun, SampleResult> carryOut) {
        apply(run, lengths);
        if (quiet) {
            return interruptible(run, carryOut);
        }
        try (Progress progress = new Progress(task)) {
            return interruptible(run.listener(progress), carryOut);
        }
    }

    private static SampleResult interruptible(SamplingRun run, Function<SamplingRun, SampleResult> carryOut) {
        try {
            return carryOut.apply(run);
        } finally {
            Thread.interrupted(); // files are written next, which fails in an interrupted thread
        }
    }
}
