package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Serialized;
import dev.lbp.check.ModelCheck;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import onnx.Onnx.ModelProto;
import onnx.Onnx.ValueInfoProto;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks that PyTorch exported, and its numbers: resources' export.py made both. */
class OnnxNetworkTest {

    private static FloatBuffer direct(FloatBuffer values) {
        return DirectFloats.allocate(values.capacity()).put(0, values, 0, values.capacity());
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlp", "images", "with_gradient"})
    void scoresAndGradients_are_thoseOfPyTorch(String name) throws IOException {
        Reference torch = Reference.of(name);
        try (OnnxNetwork network = OnnxNetwork.load(torch.file())) {
            torch.verify(network);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlp", "images"})
    void parametersAndTheirGradients_are_thoseOfPyTorch(String name) throws IOException {
        Reference torch = Reference.of(name);
        try (OnnxNetwork network = OnnxNetwork.load(torch.file())) {
            assertThat(network.parameters()).isEqualTo(torch.parameters());
            torch.verifyParameters(network);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlp", "images", "with_gradient"})
    void modelCheck_passes(String name) throws IOException {
        try (OnnxNetwork network = OnnxNetwork.load(Reference.file(name))) {
            assertThat(ModelCheck.of(NetworkModel.of(network)).verify().flipCorrelation())
                    .isPositive();
        }
    }

    @Test
    void cuda_runtimeWithoutCuda_isRefusedAndTheNetworkStaysWhereItWas() throws IOException {
        Reference torch = Reference.of("mlp");
        try (OnnxNetwork network = OnnxNetwork.load(torch.file())) {
            assertThatThrownBy(() -> network.cuda(-1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("must be >= 0: device=-1");
            assertThatThrownBy(() -> network.cuda(0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("ONNX Runtime must find CUDA, with the dependency"
                            + " com.microsoft.onnxruntime:onnxruntime_gpu in place of onnxruntime")
                    .hasMessageContaining("device=0");
            torch.verify(network);
        }
    }

    /** An export of four rows may declare their scores as [4], though the graph takes any number. */
    @ParameterizedTest
    @ValueSource(strings = {"mlp", "with_gradient"})
    void outputs_declaredForOneNumberOfRows_areThoseOfAll(String name) throws IOException {
        Reference torch = Reference.of(name);
        ModelProto.Builder model = ModelProto.parseFrom(Files.readAllBytes(torch.file())).toBuilder();
        for (ValueInfoProto.Builder output : model.getGraphBuilder().getOutputBuilderList()) {
            output.getTypeBuilder()
                    .getTensorTypeBuilder()
                    .getShapeBuilder()
                    .getDimBuilder(0)
                    .setDimValue(4);
        }
        try (OnnxNetwork network = OnnxNetwork.of(model.build().toByteArray())) {
            torch.verify(network);
        }
    }

    /** Rows begin at index 0, whatever the position; what lies behind them stays. */
    @Test
    void buffers_ofAnyKind_giveTheSameBits() throws IOException {
        Reference torch = Reference.of("mlp");
        try (OnnxNetwork network = OnnxNetwork.load(Reference.file("mlp"))) {
            int all = torch.gradients().length;
            FloatBuffer expectedScores = direct(FloatBuffer.allocate(torch.rows()));
            FloatBuffer expected = direct(FloatBuffer.allocate(all));
            network.evaluate(direct(torch.states()), torch.rows(), expectedScores, expected);
            FloatBuffer swapped = ByteBuffer.allocateDirect(Float.BYTES * all)
                    .order(
                            ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
                                    ? ByteOrder.LITTLE_ENDIAN
                                    : ByteOrder.BIG_ENDIAN)
                    .asFloatBuffer();
            swapped.put(0, torch.states(), 0, all).position(3);
            for (FloatBuffer states :
                    List.of(swapped, torch.states().asReadOnlyBuffer().position(all))) {
                for (FloatBuffer gradients :
                        List.of(swapped.duplicate(), FloatBuffer.allocate(all + 2), DirectFloats.allocate(all + 2))) {
                    gradients.position(1);
                    FloatBuffer scores = FloatBuffer.allocate(torch.rows() + 1).put(torch.rows(), 7.0f);
                    network.evaluate(states, torch.rows(), scores, gradients);
                    assertThat(scores.get(torch.rows())).isEqualTo(7.0f);
                    assertThat(gradients.position()).isEqualTo(1);
                    assertThat(gradients.slice(0, all)).isEqualTo(expected);
                    assertThat(scores.slice(0, torch.rows())).isEqualTo(expectedScores);
                    swapped.put(0, torch.states(), 0, all);
                }
            }
        }
    }

    /** The last parameter is the bias of the score. */
    @Test
    void parameters_thatChange_countFromTheNextCall() throws IOException {
        Reference torch = Reference.of("mlp");
        try (OnnxNetwork network = OnnxNetwork.load(Reference.file("mlp"))) {
            torch.scores(network);
            FloatBuffer parameters = network.parameters();
            int last = parameters.capacity() - 1;
            parameters.put(last, parameters.get(last) + 2.0f);
            double[] moved = torch.scores().clone();
            for (int r = 0; r < moved.length; r++) {
                moved[r] += 2.0;
            }
            Reference.same(torch.scores(network), moved);
            FloatBuffer again = FloatBuffer.allocate(torch.rows());
            network.evaluate(torch.states(), torch.rows(), again, FloatBuffer.allocate(torch.gradients().length));
            Reference.same(again, moved);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlp", "images", "with_gradient"})
    void savedNetwork_andSerialisedCopy_haveThePresentParameters(String name, @TempDir Path directory)
            throws Exception {
        Reference torch = Reference.of(name);
        try (OnnxNetwork network = OnnxNetwork.load(Reference.file(name)).threads(2)) {
            for (int i = 0; i < network.parameters().capacity(); i++) {
                network.parameters().put(i, (float) Math.sin(i));
            }
            FloatBuffer expected = torch.scores(network);
            network.save(directory.resolve("saved.onnx"));
            try (OnnxNetwork loaded = OnnxNetwork.load(directory.resolve("saved.onnx"));
                    OnnxNetwork copy = Serialized.copy(network)) {
                assertThat(torch.scores(loaded)).isEqualTo(expected);
                assertThat(loaded.parameters()).isEqualTo(network.parameters());
                assertThat(torch.scores(copy)).isEqualTo(expected);
                assertThat(Serialized.copy(NetworkModel.of(copy)).dimension()).isEqualTo(network.dimension());
            }
        }
    }

    /** The gradient in the file need not be that of its weights once these change. */
    @Test
    void network_withItsGradient_hasNoParameters() throws IOException {
        Reference torch = Reference.of("with_gradient");
        try (OnnxNetwork network = OnnxNetwork.load(Reference.file("with_gradient"))) {
            assertThat(network.parameters().capacity()).isZero();
            FloatBuffer untouched = FloatBuffer.wrap(new float[] {5.0f});
            network.parameterGradient(torch.states(), torch.rows(), torch.cotangents(), untouched);
            assertThat(untouched.get(0)).isEqualTo(5.0f);
        }
    }

    @Test
    void closedNetwork_refusesEvaluations_andCanBeSaved(@TempDir Path directory) throws IOException {
        Reference torch = Reference.of("mlp");
        OnnxNetwork network = OnnxNetwork.load(Reference.file("mlp"));
        network.close();
        network.close();
        assertThatThrownBy(() -> torch.scores(network))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("must not be closed: network");
        network.save(directory.resolve("saved.onnx"));
        assertThat(network.dimension()).isEqualTo(12);
    }

    private static void refused(String words, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(words);
    }

    private static FloatBuffer gradients(ScoreNetwork network, FloatBuffer states, int rows) {
        FloatBuffer gradients = DirectFloats.allocate(rows * network.dimension());
        network.evaluate(states, rows, DirectFloats.allocate(rows), gradients);
        return gradients;
    }

    /** Two threads call while a third waits; the calls take turns. */
    @Test
    void calls_ofSeveralThreads_giveTheSame() throws IOException {
        Reference torch = Reference.of("images");
        try (OnnxNetwork network = OnnxNetwork.load(torch.file())) {
            FloatBuffer expected = gradients(network, torch.states(), torch.rows());
            assertThat(IntStream.range(0, 200)
                            .parallel()
                            .mapToObj(k -> gradients(network, torch.states(), torch.rows())))
                    .allMatch(expected::equals);
        }
    }

    @Test
    void rows_evaluatedTogether_doNotChangeTheBits() {
        int all = 60;
        try (OnnxNetwork perceptron = Networks.mlp(101, new int[] {57, 33}, 1);
                OnnxNetwork convolutions = Networks.resNet(11, 9, 5, 1, 1)) {
            for (OnnxNetwork network : List.of(perceptron, convolutions)) {
                int n = network.dimension();
                FloatBuffer states = DirectFloats.allocate(all * n);
                for (int i = 0; i < all * n; i++) {
                    states.put(i, i * 7919 % 31 & 1);
                }
                FloatBuffer expected = gradients(network, states, all);
                for (int rows : new int[] {2, 3, 5, 12, 30}) {
                    for (int from = 0; from < all; from += rows) {
                        assertThat(gradients(network, states.slice(from * n, rows * n), rows))
                                .isEqualTo(expected.slice(from * n, rows * n));
                    }
                }
            }
        }
    }

    /** To a few units of the last place: with more threads ONNX Runtime adds in other blocks. */
    @Test
    void threads_doNotChange_theValues() {
        try (OnnxNetwork network = Networks.mlp(784, new int[] {256}, 1)) {
            FloatBuffer states = DirectFloats.allocate(784 * 20);
            for (int i = 0; i < states.capacity(); i++) {
                states.put(i, i * 7919 % 31 & 1);
            }
            FloatBuffer one = gradients(network, states, 20);
            FloatBuffer four = gradients(network.threads(4), states, 20);
            for (int i = 0; i < one.capacity(); i++) {
                assertThat(four.get(i)).isCloseTo(one.get(i), within(1e-6f));
            }
            assertThat(gradients(network.threads(1), states, 20)).isEqualTo(one);
        }
    }

    @Test
    void badArguments_areRefused() throws IOException {
        try (OnnxNetwork network = OnnxNetwork.load(Reference.file("mlp"))) {
            FloatBuffer two = FloatBuffer.allocate(24);
            FloatBuffer one = FloatBuffer.allocate(1);
            refused("must be >= 1: rows=0", () -> network.evaluate(two, 0, two, null));
            refused("must have at least 36 elements: states.limit()=24", () -> network.evaluate(two, 3, two, null));
            refused("must have at least 2 elements: scores.limit()=1", () -> network.evaluate(two, 2, one, null));
            refused("must have at least 24 elements: gradients.limit()=1", () -> network.evaluate(two, 2, two, one));
            refused("must be writable: scores=read-only", () -> network.evaluate(two, 2, two.asReadOnlyBuffer(), null));
            refused(
                    "must be below 2^29: rows * N=600000000",
                    () -> network.evaluate(two, 50_000_000, FloatBuffer.allocate(2), null));
            refused(
                    "must have at least rows=2 elements: cotangents.length=1",
                    () -> network.parameterGradient(two, 2, new float[1], FloatBuffer.allocate(1000)));
            refused(
                    "must have at least 185 elements: gradient.limit()=24",
                    () -> network.parameterGradient(two, 2, new float[2], two));
            refused("must be >= 1: threads=0", () -> network.threads(0));
        }
    }
}
