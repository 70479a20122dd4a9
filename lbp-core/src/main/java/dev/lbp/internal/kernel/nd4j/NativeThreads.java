package dev.lbp.internal.kernel.nd4j;

import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.nativeblas.NativeOps;
import org.nd4j.nativeblas.NativeOpsHolder;

/**
 * The number of OpenMP threads for the ND4J operations of a batch: one if the batch is small.
 *
 * <p>ND4J divides an operation on more than about 1,000 numbers between OpenMP threads, and they spin while they wait
 * for each other. If another process uses one of the cores, the wait takes milliseconds, but an operation on a small
 * batch takes microseconds.
 *
 * <p>OpenMP has one number of threads per calling thread, so {@link #run} changes nothing for other threads. Values are
 * the same bit for bit: the number of threads decides which thread computes a part of an operation, but not how the
 * operation is divided. Matrix products use the threads of BLAS, which stay unchanged.
 */
public final class NativeThreads {

    /**
     * Batches with fewer numbers are small, such as 100 chains of 784 sites: one thread is as fast there on an idle
     * machine.
     */
    static final long SMALL = 1 << 17;

    private final @Nullable NativeOps one;

    private NativeThreads(@Nullable NativeOps one) {
        this.one = one;
    }

    /**
     * The number of threads for a batch. If the environment has {@code OMP_NUM_THREADS}, that number is used.
     *
     * @param numbers the numbers in the batch, chains times sites
     */
    public static NativeThreads of(long numbers) {
        return of(numbers, System.getenv("OMP_NUM_THREADS"));
    }

    static NativeThreads of(long numbers, @Nullable String chosen) {
        boolean one = numbers < SMALL && (chosen == null || chosen.isBlank());
        // On a GPU the same method limits the threads of a kernel.
        boolean held = one && Nd4j.getEnvironment().isCPU();
        return new NativeThreads(held ? NativeOpsHolder.getInstance().getDeviceNativeOps() : null);
    }

    /**
     * Runs a task with this number of threads for its ND4J operations. Then restores the calling thread's own number.
     */
    public void run(Runnable task) {
        if (one == null) {
            task.run();
            return;
        }
        int own = one.ompGetMaxThreads();
        one.setOmpNumThreads(1);
        try {
            task.run();
        } finally {
            one.setOmpNumThreads(own);
        }
    }
}
