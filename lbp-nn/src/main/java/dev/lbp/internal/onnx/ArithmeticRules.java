package dev.lbp.internal.onnx;

/**
 * Arithmetic of two values a and b, which broadcasting brings to one shape: cotangents are summed over the axes that it
 * expanded. In the formulas y is the output and g its cotangent.
 */
final class ArithmeticRules {

    private ArithmeticRules() {}

    /** Both inputs have the cotangent {@code g}. */
    static void add(Step step) {
        give(step, 0, step.cotangent());
        give(step, 1, step.cotangent());
    }

    /** The inputs have the cotangents {@code g} and {@code -g}. */
    static void sub(Step step) {
        give(step, 0, step.cotangent());
        if (step.wants(1)) {
            // Negates what is left after the sum.
            step.give(1, step.op("Neg", step.unbroadcast(step.cotangent(), step.outputShape(), step.input(1))));
        }
    }

    /** {@code g * b} and {@code g * a}; see {@link #swish}. */
    static void mul(Step step) {
        for (int factor = 0; factor < 2; factor++) {
            if (step.wants(factor) && step.isOutput(1 - factor, "Sigmoid", step.input(factor))) {
                swish(step, factor);
                return;
            }
        }
        for (int factor = 0; factor < 2; factor++) {
            if (step.wants(factor)) {
                give(step, factor, step.op("Mul", step.cotangent(), step.input(1 - factor)));
            }
        }
    }

    /**
     * Of {@code y = x * s} with {@code s = sigmoid(x)}, by both factors at once: {@code g * (s + y * (1 - s))}, which
     * holds for large x too.
     */
    private static void swish(Step step, int factor) {
        String y = step.output();
        String s = step.input(1 - factor);
        String rest = step.op("Sub", step.writer().scalar(1), s);
        String slope = step.op("Add", s, step.op("Mul", y, rest));
        step.give(factor, step.op("Mul", step.cotangent(), slope));
    }

    /** {@code g / b} and {@code -(g / b) * y}. */
    static void div(Step step) {
        String quotient = step.op("Div", step.cotangent(), step.input(1));
        give(step, 0, quotient);
        if (step.wants(1)) {
            String product = step.op("Mul", quotient, step.output());
            step.give(1, step.op("Neg", step.unbroadcast(product, step.outputShape(), step.input(1))));
        }
    }

    /** {@code g * b * a^(b - 1)} for a, and 0 where b is 0, also at a = 0; b is a constant. */
    static void pow(Step step) {
        String base = step.input(0);
        String exponent = step.values().isFloat(step.input(1))
                ? step.input(1)
                : step.writer().node("Cast").with("to", 1).of(step.input(1));
        Float known = step.values().real(step.input(1));
        String power = known != null && known == 2
                ? base
                : step.op("Pow", base, step.op("Sub", exponent, step.writer().scalar(1)));
        String slope = step.op("Mul", power, exponent);
        if (known == null || known == 0) {
            String zero = step.writer().scalar(0);
            slope = step.op("Where", step.op("Equal", exponent, zero), zero, slope);
        }
        give(step, 0, step.op("Mul", step.cotangent(), slope));
    }

    private static void give(Step step, int input, String summand) {
        if (step.wants(input)) {
            step.giveBroadcast(input, summand);
        }
    }
}
