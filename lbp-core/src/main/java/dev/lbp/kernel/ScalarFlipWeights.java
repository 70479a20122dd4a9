package dev.lbp.kernel;

import org.jspecify.annotations.Nullable;

/** Plain loops over {@link Exp} and {@link FloatExp}. */
public final class ScalarFlipWeights extends BlockwiseKernel {

    @Override
    public String name() {
        return "scalar";
    }

    @Override
    public void weights(Form form, double[] logRatios, int from, int n, double shift, double[] weights, int to) {
        switch (form) {
            case SQRT -> {
                for (int k = 0; k < n; k++) {
                    weights[to + k] = Exp.exp(0.5 * logRatios[from + k] - shift);
                }
            }
            case BARKER -> {
                for (int k = 0; k < n; k++) {
                    double t = Exp.exp(logRatios[from + k]);
                    weights[to + k] = t / (1.0 + t);
                }
            }
            case MIN -> {
                for (int k = 0; k < n; k++) {
                    weights[to + k] = Exp.exp(Math.min(logRatios[from + k], 0.0));
                }
            }
            case MAX -> {
                for (int k = 0; k < n; k++) {
                    double d = logRatios[from + k];
                    weights[to + k] = d == Double.NEGATIVE_INFINITY ? 0.0 : Exp.exp(Math.max(d, 0.0) - shift);
                }
            }
        }
    }

    @Override
    public double largest(double @Nullable [] states, double[] gradients, int from, int n) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = from; k < from + n; k++) {
            double d = states == null ? gradients[k] : (1.0 - 2.0 * states[k]) * gradients[k];
            largest = d > largest ? d : largest;
        }
        return largest + 0.0; // -0.0 and 0.0 are equal, so which of them comes first must not show
    }

    @Override
    public void logRatios(double[] states, double[] gradients, int from, int n, double[] logRatios, int to) {
        for (int k = 0; k < n; k++) {
            logRatios[to + k] = (1.0 - 2.0 * states[from + k]) * gradients[from + k];
        }
    }

    @Override
    protected double sum(double[] values, int from, int n) {
        return LaneSum.of(values, from, n);
    }

    @Override
    public void weights(Form form, float[] logRatios, int from, int n, float shift, float[] weights, int to) {
        switch (form) {
            case SQRT -> {
                for (int k = 0; k < n; k++) {
                    weights[to + k] = FloatExp.exp(0.5f * logRatios[from + k] - shift);
                }
            }
            case BARKER -> {
                for (int k = 0; k < n; k++) {
                    float t = FloatExp.exp(logRatios[from + k]);
                    weights[to + k] = t / (1.0f + t);
                }
            }
            case MIN -> {
                for (int k = 0; k < n; k++) {
                    weights[to + k] = FloatExp.exp(Math.min(logRatios[from + k], 0.0f));
                }
            }
            case MAX -> {
                for (int k = 0; k < n; k++) {
                    float d = logRatios[from + k];
                    weights[to + k] = d == Float.NEGATIVE_INFINITY ? 0.0f : FloatExp.exp(Math.max(d, 0.0f) - shift);
                }
            }
        }
    }

    @Override
    public float largest(float @Nullable [] states, float[] gradients, int from, int n) {
        float largest = Float.NEGATIVE_INFINITY;
        for (int k = from; k < from + n; k++) {
            float d = states == null ? gradients[k] : (1.0f - 2.0f * states[k]) * gradients[k];
            largest = d > largest ? d : largest;
        }
        return largest + 0.0f; // -0.0 and 0.0 are equal, so which of them comes first must not show
    }

    @Override
    public void logRatios(float[] states, float[] gradients, int from, int n, float[] logRatios, int to) {
        for (int k = 0; k < n; k++) {
            logRatios[to + k] = (1.0f - 2.0f * states[from + k]) * gradients[from + k];
        }
    }

    @Override
    protected double sum(float[] values, int from, int n) {
        return LaneSum.of(values, from, n);
    }
}
