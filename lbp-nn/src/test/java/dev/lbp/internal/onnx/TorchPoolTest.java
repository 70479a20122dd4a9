package dev.lbp.internal.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.io.NpyArray;
import dev.lbp.io.NpzFile;
import dev.lbp.nn.OnnxNetwork;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import onnx.Onnx.ModelProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pools of one, two and three axes, as PyTorch exports them: their scores and gradients are PyTorch's own, which the
 * resources' export.py wrote. ONNX Runtime's optimiser changes the scores of 20 of the 223.
 */
class TorchPoolTest {

    private static final int ROWS = 3;
    /** Single precision: errors of sums of up to 125 terms of at most 1; measured 5e-6. */
    private static final double TOLERANCE = 5e-5;

    /** A line of the array {@code geometries}. */
    private record Pool(
            int kind,
            int axes,
            long kernel,
            long stride,
            long padding,
            int ceil,
            int include,
            long dilation,
            long size) {

        static Pool of(double[] values, int from) {
            int[] g = IntStream.range(0, 9).map(k -> (int) values[from + k]).toArray();
            return new Pool(g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7], g[8]);
        }

        long[] all(int count, long value) {
            return LongStream.generate(() -> value).limit(count).toArray();
        }

        int sites() {
            return (int) LongStream.of(all(axes, size)).reduce(1, (a, b) -> a * b);
        }

        long outputs() {
            long covered = (kernel - 1) * dilation + 1;
            long more = size + 2 * padding - covered + (ceil == 0 ? 0 : stride - 1);
            return LongStream.of(all(axes, more / stride + 1)).reduce(1, (a, b) -> a * b);
        }

        /** A sum of the pooled values with weights {@code cos(1), cos(2), ...} */
        ModelProto model(String weights) {
            Net net = new Net(1, sites());
            long[] image = LongStream.concat(LongStream.of(-1, 1), LongStream.of(all(axes, size)))
                    .toArray();
            String states = net.op("Mul", Net.INPUT, net.weights(Math::sin, sites()));
            String x = net.op("Reshape", states, net.integers(image));
            boolean average = kind == 0;
            boolean explicit = kind == 2 || average && include == 1;
            if (explicit) {
                long[] pads = all(2 * image.length, padding);
                pads[0] = pads[1] = pads[image.length] = pads[image.length + 1] = 0;
                x = net.op("Pad", x, net.integers(pads), net.constant(0));
            }
            GraphWriter.NodeWriter pool = net.node(average ? "AveragePool" : "MaxPool")
                    .with("kernel_shape", all(axes, kernel))
                    .with("strides", all(axes, stride))
                    .with("pads", all(2 * axes, explicit ? 0 : padding))
                    .with("ceil_mode", ceil);
            if (!average) {
                pool.with("dilations", all(axes, dilation));
            }
            String factors =
                    weights.equals("zero") ? net.weights(k -> 0, outputs(), 1) : net.weights(Math::cos, outputs(), 1);
            return net.score(net.op("MatMul", net.op("Flatten", pool.of(x)), factors));
        }

        /** The scores of three rows, then their derivatives along {@code cos(2), cos(4), ...} */
        double[] numbers(OnnxNetwork network) {
            int n = sites();
            FloatBuffer states = FloatBuffer.allocate(ROWS * n);
            for (int i = 0; i < n; i++) {
                states.put(i, 1).put(n + i, (i + 1) % 2).put(2 * n + i, (i + 1) % 3 / 2f);
            }
            FloatBuffer scores = FloatBuffer.allocate(ROWS);
            FloatBuffer gradients = FloatBuffer.allocate(ROWS * n);
            network.evaluate(states, ROWS, scores, gradients);
            double[] numbers = new double[2 * ROWS];
            for (int k = 0; k < ROWS * n; k++) {
                numbers[ROWS + k / n] += gradients.get(k) * Math.cos(2 * (k % n + 1));
            }
            FloatBuffer alone = FloatBuffer.allocate(ROWS);
            network.evaluate(states, ROWS, alone, null);
            for (int r = 0; r < ROWS; r++) {
                numbers[r] = alone.get(r);
                assertThat(scores.get(r)).as("%s", this).isCloseTo(alone.get(r), within((float) TOLERANCE));
            }
            return numbers;
        }
    }

    private static void verify(Pool pool, OnnxNetwork network, double[] torch) {
        double[] numbers = pool.numbers(network);
        for (int k = 0; k < numbers.length; k++) {
            assertThat(numbers[k]).as("%s: %d", pool, k).isCloseTo(torch[k], within(TOLERANCE));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void scoresAndGradients_arePyTorchs(int axes) throws IOException {
        Map<String, NpyArray> arrays =
                NpzFile.read(Path.of("src/test/resources/dev/lbp/nn/pools.npz"), List.of("geometries", "numbers"));
        double[] geometries = arrays.get("geometries").values();
        double[] numbers = arrays.get("numbers").values();
        for (int k = 0; k < geometries.length / 9; k++) {
            Pool pool = Pool.of(geometries, 9 * k);
            if (pool.axes == axes) {
                try (OnnxNetwork network = OnnxNetwork.of(pool.model("cosine").toByteArray())) {
                    verify(pool, network, Arrays.copyOfRange(numbers, 2 * ROWS * k, 2 * ROWS * (k + 1)));
                }
            }
        }
    }

    /** At load all scores are 0, with the padding in the pool or without. */
    @Test
    void weights_thatWereZeroAtLoad_giveTheScoresOfThoseInTheFile() {
        Pool pool = new Pool(0, 2, 2, 2, 0, 1, 1, 1, 5);
        try (OnnxNetwork trained = OnnxNetwork.of(pool.model("zero").toByteArray());
                OnnxNetwork network = OnnxNetwork.of(pool.model("cosine").toByteArray())) {
            trained.parameters().put(network.parameters());
            verify(pool, trained, pool.numbers(network));
            FloatBuffer states = FloatBuffer.allocate(2 * pool.sites());
            FloatBuffer both = FloatBuffer.allocate(trained.parameters().capacity());
            trained.parameterGradient(states, 2, new float[] {1, 1}, both);
        }
    }
}
