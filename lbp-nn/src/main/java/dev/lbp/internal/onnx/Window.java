package dev.lbp.internal.onnx;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The geometry of a convolution or a pool on the axes behind rows and channels, with all padding explicit: an output at
 * i covers the inputs {@code i * stride - begin + k * dilation}, k from 0 to kernel - 1.
 *
 * @param input sizes of the input
 * @param output sizes of the output
 * @param begin padding before the first input
 * @param end padding behind the last input
 */
record Window(long[] input, long[] output, long[] kernel, long[] strides, long[] dilations, long[] begin, long[] end) {

    /** @param kernel sizes of the kernel */
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

    /** With padding of as much as the windows need, the larger half before the first input if {@code lower} is 1. */
    private Window padded(int lower) {
        long[] before = map(axis -> (Math.max(0, covered(axis) - input[axis]) + lower) / 2);
        long[] behind = map(axis -> Math.max(0, covered(axis) - input[axis]) - before[axis]);
        return new Window(input, output, kernel, strides, dilations, before, behind);
    }

    private static long[] spatial(Step step, ValueShape shape) {
        step.refuseIf(shape.variableAxes() != 1 || !shape.varies(0), "must have rows alone as a free axis");
        return Arrays.copyOfRange(shape.few(), 2, shape.rank());
    }

    /** From the first to the last input or padding under a window. */
    private long covered(int axis) {
        return (output[axis] - 1) * strides[axis] + (kernel[axis] - 1) * dilations[axis] + 1;
    }

    private long[] map(IntToLongFunction function) {
        return IntStream.range(0, kernel.length).mapToLong(function).toArray();
    }

    /** Whether a window covers places behind the padding, as {@code ceil_mode} allows. */
    boolean coversMoreThanPadding() {
        return IntStream.range(0, kernel.length)
                .anyMatch(axis -> covered(axis) > begin[axis] + input[axis] + end[axis]);
    }

    /**
     * Whether {@code ceil_mode} by its formula would give one more window, which begins behind all inputs and is left
     * out.
     */
    boolean leavesOutWindows() {
        return IntStream.range(0, kernel.length)
                .anyMatch(axis -> covered(axis) < begin[axis] + input[axis] + end[axis]);
    }

    /** Inputs behind all windows. */
    long[] unused() {
        return map(axis -> Math.max(0, input[axis] + begin[axis] - covered(axis)));
    }

    boolean coversAll() {
        return LongStream.of(unused()).allMatch(size -> size == 0);
    }

    /** Padding that windows cover, as ONNX lists it: before each axis, then behind each. */
    long[] pads() {
        long[] pads = Arrays.copyOf(begin, 2 * begin.length);
        long[] behind = map(axis -> Math.max(0, covered(axis) - begin[axis] - input[axis]));
        System.arraycopy(behind, 0, pads, begin.length, begin.length);
        return pads;
    }

    /** The transposed convolution of a value; {@code output_padding} adds the inputs that no window covers. */
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

    /** Windows at this distance do not overlap, for each axis. */
    long[] period() {
        return map(axis -> ((kernel[axis] - 1) * dilations[axis] + strides[axis]) / strides[axis]);
    }
}
