package dev.lbp.internal.onnx;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import onnx.Onnx.NodeProto;

/**
 * One application of a rule: a node, the cotangents of its outputs, and the graph where the rule appends nodes. The
 * cotangent of a value is the gradient of the score by the value, in its shape.
 *
 * @param cotangents names of cotangents, by the name of the value; only of values that the score depends on
 * @param wanted whether the cotangent of a value is needed
 * @param receiver takes the name of a value and a summand of its cotangent
 */
record Step(
        NodeProto node,
        Map<String, String> cotangents,
        Values values,
        GraphWriter writer,
        Predicate<String> wanted,
        BiConsumer<String, String> receiver) {

    /** The cotangent of the node's first output: the value that holds the gradient of the score by that output. */
    String cotangent() {
        return Objects.requireNonNull(cotangents.get(output()), output());
    }

    /** The cotangent of an output; empty if the score does not depend on the output. */
    Optional<String> cotangent(int output) {
        return Optional.ofNullable(cotangents.get(output(output)));
    }

    Attributes attributes() {
        return new Attributes(node);
    }

    boolean hasInput(int input) {
        return input < node.getInputCount() && !node.getInput(input).isEmpty();
    }

    String input(int index) {
        return node.getInput(index);
    }

    /** The name of the node's first output. */
    String output() {
        return output(0);
    }

    String output(int index) {
        return node.getOutput(index);
    }

    /** The number of outputs. */
    int outputs() {
        return node.getOutputCount();
    }

    ValueShape shape(int input) {
        return values.shape(input(input));
    }

    ValueShape outputShape() {
        return values.shape(output());
    }

    /** Whether the node has this input, and the gradient of the input is wanted. */
    boolean needsCotangent(int input) {
        return hasInput(input) && wanted.test(input(input));
    }

    /** Whether an input is the output of {@code operator} with {@code operand} as its only input. */
    boolean isOutput(int input, String operator, String operand) {
        return writer.producer(input(input))
                .filter(found -> found.getOpType().equals(operator))
                .filter(found -> found.getInputList().equals(List.of(operand)))
                .isPresent();
    }

    /** Adds to the cotangent of an input; {@code summand} has the input's shape. */
    void addCotangent(int input, String summand) {
        receiver.accept(input(input), summand);
    }

    /** Adds the output's cotangent times {@code slope} to the cotangent of the first input. */
    void addTimes(String slope) {
        addCotangent(0, op("Mul", cotangent(), slope));
    }

    /** Adds to the cotangent of an input that was broadcast; {@code summand} has the output's shape. */
    void addBroadcast(int input, String summand) {
        addCotangent(input, unbroadcast(summand, outputShape(), input(input)));
    }

    /** The output of the node's operator, with the same attributes, for another input. */
    String sameOperator(String other) {
        return writer.node(node).of(other);
    }

    /** Appends a node without attributes, and returns its output. */
    String op(String operator, String... inputs) {
        return writer.node(operator).of(inputs);
    }

    /** Reshapes a value from a known shape to that of {@code like}, which has as many elements. */
    String reshape(String value, ValueShape from, String like) {
        ValueShape to = values.shape(like);
        if (from.sameAs(to)) {
            return value;
        }
        // constant sizes may have one axis that depends on the rows; a shape with more is computed
        String sizes = to.axesDependingOnRows() <= 1 ? writer.integers(to.target()) : op("Shape", like);
        return op("Reshape", value, sizes);
    }

    /** The sum over some axes, which stay with size 1 if {@code keepAxes} is true. */
    String sum(String value, boolean keepAxes, int... axes) {
        return writer.node("ReduceSum")
                .with("keepdims", keepAxes ? 1 : 0)
                .of(value, writer.integers(IntStream.of(axes).asLongStream().toArray()));
    }

    /**
     * Sums a cotangent over the axes that broadcasting added to {@code operand} or expanded.
     *
     * @param from the shape of the cotangent
     */
    String unbroadcast(String value, ValueShape from, String operand) {
        ValueShape to = values.shape(operand);
        int added = from.rank() - to.rank(); // broadcasting adds axes before the operand's own ones
        int[] axes = IntStream.range(0, from.rank())
                .filter(axis -> axis < added || to.isOne(axis - added) && !from.isOne(axis))
                .toArray();
        if (axes.length == 0) {
            return value;
        }
        if (axes.length == added) { // only added axes, which the operand does not have
            return sum(value, false, axes);
        }
        String sum = sum(value, true, axes);
        return added == 0 ? sum : op("Reshape", sum, writer.integers(to.target()));
    }

    /** Throws the exception of {@link #refuse} if the node breaks a constraint. */
    void refuseIf(boolean broken, String constraint) {
        if (broken) {
            throw refuse(node, constraint);
        }
    }

    /** The exception for a node that breaks a constraint. Its message names the node. */
    static IllegalArgumentException refuse(NodeProto node, String constraint) {
        String name = node.getName().isEmpty() ? String.join(", ", node.getOutputList()) : node.getName();
        return new IllegalArgumentException(constraint + ": node " + name + " of type " + node.getOpType());
    }
}
