package dev.lbp.learn;

import java.util.Arrays;

/**
 * By how much the mean of f is larger over held-out data than over held-out samples, by cross-validation in two halves.
 * The held-out states of one half choose the step of the training and the factor of the logit. The other half is scored
 * with this choice, and the reverse. If data and samples have one law the difference has the expectation 0, whatever
 * the classifier is. On the states that made the choice it would be above 0 in half of all fits or more.
 *
 * <p>For {@code f = log p/q} the difference is {@code KL(p || q) + KL(q || p)}. One thread.
 */
final class HeldOutDifference {

    private final Choice first = new Choice(0);
    private final Choice second = new Choice(1);

    /**
     * An estimate of the difference.
     *
     * @param mean in nats
     * @param error the standard error of the mean
     */
    record Estimate(double mean, double error) {

        /**
         * Whether the mean is more than two standard errors above 0. With one law for both this is true about once in a
         * hundred fits: if both halves choose the same step, their differences a and b in standard errors must be above
         * 0 and satisfy {@code 1 / a^2 + 1 / b^2 < 1}. Measured: see docs/how-to/learned-from-samples.md.
         */
        boolean isShown() {
            return mean > 2.0 * error;
        }
    }

    /**
     * Offers a step of the training to both halves.
     *
     * @param ofData outputs of the network at all held-out data, at least four, in an order that is the same in all
     *     calls
     * @param ofSamples at all held-out samples, at least four; the caller does not change the arrays afterwards
     */
    void look(double[] ofData, double[] ofSamples) {
        first.look(ofData, ofSamples);
        second.look(ofData, ofSamples);
    }

    /** The difference by both choices, each on the states of the other half. There was a look. */
    Estimate estimate() {
        double[] ofData = joined(first.scores(first.ofData), second.scores(second.ofData));
        double[] ofSamples = joined(first.scores(first.ofSamples), second.scores(second.ofSamples));
        return new Estimate(mean(ofData) - mean(ofSamples), Math.sqrt(squaredError(ofData) + squaredError(ofSamples)));
    }

    /** The states of half 0 or 1. */
    private static double[] half(double[] values, int half) {
        int middle = values.length / 2;
        return half == 0 ? Arrays.copyOf(values, middle) : Arrays.copyOfRange(values, middle, values.length);
    }

    private static double[] joined(double[] a, double[] b) {
        double[] joined = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, joined, a.length, b.length);
        return joined;
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).sum() / values.length;
    }

    private static double squaredError(double[] values) {
        double mean = mean(values);
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return squares / (values.length - 1.0) / values.length;
    }

    /** What one half of the states chooses. */
    private static final class Choice {

        private final int half;
        private double least = Double.POSITIVE_INFINITY;
        private double[] ofData = {};
        private double[] ofSamples = {};

        private Choice(int half) {
            this.half = half;
        }

        private void look(double[] atData, double[] atSamples) {
            double loss = DensityRatio.loss(half(atData, half), half(atSamples, half), 1.0);
            if (loss < least) {
                least = loss;
                ofData = atData;
                ofSamples = atSamples;
            }
        }

        /** f of the other half's states. */
        private double[] scores(double[] outputs) {
            double factor = DensityRatio.factor(half(ofData, half), half(ofSamples, half));
            return Arrays.stream(half(outputs, 1 - half)).map(f -> factor * f).toArray();
        }
    }
}
