package dev.lbp.internal.onnx;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import ai.onnxruntime.OrtException;
import onnx.Onnx.AttributeProto;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gradients of pools, against finite differences. */
class PoolGradientTest {

    private static final long SEED = 15;

    private static void check(Net net, String pool) throws OrtException {
        String mean = net.op("GlobalAveragePool", net.op("Softplus", pool));
        GradientCheck.check(net.score(net.node("ReduceSum").with("keepdims", 0).of(mean, net.integers(1, 2, 3))));
    }

    private static String states(Net net) {
        return net.op("Mul", net.op("Exp", Net.INPUT), net.weight(0.5f, 1, 2, 1, 1));
    }

    /** Windows apart, side by side and overlapping; inputs behind the last one; padding. */
    @ParameterizedTest
    @CsvSource({"6, 2, 2, 0", "7, 2, 2, 0", "5, 1, 2, 0", "6, 3, 2, 1", "5, 3, 1, 1", "8, 3, 2, 0", "7, 5, 2, 2"})
    void pool_ofSquares(int size, int kernel, int stride, int pad) throws OrtException {
        for (String operator : new String[] {"AveragePool", "MaxPool"}) {
            Net net = new Net(SEED, 2, size, size);
            GraphWriter.NodeWriter pool = net.node(operator)
                    .with("kernel_shape", new long[] {kernel, kernel})
                    .with("strides", new long[] {stride, stride})
                    .with("pads", new long[] {pad, pad, pad, pad});
            check(net, pool.of(states(net)));
        }
    }

    @ParameterizedTest
    @CsvSource({"AveragePool, 0, 0", "AveragePool, 1, 0", "AveragePool, 0, 1", "MaxPool, 0, 1"})
    void pool_withDifferentAxes(String operator, int padding, int ceil) throws OrtException {
        Net net = new Net(SEED, 2, 5, 8);
        GraphWriter.NodeWriter pool = net.node(operator)
                .with("kernel_shape", new long[] {2, 3})
                .with("strides", new long[] {2, 3})
                .with("pads", new long[] {0, 1, 1, 0})
                .with("ceil_mode", ceil);
        if (padding != 0) {
            pool.with("count_include_pad", padding);
        }
        check(net, pool.of(states(net)));
    }

    private static ModelProto averageBehindPadding(long opset, long size) {
        Net net = new Net(SEED, 2, 7, size);
        GraphWriter.NodeWriter pool = net.node("AveragePool")
                .with("kernel_shape", new long[] {3, 3})
                .with("strides", new long[] {2, 3})
                .with("pads", new long[] {0, 1, 1, 0})
                .with("count_include_pad", 1)
                .with("ceil_mode", 1);
        return net.weighted(opset, pool.of(states(net)), 2, 4, 3);
    }

    /** The last windows reach behind the padding: they divide by their inputs and their places in the padding. */
    @ParameterizedTest
    @ValueSource(longs = {19, 22})
    void average_ofPaddingAndWhatIsBehind(long opset) throws OrtException {
        GradientCheck.check(averageBehindPadding(opset, 7));
    }

    /** PyTorch divides by the same at each opset; before 19 ONNX Runtime divides by all places of a window. */
    @ParameterizedTest
    @ValueSource(longs = {13, 18})
    void average_ofWhatIsBehindPadding_isRefusedBeforeOpset19(long opset) {
        ModelProto model = averageBehindPadding(opset, 7);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OnnxGradient(model).scoreAndInputGradient())
                .withMessageContaining("must be of opset 19 or later with ceil_mode and count_include_pad");
    }

    /** As {@code AvgPool2d(2, 3, ceil_mode=True)} on 6 x 6: by its formula a third window begins at 6. */
    @Test
    void average_withoutItsLastWindow_isRefused() {
        Net net = new Net(SEED, 2, 6, 6);
        String pool = net.node("AveragePool")
                .with("kernel_shape", new long[] {2, 2})
                .with("strides", new long[] {3, 3})
                .with("ceil_mode", 1)
                .of(states(net));
        String sum = net.node("ReduceSum").with("keepdims", 0).of(net.op("Softplus", pool), net.integers(1, 2, 3));
        ModelProto model = net.score(sum);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OnnxGradient(model).scoreAndInputGradient())
                .withMessageContaining(
                        "must not leave out a window that begins behind all inputs, as ceil_mode does here");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SAME_UPPER", "SAME_LOWER", "VALID"})
    void pool_withAutomaticPadding(String automatic) throws OrtException {
        for (String operator : new String[] {"AveragePool", "MaxPool"}) {
            Net net = new Net(SEED, 2, 5, 6);
            GraphWriter.NodeWriter pool = net.node(operator)
                    .with("kernel_shape", new long[] {3, 2})
                    .with("strides", new long[] {2, 3})
                    .with("auto_pad", automatic);
            check(net, pool.of(states(net)));
        }
    }

    /** A window and the second one behind it share an input, but not with the next one. */
    @Test
    void max_withDilation() throws OrtException {
        Net net = new Net(SEED, 2, 7, 7);
        GraphWriter.NodeWriter pool =
                net.node("MaxPool").with("kernel_shape", new long[] {2, 2}).with("dilations", new long[] {2, 2});
        check(net, pool.of(states(net)));
    }

    /** A node may list an optional output that it does not have. */
    @Test
    void max_withoutItsSecondOutput() throws OrtException {
        Net net = new Net(SEED, 2, 4, 4);
        String states = states(net);
        net.graph()
                .addNode(NodeProto.newBuilder()
                        .setOpType("MaxPool")
                        .addInput(states)
                        .addOutput("pool")
                        .addOutput("")
                        .addAttribute(AttributeProto.newBuilder()
                                .setName("kernel_shape")
                                .setType(AttributeProto.AttributeType.INTS)
                                .addInts(2)
                                .addInts(2)));
        check(net, "pool");
    }

    @Test
    void max_byColumns_isRefused() {
        Net net = new Net(SEED, 2, 4, 4);
        ModelProto model = net.weighted(
                net.node("MaxPool")
                        .with("kernel_shape", new long[] {2, 2})
                        .with("strides", new long[] {2, 2})
                        .with("storage_order", 1)
                        .of(Net.INPUT),
                2,
                2,
                2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OnnxGradient(model).scoreAndInputGradient())
                .withMessageContaining("must have storage_order 0: node ");
    }
}
