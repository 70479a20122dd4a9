package dev.lbp.internal.onnx;

/**
 * Gradient rules of softmax y along an axis, and of its logarithm. In the formulas g is the cotangent, and sums are
 * along the axis.
 */
final class SoftmaxRules {

    private SoftmaxRules() {}

    /** {@code y * (g - sum(g * y))}. */
    static void softmax(Step step) {
        String y = step.output();
        String mean = sum(step, step.op("Mul", step.cotangent(), y));
        step.addCotangent(0, step.op("Mul", y, step.op("Sub", step.cotangent(), mean)));
    }

    /** {@code g - exp(y) * sum(g)}, where y is the logarithm. */
    static void logSoftmax(Step step) {
        String share = step.op("Mul", step.op("Exp", step.output()), sum(step, step.cotangent()));
        step.addCotangent(0, step.op("Sub", step.cotangent(), share));
    }

    /** The sums of a value along the axis of the node, which must not be that of the rows. */
    private static String sum(Step step, String value) {
        int axis = Math.floorMod(
                step.attributes().integer("axis", -1), step.shape(0).rank());
        ReductionRules.checkWithinRows(step, axis);
        return step.sum(value, true, axis);
    }
}
