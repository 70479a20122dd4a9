package dev.lbp.internal.onnx;

import dev.lbp.internal.Check;
import java.util.List;
import java.util.Set;
import onnx.Onnx.GraphProto;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import onnx.Onnx.TensorProto;
import onnx.Onnx.TensorShapeProto;
import onnx.Onnx.ValueInfoProto;

/**
 * A graph G with one input z [rows, k] and one output G(z) [rows, d]. Gradients by its parameters come from a graph of
 * scores {@code sum_j G(z)_j u_j}, whose input is z followed by u, [rows, k + d]. If u is the gradient of a loss by
 * G(z), the gradient of the score by the parameters is the gradient of the loss.
 */
public final class VectorGraph {

    private final ModelProto model;
    private final ValueInfoProto input;
    private final ValueInfoProto output;
    private final int inputs;
    private final int outputs;

    /**
     * Checks a model.
     *
     * @throws IllegalArgumentException unless the model has one input [rows, k] and one output [rows, d]
     */
    public VectorGraph(ModelProto model) {
        ForwardGraph forward = new ForwardGraph(model);
        this.model = forward.model();
        input = forward.input();
        output = forward.score();
        inputs = width("input", input);
        outputs = width("output", output);
    }

    private static int width(String what, ValueInfoProto value) {
        List<TensorShapeProto.Dimension> sizes =
                value.getType().getTensorType().getShape().getDimList();
        Check.that(
                sizes.size() == 2 && !sizes.get(0).hasDimValue() && sizes.get(1).getDimValue() >= 1,
                "have any number of rows and a fixed width, [?, n]: " + what + " " + value.getName());
        return Math.toIntExact(sizes.get(1).getDimValue());
    }

    /** The width k of the input. */
    public int inputs() {
        return inputs;
    }

    /** The width d of the output. */
    public int outputs() {
        return outputs;
    }

    /** The graph of the scores, [rows, 1]. */
    public ModelProto score() {
        GraphProto.Builder graph = model.getGraph().toBuilder();
        GraphWriter writer = new GraphWriter(graph, "vector.");
        String both = writer.name("inputs");
        graph.clearInput().addInput(withWidth(input, both, inputs + outputs));
        graph.addNode(0, columns(writer, both, 0, inputs).addOutput(input.getName())); // before the nodes that use it
        String factors = writer.name("factors");
        graph.addNode(columns(writer, both, inputs, inputs + outputs).addOutput(factors));
        String product = writer.node("Mul").of(output.getName(), factors);
        String score = writer.node("ReduceSum").with("keepdims", 1).of(product, writer.integers(1));
        graph.clearOutput().addOutput(withWidth(output, score, 1));
        return model.toBuilder().setGraph(graph).build();
    }

    /** The type of a value [rows, ...] with another name and another width. */
    private static ValueInfoProto withWidth(ValueInfoProto value, String name, long width) {
        ValueInfoProto.Builder changed = value.toBuilder().setName(name);
        changed.getTypeBuilder()
                .getTensorTypeBuilder()
                .getShapeBuilder()
                .getDimBuilder(1)
                .setDimValue(width);
        return changed.build();
    }

    /** A node that takes the columns {@code begin} to {@code end - 1} of a value [rows, ...]. */
    private static NodeProto.Builder columns(GraphWriter writer, String from, int begin, int end) {
        return NodeProto.newBuilder()
                .setOpType("Slice")
                .setName(writer.name("columns"))
                .addInput(from)
                .addInput(writer.integers(begin))
                .addInput(writer.integers(end))
                .addInput(writer.integers(1)); // the axis
    }

    /** The graph G with the named initialisers as further inputs. */
    public ModelProto withInputs(Set<String> parameters) {
        GraphProto.Builder graph = model.getGraph().toBuilder().clearInitializer();
        for (TensorProto tensor : model.getGraph().getInitializerList()) {
            if (parameters.contains(tensor.getName())) {
                graph.addInput(OnnxGradient.input(tensor));
            } else {
                graph.addInitializer(tensor);
            }
        }
        return model.toBuilder().setGraph(graph).build();
    }
}
