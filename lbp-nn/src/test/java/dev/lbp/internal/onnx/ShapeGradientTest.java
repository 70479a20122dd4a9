package dev.lbp.internal.onnx;

import ai.onnxruntime.OrtException;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gradients through operators that move, repeat and sum elements, against finite differences. */
class ShapeGradientTest {

    private static final long SEED = 12;

    @Test
    void reshape_thereAndBack() throws OrtException {
        Net net = new Net(SEED, 6);
        String folded = net.op("Softplus", net.op("Reshape", Net.INPUT, net.integers(-1, 2, 3)));
        String rows = net.op("Reshape", folded, net.integers(-1, 3)); // two rows of each state
        String hidden = net.op("Softplus", net.op("MatMul", rows, net.weight(3, 4)));
        GradientCheck.check(net.weighted(net.op("Reshape", hidden, net.integers(-1, 8)), 8));
    }

    /** What an export of {@code x.view(x.size(0), -1)} computes. */
    @Test
    void reshape_byAShapeOfTheGraph() throws OrtException {
        Net net = new Net(SEED, 2, 3);
        String hidden = net.op("Softplus", Net.INPUT);
        String rows = net.node("Gather").with("axis", 0).of(net.op("Shape", hidden), net.integers(0));
        String sizes = net.node("Concat").with("axis", 0).of(rows, net.integers(-1));
        GradientCheck.check(net.score(net.op("MatMul", net.op("Reshape", hidden, sizes), net.weight(6, 1))));
    }

    @Test
    void flatten_squeeze_unsqueeze() throws OrtException {
        Net net = new Net(SEED, 2, 3);
        String opened = net.op("Unsqueeze", net.op("Softplus", Net.INPUT), net.integers(1, -1));
        String closed = net.op("Squeeze", net.op("Exp", opened), net.integers(-1));
        String flat = net.op("Flatten", net.op("Squeeze", net.op("Softplus", closed), net.integers(1)));
        GradientCheck.check(net.score(net.op("Squeeze", net.op("MatMul", flat, net.weight(6, 1)), net.integers(1))));
    }

