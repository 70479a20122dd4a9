package dev.lbp.internal.onnx;

import ai.onnxruntime.OrtException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gradients of nets of random layers, where values are used more than once, against finite differences. */
class RandomNetGradientTest {

    private static final int LAYERS = 8;
    private static final String[] FUNCTIONS = {"Sigmoid", "Softplus", "Tanh", "Elu", "Erf"};

    private Net net;
    private UniformRandomProvider random;
    /** The sizes of a row of each value. */
    private final Map<String, long[]> values = new LinkedHashMap<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24})
    void gradients_ofRandomLayers(long seed) throws OrtException {
        long[] sizes = seed % 3 == 0 ? new long[] {6} : new long[] {2, 4, 5};
        net = new Net(seed, sizes);
        random = net.random();
        values.put(Net.INPUT, sizes);
        String last = Net.INPUT;
        while (values.size() <= LAYERS) {
            last = values.get(last).length == 3 ? imageLayer(last) : flatLayer(last);
        }
        GradientCheck.check(net.weighted(last, values.get(last)));
    }

    private String put(String value, long... sizes) {
        values.put(value, sizes);
        return value;
    }

    private String flatLayer(String x) {
        long size = values.get(x)[0];
        int layer = random.nextInt(6);
        if (layer == 0 && size == 6) {
            return put(net.op("Reshape", x, net.integers(-1, 1, 2, 3)), 1, 2, 3);
        }
        if (layer == 1) {
            long[] doubled = {2 * size};
            return put(net.node("Concat").with("axis", 1).of(function(x), x), doubled);
        }
        if (layer == 2 && size > 4) {
            return put(net.op("Slice", x, net.integers(1), net.integers(4), net.integers(1)), 3);
        }
        if (layer == 3) {
            long columns = 3 + 3 * random.nextInt(2);
            return put(net.op("Gemm", x, net.weight(size, columns), net.weight(columns)), columns);
        }
        return layer == 4 ? put(function(x), size) : combined(x);
    }

    private String imageLayer(String x) {
        long[] sizes = values.get(x);
        int layer = random.nextInt(7);
        boolean large = sizes[1] > 2 && sizes[2] > 2;
        if (layer == 0 && large) {
            long[] output = {sizes[0], (sizes[1] + 1) / 2, (sizes[2] + 1) / 2};
            return put(
                    net.node(random.nextInt(2) == 0 ? "AveragePool" : "MaxPool")
                            .with("kernel_shape", new long[] {3, 3})
                            .with("strides", new long[] {2, 2})
                            .with("pads", new long[] {1, 1, 1, 1})
                            .of(x),
                    output);
        }
        if (layer <= 2) {
            return convolution(x, large ? 1 + random.nextInt(2) : 1);
        }
        if (layer == 3) {
            long channels = sizes[0];
            return put(
                    net.node("BatchNormalization")
                            .of(
                                    x,
                                    net.weight(channels),
                                    net.weight(channels),
                                    net.weight(channels),
                                    net.weight(0.5f, 1, channels)),
                    sizes);
        }
        if (layer == 4 && values.size() > 4) {
            long count = LongStream.of(sizes).reduce(1, (a, b) -> a * b);
            return random.nextInt(2) == 0
                    ? put(net.op("Flatten", x), count)
                    : put(
                            net.node("ReduceMean")
                                    .with("axes", new long[] {2, 3})
                                    .with("keepdims", 0)
                                    .of(x),
                            sizes[0]);
        }
        return layer == 5 ? put(function(x), sizes) : combined(x);
    }

    private String convolution(String x, int stride) {
        long[] sizes = values.get(x);
        long filters = 1 + random.nextInt(3);
        return put(
                net.node("Conv")
                        .with("strides", new long[] {stride, stride})
                        .with("pads", new long[] {1, 1, 1, 1})
                        .of(x, net.weight(filters, sizes[0], 3, 3), net.weight(filters)),
                filters,
                (sizes[1] - 1) / stride + 1,
                (sizes[2] - 1) / stride + 1);
    }

    private String function(String x) {
        return net.op(FUNCTIONS[random.nextInt(FUNCTIONS.length)], x);
    }

    /** With an earlier value of the same sizes, or with a weight that broadcasts. */
    private String combined(String x) {
        long[] sizes = values.get(x);
        String[] equal = values.keySet().stream()
                .filter(other -> Arrays.equals(values.get(other), sizes))
                .toArray(String[]::new);
        long[] row = sizes.clone();
        row[random.nextInt(row.length)] = 1;
        String other = random.nextInt(3) == 0 ? net.weight(row) : equal[random.nextInt(equal.length)];
        String operator = new String[] {"Add", "Mul", "Sub"}[random.nextInt(other.equals(x) ? 2 : 3)];
        return put(random.nextInt(2) == 0 ? net.op(operator, x, other) : net.op(operator, other, x), sizes);
    }
}
