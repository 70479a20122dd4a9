package dev.lbp.kernel;

/**
 * Flip weights of many sites at once, {@code exp(log g(t) - shift)} from log-ratios d = log t. {@link ScalarFlipWeights}, in
 * plain loops, and {@code dev.lbp.kernel.vector.VectorFlipWeights}, with the JDK's vector module, agree bit for bit: both
 * evaluate the polynomial of {@link Exp} in the same order. {@link FlipWeightKernels} picks one.
 *
 * <p>A log-ratio of -Infinity has weight 0, NaN has NaN. Stateless and good for any number of threads.
 */
public interface FlipWeightKernel {

    /** The weight functions that kernels know, by log g. */
    enum Form {
        /** sqrt(t): d / 2. */
        SQRT,
        /** t / (t + 1): min(d, 0) - log(1 + e^-|d|). */
        BARKER,
        /** min(1, t): min(d, 0). */
        MIN,
        /** max(1, t): max(d, 0); but an impossible flip has weight 0. */
        MAX;

        /** Whether weights are at most 1; they are computed without a shift then. */
        public boolean bounded() {
            return this == BARKER || this == MIN;
        }
    }

    /** The name that summaries give. */
    String name();

    /**
     * Weights of n log-ratios: {@code weights[to + k]} of {@code logRatios[from + k]}, k below n.
     *
     * @param shift about the largest log-weight, so that none overflows; ignored for a bounded form
     */
    void weights(Form form, double[] logRatios, int from, int n, double shift, double[] weights, int to);
}
