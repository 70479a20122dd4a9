package dev.lbp.internal.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OrtException;
import dev.lbp.nn.OnnxNetwork;
import java.nio.FloatBuffer;
import onnx.Onnx.ModelProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gradients by input and parameters of each operator, against finite differences. */
class OperatorGradientTest {

    private static final long SEED = 11;

    @ParameterizedTest
    @ValueSource(
            strings = {"Abs", "Elu", "Erf", "Exp", "LeakyRelu", "Neg", "Relu", "Sigmoid", "Softplus", "Tanh", "Identity"
            })
    void function_ofAnyReal(String operator) throws OrtException {
        Net net = new Net(SEED, 5);
        String hidden = net.op("Gemm", Net.INPUT, net.weight(5, 4), net.weight(4));
        GradientCheck.check(net.weighted(net.op(operator, hidden), 4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Log", "Reciprocal", "Sqrt"})
    void function_ofPositives(String operator) throws OrtException {
        Net net = new Net(SEED, 5);
        String hidden = net.op("MatMul", Net.INPUT, net.weight(0.5f, 1, 5, 4));
        GradientCheck.check(net.weighted(net.op(operator, hidden), 4), 0.5, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Elu", "LeakyRelu"})
    void function_withSlope(String operator) throws OrtException {
        Net net = new Net(SEED, 5);
        String hidden = net.op("MatMul", Net.INPUT, net.weight(5, 4));
        GradientCheck.check(net.weighted(net.node(operator).with("alpha", 0.3f).of(hidden), 4));
    }

    @ParameterizedTest
    @ValueSource(floats = {1, 2, 3, 0.5f, -1.5f})
    void pow_ofConstant(float exponent) throws OrtException {
        Net net = new Net(SEED, 5);
        String hidden = net.op("MatMul", Net.INPUT, net.weight(0.5f, 1, 5, 4));
        GradientCheck.check(net.weighted(net.op("Pow", hidden, net.constant(exponent)), 4), 0.5, 1);
    }

    /** At states that are 0, {@code 0 * 0^-1} is no derivative of 1. */
    @Test
    void pow_ofZero_atZero_isConstant() {
        for (boolean each : new boolean[] {false, true}) {
            Net net = new Net(SEED, 3);
            String power = net.op("Pow", Net.INPUT, each ? net.weights(k -> k - 1, 3) : net.constant(0));
            String sum = net.op("Add", power, net.op("Mul", Net.INPUT, net.constant(0.25f)));
            ModelProto model =
                    net.score(net.node("ReduceSum").with("keepdims", 0).of(sum, net.integers(1)));
            try (OnnxNetwork network = OnnxNetwork.of(model.toByteArray())) {
                FloatBuffer scores = FloatBuffer.allocate(1);
                FloatBuffer gradients = FloatBuffer.allocate(3);
                network.evaluate(FloatBuffer.allocate(3), 1, scores, gradients);
                assertThat(scores.get(0)).isEqualTo(each ? 1 : 3);
                assertThat(gradients.array()).containsExactly(0.25f, each ? 1.25f : 0.25f, 0.25f);
            }
        }
    }

    @Test
    void clip_betweenBounds() throws OrtException {
        Net net = new Net(SEED, 5);
        String hidden = net.op("Gemm", Net.INPUT, net.weight(5, 4), net.weight(4));
        String both = net.op("Clip", hidden, net.constant(-0.2f), net.constant(0.4f));
        String below = net.op("Clip", hidden, net.constant(-0.1f));
        String above = net.op("Clip", hidden, "", net.constant(0.3f));
        GradientCheck.check(net.weighted(net.op("Add", both, net.op("Mul", below, above)), 4));
    }

    /** As in PyTorch: states of zeros and ones are at the bounds, and have a slope there. */
    @Test
    void clip_atItsBounds_hasTheSlopeInside() {
        Net net = new Net(SEED, 1);
        ModelProto model = net.score(net.op("Clip", Net.INPUT, net.constant(0), net.constant(1)));
        FloatBuffer slopes = FloatBuffer.allocate(5);
        try (OnnxNetwork network = OnnxNetwork.of(model.toByteArray())) {
            FloatBuffer states = FloatBuffer.wrap(new float[] {-0.1f, 0, 0.5f, 1, 1.1f});
            network.evaluate(states, 5, FloatBuffer.allocate(5), slopes);
        }
        assertThat(slopes.array()).containsExactly(0, 1, 1, 1, 0);
    }

    @Test
    void normalization_byARunningMean() throws OrtException {
        for (long[] sizes : new long[][] {{3, 2, 2}, {3}}) {
            Net net = new Net(SEED, sizes);
            String normal = net.node("BatchNormalization")
                    .with("epsilon", 0.01f)
                    .of(
                            net.op("Softplus", Net.INPUT),
                            net.weight(3),
                            net.weight(3),
                            net.weight(3),
                            net.weight(0.1f, 1, 3));
            ModelProto model = net.weighted(net.op("Softplus", normal), sizes);
            assertThat(new OnnxGradient(model).parameters())
                    .hasSize(3); // scale, bias and the head: the rest is running
            GradientCheck.check(model);
        }
    }

    @Test
    void pow_ofIntegers_ofEachColumn() throws OrtException {
        Net net = new Net(SEED, 3);
        GradientCheck.check(net.weighted(net.op("Pow", Net.INPUT, net.integers(1, 2, 3)), 3));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 1", "1, 0", "1, 1"})
    void gemm_ofTransposed(int transA, int transB) throws OrtException {
        Net net = new Net(SEED, 5);
        String a = transA == 0 ? Net.INPUT : net.op("Transpose", Net.INPUT);
        String w = transB == 0 ? net.weight(5, 3) : net.weight(3, 5);
        String product = net.node("Gemm")
                .with("transA", transA)
                .with("transB", transB)
                .with("alpha", 0.7f)
                .with("beta", -1.3f)
                .of(a, w, net.weight(3));
        GradientCheck.check(net.weighted(net.op("Softplus", product), 3));
    }

    @ParameterizedTest
    @CsvSource({"4, 3", "1, 3", "4, 1", "1, 1"})
    void gemm_broadcastsItsBias(long rows, long columns) throws OrtException {
        Net net = new Net(SEED, 4);
        // A product of the four columns of states: rows must be those of the bias.
        String inner = net.op("Gemm", net.weight(4, 4), net.weight(4, 3), net.weight(rows, columns));
        GradientCheck.check(net.weighted(net.op("Softplus", net.op("MatMul", Net.INPUT, inner)), 3));
    }

    /** The weight comes first: its product with the transposed states has the rows last. */
    @ParameterizedTest
    @CsvSource({"0, 0", "0, 1", "1, 0", "1, 1"})
    void gemm_ofWeightFirst(int transA, int transB) throws OrtException {
        Net net = new Net(SEED, 5);
        String w = transA == 0 ? net.weight(3, 5) : net.weight(5, 3);
        String b = transB == 1 ? Net.INPUT : net.op("Transpose", Net.INPUT);
        String product =
                net.node("Gemm").with("transA", transA).with("transB", transB).of(w, b);
        GradientCheck.check(net.weighted(net.op("Softplus", net.op("Transpose", product)), 3));
    }

    @Test
    void matMul_ofStackedRows_byMatrix() throws OrtException {
        Net net = new Net(SEED, 3, 5);
        GradientCheck.check(net.weighted(net.op("Softplus", net.op("MatMul", Net.INPUT, net.weight(5, 2))), 3, 2));
    }

    /** As {@code torch.matmul(w, x.t())}. */
    @Test
    void matMul_ofStack_byTransposedStates() throws OrtException {
        Net net = new Net(SEED, 5);
        String product = net.op("MatMul", net.weight(2, 3, 5), net.op("Transpose", Net.INPUT));
        String score = net.node("ReduceSum").with("keepdims", 0).of(net.op("Softplus", product), net.integers(0, 1));
        GradientCheck.check(net.score(score));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void matMul_byVector(int stack) throws OrtException {
        Net net = stack == 1 ? new Net(SEED, 5) : new Net(SEED, stack, 5);
        String product = net.op("Softplus", net.op("MatMul", Net.INPUT, net.weight(5)));
        GradientCheck.check(stack == 1 ? net.score(product) : net.weighted(product, stack));
    }

    @Test
    void matMul_ofStacks_broadcasts() throws OrtException {
        Net net = new Net(SEED, 3, 5);
        String left = net.op("Unsqueeze", Net.INPUT, net.integers(1)); // [rows, 1, 3, 5]
        GradientCheck.check(net.weighted(net.op("Softplus", net.op("MatMul", left, net.weight(2, 5, 2))), 2, 3, 2));
    }

    @Test
    void matMul_ofTwoStacks() throws OrtException {
        Net net = new Net(SEED, 3, 5);
        String turned = net.node("Transpose").with("perm", new long[] {0, 2, 1}).of(Net.INPUT);
        GradientCheck.check(net.weighted(net.op("MatMul", turned, net.op("Softplus", Net.INPUT)), 5, 5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Add", "Sub", "Mul", "Div"})
    void arithmetic_ofInputs(String operator) throws OrtException {
        Net net = new Net(SEED, 5);
        String a = net.op("MatMul", Net.INPUT, net.weight(0.5f, 1, 5, 4));
        String b = net.op("MatMul", Net.INPUT, net.weight(0.5f, 1, 5, 4));
        GradientCheck.check(net.weighted(net.op("Softplus", net.op(operator, a, b)), 4), 0.5, 1);
    }

    /** A scalar, a row, a column, and a weight of more axes than the states have. */
    @ParameterizedTest
    @ValueSource(strings = {"Add", "Sub", "Mul", "Div"})
    void arithmetic_broadcastsAWeight(String operator) throws OrtException {
        for (long[] sizes : new long[][] {{}, {1}, {3}, {2, 1}, {2, 3}, {1, 2, 3}, {1, 2, 1}}) {
            Net right = new Net(SEED, 2, 3);
            String value = right.op(operator, right.op("Sigmoid", Net.INPUT), right.weight(0.5f, 1, sizes));
            GradientCheck.check(right.weighted(right.op("Softplus", value), 2, 3));
            Net left = new Net(SEED, 2, 3);
            value = left.op(operator, left.weight(0.5f, 1, sizes), left.op("Sigmoid", Net.INPUT));
            GradientCheck.check(left.weighted(left.op("Softplus", value), 2, 3));
        }
    }

    /** The flat states grow by two axes. */
    @ParameterizedTest
    @ValueSource(strings = {"Add", "Sub", "Mul", "Div"})
    void arithmetic_addsAxesToTheStates(String operator) throws OrtException {
        Net net = new Net(SEED, 3);
        String flat = net.op("Unsqueeze", net.op("Sigmoid", Net.INPUT), net.integers(1));
        String value = net.op(operator, flat, net.weight(0.5f, 1, 2, 1));
        GradientCheck.check(net.weighted(net.op("Softplus", value), 2, 3));
    }

    /** The states' own axis of size 1 is expanded by a weight. */
    @Test
    void arithmetic_broadcastsTheStates() throws OrtException {
        Net net = new Net(SEED, 1, 3);
        GradientCheck.check(net.weighted(net.op("Softplus", net.op("Mul", Net.INPUT, net.weight(2, 3))), 2, 3));
    }

    @Test
    void value_usedThrice_sumsItsCotangents() throws OrtException {
        Net net = new Net(SEED, 4);
        String hidden = net.op("MatMul", Net.INPUT, net.weight(4, 4));
        String cube = net.op("Mul", net.op("Mul", hidden, hidden), hidden);
        GradientCheck.check(net.weighted(net.op("Add", cube, hidden), 4));
    }

    @Test
    void swish_ofSigmoidAndMul() throws OrtException {
        Net net = new Net(SEED, 4);
        String hidden = net.op("MatMul", Net.INPUT, net.weight(4, 4));
        GradientCheck.check(net.weighted(net.op("Mul", hidden, net.op("Sigmoid", hidden)), 4));
        Net turned = new Net(SEED, 4);
        hidden = turned.op("MatMul", Net.INPUT, turned.weight(4, 4));
        GradientCheck.check(turned.weighted(turned.op("Mul", turned.op("Sigmoid", hidden), hidden), 4));
    }

    /** The slope of swish is 1 where the sigmoid is, and 0 at the other end, for all floats. */
    @Test
    void swish_ofLargeValues_hasASlope() {
        Net net = new Net(SEED, 1);
        ModelProto model = net.score(net.op("Mul", Net.INPUT, net.op("Sigmoid", Net.INPUT)));
        FloatBuffer slopes = FloatBuffer.allocate(4);
        try (OnnxNetwork network = OnnxNetwork.of(model.toByteArray())) {
            FloatBuffer states = FloatBuffer.wrap(new float[] {3e7f, 1e20f, -3e7f, 100});
            network.evaluate(states, 4, FloatBuffer.allocate(4), slopes);
        }
        assertThat(slopes.array()).containsExactly(new float[] {1, 1, 0, 1}, within(1e-6f));
    }

    /** A gate is the sigmoid of another value than the one that it lets through. */
    @Test
    void gate_isNoSwish() throws OrtException {
        Net net = new Net(SEED, 4);
        String value = net.op("MatMul", Net.INPUT, net.weight(4, 3));
        String gate = net.op("Sigmoid", net.op("MatMul", Net.INPUT, net.weight(4, 3)));
        GradientCheck.check(net.weighted(net.op("Mul", value, gate), 3));
    }
}
