package dev.lbp.internal.kernel.nd4j;

import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.nativeblas.NativeOps;
import org.nd4j.nativeblas.NativeOpsHolder;

/**
 * The number of OpenMP threads for the ND4J operations of a batch: one if the batch is small.
 *
 * <p>ND4J divides an operation on more than about 1,000 numbers between OpenMP threads, and they spin while they wait for each
 * other. If another process has one of the cores, the wait takes milliseconds, an operation on a small batch microseconds.
 *
 * <p>OpenMP keeps the number of threads per calling thread, so {@link #run} changes nothing for other threads. Values are the same
 * bit for bit: the parts of a divided operation do not depend on this number, only who computes them. Matrix products have the
 * threads of BLAS, which stay as they are.
 */
public final class NativeThreads {

    /** Batches with fewer numbers are small. 100 chains of 784 sites are small: one thread is as fast there on an idle machine. */
    static final long SMALL = 1 << 17;

    private final @Nullable NativeOps one;

    private NativeThreads(@Nullable NativeOps one) {
        this.one = one;
    }

    /**
     * The number of threads for a batch. If the environment has {@code OMP_NUM_THREADS}, the user's number stays.
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

    /** Runs a task whose ND4J operations have this number of threads. The calling thread's own number is then set again. */
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
