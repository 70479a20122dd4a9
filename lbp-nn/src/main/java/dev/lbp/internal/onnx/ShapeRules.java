package dev.lbp.internal.onnx;

/** Gradient rules of operators that move elements and do not change them. */
final class ShapeRules {

    private ShapeRules() {}

    static void identity(Step step) {
        step.addCotangent(0, step.cotangent());
    }

    /** At inference dropout is the identity. */
    static void dropout(Step step) {
        step.refuseIf(step.hasInput(2), "must not have an input training_mode");
        identity(step);
    }

    /** Reshapes the cotangent to the shape of the input. The rule of Flatten, Squeeze and Unsqueeze too. */
    static void reshape(Step step) {
        step.addCotangent(0, step.reshape(step.cotangent(), step.outputShape(), step.input(0)));
    }

    static void expand(Step step) {
        step.addCotangent(0, step.unbroadcast(step.cotangent(), step.outputShape(), step.input(0)));
    }

    /** Transposes the cotangent by the inverse permutation. */
    static void transpose(Step step) {
        int rank = step.shape(0).rank();
        long[] inverse = new long[rank];
        long[] reversed = new long[rank];
        for (int axis = 0; axis < rank; axis++) {
            reversed[axis] = rank - 1 - axis;
        }
        long[] axes = step.attributes().integers("perm", reversed);
        for (int axis = 0; axis < rank; axis++) {
            inverse[(int) axes[axis]] = axis;
        }
        step.addCotangent(
                0, step.writer().node("Transpose").with("perm", inverse).of(step.cotangent()));
    }
}
