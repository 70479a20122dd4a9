package dev.lbp.internal.onnx;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The shape of a value for any number of rows, known from runs on two numbers of rows. An axis depends on the number of
 * rows if its sizes in these runs differ.
 *
 * @param sizesAtFewRows the sizes of the axes at the smaller number of rows
 * @param sizesAtManyRows the sizes of the axes at the larger number of rows
 */
record ValueShape(long[] sizesAtFewRows, long[] sizesAtManyRows) {

    int rank() {
        return sizesAtFewRows.length;
    }

    boolean dependsOnRows(int axis) {
        return sizesAtFewRows[axis] != sizesAtManyRows[axis];
    }

    boolean isOne(int axis) {
        return sizesAtFewRows[axis] == 1 && sizesAtManyRows[axis] == 1;
    }

    /** The number of axes that depend on the number of rows. */
    int axesDependingOnRows() {
        return (int) IntStream.range(0, rank()).filter(this::dependsOnRows).count();
    }

    boolean sameAs(ValueShape other) {
        return Arrays.equals(sizesAtFewRows, other.sizesAtFewRows)
                && Arrays.equals(sizesAtManyRows, other.sizesAtManyRows);
    }

    /** This shape with another size of one axis. */
    ValueShape withSize(int axis, long size) {
        ValueShape changed = new ValueShape(sizesAtFewRows.clone(), sizesAtManyRows.clone());
        changed.sizesAtFewRows[axis] = size;
        changed.sizesAtManyRows[axis] = size;
        return changed;
    }

    /** This shape with the last two axes of {@code matrices}. */
    ValueShape withMatrixOf(ValueShape matrices) {
        return new ValueShape(
                withMatrixOf(sizesAtFewRows, matrices.sizesAtFewRows),
                withMatrixOf(sizesAtManyRows, matrices.sizesAtManyRows));
    }

    /** A copy of {@code sizes} with the last two sizes of {@code matrices}. */
    private static long[] withMatrixOf(long[] sizes, long[] matrices) {
        long[] changed = sizes.clone();
        System.arraycopy(matrices, matrices.length - 2, changed, sizes.length - 2, 2);
        return changed;
    }

    /** The sizes as an argument of Reshape, with -1 for an axis that depends on the number of rows. */
    long[] target() {
        return IntStream.range(0, rank())
                .mapToLong(axis -> dependsOnRows(axis) ? -1 : sizesAtFewRows[axis])
                .toArray();
    }

    @Override
    public String toString() {
        return Arrays.toString(target()).replace("-1", "?");
    }
}
