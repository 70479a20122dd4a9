package dev.lbp.internal.kernel;

import org.jspecify.annotations.Nullable;

/**
 * A kernel that computes a row block by block. Three loops run on a block while it is in the first-level cache:
 * log-ratios, weights, sum. So a row passes through memory once, and each loop is simple and fast. Every implementation
 * of the loops adds in the order of {@link LaneSum}.
 */
public abstract class BlockwiseKernel implements FlipWeightKernel {

    /**
     * {@inheritDoc}
     *
     * <p>It goes block by block. If {@code states} is null, the gradients are log-ratios already. Else the log-ratios
     * of a block are written where its weights will be.
     */
    @Override
    public final double row(
            Form form,
            double @Nullable [] states,
            double[] gradients,
            int from,
            int n,
            double shift,
            double[] weights) {
        double sum = 0.0;
        for (int at = from; at < from + n; at += LaneSum.BLOCK) {
            int length = Math.min(LaneSum.BLOCK, from + n - at);
            if (states == null) {
                weights(form, gradients, at, length, shift, weights, at);
            } else {
                logRatios(states, gradients, at, length, weights, at);
                weights(form, weights, at, length, shift, weights, at);
            }
            sum += sum(weights, at, length);
        }
        return sum;
    }

    /**
     * {@inheritDoc}
     *
     * <p>It goes block by block. If {@code states} is null, the gradients are log-ratios already.
     */
    @Override
    public final double row(
            Form form, float @Nullable [] states, float[] gradients, int from, int n, float shift, float[] weights) {
        double sum = 0.0;
        for (int at = from; at < from + n; at += LaneSum.BLOCK) {
            int length = Math.min(LaneSum.BLOCK, from + n - at);
            if (states == null) {
                weights(form, gradients, at, length, shift, weights, at);
            } else {
                logRatios(states, gradients, at, length, weights, at);
                weights(form, weights, at, length, shift, weights, at);
            }
            sum += sum(weights, at, length);
        }
        return sum;
    }

    /** Computes {@code logRatios[to + k] = (1 - 2 states[from + k]) * gradients[from + k]} for k below n. */
    protected abstract void logRatios(double[] states, double[] gradients, int from, int n, double[] logRatios, int to);

    /** Computes {@code logRatios[to + k] = (1 - 2 states[from + k]) * gradients[from + k]} in single precision. */
    protected abstract void logRatios(float[] states, float[] gradients, int from, int n, float[] logRatios, int to);

    /** {@link #weights} in single precision. */
    protected abstract void weights(
            Form form, float[] logRatios, int from, int n, float shift, float[] weights, int to);

    /** The sum of a block, in the order of {@link LaneSum}. */
    protected abstract double sum(double[] values, int from, int n);

    /** The sum of a block, in the order of {@link LaneSum}. */
    protected abstract double sum(float[] values, int from, int n);
}
