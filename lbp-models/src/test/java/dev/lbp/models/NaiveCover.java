package dev.lbp.models;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** A cover model by its definition: a loop over the effects. */
final class NaiveCover {

    private NaiveCover() {}

    static double logProb(int[][] sets, int effects, int[] observed, Rate alpha, Rate beta, Rate prior, byte[] state) {
        int[] counts = counts(sets, effects, observed, state);
        return term(alpha, counts[0], counts[1])
                + term(beta, counts[2], counts[3])
                + term(prior, counts[4], state.length - counts[4]);
    }

    /** False positives, true negatives, false negatives, true positives, causes that are on. */
    private static int[] counts(int[][] sets, int effects, int[] observed, byte[] state) {
        int[] counts = new int[5];
        for (int j = 0; j < effects; j++) {
            int effect = j;
            boolean isOn = IntStream.range(0, sets.length)
                    .anyMatch(i -> state[i] != 0 && Arrays.stream(sets[i]).anyMatch(member -> member == effect));
            boolean seen = Arrays.stream(observed).anyMatch(other -> other == effect);
            counts[isOn ? seen ? 3 : 2 : seen ? 0 : 1]++;
        }
        for (byte on : state) {
            counts[4] += on;
        }
        return counts;
    }

    private static double term(Rate rate, int successes, int failures) {
        if (rate.isFixed()) {
            return successes * Math.log(rate.mean(0, 0)) + failures * Math.log(1.0 - rate.mean(0, 0));
        }
        // B(a + s, b + f) / B(a, b) as the product of the probabilities of one outcome after another, successes first
        double logarithm = 0.0;
        for (int s = 0; s < successes; s++) {
            logarithm += Math.log(rate.mean(s, 0));
        }
        for (int f = 0; f < failures; f++) {
            logarithm += Math.log(1.0 - rate.mean(successes, f));
        }
        return logarithm;
    }

    /** With alpha from Beta(2, 6), beta from Beta(3, 5), p from Beta(1.5, 4): one integral for each. */
    static double byQuadrature(int[][] sets, int effects, int[] observed, byte[] state) {
        int[] c = counts(sets, effects, observed, state);
        return Math.log(mean(2.0, 6.0, rate -> Math.pow(rate, c[0]) * Math.pow(1.0 - rate, c[1])))
                + Math.log(mean(3.0, 5.0, rate -> Math.pow(rate, c[2]) * Math.pow(1.0 - rate, c[3])))
                + Math.log(mean(1.5, 4.0, rate -> Math.pow(rate, c[4]) * Math.pow(1.0 - rate, state.length - c[4])));
    }

    /**
     * The mean of a function under Beta(a, b): with rate = 1 / (1 + e^-t) both integrals are those of smooth functions
     * that vanish at both ends, where equal steps are exact to 1e-12.
     */
    private static double mean(double a, double b, DoubleUnaryOperator function) {
        double sum = 0.0;
        double total = 0.0;
        for (double t = -60.0; t <= 60.0; t += 0.05) {
            double rate = 1.0 / (1.0 + Math.exp(-t));
            double complement = 1.0 / (1.0 + Math.exp(t));
            double density = Math.pow(rate, a) * Math.pow(complement, b);
            sum += density * function.applyAsDouble(rate);
            total += density;
        }
        return sum / total;
    }
}
