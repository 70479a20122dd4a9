package dev.lbp.cli.terminal;

import dev.lbp.result.RunResult;
import dev.lbp.result.SamplingListener;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A run's progress as a bar on stderr, warm-up and sampling in one. */
public final class Progress implements SamplingListener, AutoCloseable {

    /**
     * The width of the bar. It is fixed, because the library would open the terminal to measure it, and {@link
     * Interruption} would then no longer receive Ctrl-C.
     */
    private static final int WIDTH = 79;

    private static final int TERMINAL_MILLIS = 250;

    /** The time between two states of the bar in a log. It is long, because each state stays in the log. */
    private static final int LOG_MILLIS = 10_000;

    /** The milliseconds of a second. */
    private static final int MILLIS = 1_000;

    /** The nanoseconds of a millisecond. */
    private static final long NANOS = 1_000_000L;

    private final String task;
    private final @Nullable Duration end;
    private final boolean quiet;
    private final Runnable begin;
    private final Waiting waiting;
    private final long begun = System.nanoTime();
    private @Nullable ProgressBar bar;
    private long warmUpSteps;
    /** Whether a run has started; otherwise models are enumerated. */
    private boolean isRun;

    private Consumer<Supplier<RunResult>> watcher = soFar -> {};

    /**
     * The progress of a run to come.
     *
     * @param end the time after which the run ends, if that comes before its last draw: the bar then shows it; null if
     *     the bar shows draws
     * @param quiet whether nothing is shown
     * @param begin is called when the run begins
     */
    public Progress(String task, @Nullable Duration end, boolean quiet, Runnable begin) {
        this.task = task;
        this.end = end;
        this.quiet = quiet;
        this.begin = begin;
        this.waiting = Waiting.of(quiet ? "" : "preparing the run");
    }

    /**
     * A bar on stderr, with the elapsed and the remaining time.
     *
     * @param total the number of steps
     * @param quiet whether it is not shown
     */
    public static ProgressBar bar(String task, long total, boolean quiet) {
        return builder(task, total, quiet).build();
    }

    @SuppressWarnings("SystemConsoleNull") // JDK 22 to 24 always have a console: a log then has more lines than needed
    private static ProgressBarBuilder builder(String task, long total, boolean quiet) {
        PrintStream out =
                quiet ? new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8) : System.err;
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(out, WIDTH))
                .setUpdateIntervalMillis(System.console() == null ? LOG_MILLIS : TERMINAL_MILLIS)
                .setInitialMax(total);
    }

    /** Sets a listener that reads the draws of a run while they are made, see {@link SamplingListener#resting}. */
    public Progress watchedBy(Consumer<Supplier<RunResult>> look) {
        watcher = look;
        return this;
    }

    @Override
    public void resting(Supplier<RunResult> soFar) {
        watcher.accept(soFar);
    }

    @Override
    public void started(String run, long warmUp, long draws) {
        warmUpSteps = warmUp;
        isRun = true;
        show(warmUp + draws);
        begin.run();
    }

    /**
     * Returns the bar. The first call makes it.
     *
     * @param total the length of a bar of steps; a bar of time is as long as the time to the end of the run
     */
    private ProgressBar show(long total) {
        waiting.close();
        if (bar == null) {
            bar = end == null
                    ? bar(task, total, quiet)
                    : builder(task, end.toMillis(), quiet).setUnit("s", MILLIS).build();
        }
        return bar;
    }

    @Override
    public void warmUpProgress(long steps, long total, double scale, double acceptance) {
        step(warmUpText(scale, acceptance), steps, total);
    }

    /**
     * Moves a bar of steps to {@code steps}. A run whose {@link #end} is a time has a bar of time instead, which moves
     * to the milliseconds since this object was made.
     */
    private void step(String message, long steps, long total) {
        long passed = end == null ? steps : (System.nanoTime() - begun) / NANOS;
        show(total).setExtraMessage(message).stepTo(passed);
    }

    /** The words for warm-up. Gibbs has no scale and rejects nothing, so both numbers are NaN and left out. */
    static String warmUpText(double scale, double acceptance) {
        String first = Double.isNaN(scale) ? "warm-up" : Text.format("scale %.4g", scale);
        return Double.isNaN(acceptance) ? first : Text.format("%s, acc %.2f", first, acceptance);
    }

    /**
     * {@inheritDoc} It also receives the progress of an enumeration of models, which does not call {@link #started}.
     */
    @Override
    public void drawsProgress(long steps, long total) {
        step(counted(), warmUpSteps + steps, total);
    }

    /** What the bar counts after warm-up. */
    String counted() {
        return isRun ? "draws" : "models";
    }

    @Override
    public void close() {
        waiting.close();
        if (bar != null) {
            bar.close();
        }
    }
}
