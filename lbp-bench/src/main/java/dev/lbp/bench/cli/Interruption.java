package dev.lbp.bench.cli;

import java.util.ArrayList;
import java.util.List;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * While open, turns the first Ctrl-C (INT), polite kill (TERM), or end of the terminal (HUP) into an interruption of the thread
 * that opened this, which then writes what it has. A second INT or TERM ends the process at once. A second HUP does nothing: a
 * terminal that closes sends several, the shell one and the system another.
 *
 * <p>Signals that were ignored when the process began stay so, as HUP under nohup: the JVM sees to it.
 *
 * <p>A shutdown hook would not do: once one runs, AWT can no longer be started, and the pictures would be lost. {@code
 * sun.misc.Signal} is in jdk.unsupported, kept in every JDK until there is a public way (JEP 260);
 * javac warns of it, and has no flag not to.
 */
final class Interruption implements AutoCloseable {

    private final Thread worker = Thread.currentThread();

    /** Put back what INT and TERM did before, and HUP. */
    private final List<Runnable> onceInterrupted = new ArrayList<>();

    private final List<Runnable> whenClosed = new ArrayList<>();
    private boolean interrupted;

    Interruption() {
        handle("INT", onceInterrupted);
        handle("TERM", onceInterrupted);
        handle("HUP", whenClosed);
    }

    private void handle(String name, List<Runnable> restored) {
        try {
            Signal signal = new Signal(name);
            SignalHandler before = Signal.handle(signal, received -> interrupt());
            restored.add(() -> Signal.handle(signal, before));
        } catch (IllegalArgumentException e) {
            // The JVM was told to leave signals alone (-Xrs): then they end it at once, as asked for. Or the system has
            // none.
        }
    }

    private synchronized void interrupt() {
        restore(onceInterrupted);
        if (!interrupted) {
            interrupted = true;
            worker.interrupt();
        }
    }

    private static void restore(List<Runnable> restorations) {
        restorations.forEach(Runnable::run);
        restorations.clear();
    }

    @Override
    public synchronized void close() {
        restore(onceInterrupted);
        restore(whenClosed);
    }
}
