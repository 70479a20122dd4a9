package dev.lbp.learn;

import dev.lbp.internal.bytes.Transcript;

/**
 * Steps of Adam for one array of parameters, with a learning rate for each step. Source: Kingma and Ba, Adam: a method
 * for stochastic optimization, ICLR 2015, Algorithm 1, with the recommended constants.
 */
final class Adam {

    private static final double MOMENTUM = 0.9;
    private static final double MOMENTUM_OF_SQUARES = 0.999;
    private static final double EPSILON = 1e-8;

    /** Moving averages of the gradient and of its squares. */
    private final double[] first;

    private final double[] second;
    private int steps;

    Adam(int parameters) {
        first = new double[parameters];
        second = new double[parameters];
    }

    /** Makes a step along {@code gradient - decay * parameters}. */
    void ascend(double rate, double decay, double[] gradient, double[] parameters) {
        move(-1.0, rate, decay, gradient, parameters);
    }

    /** Makes a step against {@code gradient + decay * parameters}. */
    void descend(double rate, double decay, double[] gradient, double[] parameters) {
        move(1.0, rate, decay, gradient, parameters);
    }

    /** Writes or reads the moments and the number of steps. */
    void transcribe(Transcript transcript) {
        transcript.of(first, first.length);
        transcript.of(second, second.length);
        steps = transcript.of(steps);
    }

    /** Makes a step against {@code sign * gradient + decay * parameters}. */
    private void move(double sign, double rate, double decay, double[] gradient, double[] parameters) {
        steps++;
        double scale = rate / (1.0 - Math.pow(MOMENTUM, steps));
        double scaleOfSquares = 1.0 / (1.0 - Math.pow(MOMENTUM_OF_SQUARES, steps));
        for (int k = 0; k < parameters.length; k++) {
            double slope = sign * gradient[k] + decay * parameters[k];
            first[k] = MOMENTUM * first[k] + (1.0 - MOMENTUM) * slope;
            second[k] = MOMENTUM_OF_SQUARES * second[k] + (1.0 - MOMENTUM_OF_SQUARES) * slope * slope;
            parameters[k] -= scale * first[k] / (Math.sqrt(scaleOfSquares * second[k]) + EPSILON);
        }
    }
}
