package dev.lbp.internal.onnx;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Gradient rules of normalisation to a mean of 0 and a variance of 1, then a scale and a bias. Inputs: 0 x, 1 scale, 2
 * bias; for a batch also 3 mean, 4 variance.
 */
final class NormalizationRules {

    private NormalizationRules() {}

    /**
     * Batch normalisation at inference: {@code scale * (x - mean) / sqrt(variance + epsilon) + bias} for each channel.
     * The running mean and variance are constants.
     */
    static void batch(Step step) {
        step.refuseIf(step.attributes().integer("training_mode", 0) != 0, "must have training_mode 0");
        int[] others = IntStream.range(0, step.shape(0).rank())
                .filter(axis -> axis != 1)
                .toArray();
        boolean keepAxes = false;
        String g = step.cotangent();
        String epsilon = step.writer().scalar(step.attributes().real("epsilon", 1e-5f));
        String deviation = step.op("Sqrt", step.op("Add", step.input(4), epsilon));
        if (step.needsCotangent(0)) {
            step.addCotangent(0, step.op("Mul", g, perChannel(step, step.op("Div", step.input(1), deviation))));
        }
        if (step.needsCotangent(1)) {
            String centred = step.op("Sub", step.input(0), perChannel(step, step.input(3)));
            step.addCotangent(1, step.op("Div", step.sum(step.op("Mul", g, centred), keepAxes, others), deviation));
        }
        if (step.needsCotangent(2)) {
            step.addCotangent(2, step.sum(g, keepAxes, others));
        }
    }

    /**
     * Layer normalisation {@code y = scale * h + bias} with {@code h = (x - m) / d}. m is the mean of x over the last
     * axes, and {@code d^2} is the mean of {@code (x - m)^2} plus epsilon. With {@code s = g * scale} the cotangent of
     * x is {@code (s - mean(s) - h * mean(s * h)) / d} (Ba, Kiros and Hinton 2016, arXiv 1607.06450).
     */
    static void layer(Step step) {
        int rank = step.shape(0).rank();
        int first = Math.floorMod(step.attributes().integer("axis", -1), rank);
        int[] axes = IntStream.range(first, rank).toArray();
        ReductionRules.checkWithinRows(step, IntStream.of(axes).asLongStream().toArray());
        String g = step.cotangent();
        String centred = step.op("Sub", step.input(0), mean(step, step.input(0), axes));
        String variance = mean(step, step.op("Mul", centred, centred), axes);
        String epsilon = step.writer().scalar(step.attributes().real("epsilon", 1e-5f));
        String deviation = step.op("Sqrt", step.op("Add", variance, epsilon));
        String normal = step.op("Div", centred, deviation);
        if (step.needsCotangent(0)) {
            String scaled = step.op("Mul", g, step.input(1));
            String along = step.op("Mul", normal, mean(step, step.op("Mul", scaled, normal), axes));
            String rest = step.op("Sub", step.op("Sub", scaled, mean(step, scaled, axes)), along);
            step.addCotangent(0, step.op("Div", rest, deviation));
        }
        if (step.needsCotangent(1)) {
            step.addBroadcast(1, step.op("Mul", g, normal));
        }
        if (step.needsCotangent(2)) {
            step.addBroadcast(2, g);
        }
    }

    private static String mean(Step step, String value, int[] axes) {
        long terms = IntStream.of(axes)
                .mapToLong(axis -> step.shape(0).sizesAtFewRows()[axis])
                .reduce(1, Math::multiplyExact);
        return step.op("Mul", step.sum(value, true, axes), step.writer().scalar((float) (1.0 / terms)));
    }

    /** Reshapes [channels] to [channels, 1, ...], which broadcasts over the input. */
    private static String perChannel(Step step, String value) {
        long[] sizes = new long[step.shape(0).rank() - 1];
        Arrays.fill(sizes, 1);
        sizes[0] = -1;
        return step.op("Reshape", value, step.writer().integers(sizes));
    }
}
