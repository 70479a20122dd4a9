package dev.lbp.internal.onnx;

import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Gradient rules of maxima and minima: the largest or smallest term gets the whole cotangent. Among equal terms this is
 * the first one, in the order of memory or of a node's inputs.
 */
final class MaximumRules {

    private MaximumRules() {}

    /**
     * The rule of a maximum or minimum over axes.
     *
     * @param place the operator that finds the index of the first extreme term along an axis: ArgMax or ArgMin
     */
    static void reduce(Step step, String place) {
        long[] axes = ReductionRules.axes(step);
        ReductionRules.checkWithinRows(step, axes);
        if (axes.length == 0) {
            step.addCotangent(0, step.cotangent());
        } else if (axes.length == 1) {
            boolean kept = step.attributes().integer("keepdims", 1) != 0;
            String g = ReductionRules.withReducedAxes(step, step.cotangent(), axes, kept);
            step.addCotangent(0, scattered(step, place, step.input(0), g, axes[0]));
        } else {
            reduceAsOneAxis(step, place, axes);
        }
    }

    /**
     * The rule over several axes. ArgMax and ArgMin take one axis only, so the input's reduced axes are moved behind
     * the others and become one axis; the result goes back to the input's shape.
     *
     * @param place ArgMax or ArgMin
     * @param axes none of them that of the rows, as the caller has checked, so that their sizes are known
     */
    private static void reduceAsOneAxis(Step step, String place, long[] axes) {
        GraphWriter writer = step.writer();
        ValueShape shape = step.shape(0);
        step.refuseIf(shape.axesDependingOnRows() > 1, "must have rows alone as a free axis");
        long[] target = shape.target();
        long[] others = LongStream.range(0, shape.rank())
                .filter(axis -> LongStream.of(axes).noneMatch(reduced -> reduced == axis))
                .toArray();
        long[] order = LongStream.concat(
                        LongStream.of(others), LongStream.of(axes).sorted())
                .toArray();
        long[] kept = LongStream.of(others).map(axis -> target[(int) axis]).toArray();
        long terms = LongStream.of(axes).map(axis -> target[(int) axis]).reduce(1, Math::multiplyExact);
        // the input as [kept axes, terms], and the cotangent put where the chosen term is
        String turned = writer.node("Transpose").with("perm", order).of(step.input(0));
        String flat = step.op("Reshape", turned, sizes(writer, kept, terms));
        String g = step.op("Reshape", step.cotangent(), sizes(writer, kept, 1));
        String placed = scattered(step, place, flat, g, kept.length);
        // back to the input's axes and their order
        long[] sizes = LongStream.of(order).map(axis -> target[(int) axis]).toArray();
        long[] back = new long[order.length];
        IntStream.range(0, order.length).forEach(axis -> back[(int) order[axis]] = axis);
        step.addCotangent(
                0, writer.node("Transpose").with("perm", back).of(step.op("Reshape", placed, writer.integers(sizes))));
    }

    private static String sizes(GraphWriter writer, long[] kept, long last) {
        return writer.integers(
                LongStream.concat(LongStream.of(kept), LongStream.of(last)).toArray());
    }

    /** A tensor in the shape of a value: the cotangents at the extremes of the value along an axis, 0 elsewhere. */
    private static String scattered(Step step, String place, String value, String cotangent, long axis) {
        GraphWriter writer = step.writer();
        String places =
                writer.node(place).with("axis", axis).with("keepdims", 1).of(value);
        String zeros = step.op("ConstantOfShape", step.op("Shape", value));
        return writer.node("ScatterElements").with("axis", axis).of(zeros, places, cotangent);
    }

    /** The rule of an elementwise maximum or minimum: the first input that equals the output gets the cotangent. */
    static void elementwise(Step step) {
        String left = step.cotangent(); // 0 where an earlier input has got it
        String zero = step.writer().scalar(0);
        for (int input = 0; step.hasInput(input); input++) {
            String chosen = step.op("Equal", step.input(input), step.output());
            if (step.needsCotangent(input)) {
                step.addBroadcast(input, step.op("Where", chosen, left, zero));
            }
            left = step.op("Where", chosen, zero, left);
        }
    }
}
