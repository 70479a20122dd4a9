package dev.lbp.internal.onnx;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The geometry of a convolution or a pool on the axes behind rows and channels, with all padding explicit: an output at i covers
 * the inputs {@code i * stride - begin + k * dilation}, k from 0 to kernel - 1.
 *
 * @param input sizes of the input
 * @param output sizes of the output
 * @param begin padding before the first input
 */
record Window(long[] input, long[] output, long[] kernel, long[] strides, long[] dilations, long[] begin) {

    /** @param kernel sizes of the kernel */
    static Window of(Step step, long[] kernel) {
        long[] input = spatial(step, step.shape(0));
        long[] output = spatial(step, step.outputShape());
        long[] ones = new long[kernel.length];
        Arrays.fill(ones, 1);
        Attributes attributes = step.attributes();
        Window unpadded = new Window(
                input,
                output,
                kernel,
                attributes.integers("strides", ones),
                attributes.integers("dilations", ones),
                new long[kernel.length]);
        long[] begin = switch (attributes.text("auto_pad", "NOTSET")) {
            case "SAME_UPPER" -> unpadded.overhang(0);
            case "SAME_LOWER" -> unpadded.overhang(1);
            case "VALID" -> unpadded.begin;
            default -> Arrays.copyOf(attributes.integers("pads", new long[2 * kernel.length]), kernel.length);
        };
        return new Window(input, output, kernel, unpadded.strides, unpadded.dilations, begin);
    }

    private static long[] spatial(Step step, ValueShape shape) {
        if (shape.variableAxes() != 1 || !shape.varies(0)) {
            throw step.refuse("must have rows alone as a free axis");
        }
        return Arrays.copyOfRange(shape.few(), 2, shape.rank());
    }

    /** Half of what the windows cover beyond the input, rounded up if {@code odd} is 1; 0 if they cover less. */
    private long[] overhang(int odd) {
        return map(axis -> (Math.max(0, covered(axis) - input[axis]) + odd) / 2);
    }

    /** From the first to the last input or padding under a window. */
    private long covered(int axis) {
        return (output[axis] - 1) * strides[axis] + (kernel[axis] - 1) * dilations[axis] + 1;
    }

    private long[] map(IntToLongFunction function) {
        return IntStream.range(0, kernel.length).mapToLong(function).toArray();
    }

    /** Padding under windows behind the last input; other padding behind it has no effect. */
    long[] end() {
        return map(axis -> Math.max(0, covered(axis) - begin[axis] - input[axis]));
    }

    /** Inputs behind all windows. */
    long[] unused() {
        return map(axis -> Math.max(0, input[axis] + begin[axis] - covered(axis)));
    }

    boolean coversAll() {
        return LongStream.of(unused()).allMatch(size -> size == 0);
    }

    /** Padding as ONNX lists it: before each axis, then behind each. */
    long[] pads() {
        long[] pads = Arrays.copyOf(begin, 2 * begin.length);
        System.arraycopy(end(), 0, pads, begin.length, begin.length);
        return pads;
    }
}
