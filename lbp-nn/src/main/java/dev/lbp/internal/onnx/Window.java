package dev.lbp.internal.onnx;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The geometry of a convolution or a pool on the axes after rows and channels, with explicit padding. The window of
 * output i covers the inputs {@code i * stride - begin + k * dilation} for k from 0 to kernel - 1.
 *
 * @param input sizes of the input
 * @param output sizes of the output
 * @param begin padding before the first input
 * @param end padding after the last input
 */
record Window(long[] input, long[] output, long[] kernel, long[] strides, long[] dilations, long[] begin, long[] end) {

    /**
     * The window of a node.
     *
     * @param kernel sizes of the kernel
     */
    static Window of(Step step, long[] kernel) {
        int axes = kernel.length;
        long[] ones = new long[axes];
        Arrays.fill(ones, 1);
        Attributes attributes = step.attributes();
        long[] pads = attributes.integers("pads", new long[2 * axes]);
        Window window = new Window(
                spatial(step, step.shape(0)),
                spatial(step, step.outputShape()),
                kernel,
                attributes.integers("strides", ones),
                attributes.integers("dilations", ones),
                Arrays.copyOf(pads, axes),
                Arrays.copyOfRange(pads, axes, 2 * axes));
        return switch (attributes.text("auto_pad", "NOTSET")) {
            case "SAME_UPPER" -> window.padded(0);
            case "SAME_LOWER" -> window.padded(1);
            default -> window;
        };
    }

    /**
     * This window with the padding that its outputs need.
     *
     * @param lower 1 to put the larger half before the first input, 0 to put it after the last one
     */
    private Window padded(int lower) {
        long[] before = map(axis -> (Math.max(0, coveredLength(axis) - input[axis]) + lower) / 2);
        long[] behind = map(axis -> Math.max(0, coveredLength(axis) - input[axis]) - before[axis]);
        return new Window(input, output, kernel, strides, dilations, before, behind);
    }

    /** The sizes of the axes after rows and channels. Refuses a shape in which they depend on the number of rows. */
    private static long[] spatial(Step step, ValueShape shape) {
        step.refuseIf(
                shape.axesDependingOnRows() != 1 || !shape.dependsOnRows(0), "must have rows alone as a free axis");
        return Arrays.copyOfRange(shape.sizesAtFewRows(), 2, shape.rank());
    }

    /** The number of places from the first to the last one under any window, padding included. */
    private long coveredLength(int axis) {
        return (output[axis] - 1) * strides[axis] + (kernel[axis] - 1) * dilations[axis] + 1;
    }

    private long[] map(IntToLongFunction function) {
        return IntStream.range(0, kernel.length).mapToLong(function).toArray();
    }

    /** Whether a window covers places beyond the padding, as {@code ceil_mode} allows. */
    boolean coversMoreThanPadding() {
        return IntStream.range(0, kernel.length)
                .anyMatch(axis -> coveredLength(axis) > begin[axis] + input[axis] + end[axis]);
    }

    /**
     * Whether a window is left out, because it begins after all inputs. Only a pool with {@code ceil_mode} is asked:
     * without such a window its windows cover all inputs and padding.
     */
    boolean leavesOutWindows() {
        return IntStream.range(0, kernel.length)
                .anyMatch(axis -> coveredLength(axis) < begin[axis] + input[axis] + end[axis]);
    }

    /** The number of inputs after the last window, for each axis. */
    long[] unused() {
        return map(axis -> Math.max(0, input[axis] + begin[axis] - coveredLength(axis)));
    }

    /** Whether each input is before the end of the last window. */
    boolean coversAll() {
        return LongStream.of(unused()).allMatch(size -> size == 0);
    }

    /** The padding that windows cover, in the order of ONNX: before the inputs of each axis, then after them. */
    long[] pads() {
        long[] pads = Arrays.copyOf(begin, 2 * begin.length);
        long[] behind = map(axis -> Math.max(0, coveredLength(axis) - begin[axis] - input[axis]));
        System.arraycopy(behind, 0, pads, begin.length, begin.length);
        return pads;
    }

    /** The transposed convolution of a value. Its {@code output_padding} adds the inputs that no window covers. */
    String transposed(Step step, long groups, String value, String kernelValue) {
        return step.writer()
                .node("ConvTranspose")
                .with("strides", strides)
                .with("dilations", dilations)
                .with("pads", pads())
                .with("output_padding", unused())
                .with("group", groups)
                .of(value, kernelValue);
    }

    /** The number of inputs under the window of an output, along an axis. */
    long inputs(int axis, long at) {
        long first = at * strides[axis] - begin[axis];
        return LongStream.range(0, kernel[axis])
                .map(k -> first + k * dilations[axis])
                .filter(place -> 0 <= place && place < input[axis])
                .count();
    }

    /** For each axis, the smallest distance of two windows, in outputs, at which they do not overlap. */
    long[] period() {
        return map(axis -> ((kernel[axis] - 1) * dilations[axis] + strides[axis]) / strides[axis]);
    }
}
