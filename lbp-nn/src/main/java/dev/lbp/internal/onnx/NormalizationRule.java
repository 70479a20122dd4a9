package dev.lbp.internal.onnx;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Batch normalisation at inference: {@code scale * (x - mean) / sqrt(variance + epsilon) + bias} for each channel, with
 * a running mean and variance that are constants.
 */
final class NormalizationRule {

    private NormalizationRule() {}

    static void apply(Step step) {
        if (step.attributes().integer("training_mode", 0) != 0) {
            throw step.refuse("must have training_mode 0");
        }
        int[] others = IntStream.range(0, step.shape(0).rank())
                .filter(axis -> axis != 1)
                .toArray();
        String g = step.cotangent();
        String epsilon = step.writer().scalar(step.attributes().real("epsilon", 1e-5f));
        String deviation = step.op("Sqrt", step.op("Add", step.input(4), epsilon));
        if (step.wants(0)) {
            step.give(0, step.op("Mul", g, perChannel(step, step.op("Div", step.input(1), deviation))));
        }
        if (step.wants(1)) {
            String centred = step.op("Sub", step.input(0), perChannel(step, step.input(3)));
            step.give(1, step.op("Div", step.sum(step.op("Mul", g, centred), false, others), deviation));
        }
        if (step.wants(2)) {
            step.give(2, step.sum(g, false, others));
        }
    }

    /** [channels] as [channels, 1, ...], which broadcasts over the input. */
    private static String perChannel(Step step, String value) {
        long[] sizes = new long[step.shape(0).rank() - 1];
        Arrays.fill(sizes, 1);
        sizes[0] = -1;
        return step.op("Reshape", value, step.writer().integers(sizes));
    }
}
