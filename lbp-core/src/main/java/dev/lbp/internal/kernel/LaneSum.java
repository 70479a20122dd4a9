package dev.lbp.internal.kernel;

import java.util.Arrays;

/**
 * A sum of weights in an order that does not depend on the width of a machine's vectors, so that every width gives the
 * same bits. Element k of a block is added to lane {@code k mod 32}, the second half of the lanes to the first until
 * one is left, and the sums of blocks in turn. All additions are in double precision. For N non-negative weights the
 * relative error is below {@code (38 + N / 1024) 2^-53}: 32 additions per lane, 5 folds, and one addition per block.
 */
public final class LaneSum {

    /** The number of lanes: four vectors of the widest machines, so that their additions do not wait for each other. */
    public static final int LANES = 32;

    /**
     * The number of elements of a block: they stay in the first-level cache from the computation of weights to their
     * sum.
     */
    public static final int BLOCK = 1024;

    /** One array per thread: a new one for each of the hundred rows of a step would be too much garbage. */
    private static final ThreadLocal<double[]> OF_THREAD = ThreadLocal.withInitial(() -> new double[LANES]);

    private LaneSum() {}

    /** The calling thread's lanes, all 0. The next call in this thread clears and returns the same array. */
    public static double[] lanes() {
        double[] lanes = OF_THREAD.get();
        Arrays.fill(lanes, 0.0);
        return lanes;
    }

    /** The sum of n values. */
    public static double of(double[] values, int from, int n) {
        double sum = 0.0;
        for (int k = 0; k < n; k += BLOCK) {
            sum += block(values, from + k, Math.min(BLOCK, n - k));
        }
        return sum;
    }

    /** The sum of n values from index {@code from}: first in lanes, then of the lanes. */
    private static double block(double[] values, int from, int n) {
        double[] lanes = lanes();
        for (int k = 0; k < n; k++) {
            lanes[k % LANES] += values[from + k];
        }
        return fold(lanes);
    }

    /** The sum of n values. */
    public static double of(float[] values, int from, int n) {
        double sum = 0.0;
        for (int k = 0; k < n; k += BLOCK) {
            sum += block(values, from + k, Math.min(BLOCK, n - k));
        }
        return sum;
    }

    /** The sum of n values from index {@code from}: first in lanes, then of the lanes. */
    private static double block(float[] values, int from, int n) {
        double[] lanes = lanes();
        for (int k = 0; k < n; k++) {
            lanes[k % LANES] += values[from + k];
        }
        return fold(lanes);
    }

    /**
     * The sum of the first {@code count} values in another order: four sums side by side, so that an addition need not
     * wait for the previous one.
     */
    static double ofFirst(double[] values, int count) {
        double s0 = 0.0;
        double s1 = 0.0;
        double s2 = 0.0;
        double s3 = 0.0;
        int k = 0;
        for (; k < count - 3; k += 4) {
            s0 += values[k];
            s1 += values[k + 1];
            s2 += values[k + 2];
            s3 += values[k + 3];
        }
        for (; k < count; k++) {
            s0 += values[k];
        }
        return (s0 + s1) + (s2 + s3);
    }

    /** The sum of all lanes, which it overwrites. */
    public static double fold(double[] lanes) {
        for (int half = LANES / 2; half > 0; half /= 2) {
            for (int i = 0; i < half; i++) {
                lanes[i] += lanes[i + half];
            }
        }
        return lanes[0];
    }
}
