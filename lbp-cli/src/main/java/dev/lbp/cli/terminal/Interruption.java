package dev.lbp.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Handles Ctrl-C (INT), a polite kill (TERM) and the end of the terminal (HUP) while open. Before {@link #begin}, a
 * signal ends the process at once: the command reads its input, perhaps a pipe without a writer, or prepares a run, and
 * Java cannot interrupt that. After {@link #begin}, the first signal interrupts the thread that opened this; the thread
 * then writes its results. After {@link #saved} the next signal ends the process, which prints what is written. So a
 * user need not wait for reports and predictions of finished work, which may take long. Before {@link #saved}, a second
 * INT or TERM ends the process at once. A second HUP does nothing: a terminal that closes sends several, the shell one
 * and the system another.
 *
 * <p>The JVM keeps ignoring signals that were ignored when the process began, as HUP under nohup.
 *
 * <p>A shutdown hook cannot do this: once one runs, AWT can no longer be started, and the pictures would be lost.
 * {@code sun.misc.Signal} is in jdk.unsupported, kept in every JDK until there is a public way (JEP 260); javac warns
 * of it, and no flag silences the warning.
 */
public final class Interruption implements AutoCloseable {

    private final Thread worker = Thread.currentThread();
    private final CommandFiles files;

    /** Actions that restore the earlier handlers of INT and TERM, run at the first signal or on close. */
    private final List<Runnable> onceInterrupted = new ArrayList<>();

    /** Actions that restore the earlier handler of HUP, run on close. */
    private final List<Runnable> whenClosed = new ArrayList<>();

    private boolean begun;
    private boolean interrupted;

    /** Makes the line that says what is written; empty before {@link #saved}. */
    private Supplier<String> written = () -> "";

    /**
     * Opens this.
     *
     * @param files the command's files; a signal that ends the process closes them
     */
    public Interruption(CommandFiles files) {
        this.files = files;
        handle("INT", onceInterrupted);
        handle("TERM", onceInterrupted);
        handle("HUP", whenClosed);
    }

    /** Handles a signal, and adds an action that restores its earlier handler. */
    private void handle(String name, List<Runnable> restored) {
        try {
            Signal signal = new Signal(name);
            SignalHandler before = Signal.handle(signal, received -> interrupt());
            restored.add(() -> Signal.handle(signal, before));
        } catch (IllegalArgumentException e) {
            // Either the JVM runs with -Xrs and does not handle signals: then they end it at once, as that option
            // requires. Or the system has no such signal.
        }
    }

    /** Call this when all input is read and prepared: from now on there are results to write. */
    public synchronized void begin() {
        begun = true;
        written = () -> ""; // the work that begins has written nothing yet
    }

    /**
     * Call this when all is written that must not be lost. It ends the process if a signal has come since the work
     * ended.
     *
     * @param listing says what is written, in a line
     */
    public synchronized void saved(Supplier<String> listing) {
        begun = false;
        written = listing;
        // The work clears the thread's flag when it ends by a signal. A flag that is set is of a signal since then.
        if (interrupted && Thread.currentThread().isInterrupted()) {
            end();
        } else if (interrupted) {
            System.err.println("lbp: interrupted; writing what remains, which another signal ends");
            interrupted = false;
            handle("INT", onceInterrupted);
            handle("TERM", onceInterrupted);
        }
    }

    /**
     * Called for each signal, in a thread of the JVM. After the first one INT and TERM have their earlier handlers, so
     * that the next ends the process.
     */
    private synchronized void interrupt() {
        restore(onceInterrupted);
        if (interrupted) {
            return;
        }
        interrupted = true;
        if (begun) {
            worker.interrupt();
        } else {
            end();
        }
    }

    /** Prints what is written, and ends the process. */
    private void end() {
        String listing = written.get();
        if (!listing.isEmpty()) {
            System.err.println("lbp: interrupted before all files were written. " + listing);
        }
        files.closeAndExit(ExitCodes.INTERRUPTED);
    }

    private static void restore(List<Runnable> restorations) {
        restorations.forEach(Runnable::run);
        restorations.clear();
    }

    /** Gives the signals back to the handlers that they had before. */
    @Override
    public synchronized void close() {
        restore(onceInterrupted);
        restore(whenClosed);
    }
}
