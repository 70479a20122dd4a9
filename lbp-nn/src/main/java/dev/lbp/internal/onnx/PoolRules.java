package dev.lbp.internal.onnx;

import java.util.Arrays;
import java.util.stream.LongStream;

/** Gradient rules of means and maxima under a window that moves over the axes after rows and channels. */
final class PoolRules {

    /** From this opset on, the divisor of a mean leaves out places of the window beyond the padding. */
    private static final long FIRST_CLIPPED = 19;

    private PoolRules() {}

    /** Each input under a window gets the window's cotangent, divided by the window's number of terms. */
    static void average(Step step) {
        Window window = Window.of(step, step.attributes().integers("kernel_shape", new long[0]));
        checkCeilMode(step, window);
        // a transposed convolution, with a kernel of ones for each channel, adds the cotangents under the inputs
        GraphWriter writer = step.writer();
        long channels = step.shape(0).sizesAtFewRows()[1];
        float[] ones = new float[Math.toIntExact(channels * count(window.kernel()))];
        Arrays.fill(ones, 1);
        String kernel = writer.constant(
                ones,
                LongStream.concat(LongStream.of(channels, 1), LongStream.of(window.kernel()))
                        .toArray());
        String means = step.op("Mul", step.cotangent(), weights(step, window));
        step.addCotangent(0, window.transposed(step, channels, means, kernel));
    }

    /**
     * Refuses pools with {@code ceil_mode} that ONNX Runtime computes differently than PyTorch, or for which ONNX
     * Runtime declares other output sizes than it computes.
     */
    private static void checkCeilMode(Step step, Window window) {
        boolean automatic = step.attributes().text("auto_pad", "NOTSET").startsWith("SAME");
        // auto_pad fixes the number of windows, so that ceil_mode has no effect
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
     * The weight of an input in each window. It is the node's output on an input of ones, divided by the number of ones
     * under the window, so that the divisor is the one of ONNX Runtime.
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
        String means = step.sameOperator(writer.constant(ones, image(window.input())));
        return step.op("Mul", means, writer.constant(shares, image(window.output())));
    }

    /** The shape of one image of one channel. */
    private static long[] image(long[] sizes) {
        return LongStream.concat(LongStream.of(1, 1), LongStream.of(sizes)).toArray();
    }

    private static long count(long[] sizes) {
        return LongStream.of(sizes).reduce(1, Math::multiplyExact);
    }

    /**
     * The largest input under a window gets the window's cotangent. Overlapping windows may share that input, so the
     * windows are taken in turns, and the windows of one turn do not overlap.
     */
    static void max(Step step) {
        step.refuseIf(step.attributes().integer("storage_order", 0) != 0, "must have storage_order 0");
        Window window = Window.of(step, step.attributes().integers("kernel_shape", new long[0]));
        long[] period = window.period();
        String places = step.writer().secondOutput(step.output()); // the index of each window's largest input
        String zeros = flat(step, step.op("ConstantOfShape", step.op("Shape", step.input(0))));
        for (int turn = 0; turn < count(period); turn++) {
            String sum = step.op(
                    "ScatterElements",
                    zeros,
                    ofTurn(step, places, period, turn),
                    ofTurn(step, step.cotangent(), period, turn));
            step.addCotangent(
                    0,
                    step.op("Reshape", sum, step.writer().integers(step.shape(0).target())));
        }
    }

    /**
     * The elements of a value that belong to the windows of one turn, as one axis. A turn has every {@code period}-th
     * window along each axis, so that its windows do not overlap.
     */
    private static String ofTurn(Step step, String value, long[] period, int turn) {
        if (count(period) == 1) {
            return flat(step, value);
        }
        long[] starts = new long[period.length]; // the first window along each axis: the digits of the turn
        for (int axis = period.length - 1; axis >= 0; axis--) {
            starts[axis] = turn % period[axis];
            turn /= (int) period[axis];
        }
        GraphWriter writer = step.writer();
        long[] ends = new long[period.length];
        Arrays.fill(ends, Integer.MAX_VALUE); // up to the end of the axis
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
