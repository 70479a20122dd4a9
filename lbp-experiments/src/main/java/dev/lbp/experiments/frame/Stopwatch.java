package dev.lbp.experiments.frame;

import com.sun.management.OperatingSystemMXBean;
import dev.lbp.experiments.report.Row;
import java.lang.management.ManagementFactory;

/**
 * Measures the time since its creation: wall-clock time, and processor time of this process, because other programs
 * disturb processor time less.
 */
public final class Stopwatch {

    private final long began = System.nanoTime();
    private final double cpu = ofProcess();

    /** Wall-clock seconds since the creation. */
    public double seconds() {
        return 1e-9 * (System.nanoTime() - began);
    }

    /** Processor seconds of this process since the creation. */
    public double cpuSeconds() {
        return ofProcess() - cpu;
    }

    /** The row with both times, in the columns "cpu_seconds" and "seconds". */
    public Row addTo(Row row) {
        return row.with("cpu_seconds", cpuSeconds()).with("seconds", seconds());
    }

    /** Processor seconds of this process so far. */
    public static double ofProcess() {
        return 1e-9 * ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Processor seconds of the calling thread so far. */
    public static double ofThread() {
        return 1e-9 * ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
