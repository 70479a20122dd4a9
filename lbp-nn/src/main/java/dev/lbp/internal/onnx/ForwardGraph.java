package dev.lbp.internal.onnx;

import dev.lbp.internal.Check;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import onnx.Onnx.GraphProto;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import onnx.Onnx.TensorProto;
import onnx.Onnx.ValueInfoProto;

/**
 * A graph that scores states: one input [rows, ...], one output [rows] or [rows, 1], and weights as initialisers. Old
 * files list initialisers as inputs too; here they do not count as inputs.
 */
final class ForwardGraph {

    /** The first opset where the axes of ReduceSum and Squeeze are an input, which the rules rely on. */
    private static final long FIRST_OPSET = 13;

    private final ModelProto model;
    private final Map<String, TensorProto> initializers = new LinkedHashMap<>();

    /**
     * Checks the model.
     *
     * @throws IllegalArgumentException if it has another number of inputs or outputs, or an older opset
     */
    ForwardGraph(ModelProto model) {
        GraphProto graph = model.getGraph();
        graph.getInitializerList().forEach(initializer -> initializers.put(initializer.getName(), initializer));
        List<ValueInfoProto> inputs = graph.getInputList().stream()
                .filter(input -> !initializers.containsKey(input.getName()))
                .toList();
        checkOne("inputs", inputs);
        checkOne("outputs", graph.getOutputList());
        checkOpset(model);
        this.model = model.toBuilder()
                .setIrVersion(Math.max(model.getIrVersion(), 4)) // before version 4 initialisers must be inputs too
                .setGraph(graph.toBuilder().clearInput().addAllInput(inputs).clearValueInfo())
                .build();
    }

    private static void checkOne(String what, List<ValueInfoProto> values) {
        Check.that(
                values.size() == 1,
                "be one: " + what + "="
                        + values.stream().map(ValueInfoProto::getName).toList());
    }

    private static void checkOpset(ModelProto model) {
        Check.that(opset(model) >= FIRST_OPSET, "be at least " + FIRST_OPSET + ": opset=" + opset(model));
    }

    private static long opset(ModelProto model) {
        return model.getOpsetImportList().stream()
                .filter(set -> Set.of("", "ai.onnx").contains(set.getDomain()))
                .mapToLong(set -> set.getVersion())
                .findFirst()
                .orElse(0);
    }

    long opset() {
        return opset(model);
    }

    ModelProto model() {
        return model;
    }

    List<NodeProto> nodes() {
        return model.getGraph().getNodeList();
    }

    ValueInfoProto input() {
        return model.getGraph().getInput(0);
    }

    ValueInfoProto score() {
        return model.getGraph().getOutput(0);
    }

    Map<String, TensorProto> initializers() {
        return initializers;
    }

    /** The initialisers of single precision by name, in the graph's order. */
    Map<String, TensorProto> weights() {
        Map<String, TensorProto> weights = new LinkedHashMap<>(initializers);
        weights.values().removeIf(tensor -> tensor.getDataType() != TensorProto.DataType.FLOAT.getNumber());
        return weights;
    }
}
