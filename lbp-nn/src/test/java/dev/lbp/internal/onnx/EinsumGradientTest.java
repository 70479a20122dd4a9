package dev.lbp.internal.onnx;

import ai.onnxruntime.OrtException;
import java.util.Arrays;
import onnx.Onnx.ModelProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gradients of sums of products by letters, against finite differences, and what is refused. */
class EinsumGradientTest {

    private static final long SEED = 25;

    /** States [rows, 2, 3] and a weight. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "bij,jk->bik; 3,4; 8",
                "bij,jk->bki; 3,4; 8",
                "b i j , k j -> b i k; 4,3; 8",
                "bij,jk; 3,4; 8",
                "bij,ij->b; 2,3; 1",
                "bij,k->bk; 4; 4", // both have letters of their own
                "bij,k->bjk; 4; 12",
                "...j,jk->...k; 3,4; 8",
                "...ij,...jk->...ik; 1,3,4; 8",
                "b...,...->b...; 1,3; 6",
                "bij,...jk->b...i; 2,3,4; 4",
                "bij,jk->bik; 1,4; 8", // broadcast
                "bij,ik->bjk; 1,4; 12",
                "bij,ik->bijk; 1,4; 24"
            })
    void statesAndWeight(String equation, String weight, long columns) throws OrtException {
        long[] sizes =
                Arrays.stream(weight.split(",")).mapToLong(Long::parseLong).toArray();
        Net net = new Net(SEED, 2, 3);
        String product =
                net.node("Einsum").with("equation", equation).of(net.op("Sigmoid", Net.INPUT), net.weight(sizes));
        GradientCheck.check(net.weighted(net.op("Softplus", net.op("Flatten", product)), columns));
    }

    /** The weight first, and two factors of the states. */
    @Test
    void otherOrders() throws OrtException {
        Net first = new Net(SEED, 2, 3);
        String product = first.node("Einsum").with("equation", "kj,bij->bik").of(first.weight(4, 3), Net.INPUT);
        GradientCheck.check(first.weighted(first.op("Softplus", product), 2, 4));
        Net both = new Net(SEED, 2, 3);
        String right = both.op("MatMul", Net.INPUT, both.weight(3, 3));
        product = both.node("Einsum").with("equation", "bij,bkj->bik").of(Net.INPUT, right);
        GradientCheck.check(both.weighted(both.op("Softplus", product), 2, 2));
    }

    @Test
    void otherEquations_areRefused() {
        refused("must have two operands: equation=bij->bi: node ", "bij->bi");
        refused("must have two operands: equation=bij,jk,k->bi: node ", "bij,jk,k->bi");
        refused("must name each axis of an operand by a letter of its own: equation=bii,ik->bk: node ", "bii,ik->bk");
    }

    private static void refused(String message, String equation) {
        Net net = new Net(SEED, 3, 3);
        String[] inputs = {Net.INPUT, net.weight(3, 4), net.weight(4)};
        String value =
                net.node("Einsum").with("equation", equation).of(Arrays.copyOf(inputs, equation.split(",").length));
        String flat = net.op("Flatten", value);
        ModelProto model = net.score(net.node("ReduceSum").with("keepdims", 0).of(flat, net.integers(1)));
        RowRulesTest.refusedByRule(model, message, "of type Einsum");
    }
}
