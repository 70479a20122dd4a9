package dev.lbp.internal.kernel.nd4j;

import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.nativeblas.NativeOps;
import org.nd4j.nativeblas.NativeOpsHolder;

/**
 * The number of OpenMP threads for the ND4J operations of a batch: one if the batch is small.
 *
 * <p>ND4J divides an operation on more than about 1,000 numbers between OpenMP threads, which spin while they wait for
 * each other. If another process uses one of the cores, the wait takes milliseconds, while an operation on a small
 * batch takes microseconds.
 *
 * <p>OpenMP has a number of threads for each calling thread, so {@link #run} changes nothing for other threads. Values
 * are the same bit for bit: the number of threads changes which thread computes a part of an operation, but not the
 * parts. Matrix products use the threads of BLAS, which are not changed.
 */
public final class NativeThreads {

    /**
     * Batches with fewer numbers are small, such as 100 chains of 784 sites: for them one thread is as fast, even on an
     * idle machine.
     */
    static final long SMALL = 1 << 17;

    /** ND4J's native calls, by which the number of threads is set to one; null if it is not changed. */
    private final @Nullable NativeOps oneThread;

    private NativeThreads(@Nullable NativeOps oneThread) {
        this.oneThread = oneThread;
    }

    /**
     * The number of threads for a batch. If the environment has {@code OMP_NUM_THREADS}, that number is used.
     *
     * @param numbers how many numbers the batch has, chains times sites
     */
    public static NativeThreads of(long numbers) {
        return of(numbers, System.getenv("OMP_NUM_THREADS"));
    }

    /** One thread for a small batch, unless the user has set a number in OMP_NUM_THREADS. */
    static NativeThreads of(long numbers, @Nullable String userSetting) {
        boolean one = numbers < SMALL && (userSetting == null || userSetting.isBlank());
        // On a GPU, setOmpNumThreads() limits the threads of a kernel.
        boolean held = one && Nd4j.getEnvironment().isCPU();
        return new NativeThreads(held ? NativeOpsHolder.getInstance().getDeviceNativeOps() : null);
    }

    /**
     * Runs a task with this number of threads for its ND4J operations. Then restores the calling thread's own number.
     */
    public void run(Runnable task) {
        if (oneThread == null) {
            task.run();
            return;
        }
        int before = oneThread.ompGetMaxThreads();
        oneThread.setOmpNumThreads(1);
        try {
            task.run();
        } finally {
            oneThread.setOmpNumThreads(before);
        }
    }
}
