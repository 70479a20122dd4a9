package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import onnx.Onnx.AttributeProto;
import onnx.Onnx.GraphProto;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import onnx.Onnx.StringStringEntryProto;
import onnx.Onnx.TensorProto;
import onnx.Onnx.TypeProto;
import onnx.Onnx.ValueInfoProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that hold no network, and what the message says of them. */
class BadFilesTest {

    private static final int DOUBLE = TensorProto.DataType.DOUBLE_VALUE;

    private record Fault(String words, Consumer<ModelProto.Builder> change) {

        @Override
        public String toString() {
            return words;
        }
    }

    private static Fault fault(String words, Consumer<GraphProto.Builder> change) {
        return new Fault(words, model -> change.accept(model.getGraphBuilder()));
    }

    private static TypeProto.Tensor.Builder type(ValueInfoProto.Builder value) {
        return value.getTypeBuilder().getTensorTypeBuilder();
    }

    private static void setFloats(TensorProto.Builder tensor, IntFunction<Float> values) {
        int length = tensor.getRawData().size() / Float.BYTES;
        tensor.clearRawData();
        for (int k = 0; k < length; k++) {
            tensor.addFloatData(values.apply(k));
        }
    }

    /** A constant whose numbers are in a file of the working directory. */
    private static NodeProto constantElsewhere() {
        TensorProto tensor = TensorProto.newBuilder()
                .setDataType(TensorProto.DataType.FLOAT_VALUE)
                .addDims(1)
                .setDataLocation(TensorProto.DataLocation.EXTERNAL)
                .addExternalData(
                        StringStringEntryProto.newBuilder().setKey("location").setValue("pom.xml"))
                .build();
        return NodeProto.newBuilder()
                .setName("far")
                .setOpType("Constant")
                .addOutput("far")
                .addAttribute(AttributeProto.newBuilder()
                        .setName("value")
                        .setType(AttributeProto.AttributeType.TENSOR)
                        .setT(tensor))
                .build();
    }

    private static Stream<Fault> faults() {
        return Stream.of(
                fault(
                        "be one, the states: inputs=[x, y]",
                        graph -> graph.addInput(graph.getInput(0).toBuilder().setName("y"))),
                fault(
                        "be one, or score and gradient: outputs=[score, other]",
                        graph -> graph.addOutput(graph.getOutput(0).toBuilder().setName("other"))
                                .addNode(NodeProto.newBuilder()
                                        .setOpType("Identity")
                                        .addInput("score")
                                        .addOutput("other"))),
                fault(
                        "have any number of rows, [?, N] (dynamic_axes={\"x\": {0: \"batch\"}} in the export): input x=[5, 12]",
                        graph -> type(graph.getInputBuilder(0))
                                .getShapeBuilder()
                                .getDimBuilder(0)
                                .setDimValue(5)),
                fault(
                        "have at most 1000000000 numbers in a state: input x=[?, 2000000000]",
                        graph -> type(graph.getInputBuilder(0))
                                .getShapeBuilder()
                                .getDimBuilder(1)
                                .setDimValue(2_000_000_000)),
                fault(
                        "have a fixed size after the rows: input x=[?, ?]",
                        graph -> type(graph.getInputBuilder(0))
                                .getShapeBuilder()
                                .getDimBuilder(1)
                                .setDimParam("n")),
                fault(
                        "have any number of rows",
                        graph -> type(graph.getInputBuilder(0)).clearShape()),
                fault(
                        "node /1/Tanh of type Sin",
                        graph -> graph.getNodeBuilder(1).setOpType("Sin")),
                fault(
                        "No Op registered for Nonsense",
                        graph -> graph.getNodeBuilder(1).setOpType("Nonsense")),
                fault(
                        "be in the file itself: initialiser 0.weight=in another file",
                        graph -> graph.getInitializerBuilder(0).setDataLocation(TensorProto.DataLocation.EXTERNAL)),
                fault(
                        "be in the file itself: node far, Constant=in another file",
                        graph -> graph.addNode(0, constantElsewhere())),
                fault(
                        "be in the file itself: node far, Constant=in another file",
                        graph -> graph.addNode(
                                0,
                                NodeProto.newBuilder()
                                        .setName("outer")
                                        .setOpType("If")
                                        .addAttribute(AttributeProto.newBuilder()
                                                .setName("then_branch")
                                                .setG(GraphProto.newBuilder().addNode(constantElsewhere()))))),
                fault(
                        "be of type FLOAT (net.float() before the export): initialiser 0.weight=FLOAT16",
                        graph -> graph.getInitializerBuilder(0).setDataType(TensorProto.DataType.FLOAT16_VALUE)),
                fault(
                        "be of type FLOAT (net.float() before the export): initialiser 0.weight=DOUBLE",
                        graph -> graph.getInitializerBuilder(0).setDataType(DOUBLE)),
                fault(
                        "Initializer '0.weight': data field count (0) does not match expected count from shape (96)",
                        graph -> graph.getInitializerBuilder(0).clearRawData()),
                fault(
                        "be finite: initialiser 0.weight[1]=NaN",
                        graph -> setFloats(graph.getInitializerBuilder(0), k -> k == 1 ? Float.NaN : 0.5f)),
                fault(
                        "be finite: initialiser 0.bias[7]=-Infinity",
                        graph -> setFloats(
                                graph.getInitializerBuilder(1), k -> k == 7 ? Float.NEGATIVE_INFINITY : 0.5f)),
                fault(
                        "be finite, with parameters that do not overflow: score of a random state=Infinity",
                        graph -> setFloats(graph.getInitializerBuilder(4), k -> 3e38f)),
                fault("have nodes: graph=empty", graph -> graph.clearNode()),
                fault(
                        "have shape [rows] or [rows, 1]: scores of 1 rows=[]",
                        graph -> graph.addNode(NodeProto.newBuilder()
                                        .setOpType("Squeeze")
                                        .addInput("score")
                                        .addOutput("squeezed"))
                                .setOutput(0, graph.getOutput(0).toBuilder().setName("squeezed"))),
                fault(
                        "be of type FLOAT (net.float() before the export): input x=DOUBLE",
                        graph -> type(graph.getInputBuilder(0)).setElemType(DOUBLE)),
                new Fault(
                        "Current official support for domain ai.onnx is till opset 26",
                        model -> model.getOpsetImportBuilder(0).setVersion(99)),
                new Fault(
                        "be at least 13: opset=11",
                        model -> model.getOpsetImportBuilder(0).setVersion(11)),
                new Fault("Unsupported model IR version: 99", model -> model.setIrVersion(99)),
                new Fault("have nodes: graph=empty", ModelProto.Builder::clearGraph));
    }

