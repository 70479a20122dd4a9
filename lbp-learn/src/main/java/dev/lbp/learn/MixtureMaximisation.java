package dev.lbp.learn;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Iterations of expectation-maximisation for a {@link BernoulliMixture}. With r_k(x) = P(component k | x), sums over
 * the draws and smoothing a, the new parameters are {@code w_k = (sum r_k + a) / (draws + K a)} and
 * {@code p_ki = (sum r_k x_i + a) / (sum r_k + 2a)}. No iteration lowers the objective of {@link BernoulliMixtureFit}.
 *
 * <p>The draws are divided into a fixed number of slices, which run on the common pool. Their sums are added in order,
 * so the result does not depend on the number of threads.
 */
final class MixtureMaximisation {

    private static final int SLICES = 4;

    private final byte[][] draws;
    private final double smoothing;
    private final Slice[] slices;
    private BernoulliMixture mixture;
    private double objective;

    MixtureMaximisation(byte[][] draws, double smoothing, BernoulliMixture start) {
        this.draws = draws;
        this.smoothing = smoothing;
        this.mixture = start;
        slices = IntStream.range(0, SLICES)
                .mapToObj(s -> new Slice(start.components(), start.dimension()))
                .toArray(Slice[]::new);
        computeSums();
    }

    BernoulliMixture mixture() {
        return mixture;
    }

    /** The penalised log-likelihood of {@link #mixture}. */
    double objective() {
        return objective;
    }

    /** Makes one iteration. Returns the largest change of any weight or probability P(x_i = 1), at least 0. */
    double step() {
        int components = mixture.components();
        double[] counts = slices[0].counts; // the sums of all slices are added to those of the first

        double[] ones = slices[0].ones;
        for (int s = 1; s < SLICES; s++) {
            add(slices[s].counts, counts);
            add(slices[s].ones, ones);
        }
        double[] weights = Arrays.stream(counts)
                .map(count -> (count + smoothing) / (draws.length + components * smoothing))
                .toArray();
        double[] logits = new double[ones.length];
        for (int e = 0; e < ones.length; e++) {
            double zeros = Math.max(0.0, counts[e % components] - ones[e]); // rounding may make ones the larger sum
            logits[e] = Math.log((ones[e] + smoothing) / (zeros + smoothing));
        }
        BernoulliMixture before = mixture;
        mixture = BernoulliMixture.ofLogits(weights, logits);
        computeSums();
        return Math.max(
                largestDifference(before.weights(), weights, w -> w),
                largestDifference(before.logits(), logits, Logits::logistic));
    }

    /** The largest difference of the function's values at corresponding elements of two arrays. */
    private static double largestDifference(double[] a, double[] b, DoubleUnaryOperator function) {
        double largest = 0.0;
        for (int k = 0; k < a.length; k++) {
            largest = Math.max(largest, Math.abs(function.applyAsDouble(a[k]) - function.applyAsDouble(b[k])));
        }
        return largest;
    }

    /** Computes the sums and the objective for the present mixture. */
    private void computeSums() {
        IntStream.range(0, SLICES).parallel().forEach(s -> {
            int from = (int) ((long) draws.length * s / SLICES);
            int to = (int) ((long) draws.length * (s + 1) / SLICES);
            slices[s].sum(mixture, draws, from, to);
        });
        double penalty = Arrays.stream(mixture.weights()).map(Math::log).sum();
        for (double logit : mixture.logits()) {
            penalty += Logits.logOfZero(logit) + Logits.logOfZero(-logit);
        }
        objective = smoothing * penalty;
        for (Slice slice : slices) {
            objective += slice.logLikelihood;
        }
    }

    private static void add(double[] from, double[] to) {
        for (int k = 0; k < to.length; k++) {
            to[k] += from[k];
        }
    }

    /** The sums of one slice of the draws. Used by one thread. */
    private static final class Slice {

        private final double[] counts; // for each component, the sum of r_k
        private final double[] ones; // the sum of r_k x_i, at i * K + k
        private final double[] responsibilities;
        private double logLikelihood;

        private Slice(int components, int n) {
            counts = new double[components];
            ones = new double[components * n];
            responsibilities = new double[components];
        }

        /** Sums the responsibilities of draws {@code from} to {@code to - 1}. */
        private void sum(BernoulliMixture mixture, byte[][] draws, int from, int to) {
            Arrays.fill(counts, 0.0);
            Arrays.fill(ones, 0.0);
            logLikelihood = 0.0;
            for (int r = from; r < to; r++) {
                logLikelihood += mixture.responsibilities(draws[r], responsibilities);
                add(responsibilities, counts);
                for (int i = 0; i < draws[r].length; i++) {
                    if (draws[r][i] == 1) {
                        for (int k = 0; k < responsibilities.length; k++) {
                            ones[i * responsibilities.length + k] += responsibilities[k];
                        }
                    }
                }
            }
        }
    }
}
