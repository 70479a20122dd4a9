package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import onnx.Onnx.GraphProto;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import onnx.Onnx.TensorProto;
import onnx.Onnx.TypeProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WithBaseTest {

    private static final int SITES = 7;
    private static final int ROWS = 3;

    /** Single precision: sums of some ten terms of size 5. */
    private static final double TOLERANCE = 2e-5;

    @TempDir
    private Path directory;

    private OnnxNetwork network(boolean column) throws IOException {
        Path file = directory.resolve("net.onnx");
        try (OnnxNetwork mlp = Networks.mlp(SITES, new int[] {5}, 3L)) {
            mlp.save(file);
        }
        byte[] model = Files.readAllBytes(file);
        return OnnxNetwork.of(column ? model : withScoresInARow(model));
    }

    /** The network of [rows, 1] scores with a node that makes them [rows]. */
    private static byte[] withScoresInARow(byte[] model) throws IOException {
        ModelProto.Builder builder = ModelProto.parseFrom(model).toBuilder();
        GraphProto.Builder graph = builder.getGraphBuilder();
        graph.addInitializer(TensorProto.newBuilder()
                .setName("axis")
                .setDataType(TensorProto.DataType.INT64_VALUE)
                .addDims(1)
                .addInt64Data(1));
        graph.addNode(NodeProto.newBuilder()
                .setOpType("Squeeze")
                .addInput(graph.getOutput(0).getName())
                .addInput("axis")
                .addOutput("row"));
        TypeProto.Tensor.Builder type = TypeProto.Tensor.newBuilder().setElemType(TensorProto.DataType.FLOAT_VALUE);
        graph.setOutput(
                0,
                graph.getOutput(0).toBuilder()
                        .setName("row")
                        .setType(TypeProto.newBuilder().setTensorType(type)));
        return builder.build().toByteArray();
    }

    /** The definition, at fractional states; the base measure added twice, to one of another name. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withBase_scoresAndGradients_haveTheBaseMeasure(boolean column) throws IOException {
        double[] means = new double[SITES];
        for (int i = 0; i < SITES; i++) {
            means[i] = (i + 1.0) / (SITES + 1.0);
        }
        Random random = new Random(1L);
        FloatBuffer states = FloatBuffer.allocate(ROWS * SITES);
        for (int i = 0; i < ROWS * SITES; i++) {
            states.put(i, random.nextFloat());
        }
        Path saved = directory.resolve("whole.onnx");
        try (OnnxNetwork network = network(column)) {
            network.parameters().put(0, 0.3f);
            try (OnnxNetwork whole = network.withBase(means).withBase(means)) {
                whole.save(saved);
            }
            FloatBuffer scores = FloatBuffer.allocate(ROWS);
            FloatBuffer gradients = FloatBuffer.allocate(ROWS * SITES);
            network.evaluate(states, ROWS, scores, gradients);
            try (OnnxNetwork read = OnnxNetwork.load(saved)) {
                FloatBuffer wholeScores = FloatBuffer.allocate(ROWS);
                FloatBuffer wholeGradients = FloatBuffer.allocate(ROWS * SITES);
                read.evaluate(states, ROWS, wholeScores, wholeGradients);
                for (int r = 0; r < ROWS; r++) {
                    double expected = scores.get(r);
                    for (int i = 0; i < SITES; i++) {
                        int at = r * SITES + i;
                        double x = states.get(at);
                        expected += 2.0 * (x * Math.log(means[i]) + (1.0 - x) * Math.log(1.0 - means[i]));
                        double slope = gradients.get(at) + 2.0 * Math.log(means[i] / (1.0 - means[i]));
                        assertThat((double) wholeGradients.get(at)).isCloseTo(slope, within(TOLERANCE));
                    }
                    assertThat((double) wholeScores.get(r)).isCloseTo(expected, within(TOLERANCE));
                }
            }
        }
    }

    /** The base measure has no parameters: those of the network keep their order, and a training goes on as before. */
    @Test
    void withBase_parameters_stayWhatTheyWere() throws IOException {
        double[] means = new double[SITES];
        Arrays.fill(means, 0.2);
        FloatBuffer states = FloatBuffer.allocate(ROWS * SITES);
        float[] cotangents = {1.0f, -2.0f, 0.5f};
        try (OnnxNetwork network = network(true);
                OnnxNetwork whole = network.withBase(means)) {
            assertThat(whole.parameters()).isEqualTo(network.parameters());
            FloatBuffer before = FloatBuffer.allocate(network.parameters().capacity());
            FloatBuffer after = FloatBuffer.allocate(network.parameters().capacity());
            network.parameterGradient(states, ROWS, cotangents, before);
            whole.parameterGradient(states, ROWS, cotangents, after);
            assertThat(after).isEqualTo(before);
        }
    }

    /** A module whose name is base exports such names. */
    @Test
    void withBase_weightsOfTheSameNames_areOthers() throws IOException {
        double[] means = new double[SITES];
        Arrays.fill(means, 0.2);
        FloatBuffer states = FloatBuffer.allocate(ROWS * SITES);
        FloatBuffer expected = FloatBuffer.allocate(ROWS);
        FloatBuffer scores = FloatBuffer.allocate(ROWS);
        Path file = directory.resolve("plain.onnx");
        try (OnnxNetwork network = network(true);
                OnnxNetwork whole = network.withBase(means)) {
            network.save(file);
            whole.evaluate(states, ROWS, expected, null);
        }
        ModelProto.Builder renamed = ModelProto.parseFrom(Files.readAllBytes(file)).toBuilder();
        String old = renamed.getGraph().getInitializer(0).getName();
        GraphProto.Builder graph = renamed.getGraphBuilder();
        graph.getInitializerBuilder(0).setName("base.log_odds");
        for (NodeProto.Builder node : graph.getNodeBuilderList()) {
            for (int k = 0; k < node.getInputCount(); k++) {
                node.setInput(k, node.getInput(k).equals(old) ? "base.log_odds" : node.getInput(k));
            }
        }
        try (OnnxNetwork network = OnnxNetwork.of(renamed.build().toByteArray());
                OnnxNetwork whole = network.withBase(means)) {
            whole.evaluate(states, ROWS, scores, null);
        }
        assertThat(scores).isEqualTo(expected);
    }

    @Test
    void withBase_badMeansOrOwnGradient_isRefused() throws IOException {
        try (OnnxNetwork network = network(true)) {
            assertThatThrownBy(() -> network.withBase(new double[SITES])).hasMessage("must be in (0, 1): means[0]=0.0");
            assertThatThrownBy(() -> network.withBase(new double[2]))
                    .hasMessage("must have length " + SITES + ": means.length=2");
        }
        try (OnnxNetwork network = OnnxNetwork.load(Reference.file("with_gradient"))) {
            double[] means = new double[network.dimension()];
            Arrays.fill(means, 0.5);
            assertThatThrownBy(() -> network.withBase(means))
                    .hasMessage("must be the score alone: outputs=[score, gradient]");
        }
    }
}
