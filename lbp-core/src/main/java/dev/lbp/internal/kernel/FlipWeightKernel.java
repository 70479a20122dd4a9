package dev.lbp.internal.kernel;

import org.jspecify.annotations.Nullable;

/**
 * A kernel that computes the flip weights of many sites at once, {@code exp(log g(t) - shift)} from log-ratios d = log
 * t. {@link ScalarFlipWeights} uses plain loops, and {@code dev.lbp.internal.kernel.vector.VectorFlipWeights} the JDK's
 * vector module. Both evaluate the polynomial of {@link Exp} in the same order and agree bit for bit. {@code
 * dev.lbp.internal.kernel.nd4j.Nd4jFlipWeights} uses ND4J's operations and agrees with them to the rounding of an
 * exponential. {@link FlipWeightKernels} chooses one.
 *
 * <p>{@link #weights} is for a few log-ratios of a state, {@link #row} for all sites of one chain, in double or in
 * single precision. For first-order ratios, {@code d = (1 - 2x) * gradient}, a row takes state and gradient. For known
 * log-ratios it takes them in place of the gradient, and null as state.
 *
 * <p>An impossible flip, with log-ratio -Infinity, has weight 0, and NaN has weight NaN. Every other flip has a
 * positive, finite weight: log g(t) is bounded by 40 from above, and {@code log g(t) - shift} by -600 from below, in
 * single precision by -80. A weight of 0 would forbid the flip and also its reverse, because a path that cannot be
 * undone is never accepted. A weight above e^40 would have almost the same effect: a move to y is accepted with
 * probability at most about W(x) / W(y), so a chain would avoid states beside a steep ascent. A bounded weight is
 * called held. It depends only on log-ratio and shift, so proposals with held weights are exact.
 *
 * <p>Serves any number of threads; no result depends on earlier calls.
 */
public interface FlipWeightKernel {

    /** Upper bound of log g, in both precisions. */
    double LARGEST_LOG_WEIGHT = 40.0;

    /**
     * Lower bound of log g minus the shift. Shares in a sum of 2^31 weights of e^40 are then above e^-662, and the
     * smallest normal double is e^-708.4.
     */
    double LEAST_LOG_WEIGHT = -600.0;

    /** Lower bound of log g minus the shift in single precision, whose smallest normal number is e^-87.3. */
    float LEAST_FLOAT_LOG_WEIGHT = -80.0f;

    /** A log-weight without a shift, clamped to [-600, 40]; NaN for NaN. */
    static double held(double logWeight) {
        return logWeight < LEAST_LOG_WEIGHT
                ? LEAST_LOG_WEIGHT
                : logWeight > LARGEST_LOG_WEIGHT ? LARGEST_LOG_WEIGHT : logWeight;
    }

    /** A log-weight without a shift in single precision, clamped to [-80, 40]; NaN for NaN. */
    static float held(float logWeight) {
        return logWeight < LEAST_FLOAT_LOG_WEIGHT
                ? LEAST_FLOAT_LOG_WEIGHT
                : logWeight > (float) LARGEST_LOG_WEIGHT ? (float) LARGEST_LOG_WEIGHT : logWeight;
    }

    /** The weight functions that kernels compute, by log g. */
    enum Form {
        /** The weight sqrt(t), whose log g is d / 2 for a log-ratio d. */
        SQRT,
        /** The weight t / (t + 1), whose log g is min(d, 0) - log(1 + e^-|d|). */
        BARKER,
        /** The weight min(1, t), whose log g is min(d, 0). */
        MIN,
        /** The weight max(1, t), whose log g is max(d, 0); an impossible flip still has weight 0. */
        MAX;

        /** Whether weights are at most 1; then they are computed without a shift. */
        public boolean bounded() {
            return this == BARKER || this == MIN;
        }

        /**
         * The shift of a row: its largest log-weight, held at 40, so that its largest weight is 1; 0 for a bounded
         * form, or if every flip is impossible.
         *
         * @param largestRatio the largest log-ratio of the row, from {@link FlipWeightKernel#largest}
         */
        public double shift(double largestRatio) {
            if (bounded() || largestRatio == Double.NEGATIVE_INFINITY) {
                return 0.0;
            }
            double largest = this == SQRT ? 0.5 * largestRatio : Math.max(largestRatio, 0.0);
            return Math.min(largest, LARGEST_LOG_WEIGHT);
        }
    }

    /** The name for summaries. */
    String name();

    /**
     * The name of the arithmetic. Kernels with the same arithmetic agree bit for bit, so that one can continue a run of
     * the other.
     */
    default String arithmetic() {
        return "scalar or vector";
    }

    /**
     * Computes the weights of n log-ratios: {@code weights[to + k]} from {@code logRatios[from + k]}, for k below n.
     * Both may be the same array if {@code from == to}.
     *
     * @param shift about the largest log-weight and at most 40; ignored for a bounded form
     */
    void weights(Form form, double[] logRatios, int from, int n, double shift, double[] weights, int to);

    /**
     * Computes the weights of a row of n sites, and their sum: {@code weights[k]} from {@code states[k]} and {@code
     * gradients[k]}, for k from {@code from} to {@code from + n - 1}. The weights may overwrite the gradients.
     *
     * @param states 0 or 1 each; null if the gradients are log-ratios
     * @param shift about the largest log-weight and at most 40; ignored for a bounded form
     * @return the sum of the weights as they were written, with a relative error below 1.2e-13 for up to 10^6 sites;
     *     NaN if any is NaN
     */
    double row(
            Form form, double @Nullable [] states, double[] gradients, int from, int n, double shift, double[] weights);

    /** Computes the weights of a row in single precision, and their sum in double precision. */
    double row(Form form, float @Nullable [] states, float[] gradients, int from, int n, float shift, float[] weights);

    /**
     * The largest log-ratio of a row; -Infinity if n is 0. NaN is ignored.
     *
     * @param states 0 or 1 each; null if the gradients are log-ratios
     */
    double largest(double @Nullable [] states, double[] gradients, int from, int n);

    /** The largest log-ratio of a row in single precision; -Infinity if n is 0. NaN is ignored. */
    float largest(float @Nullable [] states, float[] gradients, int from, int n);
}