    @Test
    void squeeze_ofAllOnes() throws OrtException {
        Net net = new Net(SEED, 2, 3);
        String flat = net.op("Flatten", net.op("Softplus", Net.INPUT));
        GradientCheck.check(net.score(net.op("Squeeze", net.op("MatMul", flat, net.weight(6, 1)))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 2 3 1", "0 3 1 2", "3 0 2 1", "2 3 0 1"})
    void transpose_ofFourAxes(String order) throws OrtException {
        Net net = new Net(SEED, 2, 3, 4);
        long[] axes = Arrays.stream(order.split(" ")).mapToLong(Long::parseLong).toArray();
        String turned = net.op("Exp", net.node("Transpose").with("perm", axes).of(Net.INPUT));
        long[] back = new long[4];
        for (int axis = 0; axis < 4; axis++) {
            back[(int) axes[axis]] = axis;
        }
        GradientCheck.check(
                net.weighted(net.node("Transpose").with("perm", back).of(turned), 2, 3, 4));
    }

    @Test
    void expand_sumsOverWhatItRepeats() throws OrtException {
        Net net = new Net(SEED, 1, 3);
        String states = net.op("Expand", Net.INPUT, net.integers(1, 2, 1));
        String weight = net.op("Expand", net.weight(3), net.op("Shape", states));
        GradientCheck.check(net.weighted(net.op("Softplus", net.op("Mul", states, weight)), 2, 3));
    }

    @ParameterizedTest
    @CsvSource({"ReduceSum, 0", "ReduceSum, 1", "ReduceMean, 0", "ReduceMean, 1"})
    void reduction_overSomeAxes(String operator, int keepdims) throws OrtException {
        Net net = new Net(SEED, 2, 3, 4);
        String value = net.op("Exp", Net.INPUT);
        GraphWriter.NodeWriter reduction = net.node(operator).with("keepdims", keepdims);
        String reduced = operator.equals("ReduceSum")
                ? reduction.of(value, net.integers(1, -1))
                : reduction.with("axes", new long[] {1, -1}).of(value);
        GradientCheck.check(net.weighted(net.op("Softplus", reduced), 3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ReduceSum", "ReduceMean"})
    void reduction_ofOpset18_takesAxesAsInput(String operator) throws OrtException {
        Net net = new Net(SEED, 2, 3, 4);
        String value = net.op("Exp", Net.INPUT);
        String reduced = net.node(operator).with("keepdims", 0).of(value, net.integers(-2, 1));
        GradientCheck.check(net.weighted(18, net.op("Softplus", reduced), 4));
    }

    @Test
    void reduction_toTheScore() throws OrtException {
        Net net = new Net(SEED, 5);
        String hidden = net.op("Softplus", net.op("MatMul", Net.INPUT, net.weight(5, 4)));
        GradientCheck.check(net.score(net.node("ReduceSum").with("keepdims", 0).of(hidden, net.integers(1))));
    }

    @Test
    void reduction_withoutAxes_isOfAWeight() throws OrtException {
        Net net = new Net(SEED, 3);
        String size = net.node("ReduceMean").with("keepdims", 0).of(net.op("Exp", net.weight(2, 3)));
        GradientCheck.check(net.weighted(net.op("Softplus", net.op("Mul", Net.INPUT, size)), 3));
    }

    @Test
    void reduction_withoutAxes_mayDoNothing() throws OrtException {
        Net net = new Net(SEED, 3);
        String same = net.node("ReduceSum").with("noop_with_empty_axes", 1).of(net.op("Exp", Net.INPUT));
        GradientCheck.check(net.weighted(same, 3));
    }

    @Test
    void globalAverage_ofImages() throws OrtException {
        Net net = new Net(SEED, 2, 3, 4);
        GradientCheck.check(net.weighted(net.op("Softplus", net.op("GlobalAveragePool", net.op("Exp", Net.INPUT))), 2));
    }

    @Test
    void dropout_isTheIdentity() throws OrtException {
        Net net = new Net(SEED, 3);
        GradientCheck.check(net.weighted(net.op("Softplus", net.op("Dropout", net.op("Exp", Net.INPUT))), 3));
    }

    @ParameterizedTest
    @CsvSource({"0", "1"})
    void logSumExp_overAnAxis(int keepdims) throws OrtException {
        Net net = new Net(SEED, 2, 3);
        String hidden = net.op("MatMul", Net.INPUT, net.weight(3, 4));
        String sum = net.node("ReduceLogSumExp")
                .with("axes", new long[] {-1})
                .with("keepdims", keepdims)
                .of(hidden);
        GradientCheck.check(net.weighted(net.op("Softplus", sum), 2));
    }

    @Test
    void concat_ofInputsAndWeights() throws OrtException {
        Net net = new Net(SEED, 2, 3);
        String weight = net.op(
                "Expand",
                net.weight(1, 1, 3),
                net.node("Concat")
                        .with("axis", 0)
                        .of(net.node("Gather").of(net.op("Shape", Net.INPUT), net.integers(0)), net.integers(4, 3)));
        String all = net.node("Concat").with("axis", -2).of(Net.INPUT, weight, net.op("Exp", Net.INPUT));
        GradientCheck.check(net.weighted(net.op("Softplus", net.op("Mul", all, net.weight(8, 3))), 8, 3));
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "0, 2", "-3, -1", "2, 9223372036854775807"})
    void slice_ofColumns(long start, long end) throws OrtException {
        Net net = new Net(SEED, 2, 4);
        String part = net.op(
                "Slice",
                net.op("Exp", Net.INPUT),
                net.integers(start, 1),
                net.integers(Math.min(end, Integer.MAX_VALUE), 2),
                net.integers(-1, 1));
        GradientCheck.check(net.weighted(net.op("Softplus", part), 2));
    }

    @Test
    void pad_ofSomeAxes() throws OrtException {
        Net net = new Net(SEED, 2, 3);
        String padded = net.op("Pad", net.op("Exp", Net.INPUT), net.integers(0, 1, 2, 0, 3, 0));
        GradientCheck.check(net.weighted(net.op("Softplus", net.op("Mul", padded, net.weight(6, 5))), 6, 5));
    }

    /** What an export of {@code net(x)[:, 0]} has. */
    @Test
    void gather_ofAColumn() throws OrtException {
        Net net = new Net(SEED, 5);
        String two = net.op("Exp", net.op("MatMul", Net.INPUT, net.weight(5, 3)));
        String column = net.node("Gather").with("axis", 1).of(two, net.indices(new long[] {1}));
        GradientCheck.check(net.score(column));
    }

    @ParameterizedTest
    @CsvSource({"1, 0 2, 2", "-1, 3 1 3 0 3, 5", "2, -1 0 -4 2, 2 2", "1, -2 1 1 1 0 1, 3 2", "2, 1 1 1, 3"})
    void gather_sumsOverCopies(int axis, String elements, String shape) throws OrtException {
        Net net = new Net(SEED, 3, 4);
        long[] sizes = longs(shape);
        String copies =
                net.node("Gather").with("axis", axis).of(net.op("Exp", Net.INPUT), net.indices(longs(elements), sizes));
        long[] all = axis == 1
                ? LongStream.concat(LongStream.of(sizes), LongStream.of(4)).toArray()
                : LongStream.concat(LongStream.of(3), LongStream.of(sizes)).toArray();
        GradientCheck.check(net.weighted(net.op("Softplus", copies), all));
    }

    private static long[] longs(String numbers) {
        return Arrays.stream(numbers.split(" ")).mapToLong(Long::parseLong).toArray();
    }

    /** A table of values, as of an embedding: some rows of it occur twice, one not at all. */
    @Test
    void gather_ofAWeight() throws OrtException {
        Net net = new Net(SEED, 4, 3);
        String table = net.op("Gather", net.weight(5, 3), net.indices(new long[] {4, 0, 4, 2}, 4));
        GradientCheck.check(net.weighted(net.op("Softplus", net.op("Mul", Net.INPUT, table)), 4, 3));
    }
}
