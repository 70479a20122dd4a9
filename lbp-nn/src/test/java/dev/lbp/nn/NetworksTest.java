package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.check.ModelCheck;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The same networks in PyTorch, with the same parameters, have the same scores and gradients. */
class NetworksTest {

    private static void sameAsPyTorch(String name, Supplier<OnnxNetwork> made) throws IOException {
        Reference torch = Reference.of(name);
        try (OnnxNetwork network = made.get()) {
            FloatBuffer parameters = network.parameters();
            assertThat(parameters.capacity()).isEqualTo(torch.parameters().capacity());
            parameters.put(0, torch.parameters(), 0, parameters.capacity());
            torch.verify(network);
            torch.verifyParameters(network);
        }
    }

    @Test
    void mlp_isPyTorchs() throws IOException {
        sameAsPyTorch("swish", () -> Networks.mlp(9, new int[] {6, 5}, 1));
    }

    @Test
    void resNet_isPyTorchs() throws IOException {
        sameAsPyTorch("resnet", () -> Networks.resNet(7, 6, 3, 2, 1));
    }

    private static int parameters(OnnxNetwork made) {
        try (OnnxNetwork network = made) {
            return network.parameters().capacity();
        }
    }

    @Test
    void parameters_areAsMany_asInThePapers() {
        assertThat(parameters(Networks.mlp(784, new int[] {256, 256}, 1))).isEqualTo(267_009);
        assertThat(parameters(Networks.resNet(28, 28, 8, 2, 1))).isEqualTo(4_905);
        assertThat(parameters(Networks.resNet(28, 28, 64, 6, 1))).isEqualTo(599_873);
        assertThat(parameters(Networks.mlp(5, new int[0], 1))).isEqualTo(6);
    }

    @Test
    void modelCheck_passes() {
        try (OnnxNetwork perceptron = Networks.mlp(20, new int[] {30, 10}, 1);
                OnnxNetwork convolutions = Networks.resNet(6, 5, 4, 1, 1)) {
            for (OnnxNetwork network : List.of(perceptron, convolutions)) {
                assertThat(ModelCheck.of(NetworkModel.of(network)).verify().flipCorrelation())
                        .isGreaterThan(0.99);
            }
        }
    }

    /**
     * Uniform in a bound of 1/20: the largest of 40,000 is above 0.999 of it but for a chance of 0.999^40000 = 4e-18;
     * the mean is within 5 standard errors of 0, of 0.05 / sqrt(3 * 40000) each.
     */
    @Test
    void weights_areUniform_inPyTorchsBounds() {
        try (OnnxNetwork network = Networks.mlp(400, new int[] {100}, 7)) {
            double sum = 0.0;
            double largest = 0.0;
            for (int i = 0; i < 40_000; i++) {
                sum += network.parameters().get(i);
                largest = Math.max(largest, Math.abs(network.parameters().get(i)));
            }
            assertThat(largest).isBetween(0.999 * 0.05, 0.05);
            assertThat(Math.abs(sum / 40_000)).isLessThan(5.0 * 0.05 / Math.sqrt(120_000.0));
            for (int i = 40_100; i < 40_200; i++) { // the last layer has a fan-in of 100
                assertThat(Math.abs(network.parameters().get(i))).isLessThanOrEqualTo(0.1f);
            }
        }
    }

    @Test
    void seed_decides_theParameters() {
        try (OnnxNetwork one = Networks.mlp(6, new int[] {4}, 3);
                OnnxNetwork same = Networks.mlp(6, new int[] {4}, 3);
                OnnxNetwork other = Networks.mlp(6, new int[] {4}, 4)) {
            assertThat(same.parameters()).isEqualTo(one.parameters());
            assertThat(other.parameters()).isNotEqualTo(one.parameters());
        }
    }

    private static void refused(String words, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("must " + words);
    }

    @Test
    void badSizes_areRefused() {
        refused("be >= 1: sites=0", () -> Networks.mlp(0, new int[] {4}, 1));
        refused("be >= 1: hidden[1]=0", () -> Networks.mlp(4, new int[] {4, 0}, 1));
        refused("be at most 2^28: parameters=100000000000", () -> Networks.mlp(1_000_000, new int[] {100_000}, 1));
        refused("be >= 1: height=0", () -> Networks.resNet(0, 28, 8, 2, 1));
        refused("be >= 1: width=0", () -> Networks.resNet(28, 0, 8, 2, 1));
        refused("be <= 1000000000: height * width=10000000000", () -> Networks.resNet(100_000, 100_000, 8, 2, 1));
        refused("be >= 1: channels=0", () -> Networks.resNet(28, 28, 0, 2, 1));
        refused("be >= 0: blocks=-1", () -> Networks.resNet(28, 28, 8, -1, 1));
        refused("be at most 2^28: parameters=90001000000", () -> Networks.resNet(8, 8, 100_000, 0, 1));
    }
}
