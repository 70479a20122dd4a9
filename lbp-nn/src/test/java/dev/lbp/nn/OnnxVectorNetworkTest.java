package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxVectorNetworkTest {

    @TempDir
    private Path directory;

    private static float[] outputs(VectorNetwork network, float... inputs) {
        FloatBuffer out = FloatBuffer.allocate(2 * network.outputs());
        network.evaluate(FloatBuffer.wrap(inputs), 2, out);
        return out.array();
    }

    /** outputs = W x + b, by hand; cotangents u give the gradient u x' by W and u by b, summed over rows. */
    @Test
    void linear_outputsAndGradient_areThoseByHand() {
        try (OnnxVectorNetwork network = Networks.vectors(2, new int[0], 3, 1L)) {
            float[] w = {1, 2, 3, 4, 5, 6, 10, 20, 30};
            network.parameters().put(0, w);
            assertThat(outputs(network, 1, 1, 2, 0)).containsExactly(13, 27, 41, 12, 26, 40);
            FloatBuffer gradient = FloatBuffer.allocate(9);
            network.parameterGradient(
                    FloatBuffer.wrap(new float[] {1, 1, 2, 0}),
                    2,
                    FloatBuffer.wrap(new float[] {1, 2, 3, 4, 5, 6}),
                    gradient);
            assertThat(gradient.array()).containsExactly(1 + 8, 1, 2 + 10, 2, 3 + 12, 3, 5, 7, 9);
        }
    }

    @Test
    void shares_areTheSigmoid_ofVectors() {
        try (OnnxVectorNetwork vectors = Networks.vectors(2, new int[] {4}, 3, 5L);
                OnnxVectorNetwork shares = Networks.shares(2, new int[] {4}, 3, 5L)) {
            float[] a = outputs(vectors, 1, -1, 0.5f, 2);
            float[] b = outputs(shares, 1, -1, 0.5f, 2);
            for (int k = 0; k < a.length; k++) {
                assertThat(b[k]).isCloseTo((float) (1.0 / (1.0 + Math.exp(-a[k]))), within(1e-6f));
            }
        }
    }

    @Test
    void save_thenLoad_keepsParameters() throws IOException {
        Path file = directory.resolve("generator.onnx");
        try (OnnxVectorNetwork network = Networks.vectors(2, new int[] {4}, 3, 5L)) {
            network.parameters().put(3, 0.75f);
            network.save(file);
            try (OnnxVectorNetwork other = OnnxVectorNetwork.load(file)) {
                assertThat(outputs(other, 1, 2, 3, 4)).containsExactly(outputs(network, 1, 2, 3, 4));
            }
        }
    }

    @Test
    void calls_afterClose_areRefused() {
        OnnxVectorNetwork network = Networks.vectors(2, new int[0], 1, 1L);
        network.close();
        assertThatThrownBy(() -> outputs(network, 1, 2, 3, 4)).isInstanceOf(IllegalStateException.class);
    }

    /** Images as two channels: the network of pairs is not blind to either. */
    @Test
    void pairResNet_dependsOnBothImages() {
        try (OnnxNetwork network = Networks.pairResNet(4, 4, 3, 0, 1L)) {
            assertThat(network.dimension()).isEqualTo(32);
            FloatBuffer gradients = FloatBuffer.allocate(64);
            network.evaluate(FloatBuffer.wrap(new float[64]), 2, FloatBuffer.allocate(2), gradients);
            assertThat(gradients.get(3)).isNotZero();
            assertThat(gradients.get(20)).isNotZero();
        }
    }
}
