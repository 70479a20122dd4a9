package dev.lbp.solve;

import dev.lbp.internal.bytes.Transcript;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashSet;
import java.util.Set;

/** The processor time of all searching threads. Zero if this JVM cannot measure it. */
final class ProcessorTime {

    private final ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    private final boolean supported = clock.isThreadCpuTimeSupported() && clock.isThreadCpuTimeEnabled();
    private final Set<Long> running = new HashSet<>();

    /** Nanoseconds of threads that have ended, and of earlier calls of a resumed search. */
    private long ended;

    /** Starts to count the calling thread, which must be a new one. */
    synchronized void begin() {
        running.add(Thread.currentThread().getId());
    }

    /** Stops counting the calling thread. */
    synchronized void end() {
        running.remove(Thread.currentThread().getId());
        ended += supported ? clock.getCurrentThreadCpuTime() : 0L;
    }

    /** The time of ended and running threads, in nanoseconds. */
    synchronized long nanos() {
        long sum = ended;
        for (long thread : running) {
            sum += supported ? Math.max(0L, clock.getThreadCpuTime(thread)) : 0L;
        }
        return sum;
    }

    /** Writes the time, or reads the time of earlier calls. */
    synchronized void transcribe(Transcript transcript) {
        long nanos = transcript.of(nanos());
        if (transcript.isReading()) {
            ended = nanos;
        }
    }
}
