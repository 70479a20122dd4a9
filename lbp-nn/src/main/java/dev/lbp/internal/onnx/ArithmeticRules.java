package dev.lbp.internal.onnx;

/**
 * Gradient rules of arithmetic of two values a and b, which are broadcast to one shape. The cotangent of a value is
 * summed over the axes that broadcasting expanded. In the formulas y is the output and g its cotangent.
 */
final class ArithmeticRules {

    private ArithmeticRules() {}

    /** Both inputs have the cotangent {@code g}. */
    static void add(Step step) {
        addIfNeeded(step, 0, step.cotangent());
        addIfNeeded(step, 1, step.cotangent());
    }

    /** The inputs have the cotangents {@code g} and {@code -g}. */
    static void sub(Step step) {
        addIfNeeded(step, 0, step.cotangent());
        if (step.needsCotangent(1)) {
            // The sum over broadcast axes comes first, so that fewer elements are negated.
            step.addCotangent(1, step.op("Neg", step.unbroadcast(step.cotangent(), step.outputShape(), step.input(1))));
        }
    }

    /** {@code g * b} for a and {@code g * a} for b. The product {@code x * sigmoid(x)} has its own rule. */
    static void mul(Step step) {
        for (int factor = 0; factor < 2; factor++) {
            if (step.needsCotangent(factor) && step.isOutput(1 - factor, "Sigmoid", step.input(factor))) {
                swish(step, factor);
                return;
            }
        }
        for (int factor = 0; factor < 2; factor++) {
            if (step.needsCotangent(factor)) {
                addIfNeeded(step, factor, step.op("Mul", step.cotangent(), step.input(1 - factor)));
            }
        }
    }

    /**
     * The rule of {@code y = x * s} with {@code s = sigmoid(x)}: {@code g * (s + y * (1 - s))} for x, through both
     * factors at once. It is accurate for large x too.
     */
    private static void swish(Step step, int factor) {
        String y = step.output();
        String s = step.input(1 - factor);
        String rest = step.op("Sub", step.writer().scalar(1), s);
        String slope = step.op("Add", s, step.op("Mul", y, rest));
        step.addCotangent(factor, step.op("Mul", step.cotangent(), slope));
    }

    /** {@code g / b} for a and {@code -(g / b) * y} for b. */
    static void div(Step step) {
        String quotient = step.op("Div", step.cotangent(), step.input(1));
        addIfNeeded(step, 0, quotient);
        if (step.needsCotangent(1)) {
            String product = step.op("Mul", quotient, step.output());
            step.addCotangent(1, step.op("Neg", step.unbroadcast(product, step.outputShape(), step.input(1))));
        }
    }

    /** {@code g * b * a^(b - 1)} for a; b is a constant. Where b is 0 the result is 0, even at a = 0. */
    static void pow(Step step) {
        String base = step.input(0);
        String exponent = step.values().isFloat(step.input(1))
                ? step.input(1)
                : step.writer().node("Cast").with("to", 1).of(step.input(1)); // to the element type 1, float
        Float known = step.values().real(step.input(1));
        // a square needs no Pow
        String power = known != null && known == 2
                ? base
                : step.op("Pow", base, step.op("Sub", exponent, step.writer().scalar(1)));
        String slope = step.op("Mul", power, exponent);
        if (known == null || known == 0) { // the exponent may be 0, and Pow of 0 and -1 is infinite
            String zero = step.writer().scalar(0);
            slope = step.op("Where", step.op("Equal", exponent, zero), zero, slope);
        }
        addIfNeeded(step, 0, step.op("Mul", step.cotangent(), slope));
    }

    /** Adds to the cotangent of an input if it is needed; {@code summand} has the output's shape. */
    private static void addIfNeeded(Step step, int input, String summand) {
        if (step.needsCotangent(input)) {
            step.addBroadcast(input, summand);
        }
    }
}
