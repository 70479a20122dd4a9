package dev.lbp.cli;

import dev.lbp.result.SamplingListener;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A run's progress as a bar on stderr, warm-up and sampling in one. */
public final class Progress implements SamplingListener, AutoCloseable {

    /**
     * Fixed, because the library would open the terminal to measure it, and {@link Interruption} would no longer
     * receive Ctrl-C.
     */
    private static final int WIDTH = 79;

    private static final int TERMINAL_MILLIS = 250;

    /** Every state of the bar stays in a log, so it is written less often. */
    private static final int LOG_MILLIS = 10_000;

    private final ProgressBar bar;
    private final Runnable begin;
    private long warmUpSteps;

    Progress(String task) {
        this(task, () -> {});
    }

    /** @param begin is called when the run begins */
    Progress(String task, Runnable begin) {
        this.bar = bar(task);
        this.begin = begin;
    }

    /** A bar on stderr, with the elapsed and the remaining time. */
    @SuppressWarnings("SystemConsoleNull") // JDK 22 to 24 always have a console: a log then has more lines than needed
    public static ProgressBar bar(String task) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
                .setUpdateIntervalMillis(System.console() == null ? LOG_MILLIS : TERMINAL_MILLIS)
                .build();
    }

    @Override
    public void started(String run, long warmUp, long draws) {
        warmUpSteps = warmUp;
        bar.maxHint(warmUp + draws);
        begin.run();
    }

    @Override
    public void warmUpProgress(long steps, long total, double scale, double acceptance) {
        bar.setExtraMessage(warmUpText(scale, acceptance));
        bar.stepTo(steps);
    }

    /** Gibbs has no scale and rejects nothing. */
    static String warmUpText(double scale, double acceptance) {
        String first = Double.isNaN(scale) ? "warm-up" : String.format(Locale.ROOT, "scale %.4g", scale);
        return Double.isNaN(acceptance) ? first : String.format(Locale.ROOT, "%s, acc %.2f", first, acceptance);
    }

    @Override
    public void drawsProgress(long steps, long total) {
        bar.setExtraMessage("draws");
        bar.stepTo(warmUpSteps + steps);
    }

    @Override
    public void close() {
        bar.close();
    }
}
