package dev.lbp.internal.onnx;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The gradient rule of a convolution of an input [rows, channels, ...], a kernel [filters, channels of a group, ...]
 * and a bias [filters].
 */
final class ConvRules {

    private ConvRules() {}

    /** The input gets the transposed convolution of the cotangent, and the bias its sums. */
    static void conv(Step step) {
        long[] kernel = step.shape(1).sizesAtFewRows();
        Window window = Window.of(step, Arrays.copyOfRange(kernel, 2, kernel.length));
        int groups = step.attributes().integer("group", 1);
        if (step.needsCotangent(0)) {
            step.addCotangent(0, window.transposed(step, groups, step.cotangent(), step.input(1)));
        }
        if (step.needsCotangent(1)) {
            step.addCotangent(1, kernelCotangent(step, window, groups));
        }
        if (step.needsCotangent(2)) {
            int[] axes = IntStream.range(0, step.shape(0).rank())
                    .filter(axis -> axis != 1)
                    .toArray();
            boolean keepAxes = false;
            step.addCotangent(2, step.sum(step.cotangent(), keepAxes, axes));
        }
    }

    /**
     * The cotangent of the kernel: the convolution of the input with the output's cotangent, after rows and channels
     * are swapped. Strides become dilations and dilations become strides. Cuts off the part of the result that belongs
     * to inputs outside all windows.
     */
    private static String kernelCotangent(Step step, Window window, int groups) {
        int rank = step.shape(0).rank();
        String input = groups == 1 ? swapped(step, step.input(0), rank) : channelsOfGroups(step, groups);
        String sums = step.writer()
                .node("Conv")
                .with("strides", window.dilations())
                .with("dilations", window.strides())
                .with("pads", window.pads())
                .with("group", groups)
                .of(input, swapped(step, step.cotangent(), rank));
        return swapped(step, window.coversAll() ? sums : cutToKernel(step, sums, window), rank);
    }

    /** Swaps the first two axes. */
    private static String swapped(Step step, String value, int rank) {
        long[] axes = LongStream.range(0, rank).toArray();
        axes[0] = 1;
        axes[1] = 0;
        return step.writer().node("Transpose").with("perm", axes).of(value);
    }

    /** The input as [channels of a group, groups * rows, ...], so that a convolution in groups sums over the rows. */
    private static String channelsOfGroups(Step step, int groups) {
        GraphWriter writer = step.writer();
        // [rows, groups * channels, ...] becomes [rows, groups, channels, ...]; then rows and channels are swapped
        long[] sizes = step.shape(0).target();
        long[] split = new long[sizes.length + 1];
        System.arraycopy(sizes, 1, split, 2, sizes.length - 1);
        split[0] = -1;
        split[1] = groups;
        split[2] = sizes[1] / groups;
        long[] axes = LongStream.range(0, split.length).toArray();
        axes[0] = 2;
        axes[2] = 0;
        String turned = writer.node("Transpose")
                .with("perm", axes)
                .of(writer.node("Reshape").of(step.input(0), writer.integers(split)));
        sizes[0] = split[2]; // and groups and rows become one axis
        sizes[1] = -1;
        return writer.node("Reshape").of(turned, writer.integers(sizes));
    }

    /**
     * Keeps the first elements of {@code sums} along each axis of the window, as many as the kernel has; {@code sums}
     * has more if the windows do not reach the input's end.
     */
    private static String cutToKernel(Step step, String sums, Window window) {
        long[] starts = new long[window.kernel().length];
        long[] axes = LongStream.range(2, 2 + starts.length).toArray();
        GraphWriter writer = step.writer();
        return writer.node("Slice")
                .of(sums, writer.integers(starts), writer.integers(window.kernel()), writer.integers(axes));
    }
}
