package dev.lbp.cli.terminal;

import java.util.Timer;
import java.util.TimerTask;

/** Prints a line on stderr about work that takes longer than {@value #MILLIS} ms, such as reading a large file. */
public final class Waiting implements AutoCloseable {

    private static final int MILLIS = 1_500;

    private final Timer timer = new Timer("lbp-waiting", true);

    private Waiting() {}

    /**
     * Begins a wait: if it takes long, a line on the terminal says what is being done.
     *
     * @param what such as "reading g.txt"; empty to say nothing
     */
    public static Waiting of(String what) {
        Waiting waiting = new Waiting();
        if (!what.isEmpty()) {
            waiting.timer.schedule(
                    new TimerTask() {
                        @Override
                        public void run() {
                            System.err.println("lbp: " + what + " ...");
                        }
                    },
                    MILLIS);
        }
        return waiting;
    }

    /** Ends the wait, because the work is done. */
    @Override
    public void close() {
        timer.cancel();
    }
}
