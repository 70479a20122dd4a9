package dev.lbp.nn.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.nn.TrainableNetwork;
import java.nio.FloatBuffer;

/** Counts the calls of a network. */
record CountedNetwork(PlainMlp network, int[] calls) implements TrainableNetwork {

    @Override
    public int dimension() {
        return network.dimension();
    }

    @Override
    public FloatBuffer parameters() {
        return network.parameters();
    }

    @Override
    public void evaluate(FloatBuffer states, int rows, FloatBuffer scores, FloatBuffer gradients) {
        calls[gradients == null ? 0 : 1]++;
        network.evaluate(states, rows, scores, gradients);
    }

    @Override
    public void parameterGradient(FloatBuffer states, int rows, float[] cotangents, FloatBuffer gradient) {
        assertThat(rows).isEqualTo(60);
        calls[2]++;
        network.parameterGradient(states, rows, cotangents, gradient);
    }
}
