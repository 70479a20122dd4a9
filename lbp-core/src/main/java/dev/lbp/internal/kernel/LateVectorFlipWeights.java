package dev.lbp.internal.kernel;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The scalar kernel for the first weights of a process, then the vector kernel, which gives the same bits. Before the
 * JIT has compiled it, a vector kernel is slower by a factor of hundreds, and the compilation takes as long as {@link
 * #ENOUGH} weights without it. A short job would never earn that back; a long job loses at most as much again. The
 * scalar kernel keeps short rows, for which it is no slower.
 */
final class LateVectorFlipWeights implements FlipWeightKernel {

    /**
     * Measured on x86-64 with AVX-512: the vector kernel costs 0.55 s of CPU time before it is fast, and saves 9 ns per
     * weight in rows of at least 20.
     */
    static final long ENOUGH = 60_000_000;

    /** Shorter rows stay with the scalar kernel: the widest vectors have 8 lanes of doubles. */
    private static final int SHORT = 8;

    private final FlipWeightKernel scalar = new ScalarFlipWeights();
    private final Supplier<FlipWeightKernel> load;
    private final long enough;

    /**
     * The number of weights that the scalar kernel has computed. Threads race to add to it: a lost addition only delays
     * the switch to the vector kernel.
     */
    private long computed;

    private volatile @Nullable FlipWeightKernel vector;

    /**
     * @param load makes the vector kernel; several threads may call it
     * @param enough the number of weights after which the vector kernel takes over
     */
    LateVectorFlipWeights(Supplier<FlipWeightKernel> load, long enough) {
        this.load = load;
        this.enough = enough;
    }

    /** The kernel for a row of n sites. */
    private FlipWeightKernel kernelFor(int n) {
        if (n < SHORT) { // does not fill the widest vectors
            return scalar;
        }
        FlipWeightKernel loaded = vector;
        if (loaded != null) {
            return loaded;
        }
        computed += n;
        if (computed >= enough) {
            vector = load.get();
        }
        return scalar;
    }

    /**
     * A name that does not depend on the kernel in use, since runs with the same result must have the same description.
     */
    @Override
    public String name() {
        return "scalar, then vector";
    }

    @Override
    public void weights(Form form, double[] logRatios, int from, int n, double shift, double[] weights, int to) {
        kernelFor(n).weights(form, logRatios, from, n, shift, weights, to);
    }

    /** Passes the row to the kernel that is now used for rows of its length. */
    @Override
    public double row(
            Form form,
            double @Nullable [] states,
            double[] gradients,
            int from,
            int n,
            double shift,
            double[] weights) {
        return kernelFor(n).row(form, states, gradients, from, n, shift, weights);
    }

    @Override
    public double row(
            Form form, float @Nullable [] states, float[] gradients, int from, int n, float shift, float[] weights) {
        return kernelFor(n).row(form, states, gradients, from, n, shift, weights);
    }

    @Override
    public double largest(double @Nullable [] states, double[] gradients, int from, int n) {
        return kernelFor(n).largest(states, gradients, from, n);
    }

    @Override
    public float largest(float @Nullable [] states, float[] gradients, int from, int n) {
        return kernelFor(n).largest(states, gradients, from, n);
    }
}
