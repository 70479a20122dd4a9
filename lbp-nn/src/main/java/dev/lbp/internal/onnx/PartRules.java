package dev.lbp.internal.onnx;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Gradient rules of operators that join values, or take a part of a value. */
final class PartRules {

    private PartRules() {}

    /** Concat: each input gets the part of the cotangent that belongs to it. */
    static void concat(Step step) {
        int rank = step.outputShape().rank();
        int axis = Math.floorMod(step.attributes().integer("axis", 0), rank);
        step.refuseIf(step.outputShape().dependsOnRows(axis), "must not mix rows");
        long start = 0;
        for (int input = 0; step.hasInput(input); input++) {
            long size = step.shape(input).sizesAtFewRows()[axis];
            if (step.needsCotangent(input)) {
                step.addCotangent(
                        input, partOfCotangent(step, new long[] {start}, new long[] {start + size}, new long[] {axis}));
            }
            start += size;
        }
    }

    /**
     * Split: the input gets the concatenated cotangents of all parts; zeros for a part that the score does not depend
     * on.
     */
    static void split(Step step) {
        int axis = Math.floorMod(
                step.attributes().integer("axis", 0), step.shape(0).rank());
        step.refuseIf(step.shape(0).dependsOnRows(axis), "must not take a part of the rows");
        String[] parts = IntStream.range(0, step.outputs())
                .mapToObj(part -> step.cotangent(part)
                        .orElseGet(() -> step.op("ConstantOfShape", step.op("Shape", step.output(part)))))
                .toArray(String[]::new);
        step.addCotangent(0, step.writer().node("Concat").with("axis", axis).of(parts));
    }

    /** Where: each of both alternatives gets the cotangent where the condition selects it. */
    static void where(Step step) {
        String zero = step.writer().scalar(0);
        if (step.needsCotangent(1)) {
            step.addBroadcast(1, step.op("Where", step.input(0), step.cotangent(), zero));
        }
        if (step.needsCotangent(2)) {
            step.addBroadcast(2, step.op("Where", step.input(0), zero, step.cotangent()));
        }
    }

    /** Pad: the input gets the cotangent without its padding. */
    static void pad(Step step) {
        step.refuseIf(!step.attributes().text("mode", "constant").equals("constant"), "must have mode constant");
        long[] pads = step.values().integers(step.input(1));
        step.refuseIf(
                LongStream.of(pads).anyMatch(size -> size < 0), "must be at least 0: pads=" + Arrays.toString(pads));
        long[] axes = axes(step, 3); // inputs: 0 data, 1 pads, 2 value, 3 axes
        long[] starts = Arrays.copyOf(pads, axes.length);
        long[] ends = new long[axes.length];
        // an end below 0 counts from the end of the axis; without padding the end is beyond it
        Arrays.setAll(ends, k -> pads[axes.length + k] == 0 ? Integer.MAX_VALUE : -pads[axes.length + k]);
        step.addCotangent(0, partOfCotangent(step, starts, ends, axes));
    }

    /** The cotangent from {@code starts} to {@code ends} along some axes. */
    private static String partOfCotangent(Step step, long[] starts, long[] ends, long[] axes) {
        GraphWriter writer = step.writer();
        return step.op(
                "Slice", step.cotangent(), writer.integers(starts), writer.integers(ends), writer.integers(axes));
    }

    /**
     * Slice: the data get the cotangent, padded with zeros to their shape. Inputs: 0 data, 1 starts, 2 ends, 3 axes, 4
     * steps.
     */
    static void slice(Step step) {
        step.refuseIf(
                step.hasInput(4)
                        && LongStream.of(step.values().integers(step.input(4))).anyMatch(by -> by != 1),
                "must have steps of 1");
        int rank = step.shape(0).rank();
        long[] starts = step.values().integers(step.input(1));
        long[] axes = axes(step, 3);
        long[] pads = new long[2 * rank];
        for (int k = 0; k < axes.length; k++) {
            int axis = (int) axes[k];
            step.refuseIf(step.shape(0).dependsOnRows(axis), "must not take a part of the rows");
            long size = step.shape(0).sizesAtFewRows()[axis];
            pads[axis] = Math.min(size, Math.max(0, starts[k] < 0 ? starts[k] + size : starts[k]));
            pads[rank + axis] = size - pads[axis] - step.outputShape().sizesAtFewRows()[axis];
        }
        step.addCotangent(0, step.op("Pad", step.cotangent(), step.writer().integers(pads)));
    }

    /**
     * Gather: each element gets the sum of the cotangents of its copies. Each pass of the loop gathers one copy of
     * every element. For an element without another copy it gathers the zero that is appended to the cotangent.
     */
    static void gather(Step step) {
        int axis = Math.floorMod(
                step.attributes().integer("axis", 0), step.shape(0).rank());
        step.refuseIf(step.shape(0).dependsOnRows(axis), "must not take a part of the rows");
        int size = Math.toIntExact(step.shape(0).sizesAtFewRows()[axis]);
        long[] indices = step.values().integers(step.input(1));
        ValueShape copies = step.shape(0).withSize(axis, indices.length);
        GraphWriter writer = step.writer();
        String cotangent = step.outputShape().sameAs(copies)
                ? step.cotangent()
                : step.op("Reshape", step.cotangent(), writer.integers(copies.target()));
        long[] pads = new long[2 * copies.rank()];
        pads[copies.rank() + axis] = 1;
        String padded = step.op("Pad", cotangent, writer.integers(pads));
        int left = indices.length;
        boolean[] assigned = new boolean[indices.length];
        do {
            long[] from = new long[size];
            left -= assignOneCopy(indices, assigned, from);
            step.addCotangent(0, writer.node("Gather").with("axis", axis).of(padded, writer.integers(from)));
        } while (left > 0);
    }

    /**
     * Chooses for each element one of its copies that are not assigned yet.
     *
     * @param indices the element of each copy
     * @param from receives the copy of each element; {@code indices.length}, the appended zero, if none is left
     * @return the number of copies that are now assigned
     */
    private static int assignOneCopy(long[] indices, boolean[] assigned, long[] from) {
        int none = indices.length;
        Arrays.fill(from, none);
        int count = 0;
        for (int k = 0; k < indices.length; k++) {
            int element = Math.floorMod(indices[k], from.length);
            if (!assigned[k] && from[element] == none) {
                from[element] = k;
                assigned[k] = true;
                count++;
            }
        }
        return count;
    }

    /** The axes in an optional input; all axes if the node does not have the input. */
    private static long[] axes(Step step, int input) {
        int rank = step.shape(0).rank();
        return step.hasInput(input)
                ? LongStream.of(step.values().integers(step.input(input)))
                        .map(axis -> Math.floorMod(axis, rank))
                        .toArray()
                : LongStream.range(0, rank).toArray();
    }
}
