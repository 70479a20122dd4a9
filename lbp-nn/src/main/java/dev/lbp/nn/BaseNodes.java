package dev.lbp.nn;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.Stream;
import onnx.Onnx.AttributeProto;
import onnx.Onnx.GraphProto;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import onnx.Onnx.TensorProto;
import onnx.Onnx.ValueInfoProto;
import org.nd4j.shade.protobuf.ByteString;

/**
 * Nodes that add a base measure to the score of a graph, {@code score + x . logOdds + constant}. Its numbers are nodes, not
 * initialisers: a training does not change them.
 */
final class BaseNodes {

    private final GraphProto.Builder graph;
    private final String prefix;

    private BaseNodes(GraphProto.Builder graph) {
        this.graph = graph;
        StringBuilder unused = new StringBuilder("base.");
        while (names(graph).anyMatch(name -> name.startsWith(unused.toString()))) {
            unused.insert(0, '_');
        }
        this.prefix = unused.toString();
    }

    private static Stream<String> names(GraphProto.Builder graph) {
        return Stream.of(
                        graph.getInputList().stream().map(ValueInfoProto::getName),
                        graph.getInitializerList().stream().map(TensorProto::getName),
                        graph.getNodeList().stream().flatMap(node -> node.getOutputList().stream()))
                .flatMap(part -> part);
    }

    /**
     * The model with a base measure in its score.
     *
     * @param states the name of the input, [rows, ...]
     * @param column whether the scores are [rows, 1], not [rows]
     */
    static ModelProto added(ModelProto model, String states, boolean column, BaseMeasure base) {
        GraphProto.Builder graph = model.getGraph().toBuilder();
        BaseNodes nodes = new BaseNodes(graph);
        float[] logOdds = base.logOdds();
        String flat = nodes.node("Flatten", states);
        String product = nodes.node("MatMul", flat, nodes.constant("log_odds", logOdds, logOdds.length, 1));
        String sum = nodes.node("Add", product, nodes.constant("of_zeros", new float[] {(float) base.ofZeros()}, 1));
        String fitting = column ? sum : nodes.node("Squeeze", sum, nodes.axis());
        ValueInfoProto score = graph.getOutput(0);
        String output = nodes.node("Add", score.getName(), fitting);
        graph.setOutput(0, score.toBuilder().setName(output));
        return model.toBuilder().setGraph(graph).build();
    }

    private String node(String operator, String... inputs) {
        String output = prefix + operator + graph.getNodeCount();
        NodeProto.Builder node =
                NodeProto.newBuilder().setOpType(operator).setName(output).addOutput(output);
        for (String input : inputs) {
            node.addInput(input);
        }
        graph.addNode(node);
        return output;
    }

    /** The second axis, which the squeeze removes. */
    private String axis() {
        ByteBuffer bytes =
                ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, 1L);
        return constant(
                "axis",
                TensorProto.newBuilder()
                        .setDataType(TensorProto.DataType.INT64_VALUE)
                        .addDims(1)
                        .setRawData(ByteString.copyFrom(bytes)));
    }

    private String constant(String word, float[] values, long... shape) {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        TensorProto.Builder tensor = TensorProto.newBuilder()
                .setDataType(TensorProto.DataType.FLOAT_VALUE)
                .setRawData(ByteString.copyFrom(bytes));
        for (long size : shape) {
            tensor.addDims(size);
        }
        return constant(word, tensor);
    }

    private String constant(String word, TensorProto.Builder value) {
        String output = prefix + word;
        graph.addNode(NodeProto.newBuilder()
                .setOpType("Constant")
                .setName(output)
                .addOutput(output)
                .addAttribute(AttributeProto.newBuilder()
                        .setName("value")
                        .setType(AttributeProto.AttributeType.TENSOR)
                        .setT(value)));
        return output;
    }
}
