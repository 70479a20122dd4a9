package dev.lbp.nn.training;

import java.nio.FloatBuffer;

/** The perceptrons of {@code Networks} in plain loops and double precision: layers of widths, swish between them. */
final class DoublePerceptron {

    private final int[] widths;
    final double[] parameters;

    DoublePerceptron(FloatBuffer parameters, int... widths) {
        this.widths = widths;
        this.parameters = new double[parameters.capacity()];
        for (int k = 0; k < this.parameters.length; k++) {
            this.parameters[k] = parameters.get(k);
        }
    }

    double[] of(double... inputs) {
        double[] units = inputs;
        int at = 0;
        for (int layer = 1; layer < widths.length; layer++) {
            double[] next = new double[widths[layer]];
            int biases = at + units.length * next.length;
            for (int j = 0; j < next.length; j++) {
                double a = parameters[biases + j];
                for (int i = 0; i < units.length; i++) {
                    a += parameters[at + j * units.length + i] * units[i];
                }
                next[j] = layer == widths.length - 1 ? a : a / (1.0 + Math.exp(-a));
            }
            units = next;
            at = biases + next.length;
        }
        return units;
    }
}
