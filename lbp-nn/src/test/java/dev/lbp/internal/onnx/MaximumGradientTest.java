package dev.lbp.internal.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtException;
import dev.lbp.nn.OnnxNetwork;
import java.nio.FloatBuffer;
import java.util.Arrays;
import onnx.Onnx.ModelProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gradients of maxima and minima against finite differences, and which one of equal terms gets them. */
class MaximumGradientTest {

    private static final long SEED = 21;

    @ParameterizedTest
    @CsvSource({"1", "-1", "2", "-2", "'1,2'", "'-1,1'", "'2,3'", "'1,2,3'", "'-1,-3'"})
    void reduce_overAxes(String list) throws OrtException {
        long[] axes = Arrays.stream(list.split(",")).mapToLong(Long::parseLong).toArray();
        for (int keep = 0; keep < 2; keep++) {
            Net net = new Net(SEED, 2, 3, 4);
            String hidden = net.op("MatMul", Net.INPUT, net.weight(4, 5));
            String largest = net.node("ReduceMax")
                    .with("keepdims", keep)
                    .with("axes", axes) // up to opset 17
                    .of(hidden);
            GradientCheck.check(net.weighted(net.op("Softplus", largest), left(axes)));
            Net other = new Net(SEED, 2, 3, 4);
            hidden = other.op("MatMul", Net.INPUT, other.weight(4, 5));
            String smallest = other.node("ReduceMin").with("keepdims", keep).of(hidden, other.integers(axes));
            GradientCheck.check(other.weighted(18, other.op("Softplus", smallest), left(axes)));
        }
    }

    /** The number of elements of [2, 3, 5] without axes of [rows, 2, 3, 5]. */
    private static long left(long... axes) {
        long[] sizes = {-1, 2, 3, 5};
        for (long axis : axes) {
            sizes[Math.floorMod(axis, 4)] = 1;
        }
        return sizes[1] * sizes[2] * sizes[3];
    }

    @Test
    void reduce_overNoAxes_isTheIdentity() throws OrtException {
        Net net = new Net(SEED, 4);
        String hidden = net.op("Gemm", Net.INPUT, net.weight(4, 3), net.weight(3));
        String same = net.node("ReduceMax").with("noop_with_empty_axes", 1).of(hidden, net.integers());
        GradientCheck.check(net.weighted(18, net.op("Softplus", same), 3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Max", "Min"})
    void inputs_broadcast(String operator) throws OrtException {
        Net net = new Net(SEED, 2, 3);
        String a = net.op("MatMul", Net.INPUT, net.weight(3, 3));
        String b = net.op("MatMul", Net.INPUT, net.weight(3, 3));
        String column = net.node("ReduceSum").of(a, net.integers(2)); // [rows, 2, 1]
        float low = operator.equals("Max") ? 0.2f : -0.6f; // so that each input is chosen somewhere
        String chosen =
                net.op(operator, a, net.weight(low, low + 0.4f, 3), b, column, net.weight(low, low + 0.4f, 2, 1));
        GradientCheck.check(net.weighted(net.op("Softplus", chosen), 2, 3));
        Net one = new Net(SEED, 3);
        GradientCheck.check(one.weighted(one.op("Softplus", one.op(operator, Net.INPUT)), 3));
    }

    private static float[] slopes(ModelProto model, float... state) {
        FloatBuffer slopes = FloatBuffer.allocate(state.length);
        try (OnnxNetwork network = OnnxNetwork.of(model.toByteArray())) {
            network.evaluate(FloatBuffer.wrap(state), 1, FloatBuffer.allocate(1), slopes);
        }
        return slopes.array();
    }

    /** Zeros and ones are full of ties: the first of them, as ArgMax has it, not all of them. */
    @Test
    void reduce_ofEqualTerms_givesTheFirst() {
        for (String operator : new String[] {"ReduceMax", "ReduceMin"}) {
            Net net = new Net(SEED, 5);
            ModelProto model = net.score(net.node(operator)
                    .with("axes", new long[] {1})
                    .with("keepdims", 0)
                    .of(Net.INPUT));
            assertThat(slopes(model, 1, 0, 1, 0, 1))
                    .containsExactly(
                            operator.equals("ReduceMax") ? new float[] {1, 0, 0, 0, 0} : new float[] {0, 1, 0, 0, 0});
        }
        Net image = new Net(SEED, 2, 3);
        ModelProto model = image.score(image.node("ReduceMax")
                .with("axes", new long[] {2, 1})
                .with("keepdims", 0)
                .of(Net.INPUT));
        assertThat(slopes(model, 0, 0, 1, 1, 1, 1)).containsExactly(0, 0, 1, 0, 0, 0);
    }

    @Test
    void inputs_thatAreEqual_giveTheFirst() {
        for (String operator : new String[] {"Max", "Min"}) {
            Net net = new Net(SEED, 2);
            String first = net.op("Slice", Net.INPUT, net.integers(0), net.integers(1), net.integers(1));
            String second = net.op("Slice", Net.INPUT, net.integers(1), net.integers(2), net.integers(1));
            ModelProto model = net.score(net.op(operator, first, second, net.constant(1)));
            assertThat(slopes(model, 1, 1)).containsExactly(1, 0);
        }
    }
}
