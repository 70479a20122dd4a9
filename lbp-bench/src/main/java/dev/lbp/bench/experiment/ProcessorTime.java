package dev.lbp.bench.experiment;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Processor time, which other work of the machine changes less than it changes time by the clock. */
final class ProcessorTime {

    private ProcessorTime() {}

    /** Processor seconds of all threads of this process so far. */
    static double ofProcess() {
        return 1e-9 * ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Processor seconds of the calling thread so far. */
    static double ofThread() {
        return 1e-9 * ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
