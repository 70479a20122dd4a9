package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import onnx.Onnx.ModelProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks that the optimiser rewrites rightly, and rounds otherwise, stay optimised. */
class OptimiserTrialTest {

    private static boolean isKept(byte[] file, boolean byParameters) throws IOException {
        OnnxGraph graph = OnnxGraph.of(ModelProto.parseFrom(file));
        byte[] model = (byParameters ? graph.parameterGradients() : graph.gradients()).toByteArray();
        try (OnnxSession asItIs = OnnxSession.of(model, Place.processor(1), false);
                OnnxSession optimised = OnnxSession.of(model, Place.processor(1), true)) {
            return new OptimiserTrial(graph, graph.initialParameters()).agree(asItIs, optimised, byParameters);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlp", "images"})
    void networks_ofPyTorch_areOptimised(String name) throws IOException {
        byte[] file = Files.readAllBytes(Reference.file(name));
        assertThat(isKept(file, false)).isTrue();
        assertThat(isKept(file, true)).isTrue();
    }

    @Test
    void largeNetworks_areOptimised(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("net.onnx");
        for (long seed = 1; seed <= 3; seed++) {
            try (OnnxNetwork perceptron = Networks.mlp(784, new int[] {256, 256}, seed);
                    OnnxNetwork convolutions = Networks.resNet(28, 28, 8, 2, seed)) {
                for (OnnxNetwork network : new OnnxNetwork[] {perceptron, convolutions}) {
                    network.save(file);
                    assertThat(isKept(Files.readAllBytes(file), false)).isTrue();
                    assertThat(isKept(Files.readAllBytes(file), true)).isTrue();
                }
            }
        }
    }
}
