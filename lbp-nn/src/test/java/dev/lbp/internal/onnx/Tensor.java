package dev.lbp.internal.onnx;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** A tensor in double precision, row by row, of naive operations. */
record Tensor(int[] sizes, double[] data) {

    static Tensor of(int[] sizes) {
        return new Tensor(sizes, new double[count(sizes)]);
    }

    static Tensor list(double... values) {
        return new Tensor(new int[] {values.length}, values);
    }

    static int count(int[] sizes) {
        return Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
    }

    int rank() {
        return sizes.length;
    }

    int axis(long axis) {
        return (int) (axis < 0 ? axis + rank() : axis);
    }

    int[] integers() {
        return Arrays.stream(data).mapToInt(value -> (int) value).toArray();
    }

    /**
     * Where the element at an index lies; an axis of size 1 is read at 0, and leading axes too many of the index are
     * skipped.
     */
    int offset(int... index) {
        int offset = 0;
        for (int axis = 0; axis < rank(); axis++) {
            int at = index[index.length - rank() + axis];
            offset = offset * sizes[axis] + (sizes[axis] == 1 ? 0 : at);
        }
        return offset;
    }

    double at(int... index) {
        return data[offset(index)];
    }

    /** The index of an element. */
    int[] index(int element) {
        int[] index = new int[rank()];
        for (int axis = rank() - 1; axis >= 0; axis--) {
            index[axis] = element % sizes[axis];
            element /= sizes[axis];
        }
        return index;
    }

    interface Element {
        double at(int[] index);
    }

    static Tensor generate(int[] sizes, Element element) {
        Tensor tensor = of(sizes);
        Arrays.setAll(tensor.data, i -> element.at(tensor.index(i)));
        return tensor;
    }

    /** With data by their place. */
    Tensor fill(IntToDoubleFunction element) {
        Arrays.setAll(data, element);
        return this;
    }

    Tensor map(DoubleUnaryOperator function) {
        return new Tensor(sizes, Arrays.stream(data).map(function).toArray());
    }

    Tensor zip(Tensor other, DoubleBinaryOperator function) {
        return generate(broadcast(sizes, other.sizes), index -> function.applyAsDouble(at(index), other.at(index)));
    }

    static int[] broadcast(int[] left, int[] right) {
        int rank = Math.max(left.length, right.length);
        return IntStream.range(0, rank)
                .map(axis -> {
                    int a = axis < rank - left.length ? 1 : left[axis - rank + left.length];
                    int b = axis < rank - right.length ? 1 : right[axis - rank + right.length];
                    return a == 1 ? b : a;
                })
                .toArray();
    }

    Tensor reshape(int... target) {
        int known = Arrays.stream(target).filter(size -> size >= 0).reduce(1, (a, b) -> a * b);
        return new Tensor(
                Arrays.stream(target)
                        .map(size -> size < 0 ? data.length / known : size)
                        .toArray(),
                data);
    }

    Tensor transpose(int... axes) {
        return generate(Arrays.stream(axes).map(axis -> sizes[axis]).toArray(), index -> {
            int[] from = new int[rank()];
            for (int axis = 0; axis < rank(); axis++) {
                from[axes[axis]] = index[axis];
            }
            return at(from);
        });
    }

    /** The matrix product over the last two axes; those before them broadcast. */
    Tensor times(Tensor right) {
        int rows = sizes[rank() - 2];
        int terms = sizes[rank() - 1];
        int columns = right.sizes[right.rank() - 1];
        int[] stack = broadcast(Arrays.copyOf(sizes, rank() - 2), Arrays.copyOf(right.sizes, right.rank() - 2));
        int rank = stack.length + 2;
        int[] out = Arrays.copyOf(stack, rank);
        out[rank - 2] = rows;
        out[rank - 1] = columns;
        return generate(out, index -> {
            int[] a = index.clone();
            int[] b = index.clone();
            double sum = 0;
            for (int k = 0; k < terms; k++) {
                a[rank - 1] = k;
                b[rank - 2] = k;
                sum += at(a) * right.at(b);
            }
            return sum;
        });
    }

    /** Sums over axes, which stay with size 1. */
    Tensor sum(int... axes) {
        return reduce(Double::sum, axes);
    }

    /** Combines the elements along axes, which stay with size 1. */
    Tensor reduce(DoubleBinaryOperator operator, int... axes) {
        int[] kept = sizes.clone();
        for (int axis : axes) {
            kept[axis] = 1;
        }
        Tensor reduced = of(kept).fill(i -> Double.NaN);
        for (int i = 0; i < data.length; i++) {
            int to = reduced.offset(index(i));
            reduced.data[to] =
                    Double.isNaN(reduced.data[to]) ? data[i] : operator.applyAsDouble(reduced.data[to], data[i]);
        }
        return reduced;
    }
}
