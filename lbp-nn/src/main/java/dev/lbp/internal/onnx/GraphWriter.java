package dev.lbp.internal.onnx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import onnx.Onnx.AttributeProto;
import onnx.Onnx.AttributeProto.AttributeType;
import onnx.Onnx.GraphProto;
import onnx.Onnx.NodeProto;
import onnx.Onnx.TensorProto;
import org.nd4j.shade.protobuf.ByteString;

/**
 * Appends nodes and constants to a graph. A node with the same operator, inputs and attributes as an earlier one is not
 * added; the output of the earlier node is used instead.
 */
final class GraphWriter {

    private final GraphProto.Builder graph;
    private final String prefix;
    /** The output of each node that has only one, by the node without its names. */
    private final Map<NodeProto, String> nodes = new HashMap<>();

    private final Map<TensorProto, String> constants = new HashMap<>();
    private int names;

    /**
     * A writer that appends to a graph.
     *
     * @param graph the graph; its nodes may be reused
     * @param prefix the beginning of new names; preceded by `_` as often as needed to differ from names of the graph
     */
    GraphWriter(GraphProto.Builder graph, String prefix) {
        this.graph = graph;
        this.prefix = unusedPrefix(graph, prefix);
        for (NodeProto node : graph.getNodeList()) {
            if (node.getOutputCount() == 1) {
                nodes.putIfAbsent(anonymous(node), node.getOutput(0));
            }
        }
    }

    /** The wanted prefix, after as many underscores as needed so that no name of the graph begins with it. */
    private static String unusedPrefix(GraphProto.Builder graph, String wanted) {
        List<String> used = new ArrayList<>();
        graph.getInputList().forEach(input -> used.add(input.getName()));
        graph.getInitializerList().forEach(initializer -> used.add(initializer.getName()));
        graph.getNodeList().forEach(node -> {
            used.add(node.getName());
            used.addAll(node.getOutputList());
        });
        StringBuilder prefix = new StringBuilder(wanted);
        while (used.stream().anyMatch(name -> name.startsWith(prefix.toString()))) {
            prefix.insert(0, '_');
        }
        return prefix.toString();
    }

    private static NodeProto anonymous(NodeProto node) {
        return node.toBuilder().clearOutput().clearName().clearDocString().build();
    }

    GraphProto.Builder graph() {
        return graph;
    }

    /** A new name, which no other value has. */
    String name(String word) {
        return prefix + word + names++;
    }

    /** The node whose first output is the value; empty for inputs and initialisers. */
    Optional<NodeProto.Builder> producer(String value) {
        return graph.getNodeBuilderList().stream()
                .filter(node -> node.getOutputCount() > 0 && node.getOutput(0).equals(value))
                .findFirst();
    }

    /** The second output of the node whose first output is {@code first}. Adds this output if the node has none. */
    String secondOutput(String first) {
        NodeProto.Builder node = producer(first).orElseThrow();
        if (node.getOutputCount() == 1) {
            node.addOutput(name("second"));
        } else if (node.getOutput(1).isEmpty()) {
            node.setOutput(1, name("second"));
        }
        return node.getOutput(1);
    }

    NodeWriter node(String operator) {
        return new NodeWriter(operator);
    }

    /** Starts a node with the operator and the attributes of another node. */
    NodeWriter node(NodeProto like) {
        NodeWriter writer = new NodeWriter(like.getOpType());
        writer.node.addAllAttribute(like.getAttributeList());
        return writer;
    }

    /** A constant without axes. */
    String scalar(float value) {
        return constant(new float[] {value});
    }

    String constant(float[] values, long... sizes) {
        return constant(tensor(values, sizes));
    }

    /** A constant list of integers, such as sizes or axes. */
    String integers(long... values) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(values);
        return constant(tensor(TensorProto.DataType.INT64, bytes, values.length));
    }

    /** A tensor without a name. */
    static TensorProto tensor(float[] values, long... sizes) {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        return tensor(TensorProto.DataType.FLOAT, bytes, sizes);
    }

    private static TensorProto tensor(TensorProto.DataType type, ByteBuffer bytes, long... sizes) {
        return TensorProto.newBuilder()
                .setDataType(type.getNumber())
                .setRawData(ByteString.copyFrom(bytes))
                .addAllDims(LongStream.of(sizes).boxed().toList())
                .build();
    }

    private String constant(TensorProto tensor) {
        return constants.computeIfAbsent(tensor, content -> {
            String name = name("constant");
            graph.addInitializer(content.toBuilder().setName(name));
            return name;
        });
    }

    /** Builds a node: {@link #with} sets attributes, {@link #of} sets the inputs and adds the node. */
    final class NodeWriter {

        private final NodeProto.Builder node;

        private NodeWriter(String operator) {
            node = NodeProto.newBuilder().setOpType(operator);
        }

        NodeWriter with(String attribute, long value) {
            return with(attribute, AttributeType.INT, made -> made.setI(value));
        }

        NodeWriter with(String attribute, float value) {
            return with(attribute, AttributeType.FLOAT, made -> made.setF(value));
        }

        NodeWriter with(String attribute, long[] values) {
            List<Long> list = LongStream.of(values).boxed().toList();
            return with(attribute, AttributeType.INTS, made -> made.addAllInts(list));
        }

        NodeWriter with(String attribute, String value) {
            return with(attribute, AttributeType.STRING, made -> made.setS(ByteString.copyFromUtf8(value)));
        }

        NodeWriter with(String attribute, TensorProto value) {
            return with(attribute, AttributeType.TENSOR, made -> made.setT(value));
        }

        private NodeWriter with(String name, AttributeType type, UnaryOperator<AttributeProto.Builder> value) {
            node.addAttribute(
                    value.apply(AttributeProto.newBuilder().setName(name).setType(type)));
            return this;
        }

        /** Adds the node with these inputs, unless an equal node was added before. Returns the name of its output. */
        String of(String... inputs) {
            for (String input : inputs) {
                node.addInput(input);
            }
            return nodes.computeIfAbsent(node.build(), content -> {
                String output = name(content.getOpType());
                graph.addNode(content.toBuilder().setName(output).addOutput(output));
                return output;
            });
        }
    }
}
