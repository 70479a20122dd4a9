package dev.lbp.internal.onnx;

import dev.lbp.internal.Check;
import java.util.List;
import java.util.Set;
import onnx.Onnx.GraphProto;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import onnx.Onnx.TensorProto;
import onnx.Onnx.TensorShapeProto;
import onnx.Onnx.TensorShapeProto.Dimension;
import onnx.Onnx.TypeProto;
import onnx.Onnx.ValueInfoProto;

/**
 * Derives graphs of gradients from a graph that scores states, by reverse mode.
 *
 * <p>The forward graph must be of single precision and of opset 13 or later. It has one input [rows, ...] with any
 * number of rows, and one output of scores [rows] or [rows, 1]. The score of a row must not depend on other rows. Its
 * parameters are the initialisers of single precision by which the score is differentiated; a running mean or variance
 * is not among them.
 *
 * <p>Derived graphs have the parameters as inputs, after the other inputs and in the order of {@link #parameters}, so
 * that they can change between two runs of a session. A derived graph computes no value twice.
 */
public final class OnnxGradient {

    private static final int FLOAT = TensorProto.DataType.FLOAT.getNumber();

    private final ForwardGraph forward;
    private final Values values;
    private final List<TensorProto> parameters;

    /**
     * Checks the forward graph and finds its parameters.
     *
     * @throws IllegalArgumentException if the model is no forward graph as above, or if an operator on a path from the
     *     input or a parameter to the score has no rule; the message names the node
     */
    public OnnxGradient(ModelProto model) {
        forward = new ForwardGraph(model);
        ReverseSweep.checkOrder(forward.nodes());
        values = new Values(forward);
        checkScores();
        Set<String> active =
                ReverseSweep.active(forward, values, forward.weights().keySet());
        parameters = forward.weights().values().stream()
                .filter(weight -> active.contains(weight.getName()))
                .toList();
    }

    /** Checks that the output is one float for each row, and depends on the input. */
    private void checkScores() {
        String score = forward.score().getName();
        ValueShape shape = values.shape(score);
        boolean perRow = shape.rank() > 0
                && shape.dependsOnRows(0)
                && (shape.rank() == 1 || shape.rank() == 2 && shape.isOne(1));
        Check.that(perRow && values.isFloat(score), "be floats [rows] or [rows, 1]: output " + score + ": " + shape);
        String input = forward.input().getName();
        Check.that(
                ReverseSweep.active(forward, values, Set.of(input)).contains(input),
                "depend on the input " + input + ": output " + score);
    }

    /** The parameters with their values, in the order of the forward graph's initialisers. */
    public List<TensorProto> parameters() {
        return parameters;
    }

    /** A graph with the inputs states and parameters, and the scores as its only output. */
    public ModelProto score() {
        return model(withParameterInputs());
    }

    /**
     * A graph with the inputs states and parameters. Its outputs are the scores, then the gradients of the scores by
     * the states, in the shape of the states.
     */
    public ModelProto scoreAndInputGradient() {
        GraphProto.Builder graph = withParameterInputs();
        GraphWriter writer = new GraphWriter(graph, "gradient.");
        TensorProto one = TensorProto.newBuilder()
                .setDataType(FLOAT)
                .addDims(1)
                .addFloatData(1)
                .build();
        // a cotangent of 1 for each score: a row of the sum's gradient is the gradient of that row's score
        String shape = writer.node("Shape").of(forward.score().getName());
        String cotangent = writer.node("ConstantOfShape").with("value", one).of(shape);
        addGradients(writer, List.of(forward.input().getName()), cotangent);
        return model(graph);
    }

    /**
     * A graph with the inputs states, cotangents [rows] and parameters. Its outputs are the scores, then for each
     * parameter the sum over rows of the row's cotangent times the gradient of its score, in the parameter's shape.
     */
    public ModelProto scoreAndParameterGradients() {
        GraphProto.Builder graph = withParameterInputs();
        GraphWriter writer = new GraphWriter(graph, "gradient.");
        String cotangents = writer.name("cotangents");
        Dimension rows = forward.input().getType().getTensorType().getShape().getDim(0);
        graph.addInput(1, tensor(cotangents, List.of(rows)));
        ValueShape score = values.shape(forward.score().getName());
        String cotangent =
                score.rank() == 1 ? cotangents : writer.node("Reshape").of(cotangents, writer.integers(score.target()));
        addGradients(writer, parameters.stream().map(TensorProto::getName).toList(), cotangent);
        return model(graph);
    }

    /** The forward graph with the parameters as inputs. */
    private GraphProto.Builder withParameterInputs() {
        Set<String> names = parameterNames();
        GraphProto.Builder graph = forward.model().getGraph().toBuilder().clearInitializer();
        forward.initializers().values().stream()
                .filter(initializer -> !names.contains(initializer.getName()))
                .forEach(graph::addInitializer);
        for (TensorProto parameter : parameters) {
            graph.addInput(input(parameter));
        }
        return graph;
    }

    /** Declares an input with the name and the shape of an initialiser. */
    static ValueInfoProto input(TensorProto parameter) {
        List<Dimension> axes =
                parameter.getDimsList().stream().map(OnnxGradient::axis).toList();
        return tensor(parameter.getName(), axes);
    }

    static Dimension axis(long size) {
        return Dimension.newBuilder().setDimValue(size).build();
    }

    private Set<String> parameterNames() {
        return Set.copyOf(parameters.stream().map(TensorProto::getName).toList());
    }

    /** Declares an input or output of floats. */
    static ValueInfoProto tensor(String name, List<Dimension> axes) {
        return ValueInfoProto.newBuilder()
                .setName(name)
                .setType(TypeProto.newBuilder()
                        .setTensorType(TypeProto.Tensor.newBuilder()
                                .setElemType(FLOAT)
                                .setShape(TensorShapeProto.newBuilder().addAllDim(axes))))
                .build();
    }

    /** Appends the gradients by the sources as outputs. Each has its own name, because two may be the same value. */
    private void addGradients(GraphWriter writer, List<String> sources, String cotangent) {
        ReverseSweep sweep = new ReverseSweep(forward, values, writer, Set.copyOf(sources));
        sweep.run(forward.score().getName(), cotangent);
        for (String source : sources) {
            String output = writer.name("by." + source + ".");
            writer.graph()
                    .addNode(NodeProto.newBuilder()
                            .setOpType("Identity")
                            .setName(output)
                            .addInput(sweep.cotangent(source))
                            .addOutput(output))
                    .addOutput(ValueInfoProto.newBuilder().setName(output));
        }
    }

    private ModelProto model(GraphProto.Builder graph) {
        return forward.model().toBuilder().setGraph(graph).build();
    }
}
