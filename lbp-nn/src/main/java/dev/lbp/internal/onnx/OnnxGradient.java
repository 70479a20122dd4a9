package dev.lbp.internal.onnx;

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
 * <p>A forward graph is of single precision and of opset 13 or later. It has one input [rows, ...] whose number of rows
 * is free, and one output of scores [rows] or [rows, 1]; the score of a row must not depend on other rows. Its
 * parameters are its initialisers of single precision, as far as the score is differentiated by them: a running mean or
 * variance is none.
 *
 * <p>In derived graphs the parameters are inputs, behind the others and in the order of {@link #parameters}: they can
 * change between two runs of a session. No value is computed twice.
 */
public final class OnnxGradient {

    private static final int FLOAT = TensorProto.DataType.FLOAT.getNumber();

    private final ForwardGraph forward;
    private final Values values;
    private final List<TensorProto> parameters;

    /**
     * @throws IllegalArgumentException if the model is no forward graph, or if an operator between the input or a
     *     parameter and the score has no rule; the message names it with its node
     */
    public OnnxGradient(ModelProto model) {
        forward = new ForwardGraph(model);
        ReverseSweep.requireOrder(forward.nodes());
        values = new Values(forward);
        requireScores();
        Set<String> active =
                ReverseSweep.active(forward, values, forward.weights().keySet());
        parameters = forward.weights().values().stream()
                .filter(weight -> active.contains(weight.getName()))
                .toList();
    }

    private void requireScores() {
        String score = forward.score().getName();
        ValueShape shape = values.shape(score);
        boolean perRow =
                shape.rank() > 0 && shape.varies(0) && (shape.rank() == 1 || shape.rank() == 2 && shape.isOne(1));
        if (!perRow || !values.isFloat(score)) {
            throw new IllegalArgumentException("must be floats [rows] or [rows, 1]: output " + score + ": " + shape);
        }
        String input = forward.input().getName();
        if (!ReverseSweep.active(forward, values, Set.of(input)).contains(input)) {
            throw new IllegalArgumentException("must depend on the input " + input + ": output " + score);
        }
    }

    /** The parameters with their values, in the order of the forward graph's initialisers. */
    public List<TensorProto> parameters() {
        return parameters;
    }

    /** A graph of states and parameters that gives the scores alone. */
    public ModelProto score() {
        return model(open());
    }

    /**
     * A graph of states and parameters that gives the scores, then their gradients by the states, in the states' shape.
     */
    public ModelProto scoreAndInputGradient() {
        GraphProto.Builder graph = open();
        GraphWriter writer = new GraphWriter(graph, "gradient.");
        TensorProto one = TensorProto.newBuilder()
                .setDataType(FLOAT)
                .addDims(1)
                .addFloatData(1)
                .build();
        String shape = writer.node("Shape").of(forward.score().getName());
        String cotangent = writer.node("ConstantOfShape").with("value", one).of(shape);
        addGradients(writer, List.of(forward.input().getName()), cotangent);
        return model(graph);
    }

    /**
     * A graph of states, cotangents [rows] and parameters that gives the scores, then for each parameter the sum over
     * the rows of the cotangent times the gradient of the row's score, in the parameter's shape.
     */
    public ModelProto scoreAndParameterGradients() {
        GraphProto.Builder graph = open();
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
    private GraphProto.Builder open() {
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

    /** An initialiser as an input. */
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

    /** Floats of a shape, as an input or an output. */
    static ValueInfoProto tensor(String name, List<Dimension> axes) {
        return ValueInfoProto.newBuilder()
                .setName(name)
                .setType(TypeProto.newBuilder()
                        .setTensorType(TypeProto.Tensor.newBuilder()
                                .setElemType(FLOAT)
                                .setShape(TensorShapeProto.newBuilder().addAllDim(axes))))
                .build();
    }

    /** Gradients are outputs of their own names: two of them may be the same value. */
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
