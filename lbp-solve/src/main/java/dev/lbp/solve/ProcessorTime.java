package dev.lbp.solve;

import dev.lbp.internal.bytes.Transcript;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashSet;
import java.util.Set;

/** The processor time of the threads that search. Zero if this Java cannot measure it. */
final class ProcessorTime {

    private final ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    private final boolean supported = clock.isThreadCpuTimeSupported() && clock.isThreadCpuTimeEnabled();
    private final Set<Long> running = new HashSet<>();

    /** Of threads that have ended, and of earlier calls of a resumed search. */
    private long before;

    /** The calling thread begins to search. It must be a new thread. */
    synchronized void begin() {
        running.add(Thread.currentThread().getId());
    }

    /** The calling thread has searched. */
    synchronized void end() {
        running.remove(Thread.currentThread().getId());
        before += supported ? clock.getCurrentThreadCpuTime() : 0L;
    }

    synchronized long nanos() {
        long sum = before;
        for (long thread : running) {
            sum += supported ? Math.max(0L, clock.getThreadCpuTime(thread)) : 0L;
        }
        return sum;
    }

    /** Writes the time, or reads that of earlier calls. */
    synchronized void transcribe(Transcript transcript) {
        long nanos = transcript.of(nanos());
        if (transcript.isReading()) {
            before = nanos;
        }
    }
}
