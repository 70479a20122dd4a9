package dev.lbp.internal.kernel;

import org.jspecify.annotations.Nullable;

/** A kernel of plain loops over {@link Exp} and {@link FloatExp}. */
public final class ScalarFlipWeights extends BlockwiseKernel {

    @Override
    public String name() {
        return "scalar";
    }

    /**
     * Computes the weights of n log-ratios d: {@code e = exp(slope d - shift)}, with its argument held between two
     * bounds; for {@code BARKER} {@code e / (1 + e)}. Bounded forms have no shift.
     */
    @Override
    public void weights(Form form, double[] logRatios, int from, int n, double shift, double[] weights, int to) {
        double slope = form == Form.SQRT ? 0.5 : 1.0;
        double offset = form.bounded() ? 0.0 : shift;
        double lowest = form == Form.MAX ? Math.max(-offset, LEAST_LOG_WEIGHT) : LEAST_LOG_WEIGHT;
        double highest = form == Form.MIN ? 0.0 : Math.min(LARGEST_LOG_WEIGHT - offset, -LEAST_LOG_WEIGHT);
        for (int k = 0; k < n; k++) {
            double d = logRatios[from + k];
            double x = slope * d - offset;
            double least = d == Double.NEGATIVE_INFINITY ? Exp.VANISHING : lowest; // an impossible flip gets weight 0
            weights[to + k] = Exp.inRange(x < lowest ? least : x > highest ? highest : x);
        }
        if (form == Form.BARKER) {
            for (int k = to; k < to + n; k++) {
                weights[k] = weights[k] / (1.0 + weights[k]);
            }
        }
    }

    /** The largest log-ratio, of states and gradients or given as such. */
    @Override
    public double largest(double @Nullable [] states, double[] gradients, int from, int n) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = from; k < from + n; k++) {
            double d = states == null ? gradients[k] : (1.0 - 2.0 * states[k]) * gradients[k];
            largest = d > largest ? d : largest;
        }
        return largest + 0.0; // -0.0 and 0.0 are equal: the result must not depend on their order
    }

    @Override
    public void logRatios(double[] states, double[] gradients, int from, int n, double[] logRatios, int to) {
        for (int k = 0; k < n; k++) { // a flip changes x by 1 - 2x; times the slope, to first order
            logRatios[to + k] = (1.0 - 2.0 * states[from + k]) * gradients[from + k];
        }
    }

    @Override
    protected double sum(double[] values, int from, int n) {
        return LaneSum.of(values, from, n);
    }

    /**
     * Computes the weights of n log-ratios d: {@code e = exp(slope d - shift)}, with its argument held between two
     * bounds; for {@code BARKER} {@code e / (1 + e)}. Bounded forms have no shift.
     */
    @Override
    public void weights(Form form, float[] logRatios, int from, int n, float shift, float[] weights, int to) {
        float slope = form == Form.SQRT ? 0.5f : 1.0f;
        float offset = form.bounded() ? 0.0f : shift;
        float lowest = form == Form.MAX ? Math.max(-offset, LEAST_FLOAT_LOG_WEIGHT) : LEAST_FLOAT_LOG_WEIGHT;
        float highest =
                form == Form.MIN ? 0.0f : Math.min((float) LARGEST_LOG_WEIGHT - offset, -LEAST_FLOAT_LOG_WEIGHT);
        for (int k = 0; k < n; k++) {
            float d = logRatios[from + k];
            float x = slope * d - offset;
            float least = d == Float.NEGATIVE_INFINITY ? FloatExp.VANISHING : lowest; // an impossible flip: weight 0
            weights[to + k] = FloatExp.inRange(x < lowest ? least : x > highest ? highest : x);
        }
        if (form == Form.BARKER) {
            for (int k = to; k < to + n; k++) {
                weights[k] = weights[k] / (1.0f + weights[k]);
            }
        }
    }

    /** The largest log-ratio, of states and gradients or given as such. */
    @Override
    public float largest(float @Nullable [] states, float[] gradients, int from, int n) {
        float largest = Float.NEGATIVE_INFINITY;
        for (int k = from; k < from + n; k++) {
            float d = states == null ? gradients[k] : (1.0f - 2.0f * states[k]) * gradients[k];
            largest = d > largest ? d : largest;
        }
        return largest + 0.0f; // -0.0 and 0.0 are equal: the result must not depend on their order
    }

    @Override
    public void logRatios(float[] states, float[] gradients, int from, int n, float[] logRatios, int to) {
        for (int k = 0; k < n; k++) { // a flip changes x by 1 - 2x; times the slope, to first order
            logRatios[to + k] = (1.0f - 2.0f * states[from + k]) * gradients[from + k];
        }
    }

    @Override
    protected double sum(float[] values, int from, int n) {
        return LaneSum.of(values, from, n);
    }
}
