package dev.lbp.runtime.engine.step;

import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.model.PartFailure;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The weights of flips by a {@link WeightFunction}. If the function is one of this library's, a vector kernel computes
 * many weights at once; a user's function computes one by one.
 */
public final class FlipWeights {

    private static final Map<WeightFunction, Form> FORMS = Map.of(
            WeightFunction.SQRT, Form.SQRT,
            WeightFunction.BARKER, Form.BARKER,
            WeightFunction.MIN, Form.MIN,
            WeightFunction.MAX, Form.MAX);

    /** The number of log-ratios, from -40 to 40, in a {@link #fingerprint}. */
    private static final int GRID = 321;

    private static final double GRID_STEP = 0.25;

    /** {@link WeightFunction#isBalanced} checks log-ratios up to this size. */
    private static final double CHECKED_TO = 20.0;

    private final WeightFunction function;
    private final @Nullable Form form;

    /**
     * The largest size of a log-ratio at which no log-weight of a balanced function is clipped to the range of a
     * kernel.
     */
    private final double balancedTo;

    public FlipWeights(WeightFunction function) {
        this.function = function;
        this.form = FORMS.get(function); // null for a user's function, which no kernel computes
        this.balancedTo = form == null ? CHECKED_TO : balancedTo(form);
    }

    /**
     * The largest |log t| at which kernels do not clip log g, so that g is balanced there. log g is log t / 2, or
     * max(0, log t), or close to min(0, log t).
     */
    private static double balancedTo(Form form) {
        return switch (form) {
            case SQRT -> 2.0 * FlipWeightKernel.LARGEST_LOG_WEIGHT;
            case MAX -> FlipWeightKernel.LARGEST_LOG_WEIGHT;
            case BARKER, MIN -> -FlipWeightKernel.LEAST_LOG_WEIGHT;
        };
    }

    /** The function as kernels know it; null for a user's own function. */
    @Nullable public Form form() {
        return form;
    }

    /** Whether the function is balanced, see {@link WeightFunction#isBalanced}. */
    public boolean isBalanced() {
        try {
            return function.isBalanced();
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    /**
     * The log of {@code t g(1/t) / g(t)} for a balanced g, with log-weights clipped to the range of a kernel. 0 if both
     * log-weights are within the range.
     *
     * @param logRatio log t, finite
     */
    public double imbalance(double logRatio) {
        return Math.abs(logRatio) <= balancedTo
                ? 0.0
                : logRatio + clippedLogWeight(-logRatio) - clippedLogWeight(logRatio);
    }

    private double clippedLogWeight(double logRatio) {
        return FlipWeightKernel.held(logWeight(logRatio));
    }

    /** A checksum of values of the function. */
    public String fingerprint() {
        return Fingerprint.of(GRID, k -> logWeight(GRID_STEP * (k - GRID / 2)));
    }

    /** Returns log g(t) for log t. */
    public double logWeight(double logT) {
        try {
            return function.logWeight(logT);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    /**
     * Computes the weights of {@code n} consecutive log-ratios: {@code weights[k]} from {@code logRatios[from + k]} for
     * k = 0 .. n - 1, each in [e^-600, e^40]. A log-ratio of -Infinity has weight 0, NaN has NaN.
     */
    public void weights(double[] logRatios, int from, int n, double[] weights) {
        if (form != null) {
            FlipWeightKernels.chosen().weights(form, logRatios, from, n, 0.0, weights, 0);
            return;
        }
        for (int k = 0; k < n; k++) {
            weights[k] = weight(logRatios[from + k]);
        }
    }

    /**
     * The largest weight of {@code n} consecutive log-ratios, up to rounding; 0 if {@code n} is 0.
     *
     * @throws IllegalStateException if a log-ratio is +Infinity or NaN; a NaN may pass if its weight is NaN too
     */
    public double largest(double[] logRatios, int from, int n) {
        if (form != null) { // these functions rise, so the largest log-ratio has the largest weight
            return weight(LogRatios.checked(FlipWeightKernels.chosen().largest(null, logRatios, from, n)));
        }
        LogRatios.check(logRatios, from, n);
        double largest = 0.0;
        for (int k = from; k < from + n; k++) {
            largest = Math.max(largest, weight(logRatios[k]));
        }
        return largest;
    }

    /**
     * The failure of a weight function that returns NaN for at least one of {@code n} log-ratios.
     *
     * @param logRatios the first {@code n} elements are the log-ratios, none of them NaN
     */
    public PartFailure failure(double[] logRatios, int n) {
        int k = 0;
        while (k < n - 1 && !Double.isNaN(logWeight(logRatios[k]))) {
            k++;
        }
        String call = "logWeight(" + logRatios[k] + ")=" + logWeight(logRatios[k]);
        return failure(new IllegalStateException("must not be NaN: " + call));
    }

    private PartFailure failure(Throwable thrown) {
        return new PartFailure("weight function " + function, thrown);
    }

    private double weight(double logRatio) {
        return logRatio == Double.NEGATIVE_INFINITY ? 0.0 : Exp.exp(clippedLogWeight(logRatio));
    }
}
