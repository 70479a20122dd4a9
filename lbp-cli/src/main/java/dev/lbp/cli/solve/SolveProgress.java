package dev.lbp.cli.solve;

import dev.lbp.cli.terminal.Text;
import dev.lbp.result.CheckpointException;
import dev.lbp.solve.SolveListener;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a search on stderr: on a terminal a line that is overwritten, in a log a line every ten seconds. It
 * has the best value, the time since it was found, and the number of restarts.
 */
final class SolveProgress implements SolveListener, AutoCloseable {

    /** The width of the line: that of a narrow terminal, minus the cursor. */
    private static final int WIDTH = 79;

    private static final Duration LOG = Duration.ofSeconds(10);

    private static final Duration TERMINAL = Duration.ofMillis(250);

    private final Units units;
    private final @Nullable Duration limit;
    private final boolean quiet;
    private final Runnable begin;

    @SuppressWarnings("SystemConsoleNull") // JDK 22 to 24 always have a console: a log then has more lines than needed
    private final boolean log = System.console() == null;

    private Duration next = log ? LOG : TERMINAL;
    private boolean printed;
    private boolean begun;
    private boolean warned;

    /**
     * @param limit the longest time; null for none
     * @param begin called once, at the first progress of the search
     */
    SolveProgress(Units units, @Nullable Duration limit, boolean quiet, Runnable begin) {
        this.units = units;
        this.limit = limit;
        this.quiet = quiet;
        this.begin = begin;
    }

    @Override
    public void progress(Duration elapsed, long restarts, double best, Duration sinceBest) {
        if (!begun) {
            begun = true;
            begin.run();
        }
        if (!quiet && elapsed.compareTo(next) >= 0) {
            next = elapsed.plus(log ? LOG : TERMINAL);
            String line = line(elapsed, restarts, best, sinceBest);
            System.err.print(log ? line + "\n" : "\r" + padded(line));
            System.err.flush();
            printed = true;
        }
    }

    /** {@inheritDoc} It is reported once, because the search continues and tries again. */
    @Override
    public void checkpointFailed(CheckpointException failure) {
        if (!warned) {
            warned = true;
            System.err.println("lbp: the search goes on without a new checkpoint: " + failure.getMessage());
        }
    }

    String line(Duration elapsed, long restarts, double best, Duration sinceBest) {
        String found = Double.isFinite(best)
                ? units.name() + " " + Text.number(units.value(best)) + ", found " + seconds(sinceBest) + " ago"
                : "no state yet";
        String ofLimit = limit == null ? "" : " of " + seconds(limit);
        return "solving " + seconds(elapsed) + ofLimit + ": " + found + "; restarts: " + restarts;
    }

    /** The line padded to the width, so that it covers the previous line. */
    private static String padded(String line) {
        return String.format("%-" + WIDTH + "s", line.length() <= WIDTH ? line : line.substring(0, WIDTH));
    }

    /** A time in seconds, with two decimals below 10 s and one above. */
    static String seconds(Duration time) {
        double seconds = time.toNanos() * 1e-9;
        return Text.format(seconds < 10.0 ? "%.2f s" : "%.1f s", seconds);
    }

    /** Ends the line that a terminal shows, so that what is printed next begins below it. */
    @Override
    public void close() {
        if (printed && !log) {
            System.err.println();
        }
    }
}
