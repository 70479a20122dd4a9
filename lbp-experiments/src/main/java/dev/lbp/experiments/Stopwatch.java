package dev.lbp.experiments;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The time since it was made: by the clock, and the processor time of this process, which other work of the machine
 * changes less.
 */
final class Stopwatch {

    private final long began = System.nanoTime();
    private final double cpu = ofProcess();

    double seconds() {
        return 1e-9 * (System.nanoTime() - began);
    }

    double cpuSeconds() {
        return ofProcess() - cpu;
    }

    /** The row with both, in the columns "cpu_seconds" and "seconds". */
    Row addTo(Row row) {
        return row.with("cpu_seconds", cpuSeconds()).with("seconds", seconds());
    }

    /** Processor seconds of this process so far. */
    static double ofProcess() {
        return 1e-9 * ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Processor seconds of the calling thread so far. */
    static double ofThread() {
        return 1e-9 * ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
