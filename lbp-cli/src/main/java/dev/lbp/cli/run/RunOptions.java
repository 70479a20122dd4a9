package dev.lbp.cli.run;

import dev.lbp.Run;
import dev.lbp.cli.terminal.Progress;
import dev.lbp.cli.terminal.Waiting;
import dev.lbp.internal.Check;
import dev.lbp.result.RunResult;
import dev.lbp.result.SamplingListener;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the seed, the threads and the progress of a run. It also carries out runs. */
public final class RunOptions {

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Same seed, same draws, for any number of threads, unless time ends the run. Default: ${DEFAULT-VALUE}.")
    public long seed = 1;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Default: the number of processors, here ${DEFAULT-VALUE}.")
    public int threads = Runtime.getRuntime().availableProcessors();

    /** The time that alone ends a run, see {@link SamplingOptions#usualWithTime}; null if draws end it. */
    @Nullable Duration end;

    @Option(names = "--quiet", description = "No progress bar.")
    public boolean quiet;

    /** Checks the options early, for a command that works long before its run checks them. */
    public void check() {
        Check.atLeast(1, "--threads", threads);
    }

    /** Work before a run. */
    @FunctionalInterface
    public interface Work<T> {

        T done() throws IOException;
    }

    /**
     * Does work before a run, and prints {@code what} if the work takes a while.
     *
     * @param what such as "reading g.txt"
     */
    public <T> T doing(String what, Work<T> work) throws IOException {
        try (Waiting waiting = Waiting.of(quiet ? "" : what)) {
            return work.done();
        }
    }

    /** Sets the lengths of a run, its seed and its threads. */
    public void apply(Run<?, ?, ?> run, Lengths lengths) {
        lengths.applyTo(run);
        run.seed(seed);
        run.threads(threads);
    }

    /** Executes a run with a progress bar, see {@link #watched}. */
    public <R extends RunResult> R carryOut(Run<?, R, ?> run, Lengths lengths, String task) {
        apply(run, lengths);
        return watched(task, run::listener, run::run);
    }

    /**
     * Does work with a progress bar. An interruption ends it; only its result records that, and the flag is cleared.
     *
     * @param task what the bar calls the work
     * @param listening is called first, with the bar: sets it as the listener of the run
     * @param work carries out the run, and returns its result
     */
    <R> R watched(String task, Consumer<SamplingListener> listening, Supplier<R> work) {
        return watched(task, () -> {}, listening, work);
    }

    /**
     * Does work that prepares a run and then carries it out, with a progress bar.
     *
     * @param begin is called when the run begins
     */
    public <R> R watched(String task, Runnable begin, Consumer<SamplingListener> listening, Supplier<R> work) {
        return watched(task, begin, soFar -> {}, listening, work);
    }

    /**
     * Does work that prepares a run and then carries it out, with a progress bar, while {@code watcher} looks at draws.
     *
     * @param begin is called when the run begins
     * @param watcher is called at times with a result of the draws made so far, see {@link SamplingListener#resting}
     */
    <R> R watched(
            String task,
            Runnable begin,
            Consumer<Supplier<RunResult>> watcher,
            Consumer<SamplingListener> listening,
            Supplier<R> work) {
        try (Progress progress = new Progress(task, end, quiet, begin).watchedBy(watcher)) {
            listening.accept(progress);
            return work.get();
        } finally {
            Thread.interrupted(); // files are written next, which fails in an interrupted thread
        }
    }
}
