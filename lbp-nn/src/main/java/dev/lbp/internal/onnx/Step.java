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
 * What a rule works on: a node, the cotangents of its outputs, which have their shapes, and the graph that the rule
 * appends to.
 *
 * @param cotangents of the values that the score depends on, by the value
 * @param wanted whether the cotangent of a value is needed
 * @param receiver takes a value and a summand of its cotangent
 */
record Step(
        NodeProto node,
        Map<String, String> cotangents,
        Values values,
        GraphWriter writer,
        Predicate<String> wanted,
        BiConsumer<String, String> receiver) {

    /** That of the first output. */
    String cotangent() {
        return Objects.requireNonNull(cotangents.get(output()), output());
    }

    /** That of an output; empty if the score does not depend on it. */
    Optional<String> cotangent(int output) {
        return Optional.ofNullable(cotangents.get(output(output)));
    }

    Attributes attributes() {
        return new Attributes(node);
    }

    boolean has(int input) {
        return input < node.getInputCount() && !node.getInput(input).isEmpty();
    }

    String input(int index) {
        return node.getInput(index);
    }

    /** The first output. */
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

    boolean wants(int input) {
        return has(input) && wanted.test(input(input));
    }

    /** Whether an input is the output of an operator on {@code operand} alone. */
    boolean isOutput(int input, String operator, String operand) {
        return writer.producer(input(input))
                .filter(found -> found.getOpType().equals(operator))
                .filter(found -> found.getInputList().equals(List.of(operand)))
                .isPresent();
    }

    /** Adds to the cotangent of an input; {@code summand} has the input's shape. */
    void give(int input, String summand) {
        receiver.accept(input(input), summand);
    }

    /** Gives the first input the cotangent of the output times a slope. */
    void giveTimes(String slope) {
        give(0, op("Mul", cotangent(), slope));
    }

    /** Adds to the cotangent of an input that was broadcast; {@code summand} has the output's shape. */
    void giveBroadcast(int input, String summand) {
        give(input, unbroadcast(summand, outputShape(), input(input)));
    }

    /** The output of the node's operator, with the same attributes, on another input. */
    String again(String other) {
        return writer.node(node).of(other);
    }

    String op(String operator, String... inputs) {
        return writer.node(operator).of(inputs);
    }

    /** The value with another shape, that of {@code like}; the number of elements is the same. */
    String reshape(String value, ValueShape from, String like) {
        ValueShape to = values.shape(like);
        if (from.sameAs(to)) {
            return value;
        }
        String sizes = to.variableAxes() <= 1 ? writer.integers(to.target()) : op("Shape", like);
        return op("Reshape", value, sizes);
    }

    String sum(String value, boolean keepAxes, int... axes) {
        return writer.node("ReduceSum")
                .with("keepdims", keepAxes ? 1 : 0)
                .of(value, writer.integers(IntStream.of(axes).asLongStream().toArray()));
    }

    /** Sums a cotangent of a shape over the axes that broadcasting added to {@code operand} or expanded. */
    String unbroadcast(String value, ValueShape from, String operand) {
        ValueShape to = values.shape(operand);
        int added = from.rank() - to.rank();
        int[] axes = IntStream.range(0, from.rank())
                .filter(axis -> axis < added || to.isOne(axis - added) && !from.isOne(axis))
                .toArray();
        if (axes.length == 0) {
            return value;
        }
        if (axes.length == added) {
            return sum(value, false, axes);
        }
        String sum = sum(value, true, axes);
        return added == 0 ? sum : op("Reshape", sum, writer.integers(to.target()));
    }

    /** Throws {@link #refuse} if the node breaks a constraint. */
    void refuseIf(boolean broken, String constraint) {
        if (broken) {
            throw refuse(node, constraint);
        }
    }

    /** An error about a node, which it names. */
    static IllegalArgumentException refuse(NodeProto node, String constraint) {
        String name = node.getName().isEmpty() ? String.join(", ", node.getOutputList()) : node.getName();
        return new IllegalArgumentException(constraint + ": node " + name + " of type " + node.getOpType());
    }
}
