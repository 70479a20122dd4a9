package dev.lbp.result;

import dev.lbp.internal.html.Numbers;
import java.io.PrintStream;
import java.util.function.LongSupplier;

/** The progress of a run as lines of text, at most one per second between the first and the last. */
final class ProgressLines implements SamplingListener {

    private static final long SECOND = 1_000_000_000L;

    private final PrintStream out;
    private final LongSupplier clock;

    private String phase = "";

    /** The steps at the first call in this phase: a resumed run does not begin with step 0. */
    private long firstSteps;

    private long firstTime;

    private long lastLine;
    private double scale = Double.NaN;

    /**
     * @param clock the time in nanoseconds, as {@link System#nanoTime}
     */
    ProgressLines(PrintStream out, LongSupplier clock) {
        this.out = out;
        this.clock = clock;
    }

    @Override
    public void started(String run, long warmUpSteps, long drawSteps) {
        phase = "";
        scale = Double.NaN;
        lastLine = clock.getAsLong();
        out.println(run);
    }

    @Override
    public void warmUpProgress(long steps, long total, double present, double acceptance) {
        scale = present;
        progress("warm-up", steps, total, acceptance);
    }

    @Override
    public void frozen(double frozenScale, boolean settled) {
        scale = frozenScale;
    }

    @Override
    public void drawsProgress(long steps, long total) {
        progress("draws", steps, total, Double.NaN);
    }

    /** Prints a line about the phase {@code name}, unless the last line is less than a second old. */
    private void progress(String name, long steps, long total, double acceptance) {
        long now = clock.getAsLong();
        if (!phase.equals(name)) {
            phase = name;
            firstSteps = steps;
            firstTime = now;
        }
        if (now - lastLine < SECOND) {
            return;
        }
        lastLine = now;
        StringBuilder line = new StringBuilder(name);
        append(line, " %.0f %%", Math.floor(100.0 * steps / total));
        append(line, ", %.0f s left", secondsLeft(now, steps, total));
        append(line, ", scale %.4g", scale);
        append(line, ", acceptance %.3f", acceptance);
        out.println(line);
    }

    /** The time of the remaining steps at the mean speed of the phase; NaN before its first step. */
    private double secondsLeft(long now, long steps, long total) {
        long taken = steps - firstSteps;
        return taken == 0 ? Double.NaN : (now - firstTime) / (double) SECOND / taken * (total - steps);
    }

    /** Appends a number to a line; NaN is left out. */
    private static void append(StringBuilder line, String format, double value) {
        if (!Double.isNaN(value)) {
            line.append(Numbers.format(format, value));
        }
    }

    @Override
    public void finished(RunResult result) {
        out.println(result);
    }

    @Override
    public void failed(Throwable failure) {
        out.println("failed: " + failure.getMessage());
    }
}
