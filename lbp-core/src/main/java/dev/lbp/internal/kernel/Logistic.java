package dev.lbp.internal.kernel;

import dev.lbp.internal.kernel.FlipWeightKernel.Form;

/**
 * Logistic units: {@code p = sigmoid(a) = e^a / (1 + e^a)}, and {@code softplus(a) = log(1 + e^a)}, whose slope is the
 * sigmoid. The sigmoid is the flip weight t/(t+1) of the log-ratio a, so the kernel of this JVM computes it. It is at
 * least e^-600, in single precision e^-80. Since {@code 1 + e^-|a|} equals {@code 1 / max(p, 1 - p)}, the sum of {@code
 * softplus(a) = max(a, 0) + log(1 + e^-|a|)} costs one factor of a product per unit, and one logarithm per {@link
 * #FACTORS_PER_LOG} units.
 */
public final class Logistic {

    /** Number of factors in one product. Each is in [1/2, 1], so the product is at least 2^-512. */
    private static final int FACTORS_PER_LOG = 512;

    private Logistic() {}

    /**
     * Sigmoids of activations.
     *
     * @param activations finite
     * @param sigmoids receives the sigmoids; of the same length
     * @return {@code sum softplus(a)}, with an absolute error below 1e-15 of {@code sum (1 + |a|)}
     */
    public static double sigmoids(double[] activations, double[] sigmoids) {
        int n = activations.length;
        // null: the activations are the log-ratios themselves; 0.0: this form has no shift
        FlipWeightKernels.chosen().row(Form.BARKER, null, activations, 0, n, 0.0, sigmoids);
        double positive = 0.0;
        double logs = 0.0;
        for (int from = 0; from < n; from += FACTORS_PER_LOG) {
            int to = Math.min(n, from + FACTORS_PER_LOG);
            double product = 1.0;
            for (int j = from; j < to; j++) {
                positive += activations[j] + Math.abs(activations[j]); // 2 max(a, 0)
                product *= 0.5 + Math.abs(sigmoids[j] - 0.5); // max(p, 1 - p)
            }
            logs += Math.log(product);
        }
        return 0.5 * positive - logs;
    }

    /**
     * Sigmoids of activations in floats. Returns {@code sum softplus(a)}, as {@code max(a, 0) - log max(p, 1 -
     * p)}. The sum is a double, but its terms are rounded to single precision: its error is 1e-7, not 1e-15.
     */
    public static double sigmoids(float[] activations, float[] sigmoids) {
        int n = activations.length;
        // null: the activations are the log-ratios themselves; 0.0f: this form has no shift
        FlipWeightKernels.chosen().row(Form.BARKER, null, activations, 0, n, 0.0f, sigmoids);
        double positive = 0.0;
        double logs = 0.0;
        for (int from = 0; from < n; from += FACTORS_PER_LOG) {
            int to = Math.min(n, from + FACTORS_PER_LOG);
            double product = 1.0;
            for (int j = from; j < to; j++) {
                positive += activations[j] + Math.abs(activations[j]); // 2 max(a, 0)
                product *= 0.5f + Math.abs(sigmoids[j] - 0.5f); // max(p, 1 - p)
            }
            logs += Math.log(product);
        }
        return 0.5 * positive - logs;
    }

    /**
     * Sigmoids alone, of log-ratios that may be infinite.
     *
     * @param activations finite or -Infinity
     * @param n the number of activations, from the first
     * @param probabilities receives the sigmoids; may be the same array
     */
    public static void probabilities(double[] activations, int n, double[] probabilities) {
        // both arrays from index 0 on; 0.0: this form has no shift
        FlipWeightKernels.chosen().weights(Form.BARKER, activations, 0, n, 0.0, probabilities, 0);
    }

    /**
     * Sigmoids alone, for callers that draw units and need no softplus.
     *
     * @param activations finite
     * @param n the number of activations, from the first
     * @param probabilities receives the sigmoids; may be the same array
     */
    public static void probabilities(float[] activations, int n, float[] probabilities) {
        // null: the activations are the log-ratios themselves; 0.0f: this form has no shift
        FlipWeightKernels.chosen().row(Form.BARKER, null, activations, 0, n, 0.0f, probabilities);
    }
}