    private static void refused(String words, byte[] model, Path directory) throws IOException {
        Path file = Files.write(directory.resolve("net.onnx"), model);
        assertThatThrownBy(() -> OnnxNetwork.load(file))
                .isExactlyInstanceOf(IOException.class)
                .hasMessageStartingWith("must hold a network: " + file + ": must ")
                .hasMessageContaining(words);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void fault_isNamed(Fault fault, @TempDir Path directory) throws IOException {
        ModelProto.Builder model = ModelProto.parseFrom(Files.readAllBytes(Reference.file("mlp"))).toBuilder();
        fault.change.accept(model);
        refused(fault.words, model.build().toByteArray(), directory);
    }

    @Test
    void cutFiles_areRefused(@TempDir Path directory) throws IOException {
        byte[] whole = Files.readAllBytes(Reference.file("mlp"));
        refused("have nodes: graph=empty", new byte[0], directory);
        for (int length : new int[] {1, 100, whole.length / 2, whole.length - 1}) {
            refused(
                    "be an ONNX model: While parsing a protocol message, the input ended",
                    Arrays.copyOf(whole, length),
                    directory);
        }
    }

    @Test
    void otherFiles_areRefused(@TempDir Path directory) throws IOException {
        refused("be an ONNX model: ", "no network".getBytes(StandardCharsets.UTF_8), directory);
        refused("be an ONNX model: ", Files.readAllBytes(Path.of("src/test/resources/dev/lbp/nn/mlp.npz")), directory);
        assertThatThrownBy(() -> OnnxNetwork.load(directory.resolve("missing.onnx")))
                .isInstanceOf(IOException.class)
                .hasMessage("must be a file that exists: " + directory.resolve("missing.onnx"));
        assertThatThrownBy(() -> OnnxNetwork.load(directory))
                .isInstanceOf(IOException.class)
                .hasMessage("must be a file, and is a directory: " + directory);
    }

    /** The other way round, the scores have the shape of the states. */
    @Test
    void outputs_ofOtherShapes_areRefused(@TempDir Path directory) throws IOException {
        ModelProto.Builder model =
                ModelProto.parseFrom(Files.readAllBytes(Reference.file("with_gradient"))).toBuilder();
        GraphProto.Builder graph = model.getGraphBuilder();
        for (String name : List.of("score", "gradient")) {
            String other = name.equals("score") ? "gradient" : "score";
            graph.addNode(NodeProto.newBuilder()
                    .setOpType("Identity")
                    .addInput("inner " + name)
                    .addOutput(other));
        }
        for (NodeProto.Builder node : graph.getNodeBuilderList()) {
            if (!node.getOpType().equals("Identity")
                    && List.of("score", "gradient").contains(node.getOutput(0))) {
                node.setOutput(0, "inner " + node.getOutput(0));
            }
        }
        graph.getOutputBuilderList().forEach(output -> output.clearType());
        refused(
                "have shape [rows] or [rows, 1]: scores of 3 rows=[3, 7]",
                model.build().toByteArray(),
                directory);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlp", "with_gradient"})
    void rowsFixed_withinTheGraph_areRefused(String name, @TempDir Path directory) throws IOException {
        ModelProto.Builder model = ModelProto.parseFrom(Files.readAllBytes(Reference.file(name))).toBuilder();
        GraphProto.Builder graph = model.getGraphBuilder();
        long sites =
                graph.getInput(0).getType().getTensorType().getShape().getDim(1).getDimValue();
        graph.addInitializer(TensorProto.newBuilder()
                .setName("fixed")
                .setDataType(TensorProto.DataType.INT64_VALUE)
                .addDims(2)
                .addInt64Data(5)
                .addInt64Data(sites));
        graph.getNodeBuilder(0).setInput(0, "five rows");
        graph.addNode(
                0,
                NodeProto.newBuilder()
                        .setOpType("Reshape")
                        .addInput("x")
                        .addInput("fixed")
                        .addOutput("five rows"));
        refused("run in ONNX Runtime, on any number of rows", model.build().toByteArray(), directory);
    }
}
