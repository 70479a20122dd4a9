package dev.lbp.internal.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OrtException;
import dev.lbp.nn.OnnxNetwork;
import java.nio.FloatBuffer;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gradients of the operators of attention, against finite differences. */
class AttentionGradientTest {

    private static final long SEED = 23;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, -1, -2, -3})
    void softmax_alongAnAxis(int axis) throws OrtException {
        for (String operator : new String[] {"Softmax", "LogSoftmax"}) {
            Net net = new Net(SEED, 2, 3, 4);
            String hidden = net.op("MatMul", Net.INPUT, net.weight(4, 4));
            String softmax = net.node(operator).with("axis", axis).of(hidden);
            GradientCheck.check(net.weighted(net.op("Mul", softmax, hidden), 2, 3, 4));
        }
    }

    @Test
    void softmax_withoutAxis_isAlongTheLast() throws OrtException {
        for (String operator : new String[] {"Softmax", "LogSoftmax"}) {
            Net net = new Net(SEED, 3, 4);
            GradientCheck.check(net.weighted(net.op("Mul", net.op(operator, Net.INPUT), Net.INPUT), 3, 4));
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, 17", "2, 17", "1, 17", "-2, 18"})
    void layerNormalization_overTheLastAxes(int axis, int opset) throws OrtException {
        for (boolean bias : new boolean[] {true, false}) {
            Net net = new Net(SEED, 3, 4);
            String hidden = net.op("MatMul", Net.INPUT, net.weight(4, 4));
            long[] sizes = Math.floorMod(axis, 3) == 2 ? new long[] {4} : new long[] {3, 4};
            GraphWriter.NodeWriter node =
                    net.node("LayerNormalization").with("axis", axis).with("epsilon", 0.01f);
            String normal =
                    bias ? node.of(hidden, net.weight(sizes), net.weight(sizes)) : node.of(hidden, net.weight(sizes));
            ModelProto model = net.weighted(opset, net.op("Softplus", normal), 3, 4);
            assertThat(new OnnxGradient(model).parameters()).hasSize(bias ? 4 : 3);
            GradientCheck.check(model);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "none", "tanh"})
    void gelu_ofAnyReal(String approximate) throws OrtException {
        Net net = new Net(SEED, 5);
        String hidden = net.op("Gemm", Net.INPUT, net.weight(-2f, 2f, 5, 4), net.weight(4));
        GraphWriter.NodeWriter node = net.node("Gelu");
        String value = (approximate.isEmpty() ? node : node.with("approximate", approximate)).of(hidden);
        GradientCheck.check(net.weighted(20, value, 4));
    }

    /** Far from zero the slope is that of the identity, or 0. */
    @ParameterizedTest
    @CsvSource({"Gelu, none", "Gelu, tanh", "HardSwish, none"})
    void gelu_ofLargeValues_hasASlope(String operator, String approximate) {
        Net net = new Net(SEED, 1);
        GraphWriter.NodeWriter node = net.node(operator);
        String value = (operator.equals("Gelu") ? node.with("approximate", approximate) : node).of(Net.INPUT);
        FloatBuffer slopes = FloatBuffer.allocate(4);
        try (OnnxNetwork network = OnnxNetwork.of(net.score(value, 20).toByteArray())) {
            FloatBuffer states = FloatBuffer.wrap(new float[] {1e4f, 20, -1e4f, -20});
            network.evaluate(states, 4, FloatBuffer.allocate(4), slopes);
        }
        assertThat(slopes.array()).containsExactly(new float[] {1, 1, 0, 0}, within(1e-6f));
    }

    @ParameterizedTest
    @CsvSource({"HardSwish, 6", "HardSigmoid, 6", "HardSigmoid, 0.5"})
    void hardFunctions_onBothSides(String operator, float size) throws OrtException {
        Net net = new Net(SEED, 5);
        String hidden = net.op("MatMul", Net.INPUT, net.weight(-size, size, 5, 8));
        GradientCheck.check(net.weighted(14, net.op(operator, hidden), 8));
        Net other = new Net(SEED, 5);
        hidden = other.op("MatMul", Net.INPUT, other.weight(-size, size, 5, 8));
        GraphWriter.NodeWriter node = other.node(operator);
        if (operator.equals("HardSigmoid")) {
            node.with("alpha", 1f / 6).with("beta", 0.4f);
        }
        GradientCheck.check(other.weighted(14, node.of(hidden), 8));
    }

    /** The condition depends on the states; the branches broadcast. */
    @Test
    void where_ofAMask() throws OrtException {
        Net net = new Net(SEED, 2, 3);
        String hidden = net.op("MatMul", Net.INPUT, net.weight(3, 3));
        String mask = net.op("Greater", hidden, net.constant(0.05f));
        String chosen = net.op("Where", mask, net.op("Softplus", hidden), net.op("Mul", hidden, net.weight(2, 1)));
        GradientCheck.check(net.weighted(chosen, 2, 3));
        Net broad = new Net(SEED, 2, 3);
        String column = broad.node("ReduceSum").of(Net.INPUT, broad.integers(2)); // [rows, 2, 1]
        mask = broad.op("Greater", Net.INPUT, broad.constant(0));
        chosen = broad.op("Where", mask, broad.weight(3), column);
        GradientCheck.check(broad.weighted(broad.op("Softplus", chosen), 2, 3));
    }

    /** As a mask of attention: what is not chosen may be infinite. */
    @Test
    void where_ofMinusInfinity_hasNoSlopeThere() {
        Net net = new Net(SEED, 3);
        String mask = net.op("Greater", net.weights(k -> k - 2, 3), net.constant(-0.5f)); // false, true, true
        String masked = net.op("Where", mask, Net.INPUT, net.constant(Float.NEGATIVE_INFINITY));
        String log = net.op("LogSoftmax", masked);
        String last = net.op("Slice", log, net.integers(2), net.integers(3), net.integers(1));
        FloatBuffer slopes = FloatBuffer.allocate(3);
        try (OnnxNetwork network = OnnxNetwork.of(net.score(last).toByteArray())) {
            network.evaluate(FloatBuffer.allocate(3), 1, FloatBuffer.allocate(1), slopes);
        }
        assertThat(slopes.array()).containsExactly(new float[] {0, -0.5f, 0.5f}, within(1e-6f));
    }

    /** Queries, keys and values as PyTorch's chunk and split export them; the score uses two of three parts. */
    @ParameterizedTest
    @CsvSource({"false, 13", "true, 13", "true, 18"})
    void split_intoParts(boolean all, int opset) throws OrtException {
        Net net = new Net(SEED, 2, 6);
        String hidden = net.op("MatMul", Net.INPUT, net.weight(6, 6));
        NodeProto.Builder split = NodeProto.newBuilder()
                .setOpType("Split")
                .addInput(hidden)
                .addInput(net.integers(1, 2, 3))
                .addOutput("one")
                .addOutput("two")
                .addOutput("three");
        net.graph().addNode(split.addAttribute(Net.axis(-1)));
        String both = net.node("Concat").with("axis", 2).of("three", net.op("Sigmoid", "one"));
        String value = all ? net.op("Mul", both, net.node("ReduceSum").of("two", net.integers(2))) : both;
        GradientCheck.check(net.weighted(opset, net.op("Softplus", value), 2, 4));
    }

    /** Two heads of attention over the sites of a row, with a residual and a normalisation. */
    @Test
    void attention_ofTwoHeads() throws OrtException {
        Net net = new Net(SEED, 3, 4);
        String[] heads = new String[3];
        for (int k = 0; k < 3; k++) {
            String all = net.op("MatMul", Net.INPUT, net.weight(4, 4));
            String parted = net.op("Reshape", all, net.integers(0, 3, 2, 2));
            heads[k] = net.node("Transpose")
                    .with("perm", new long[] {0, 2, k == 1 ? 3 : 1, k == 1 ? 1 : 3})
                    .of(parted);
        }
        String weights = net.op("Softmax", net.op("Div", net.op("MatMul", heads[0], heads[1]), net.constant(1.4f)));
        String mixed =
                net.node("Transpose").with("perm", new long[] {0, 2, 1, 3}).of(net.op("MatMul", weights, heads[2]));
        String sum = net.op("Add", Net.INPUT, net.op("Reshape", mixed, net.integers(0, 3, 4)));
        String normal = net.op("LayerNormalization", sum, net.weight(4), net.weight(4));
        GradientCheck.check(net.weighted(17, net.op("Softplus", normal), 3, 4));
    }
}
