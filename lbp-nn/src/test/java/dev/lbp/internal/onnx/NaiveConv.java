package dev.lbp.internal.onnx;

import java.util.Arrays;

/** Convolutions and pools by their definition, on any number of axes. */
final class NaiveConv {

    private final Attributes attributes;
    private final Tensor x;
    private final int axes;
    private final int[] kernel;
    private final int[] strides;
    private final int[] dilations;
    private final int[] begin;
    private final int[] end;
    private final int[] output;

    /** @param kernel sizes of the window */
    NaiveConv(Attributes attributes, Tensor x, int[] kernel) {
        this.attributes = attributes;
        this.x = x;
        this.kernel = kernel;
        axes = kernel.length;
        strides = list("strides", 1, axes);
        dilations = list("dilations", 1, axes);
        begin = new int[axes];
        end = new int[axes];
        output = new int[axes];
        int[] pads = list("pads", 0, 2 * axes);
        String same = attributes.text("auto_pad", "NOTSET");
        for (int axis = 0; axis < axes; axis++) {
            int size = x.sizes()[2 + axis];
            int extent = (kernel[axis] - 1) * dilations[axis] + 1;
            if (same.startsWith("SAME")) {
                output[axis] = (size + strides[axis] - 1) / strides[axis];
                int pad = Math.max(0, (output[axis] - 1) * strides[axis] + extent - size);
                begin[axis] = same.equals("SAME_UPPER") ? pad / 2 : pad - pad / 2;
                end[axis] = pad - begin[axis];
            } else {
                begin[axis] = pads[axis];
                end[axis] = pads[axes + axis];
                double steps = (double) (size + pads[axis] + pads[axes + axis] - extent) / strides[axis];
                boolean up = attributes.integer("ceil_mode", 0) != 0;
                output[axis] = 1 + (int) (up ? Math.ceil(steps) : Math.floor(steps));
            }
        }
    }

    private int[] list(String name, long otherwise, int count) {
        long[] defaults = new long[count];
        Arrays.fill(defaults, otherwise);
        return Arrays.stream(attributes.integers(name, defaults))
                .mapToInt(value -> (int) value)
                .toArray();
    }

    private int[] sizes(int channels) {
        int[] sizes = new int[2 + axes];
        sizes[0] = x.sizes()[0];
        sizes[1] = channels;
        System.arraycopy(output, 0, sizes, 2, axes);
        return sizes;
    }

    private interface Visitor {
        void visit(int[] input, int[] within);
    }

    /** Visits the inputs under the window of an output, of one channel. */
    private void window(int[] out, int channel, Visitor visitor) {
        for (int k = 0; k < Tensor.count(kernel); k++) {
            int[] within = new Tensor(kernel, new double[0]).index(k);
            int[] input = new int[2 + axes];
            input[0] = out[0];
            input[1] = channel;
            boolean inside = true;
            for (int axis = 0; axis < axes; axis++) {
                input[2 + axis] = out[2 + axis] * strides[axis] - begin[axis] + within[axis] * dilations[axis];
                inside &= input[2 + axis] >= 0 && input[2 + axis] < x.sizes()[2 + axis];
            }
            if (inside) {
                visitor.visit(input, within);
            }
        }
    }

    Tensor conv(Tensor weight) {
        int filters = weight.sizes()[0];
        int channels = weight.sizes()[1];
        int groups = attributes.integer("group", 1);
        return Tensor.generate(sizes(filters), out -> {
            double[] sum = {0};
            int first = out[1] / (filters / groups) * channels;
            for (int channel = 0; channel < channels; channel++) {
                int[] of = new int[2 + axes];
                of[0] = out[1];
                of[1] = channel;
                window(out, first + channel, (input, within) -> {
                    System.arraycopy(within, 0, of, 2, axes);
                    sum[0] += x.at(input) * weight.at(of);
                });
            }
            return sum[0];
        });
    }

    Tensor max() {
        return Tensor.generate(sizes(x.sizes()[1]), out -> {
            double[] max = {Double.NEGATIVE_INFINITY};
            window(out, out[1], (input, within) -> max[0] = Math.max(max[0], x.at(input)));
            return max[0];
        });
    }

    /** Without padding in the number of terms, or with all of it, but not with places behind it. */
    Tensor average() {
        boolean padding = attributes.integer("count_include_pad", 0) != 0;
        return Tensor.generate(sizes(x.sizes()[1]), out -> {
            double[] sum = {0, 0};
            window(out, out[1], (input, within) -> {
                sum[0] += x.at(input);
                sum[1]++;
            });
            return sum[0] / (padding ? places(out) : sum[1]);
        });
    }

    /** Places of a window that are no further behind than the padding. */
    private int places(int[] out) {
        int product = 1;
        for (int axis = 0; axis < axes; axis++) {
            int count = 0;
            for (int k = 0; k < kernel[axis]; k++) {
                int place = out[2 + axis] * strides[axis] - begin[axis] + k * dilations[axis];
                count += place < x.sizes()[2 + axis] + end[axis] ? 1 : 0;
            }
            product *= count;
        }
        return product;
    }
}
