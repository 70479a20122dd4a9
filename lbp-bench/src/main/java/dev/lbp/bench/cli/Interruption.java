package dev.lbp.bench.cli;

import java.util.ArrayList;
import java.util.List;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * While open, turns the first Ctrl-C, or a polite kill, into an interruption of the thread that opened this, which then writes
 * what it has. The second one ends the process at once.
 *
 * <p>A shutdown hook would not do: once one runs, AWT can no longer be started, and the pictures would be lost. {@code
 * sun.misc.Signal} is in jdk.unsupported, kept in every JDK until there is a public way (JEP 260);
 * javac warns of it, and has no flag not to.
 */
final class Interruption implements AutoCloseable {

    private static final List<String> SIGNALS = List.of("INT", "TERM");

    private final Thread worker = Thread.currentThread();
    private final List<Runnable> restorations = new ArrayList<>();

    Interruption() {
        for (String name : SIGNALS) {
            Signal signal = new Signal(name);
            try {
                SignalHandler before = Signal.handle(signal, received -> interrupt());
                restorations.add(() -> Signal.handle(signal, before));
            } catch (IllegalArgumentException e) {
                // The JVM was told to leave signals alone (-Xrs): then they end it at once, as asked for.
            }
        }
    }

    private void interrupt() {
        restore();
        worker.interrupt();
    }

    private synchronized void restore() {
        restorations.forEach(Runnable::run);
        restorations.clear();
    }

    @Override
    public void close() {
        restore();
    }
}
