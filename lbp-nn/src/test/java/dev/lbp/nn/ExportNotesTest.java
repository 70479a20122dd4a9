package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Consumer;
import onnx.Onnx.GraphProto;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import onnx.Onnx.TensorProto;
import org.junit.jupiter.api.Test;

/** The network mlp, changed as PyTorch's exporter changes parameters that are equal or used twice. */
class ExportNotesTest {

    private static List<String> notes(Consumer<GraphProto.Builder> change) throws IOException {
        ModelProto.Builder model = ModelProto.parseFrom(Files.readAllBytes(Reference.file("mlp"))).toBuilder();
        change.accept(model.getGraphBuilder());
        try (OnnxNetwork network = OnnxNetwork.of(model.build().toByteArray())) {
            return network.parameterNotes();
        }
    }

    @Test
    void parameters_asTheyWere_haveNoNote() throws IOException {
        assertThat(notes(graph -> {})).isEmpty();
        assertThat(notes(
                        graph -> { // zeros of two layers
                            for (int bias : new int[] {1, 3}) {
                                TensorProto.Builder tensor = graph.getInitializerBuilder(bias);
                                tensor.clearRawData();
                                for (int k = 0; k < 8; k++) {
                                    tensor.addFloatData(0.0f);
                                }
                            }
                        }))
                .isEmpty();
    }

    /** Equal biases: the second one is an Identity of the first one. */
    @Test
    void mergedParameters_areNamed() throws IOException {
        List<String> notes = notes(graph -> graph.removeInitializer(3)
                .addNode(
                        0,
                        NodeProto.newBuilder()
                                .setOpType("Identity")
                                .addInput("0.bias")
                                .addOutput("2.bias")));
        assertThat(notes).hasSize(1);
        assertThat(notes.get(0))
                .startsWith("0.bias and 2.bias are one parameter in the file, of 8 values: ")
                .contains("training=torch.onnx.TrainingMode.TRAINING, do_constant_folding=False");
    }

    /** A weight of 8 x 8 that the first layer uses as it is, and the second one transposed, in another initialiser. */
    @Test
    void copiedParameters_areNamed() throws IOException {
        for (boolean transposed : new boolean[] {false, true}) {
            List<String> notes = notes(graph -> {
                TensorProto.Builder copy = TensorProto.newBuilder()
                        .setName("onnx::MatMul_9")
                        .setDataType(TensorProto.DataType.FLOAT_VALUE)
                        .addDims(8)
                        .addDims(8);
                var weight = graph.getInitializer(2).getRawData().asReadOnlyByteBuffer();
                var floats = weight.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
                for (int k = 0; k < 64; k++) {
                    copy.addFloatData(floats.get(transposed ? k % 8 * 8 + k / 8 : k));
                }
                graph.addInitializer(copy)
                        .addNode(
                                3,
                                NodeProto.newBuilder()
                                        .setOpType("MatMul")
                                        .addInput("/1/Tanh_output_0")
                                        .addInput("onnx::MatMul_9")
                                        .addOutput("again"))
                        .addNode(
                                4,
                                NodeProto.newBuilder()
                                        .setOpType("Add")
                                        .addInput("/2/Gemm_output_0")
                                        .addInput("again")
                                        .addOutput("both"));
                graph.getNodeBuilder(5).setInput(0, "both");
            });
            assertThat(notes).hasSize(1);
            assertThat(notes.get(0))
                    .startsWith("2.weight and onnx::MatMul_9 are two parameters of the same 64 values in the file: ");
        }
    }
}
