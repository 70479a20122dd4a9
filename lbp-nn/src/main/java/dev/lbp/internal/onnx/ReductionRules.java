package dev.lbp.internal.onnx;

import java.util.stream.LongStream;

/**
 * Gradient rules of sums and means over axes: the cotangent is repeated along the axes, and divided by the number of
 * terms of a mean.
 */
final class ReductionRules {

    private ReductionRules() {}

    static void sum(Step step) {
        repeat(step, axes(step), step.attributes().integer("keepdims", 1) != 0, 1);
    }

    static void mean(Step step) {
        long[] axes = axes(step);
        repeat(step, axes, step.attributes().integer("keepdims", 1) != 0, numberOfTerms(step, axes));
    }

    /** The mean over all axes after rows and channels. */
    static void globalAverage(Step step) {
        long[] axes = LongStream.range(2, step.shape(0).rank()).toArray();
        boolean kept = true; // the output has these axes, of size 1
        repeat(step, axes, kept, numberOfTerms(step, axes));
    }

    /** The cotangent times {@code exp(x - y)}, the softmax of the input x, where y is the output. */
    static void logSumExp(Step step) {
        long[] axes = axes(step);
        boolean kept = step.attributes().integer("keepdims", 1) != 0;
        checkWithinRows(step, axes);
        String softmax =
                step.op("Exp", step.op("Sub", step.input(0), withReducedAxes(step, step.output(), axes, kept)));
        step.addCotangent(0, step.op("Mul", withReducedAxes(step, step.cotangent(), axes, kept), softmax));
    }

    /** The reduced axes: an attribute in old opsets, an input in newer ones. Without either all axes are reduced. */
    static long[] axes(Step step) {
        int rank = step.shape(0).rank();
        long[] axes = step.hasInput(1)
                ? step.values().integers(step.input(1))
                : step.attributes().integers("axes", new long[0]);
        if (axes.length == 0 && step.attributes().integer("noop_with_empty_axes", 0) == 0) {
            axes = LongStream.range(0, rank).toArray();
        }
        return LongStream.of(axes).map(axis -> Math.floorMod(axis, rank)).toArray();
    }

    private static long numberOfTerms(Step step, long[] axes) {
        return LongStream.of(axes)
                .map(axis -> step.shape(0).sizesAtFewRows()[(int) axis])
                .reduce(1, Math::multiplyExact);
    }

    /** The input gets the cotangent, divided by {@code divisor} and repeated along the reduced axes. */
    private static void repeat(Step step, long[] axes, boolean kept, long divisor) {
        checkWithinRows(step, axes);
        String g = step.cotangent();
        if (divisor != 1) {
            g = step.op("Mul", g, step.writer().scalar((float) (1.0 / divisor)));
        }
        step.addCotangent(0, step.op("Expand", withReducedAxes(step, g, axes, kept), step.op("Shape", step.input(0))));
    }

    /** Refuses a reduction over the axis of rows. */
    static void checkWithinRows(Step step, long... axes) {
        step.refuseIf(
                LongStream.of(axes).anyMatch(axis -> step.shape(0).dependsOnRows((int) axis)), "must not mix rows");
    }

    /** A reduced value with the reduced axes restored, of size 1. Unchanged if the reduction kept them. */
    static String withReducedAxes(Step step, String value, long[] axes, boolean kept) {
        return kept || axes.length == 0
                ? value
                : step.op("Unsqueeze", value, step.writer().integers(axes));
    }
}
