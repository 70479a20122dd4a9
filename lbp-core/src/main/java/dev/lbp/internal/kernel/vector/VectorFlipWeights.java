package dev.lbp.internal.kernel.vector;

import dev.lbp.internal.kernel.BlockwiseKernel;
import dev.lbp.internal.kernel.ScalarFlipWeights;
import org.jspecify.annotations.Nullable;

/**
 * A kernel that uses SIMD, with the widest vectors of the machine. The scalar kernel computes the elements after the
 * last whole vector, with the same bits.
 */
public final class VectorFlipWeights extends BlockwiseKernel {

    /** Its initialisation needs the vector module, so without it this class fails to load and not later. */
    private static final String NAME = "vector of " + DoubleLanes.LANES;

    private final ScalarFlipWeights tail = new ScalarFlipWeights();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void weights(Form form, double[] logRatios, int from, int n, double shift, double[] weights, int to) {
        int body = DoubleLanes.body(n);
        DoubleLanes.weights(form, logRatios, from, body, shift, weights, to);
        if (body < n) {
            tail.weights(form, logRatios, from + body, n - body, shift, weights, to + body);
        }
    }

    /** The largest log-ratio of a row. */
    @Override
    public double largest(double @Nullable [] states, double[] gradients, int from, int n) {
        int body = DoubleLanes.body(n);
        double largest = DoubleLanes.largest(states, gradients, from, body);
        return Math.max(largest, tail.largest(states, gradients, from + body, n - body)) + 0.0; // -0.0 becomes 0.0
    }

    @Override
    protected void logRatios(double[] states, double[] gradients, int from, int n, double[] logRatios, int to) {
        int body = DoubleLanes.body(n);
        DoubleLanes.logRatios(states, gradients, from, body, logRatios, to);
        tail.logRatios(states, gradients, from + body, n - body, logRatios, to + body);
    }

    @Override
    protected double sum(double[] values, int from, int n) {
        return DoubleLanes.sum(values, from, n);
    }

    @Override
    protected void weights(Form form, float[] logRatios, int from, int n, float shift, float[] weights, int to) {
        int body = FloatLanes.body(n);
        FloatLanes.weights(form, logRatios, from, body, shift, weights, to);
        if (body < n) {
            tail.weights(form, logRatios, from + body, n - body, shift, weights, to + body);
        }
    }

    /** The largest log-ratio of a row in single precision. */
    @Override
    public float largest(float @Nullable [] states, float[] gradients, int from, int n) {
        int body = FloatLanes.body(n);
        float largest = FloatLanes.largest(states, gradients, from, body);
        return Math.max(largest, tail.largest(states, gradients, from + body, n - body)) + 0.0f; // -0.0f becomes 0.0f
    }

    @Override
    protected void logRatios(float[] states, float[] gradients, int from, int n, float[] logRatios, int to) {
        int body = FloatLanes.body(n);
        FloatLanes.logRatios(states, gradients, from, body, logRatios, to);
        tail.logRatios(states, gradients, from + body, n - body, logRatios, to + body);
    }

    @Override
    protected double sum(float[] values, int from, int n) {
        return FloatLanes.sum(values, from, n);
    }
}
