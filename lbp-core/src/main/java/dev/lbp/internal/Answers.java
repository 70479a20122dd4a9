package dev.lbp.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Checks of the values that a user's code returns. */
public final class Answers {

    private Answers() {}

    /**
     * Checks that a method did not return null, and returns its value.
     *
     * @throws IllegalStateException if it is null
     */
    public static <T> T notNull(String method, @Nullable T returned) {
        if (returned == null) {
            throw new IllegalStateException("must not be null: " + method);
        }
        return returned;
    }

    /** Whether an array has shape [n, 1], which callers accept as [n]. */
    public static boolean isColumn(@Nullable INDArray array) {
        return array != null && array.rank() == 2 && array.size(1) == 1;
    }

    /**
     * Checks an array that a model has returned.
     *
     * @throws IllegalStateException if it is null or closed, of another shape, or of no floating-point type
     */
    public static void checkArray(String what, @Nullable INDArray array, long[] shape) {
        INDArray given = notNull(what, array);
        if (given.wasClosed()) {
            throw new IllegalStateException("must not be closed: " + what);
        }
        if (!Arrays.equals(given.shape(), shape)) {
            throw new IllegalStateException(
                    "must be " + Arrays.toString(shape) + ": " + what + ".shape=" + Arrays.toString(given.shape()));
        }
        if (!given.dataType().isFPType()) {
            throw new IllegalStateException("must be a floating type: " + what + ".dataType=" + given.dataType());
        }
    }
}
