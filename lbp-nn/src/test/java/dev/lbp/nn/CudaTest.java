package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.check.ModelCheck;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks on the first CUDA device; {@code mvn -Pcuda} runs them, and skips them, with the reason, without one. */
@Tag("cuda")
class CudaTest {

    private static OnnxNetwork onDevice(String name) throws IOException {
        OnnxNetwork network = OnnxNetwork.load(Reference.file(name));
        try {
            return network.cuda(0);
        } catch (IllegalStateException e) {
            network.close();
            return Assumptions.abort("skipped: " + e.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlp", "images", "with_gradient"})
    void scoresAndGradients_onDevice_areThoseOfPyTorch(String name) throws IOException {
        try (OnnxNetwork network = onDevice(name)) {
            Reference torch = Reference.of(name);
            FloatBuffer scores = FloatBuffer.allocate(torch.rows());
            FloatBuffer gradients = FloatBuffer.allocate(torch.gradients().length);
            network.evaluate(torch.states(), torch.rows(), scores, gradients);
            Reference.same(scores, torch.scores());
            Reference.same(gradients, torch.gradients());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlp", "images"})
    void parameterGradients_onDevice_areThoseOfPyTorch(String name) throws IOException {
        try (OnnxNetwork network = onDevice(name)) {
            Reference.of(name).verifyParameters(network);
        }
    }

    @Test
    void modelCheck_onDevice_passes() throws IOException {
        try (OnnxNetwork network = onDevice("mlp")) {
            ModelCheck.of(NetworkModel.of(network)).verify();
        }
    }

    @Test
    void run_onDevice_hasTheMarginalsOfTheProcessor() throws IOException {
        try (OnnxNetwork network = onDevice("mlp");
                OnnxNetwork onProcessor = OnnxNetwork.load(Reference.file("mlp"))) {
            SampleResult device = run(network);
            SampleResult processor = run(onProcessor);
            double[] marginals = processor.marginals();
            for (int i = 0; i < marginals.length; i++) {
                // Draws of the two may part at one rounding error: six standard errors of the difference, in 2e-9 of
                // comparisons of normal numbers, of which there are N.
                double error = Math.hypot(device.marginalErrors()[i], processor.marginalErrors()[i]);
                assertThat(Math.abs(device.marginals()[i] - marginals[i])).isLessThanOrEqualTo(6.0 * error + 1e-9);
            }
        }
    }

    private static SampleResult run(OnnxNetwork network) {
        return Samplers.lbp()
                .adaptive(0.574)
                .build()
                .sample(NetworkModel.of(network))
                .chains(8)
                .warmup(200)
                .draws(1_000)
                .seed(1)
                .run();
    }
}
