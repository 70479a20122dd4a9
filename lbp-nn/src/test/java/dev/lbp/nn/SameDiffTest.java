package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.nd4j.autodiff.samediff.SDVariable;
import org.nd4j.autodiff.samediff.SameDiff;
import org.nd4j.autodiff.samediff.api.OutAndGrad;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.nativeblas.NativeOpsHolder;

/** The same perceptron by SameDiff, and what it costs beside ONNX Runtime. */
@Tag("slow")
class SameDiffTest {

    private static final int SITES = 784;
    private static final int UNITS = 256;
    private static final int ROWS = 100;
    private static final int CALLS = 200;

    private final SameDiff graph = SameDiff.create();

    /** The position of the next parameter. */
    private int read;

    private SDVariable layer(String name, SDVariable x, int in, int out, FloatBuffer parameters) {
        INDArray weights = Nd4j.createFromArray(next(in * out, parameters))
                .reshape(out, in)
                .transpose()
                .dup('c');
        INDArray biases = Nd4j.createFromArray(next(out, parameters)).reshape(1, out);
        return x.mmul(graph.var(name + ".weight", weights)).add(graph.var(name + ".bias", biases));
    }

    private float[] next(int count, FloatBuffer parameters) {
        float[] values = new float[count];
        parameters.get(read, values);
        read += count;
        return values;
    }

    private void perceptron(FloatBuffer parameters) {
        SDVariable x = graph.placeHolder("x", DataType.FLOAT, -1, SITES);
        SDVariable first = graph.nn.swish(layer("1", x, SITES, UNITS, parameters));
        SDVariable second = graph.nn.swish(layer("2", first, UNITS, UNITS, parameters));
        SDVariable weights = graph.var(
                "3.weight", Nd4j.createFromArray(next(UNITS, parameters)).reshape(1, UNITS));
        SDVariable bias = graph.var("3.bias", Nd4j.createFromArray(next(1, parameters)));
        second.mul(weights).sum(1).add("score", bias).sum("total"); // a sum of one column fails in SameDiff
        graph.setLossVariables("total");
    }

    /** The ratio is that of median CPU times of this thread, of calls that take turns; ND4J gets one thread too. */
    @Test
    void perceptron_bySameDiff_hasTheSameScoresAndGradients() {
        try (OnnxNetwork network = Networks.mlp(SITES, new int[] {UNITS, UNITS}, 1)) {
            perceptron(network.parameters());
            NativeOpsHolder.getInstance().getDeviceNativeOps().setOmpNumThreads(1);
            Random random = new Random(1);
            float[] values = new float[ROWS * SITES];
            for (int k = 0; k < values.length; k++) {
                values[k] = random.nextInt(2);
            }
            FloatBuffer states = DirectFloats.allocate(values.length).put(0, values);
            FloatBuffer scores = DirectFloats.allocate(ROWS);
            FloatBuffer gradients = DirectFloats.allocate(values.length);
            Map<String, INDArray> inputs =
                    Map.of("x", Nd4j.createFromArray(values).reshape(ROWS, SITES));
            double[][] nanos = new double[2][CALLS];
            OutAndGrad both = graph.calculateGradientsAndOutputs(inputs, List.of("score"), List.of("x"));
            for (int k = 0; k < CALLS; k++) {
                long start = cpuTime();
                graph.calculateGradientsAndOutputs(inputs, List.of("score"), List.of("x"));
                long between = cpuTime();
                network.evaluate(states, ROWS, scores, gradients);
                nanos[0][k] = between - start;
                nanos[1][k] = cpuTime() - between;
            }
            float[] expected = both.getOutputs().get("score").toFloatVector();
            float[] slopes = both.getGradients().get("x").reshape(values.length).toFloatVector();
            for (int r = 0; r < ROWS; r++) {
                assertThat(scores.get(r)).isCloseTo(expected[r], within(1e-5f));
            }
            for (int k = 0; k < values.length; k++) {
                assertThat(gradients.get(k)).isCloseTo(slopes[k], within(1e-6f));
            }
            System.out.printf(
                    "SameDiff takes %.1f times the time of ONNX Runtime%n", median(nanos[0]) / median(nanos[1]));
        }
    }

    private static long cpuTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
