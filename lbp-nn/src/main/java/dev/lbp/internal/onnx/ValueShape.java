package dev.lbp.internal.onnx;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The shape of a value for any number of rows, known from two numbers of rows. An axis varies if its size differs
 * between both.
 *
 * @param few sizes at the smaller number of rows
 * @param more sizes at the larger number of rows
 */
record ValueShape(long[] few, long[] more) {

    int rank() {
        return few.length;
    }

    boolean varies(int axis) {
        return few[axis] != more[axis];
    }

    boolean isOne(int axis) {
        return few[axis] == 1 && more[axis] == 1;
    }

    int variableAxes() {
        return (int) IntStream.range(0, rank()).filter(this::varies).count();
    }

    boolean sameAs(ValueShape other) {
        return Arrays.equals(few, other.few) && Arrays.equals(more, other.more);
    }

    /** This shape with another size of one axis. */
    ValueShape withSize(int axis, long size) {
        ValueShape changed = new ValueShape(few.clone(), more.clone());
        changed.few[axis] = size;
        changed.more[axis] = size;
        return changed;
    }

    /** This shape with the last two axes of {@code matrices}. */
    ValueShape withMatrixOf(ValueShape matrices) {
        return new ValueShape(withMatrixOf(few, matrices.few), withMatrixOf(more, matrices.more));
    }

    private static long[] withMatrixOf(long[] sizes, long[] matrices) {
        long[] changed = sizes.clone();
        System.arraycopy(matrices, matrices.length - 2, changed, sizes.length - 2, 2);
        return changed;
    }

    /** The sizes as an argument of Reshape, with -1 for an axis that varies. */
    long[] target() {
        return IntStream.range(0, rank())
                .mapToLong(axis -> varies(axis) ? -1 : few[axis])
                .toArray();
    }

    @Override
    public String toString() {
        return Arrays.toString(target()).replace("-1", "?");
    }
}
