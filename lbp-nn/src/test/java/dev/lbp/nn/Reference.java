package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.io.NpyArray;
import dev.lbp.io.NpzFile;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * PyTorch's numbers of a network at some states, and the network's file, if it has one: export.py in the resources made
 * them.
 */
record Reference(
        Path file,
        int rows,
        FloatBuffer parameters,
        FloatBuffer states,
        double[] scores,
        double[] gradients,
        float[] cotangents,
        double[] byParameters) {

    /** Single precision: relative errors of sums of up to 200 terms; measured 2e-6. */
    private static final double TOLERANCE = 2e-5;

    private static final Path RESOURCES = Path.of("src/test/resources/dev/lbp/nn");

    static Path file(String name) {
        return RESOURCES.resolve(name + ".onnx");
    }

    static Reference of(String name) throws IOException {
        Map<String, NpyArray> arrays = NpzFile.read(
                RESOURCES.resolve(name + ".npz"),
                List.of("parameters", "states", "scores", "gradients", "cotangents", "parameter_gradient"));
        return new Reference(
                file(name),
                arrays.get("states").shape()[0],
                FloatBuffer.wrap(floats(arrays.get("parameters").values())),
                FloatBuffer.wrap(floats(arrays.get("states").values())),
                arrays.get("scores").values(),
                arrays.get("gradients").values(),
                floats(arrays.get("cotangents").values()),
                arrays.get("parameter_gradient").values());
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }

    /** The scores of a network at the states. */
    FloatBuffer scores(ScoreNetwork network) {
        FloatBuffer scores = FloatBuffer.allocate(rows);
        network.evaluate(states, rows, scores, null);
        return scores;
    }

    /** Compares scores, and gradients by the states. */
    void verify(ScoreNetwork network) {
        FloatBuffer computed = FloatBuffer.allocate(rows);
        FloatBuffer byStates = FloatBuffer.allocate(gradients.length);
        network.evaluate(states, rows, computed, byStates);
        same(computed, scores);
        same(byStates, gradients);
        assertThat(scores(network)).isEqualTo(computed);
    }

    /** Compares gradients by the parameters. */
    void verifyParameters(TrainableNetwork network) {
        FloatBuffer gradient = FloatBuffer.allocate(network.parameters().capacity());
        network.parameterGradient(states, rows, cotangents, gradient);
        same(gradient, byParameters);
    }

    static void same(FloatBuffer actual, double[] expected) {
        double largest = Arrays.stream(expected).map(Math::abs).max().orElse(0.0);
        double[] values = new double[actual.capacity()];
        for (int i = 0; i < values.length; i++) {
            values[i] = actual.get(i);
        }
        assertThat(values).containsExactly(expected, within(TOLERANCE * (1.0 + largest)));
    }
}
