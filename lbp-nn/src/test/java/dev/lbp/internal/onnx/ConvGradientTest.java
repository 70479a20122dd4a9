package dev.lbp.internal.onnx;

import ai.onnxruntime.OrtException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gradients of convolutions by their input, kernel and bias, against finite differences. */
class ConvGradientTest {

    private static final long SEED = 14;

    private static void check(Net net, String convolution) throws OrtException {
        String mean = net.op("GlobalAveragePool", net.op("Softplus", convolution));
        GradientCheck.check(net.score(net.node("ReduceSum").with("keepdims", 0).of(mean, net.integers(1, 2, 3))));
    }

    /** Sizes with and without inputs behind the last window. */
    @ParameterizedTest
    @CsvSource({
        "5, 3, 1, 0, 1",
        "5, 3, 1, 1, 1",
        "6, 3, 2, 1, 1",
        "5, 3, 2, 1, 1",
        "6, 1, 2, 0, 1",
        "5, 1, 2, 0, 1",
        "7, 2, 3, 0, 1",
        "8, 2, 3, 1, 1",
        "6, 2, 1, 0, 2",
        "8, 3, 1, 2, 2",
        "8, 3, 2, 1, 2",
        "7, 3, 3, 2, 2",
        "6, 3, 1, 3, 1"
    })
    void conv_ofSquares(int size, int kernel, int stride, int pad, int dilation) throws OrtException {
        Net net = new Net(SEED, 2, size, size);
        GraphWriter.NodeWriter conv = net.node("Conv")
                .with("strides", new long[] {stride, stride})
                .with("dilations", new long[] {dilation, dilation})
                .with("pads", new long[] {pad, pad, pad, pad});
        check(net, conv.of(net.op("Softplus", Net.INPUT), net.weight(3, 2, kernel, kernel), net.weight(3)));
    }

    @Test
    void conv_withDifferentAxes() throws OrtException {
        Net net = new Net(SEED, 2, 5, 8);
        GraphWriter.NodeWriter conv = net.node("Conv")
                .with("strides", new long[] {1, 3})
                .with("dilations", new long[] {2, 1})
                .with("pads", new long[] {0, 2, 1, 0});
        check(net, conv.of(net.op("Softplus", Net.INPUT), net.weight(3, 2, 2, 3), net.weight(3)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SAME_UPPER", "SAME_LOWER", "VALID"})
    void conv_withAutomaticPadding(String automatic) throws OrtException {
        for (int size : new int[] {5, 6}) {
            Net net = new Net(SEED, 1, size, size);
            GraphWriter.NodeWriter conv =
                    net.node("Conv").with("strides", new long[] {2, 2}).with("auto_pad", automatic);
            check(net, conv.of(Net.INPUT, net.weight(2, 1, 3, 2)));
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 4, 6", "4, 4, 4", "2, 2, 4"})
    void conv_inGroups(int groups, int channels, int filters) throws OrtException {
        Net net = new Net(SEED, channels, 5, 6);
        GraphWriter.NodeWriter conv = net.node("Conv").with("group", groups).with("strides", new long[] {2, 2});
        check(
                net,
                conv.of(
                        net.op("Softplus", Net.INPUT),
                        net.weight(filters, channels / groups, 3, 3),
                        net.weight(filters)));
    }

    @Test
    void conv_ofLinesAndCubes() throws OrtException {
        Net line = new Net(SEED, 2, 6);
        String flat = line.node("Conv").with("strides", new long[] {2}).of(Net.INPUT, line.weight(3, 2, 3));
        GradientCheck.check(line.weighted(line.op("Softplus", flat), 3, 2));
        Net cube = new Net(SEED, 2, 3, 4, 3);
        String deep = cube.node("Conv").with("strides", new long[] {1, 2, 1}).of(Net.INPUT, cube.weight(2, 2, 2, 2, 3));
        GradientCheck.check(cube.weighted(cube.op("Softplus", deep), 2, 2, 2, 1));
    }

    /** Strided blocks with a shortcut, mean and line: what a residual network is made of. */
    @Test
    void conv_ofAResidualNet() throws OrtException {
        Net net = new Net(SEED, 36);
        String image = net.op("Reshape", Net.INPUT, net.integers(-1, 1, 6, 6));
        String first = conv(net, image, 1, 3, 3, 1);
        String hidden = net.op("Mul", first, net.op("Sigmoid", first));
        String block = conv(net, net.op("Tanh", conv(net, hidden, 3, 3, 3, 2)), 3, 3, 3, 1);
        String sum = net.op("Add", block, conv(net, first, 3, 3, 1, 2));
        String mean = net.node("ReduceMean")
                .with("axes", new long[] {2, 3})
                .with("keepdims", 0)
                .of(net.op("Softplus", sum));
        GradientCheck.check(net.score(net.op("Gemm", mean, net.weight(3, 1), net.weight(1))));
    }

    private static String conv(Net net, String value, int channels, int filters, int kernel, int stride) {
        int pad = kernel / 2;
        return net.node("Conv")
                .with("strides", new long[] {stride, stride})
                .with("pads", new long[] {pad, pad, pad, pad})
                .of(value, net.weight(filters, channels, kernel, kernel), net.weight(filters));
    }
}
