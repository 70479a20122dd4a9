package dev.lbp.internal.onnx;

import java.util.Arrays;
import java.util.stream.LongStream;

/** Means and maxima under a window that moves over the axes behind those of rows and channels. */
final class PoolRules {

    /** The first opset by which windows do not divide by their places behind the padding. */
    private static final long FIRST_CLIPPED = 19;

    private PoolRules() {}

    /** Each input under a window gets the window's cotangent, divided by the number of its terms. */
    static void average(Step step) {
        Window window = Window.of(step, step.attributes().integers("kernel_shape", new long[0]));
        requireKnownDivisors(step, window);
        GraphWriter writer = step.writer();
        long channels = step.shape(0).few()[1];
        float[] ones = new float[Math.toIntExact(channels * count(window.kernel()))];
        Arrays.fill(ones, 1);
        String kernel = writer.constant(
                ones,
                LongStream.concat(LongStream.of(channels, 1), LongStream.of(window.kernel()))
                        .toArray());
        String means = step.op("Mul", step.cotangent(), weights(step, window));
        step.give(0, window.transposed(step, channels, means, kernel));
    }

    /**
     * Refuses pools of {@code ceil_mode} that ONNX Runtime computes differently than PyTorch, or whose sizes it
     * declares differently than it computes them.
     */
    private static void requireKnownDivisors(Step step, Window window) {
        boolean automatic = step.attributes().text("auto_pad", "NOTSET").startsWith("SAME");
        if (automatic || step.attributes().integer("ceil_mode", 0) == 0) {
            return;
        }
        step.refuseIf(
                window.leavesOutWindows(),
                "must not leave out a window that begins behind all inputs, as ceil_mode does here");
        boolean padding = step.attributes().integer("count_include_pad", 0) != 0;
        step.refuseIf(
                padding && window.coversMoreThanPadding() && step.values().opset() < FIRST_CLIPPED,
                "must be of opset " + FIRST_CLIPPED
                        + " or later with ceil_mode and count_include_pad: before, ONNX Runtime divides by places behind the padding");
    }

    /**
     * The weight of an input in each window: the mean of ones, by the number of ones. What windows divide by is left to
     * ONNX Runtime.
     */
    private static String weights(Step step, Window window) {
        float[] ones = new float[Math.toIntExact(count(window.input()))];
        Arrays.fill(ones, 1);
        float[] shares = new float[Math.toIntExact(count(window.output()))];
        for (int i = 0; i < shares.length; i++) {
            long inputs = 1;
            int rest = i;
            for (int axis = window.output().length - 1; axis >= 0; axis--) {
                inputs *= window.inputs(axis, rest % (int) window.output()[axis]);
                rest /= (int) window.output()[axis];
            }
            shares[i] = 1f / Math.max(1, inputs);
        }
        GraphWriter writer = step.writer();
        String means = step.again(writer.constant(ones, image(window.input())));
        return step.op("Mul", means, writer.constant(shares, image(window.output())));
    }

    /** The shape of an image of one row and one channel. */
    private static long[] image(long[] sizes) {
        return LongStream.concat(LongStream.of(1, 1), LongStream.of(sizes)).toArray();
    }

    private static long count(long[] sizes) {
        return LongStream.of(sizes).reduce(1, Math::multiplyExact);
    }

    /**
     * The largest input under a window gets the window's cotangent. Windows may overlap: so they are taken in turns, in
     * each of them those that do not.
     */
    static void max(Step step) {
        step.refuseIf(step.attributes().integer("storage_order", 0) != 0, "must have storage_order 0");
        Window window = Window.of(step, step.attributes().integers("kernel_shape", new long[0]));
        long[] period = window.period();
        String places = step.writer().secondOutput(step.output());
        String zeros = flat(step, step.op("ConstantOfShape", step.op("Shape", step.input(0))));
        for (int turn = 0; turn < count(period); turn++) {
            String sum = step.op(
                    "ScatterElements",
                    zeros,
                    taken(step, places, period, turn),
                    taken(step, step.cotangent(), period, turn));
            step.give(
                    0,
                    step.op("Reshape", sum, step.writer().integers(step.shape(0).target())));
        }
    }

    private static String taken(Step step, String value, long[] period, int turn) {
        if (count(period) == 1) {
            return flat(step, value);
        }
        long[] starts = new long[period.length];
        for (int axis = period.length - 1; axis >= 0; axis--) {
            starts[axis] = turn % period[axis];
            turn /= (int) period[axis];
        }
        GraphWriter writer = step.writer();
        long[] ends = new long[period.length];
        Arrays.fill(ends, Integer.MAX_VALUE);
        return flat(
                step,
                step.op(
                        "Slice",
                        value,
                        writer.integers(starts),
                        writer.integers(ends),
                        writer.integers(LongStream.range(2, 2 + period.length).toArray()),
                        writer.integers(period)));
    }

    private static String flat(Step step, String value) {
        return step.op("Reshape", value, step.writer().integers(-1));
    }
}
