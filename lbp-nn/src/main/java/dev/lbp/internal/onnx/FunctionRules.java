package dev.lbp.internal.onnx;

/**
 * Gradient rules of functions of each element. In the formulas x is the input, y the output and g the cotangent of the
 * output.
 */
final class FunctionRules {

    private FunctionRules() {}

    /** {@code g * sign(x)}. */
    static void abs(Step step) {
        step.addTimes(step.op("Sign", step.input(0)));
    }

    /** {@code g} where x is within the bounds or at one, 0 elsewhere. At a bound it is g, because states are 0 or 1. */
    static void clip(Step step) {
        String g = step.cotangent();
        String zero = step.writer().scalar(0);
        if (step.hasInput(1)) {
            g = step.op("Where", step.op("Less", step.input(0), step.input(1)), zero, g);
        }
        if (step.hasInput(2)) {
            g = step.op("Where", step.op("Greater", step.input(0), step.input(2)), zero, g);
        }
        step.addCotangent(0, g);
    }

    /** {@code g} where x > 0, {@code g * (y + alpha)} elsewhere. */
    static void elu(Step step) {
        String alpha = step.writer().scalar(step.attributes().real("alpha", 1));
        String below = step.op("Mul", step.cotangent(), step.op("Add", step.output(), alpha));
        step.addCotangent(0, step.op("Where", positive(step), step.cotangent(), below));
    }

    /** {@code g * 2/sqrt(pi) * exp(-x^2)}. */
    static void erf(Step step) {
        String x = step.input(0);
        String density = step.op("Exp", step.op("Neg", step.op("Mul", x, x)));
        String slope = step.op("Mul", density, step.writer().scalar((float) (2 / Math.sqrt(Math.PI))));
        step.addTimes(slope);
    }

    /** {@code g * y}. */
    static void exp(Step step) {
        step.addTimes(step.output());
    }

    /** {@code g} where x > 0, {@code alpha * g} elsewhere. */
    static void leakyRelu(Step step) {
        String alpha = step.writer().scalar(step.attributes().real("alpha", 0.01f));
        String slope = step.op("Where", positive(step), step.writer().scalar(1), alpha);
        step.addTimes(slope);
    }

    /**
     * {@code g * (Phi(x) + x phi(x))}, with the distribution function Phi and the density phi of N(0, 1). With
     * {@code approximate} Phi is {@code (1 + t) / 2}, {@code t = tanh(c (x + 0.044715 x^3))}, {@code c = sqrt(2 / pi)}.
     */
    static void gelu(Step step) {
        String x = step.input(0);
        String square = step.op("Mul", x, x);
        String distribution;
        String density;
        if (step.attributes().text("approximate", "none").equals("tanh")) {
            float c = (float) Math.sqrt(2 / Math.PI);
            String inner = step.op(
                    "Add", times(step, square, 0.044715f * c), step.writer().scalar(c));
            String t = step.op("Tanh", step.op("Mul", x, inner));
            String innerSlope = step.op(
                    "Add", times(step, square, 3 * 0.044715f * c), step.writer().scalar(c));
            String slope = step.op("Sub", step.writer().scalar(1), step.op("Mul", t, t));
            distribution = half(step, t);
            density = times(step, step.op("Mul", slope, innerSlope), 0.5f);
        } else {
            distribution = half(step, step.op("Erf", times(step, x, (float) Math.sqrt(0.5))));
            density = times(step, step.op("Exp", times(step, square, -0.5f)), (float) (1 / Math.sqrt(2 * Math.PI)));
        }
        step.addTimes(step.op("Add", distribution, step.op("Mul", x, density)));
    }

    /** {@code (1 + v) / 2}. */
    private static String half(Step step, String value) {
        return times(step, step.op("Add", value, step.writer().scalar(1)), 0.5f);
    }

    private static String times(Step step, String value, float factor) {
        return step.op("Mul", value, step.writer().scalar(factor));
    }

    /** {@code alpha * g} where y is between 0 and 1. */
    static void hardSigmoid(Step step) {
        GraphWriter writer = step.writer();
        String alpha = writer.scalar(step.attributes().real("alpha", 0.2f));
        String inside = inside(step, step.output(), 0, 1);
        step.addCotangent(0, step.op("Where", inside, step.op("Mul", step.cotangent(), alpha), writer.scalar(0)));
    }

    /** {@code g * (x / 3 + 1/2)} for x between -3 and 3, g for larger x, 0 for smaller x. */
    static void hardSwish(Step step) {
        GraphWriter writer = step.writer();
        String x = step.input(0);
        String between = step.op("Add", times(step, x, 1f / 3), writer.scalar(0.5f));
        String outside = step.op("Where", positive(step), writer.scalar(1), writer.scalar(0));
        step.addTimes(step.op("Where", inside(step, x, -3, 3), between, outside));
    }

    /** Whether a value is between two numbers. */
    private static String inside(Step step, String value, float low, float high) {
        return step.op(
                "And",
                step.op("Greater", value, step.writer().scalar(low)),
                step.op("Less", value, step.writer().scalar(high)));
    }

    /** {@code g / x}. */
    static void log(Step step) {
        step.addCotangent(0, step.op("Div", step.cotangent(), step.input(0)));
    }

    /** {@code -g}. */
    static void neg(Step step) {
        step.addCotangent(0, step.op("Neg", step.cotangent()));
    }

    /** {@code -g * y^2}. */
    static void reciprocal(Step step) {
        String y = step.output();
        step.addCotangent(0, step.op("Mul", step.op("Neg", step.cotangent()), step.op("Mul", y, y)));
    }

    /** {@code g * sign(y)}, which is g where y > 0. */
    static void relu(Step step) {
        step.addTimes(step.op("Sign", step.output()));
    }

    /** {@code g * (y - y^2)}. */
    static void sigmoid(Step step) {
        String y = step.output();
        step.addTimes(step.op("Sub", y, step.op("Mul", y, y)));
    }

    /** {@code g * sigmoid(x)}. */
    static void softplus(Step step) {
        step.addTimes(step.op("Sigmoid", step.input(0)));
    }

    /** {@code g / (2 y)}. */
    static void sqrt(Step step) {
        step.addCotangent(0, step.op("Div", step.cotangent(), step.op("Add", step.output(), step.output())));
    }

    /** {@code g * (1 - y^2)}. */
    static void tanh(Step step) {
        String y = step.output();
        String slope = step.op("Sub", step.writer().scalar(1), step.op("Mul", y, y));
        step.addTimes(slope);
    }

    private static String positive(Step step) {
        return step.op("Greater", step.input(0), step.writer().scalar(0));
    }
}
