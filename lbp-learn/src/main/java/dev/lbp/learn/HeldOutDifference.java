package dev.lbp.learn;

import java.util.Arrays;

/**
 * Estimates the mean of the log-ratio f of a {@link DensityRatio} over held-out data minus its mean over held-out
 * samples, by two-fold cross-validation. One half of the held-out states chooses the training step and the factor of
 * the logit, the other half is scored with this choice, and vice versa. So if data and samples have the same
 * distribution, the difference has the expectation 0 for any classifier. If the same states chose and were scored, the
 * difference would be positive in half of all fits or more.
 *
 * <p>For {@code f = log p/q} the difference is {@code KL(p || q) + KL(q || p)}. Not thread-safe.
 */
final class HeldOutDifference {

    private final Choice first = new Choice(0);
    private final Choice second = new Choice(1);

    /**
     * An estimate of the difference.
     *
     * @param mean the difference of the means, in nats
     * @param error the standard error of {@code mean}
     */
    record Estimate(double mean, double error) {

        /**
         * Whether the mean is more than two standard errors above 0. If data and samples have the same distribution,
         * this happens in about one of a hundred fits: if both halves choose the same step, their differences a and b,
         * in standard errors, must be positive with {@code 1 / a^2 + 1 / b^2 < 1}. The measurement is in
         * docs/results/figures.md.
         */
        boolean isShown() {
            return mean > 2.0 * error;
        }
    }

    /**
     * Offers the outputs after a training step to both halves. The arrays are kept, so the caller must not change them.
     *
     * @param ofData outputs of the network at all held-out data, at least four, in the same order in all calls
     * @param ofSamples outputs of the network at all held-out samples, at least four, in the same order in all calls
     */
    void offer(double[] ofData, double[] ofSamples) {
        first.offer(ofData, ofSamples);
        second.offer(ofData, ofSamples);
    }

    /**
     * The difference, where each half of the states is scored with the choice of the other half. Call {@link #offer}
     * first.
     */
    Estimate estimate() {
        double[] ofData = joined(first.scores(first.ofData), second.scores(second.ofData));
        double[] ofSamples = joined(first.scores(first.ofSamples), second.scores(second.ofSamples));
        return new Estimate(mean(ofData) - mean(ofSamples), Math.sqrt(squaredError(ofData) + squaredError(ofSamples)));
    }

    /** The outputs at the states of half 0 or 1. */
    private static double[] halfOf(double[] values, int half) {
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

    /** The squared standard error of the mean. */
    private static double squaredError(double[] values) {
        double mean = mean(values);
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return squares / (values.length - 1.0) / values.length;
    }

    /** The training step that one half of the states chooses, by the least loss. */
    private static final class Choice {

        private final int half;
        private double least = Double.POSITIVE_INFINITY;
        private double[] ofData = {};
        private double[] ofSamples = {};

        private Choice(int half) {
            this.half = half;
        }

        /** Keeps a step's outputs of the network if their loss on this half is the least so far. */
        private void offer(double[] atData, double[] atSamples) {
            // the outputs as they are, times the factor 1
            double loss = DensityRatio.loss(halfOf(atData, half), halfOf(atSamples, half), 1.0);
            if (loss < least) {
                least = loss;
                ofData = atData;
                ofSamples = atSamples;
            }
        }

        /** The log-ratios f of the other half's states. */
        private double[] scores(double[] outputs) {
            double factor = DensityRatio.factor(halfOf(ofData, half), halfOf(ofSamples, half));
            return Arrays.stream(halfOf(outputs, 1 - half)).map(f -> factor * f).toArray();
        }
    }
}
