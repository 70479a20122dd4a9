package dev.lbp.nn;

import java.util.Arrays;

/** {@link Networks#leNet} on square images, in loops of double precision; the oracle of its tests. */
final class NaiveLeNet {

    private final int side;
    private final int classes;
    private final int first;
    private final int second;
    private final int hidden;
    private final double[] theta;
    private int next;

    NaiveLeNet(int side, int classes, int first, int second, int hidden, double[] theta) {
        this.side = side;
        this.classes = classes;
        this.first = first;
        this.second = second;
        this.hidden = hidden;
        this.theta = theta;
    }

    /** p(c | image) for all classes. */
    double[] probabilities(float[] image) {
        next = 0;
        double[][] input = new double[1][image.length];
        Arrays.setAll(input[0], i -> image[i]);
        double[][] once = halved(swish(conv(input, side, first)), side - 4);
        double[][] twice = halved(swish(conv(once, (side - 4) / 2, second)), (side - 4) / 2 - 4);
        double[] flat = Arrays.stream(twice).flatMapToDouble(Arrays::stream).toArray();
        double[] logits = linear(swish(new double[][] {linear(flat, hidden)})[0], classes);
        double sum = Arrays.stream(logits).map(Math::exp).sum();
        return Arrays.stream(logits).map(x -> Math.exp(x) / sum).toArray();
    }

    /** Takes the weights and then the biases of a layer from theta. */
    private double[] take(int count) {
        next += count;
        return Arrays.copyOfRange(theta, next - count, next);
    }

    private double[][] conv(double[][] input, int width, int out) {
        double[] weights = take(out * input.length * 25);
        double[] biases = take(out);
        int small = width - 4;
        double[][] output = new double[out][small * small];
        for (int o = 0; o < out; o++) {
            for (int at = 0; at < small * small; at++) {
                double sum = biases[o];
                for (int c = 0; c < input.length; c++) {
                    for (int k = 0; k < 25; k++) {
                        sum += weights[(o * input.length + c) * 25 + k]
                                * input[c][(at / small + k / 5) * width + at % small + k % 5];
                    }
                }
                output[o][at] = sum;
            }
        }
        return output;
    }

    private static double[][] swish(double[][] input) {
        return Arrays.stream(input)
                .map(row ->
                        Arrays.stream(row).map(x -> x / (1.0 + Math.exp(-x))).toArray())
                .toArray(double[][]::new);
    }

    private static double[][] halved(double[][] input, int width) {
        int half = width / 2;
        double[][] output = new double[input.length][half * half];
        for (int c = 0; c < input.length; c++) {
            for (int at = 0; at < half * half; at++) {
                int corner = 2 * (at / half) * width + 2 * (at % half);
                output[c][at] = 0.25
                        * (input[c][corner]
                                + input[c][corner + 1]
                                + input[c][corner + width]
                                + input[c][corner + width + 1]);
            }
        }
        return output;
    }

    private double[] linear(double[] input, int out) {
        double[] weights = take(out * input.length);
        double[] biases = take(out);
        double[] output = new double[out];
        for (int o = 0; o < out; o++) {
            output[o] = biases[o];
            for (int i = 0; i < input.length; i++) {
                output[o] += weights[o * input.length + i] * input[i];
            }
        }
        return output;
    }
}
