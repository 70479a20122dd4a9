package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.check.ModelCheck;
import dev.lbp.io.NpyArray;
import dev.lbp.io.NpzFile;
import dev.lbp.result.ValueResult;
import dev.lbp.target.Expert;
import dev.lbp.target.Experts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks over sequences as PyTorch 1.13 exports them: its scores and gradients, and runs. */
@Tag("data")
class SequenceNetworksTest {

    private static final Path FOLDER =
            Path.of(System.getProperty("lbp.data", "../../shared/data")).resolve("sequences");

    /** As a part of the largest entry; PyTorch computes in single precision too. */
    private static final double TOLERANCE = 1e-4;

    @ParameterizedTest
    @ValueSource(strings = {"attention", "pseudo-likelihood"})
    void scoresAndGradients_arePyTorchs(String name) throws IOException {
        Map<String, NpyArray> reference =
                NpzFile.read(FOLDER.resolve(name + "-reference.npz"), List.of("score", "gradient"));
        int[] states = integers(FOLDER.resolve(name + "-reference.npz"), "states");
        FloatBuffer cells = FloatBuffer.allocate(5 * states.length);
        for (int k = 0; k < states.length; k++) {
            cells.put(5 * k + states[k], 1);
        }
        try (OnnxNetwork network = OnnxNetwork.load(FOLDER.resolve(name + ".onnx"))) {
            FloatBuffer scores = FloatBuffer.allocate(8);
            FloatBuffer gradients = FloatBuffer.allocate(cells.capacity());
            network.evaluate(cells, 8, scores, gradients);
            compare(scores, reference.get("score").values());
            compare(gradients, reference.get("gradient").values());
            assertThat(ModelCheck.of(CategoricalNetworkModel.of(network, 5))
                            .verify()
                            .flipCorrelation())
                    .isGreaterThan(0.5);
        }
    }

    /** An array of 32-bit integers: a header whose length stands at byte 8, then the numbers. */
    private static int[] integers(Path npz, String array) throws IOException {
        try (ZipFile zip = new ZipFile(npz.toFile())) {
            ByteBuffer bytes = ByteBuffer.wrap(
                            zip.getInputStream(zip.getEntry(array + ".npy")).readAllBytes())
                    .order(ByteOrder.LITTLE_ENDIAN);
            IntBuffer numbers = bytes.position(10 + bytes.getShort(8))
                    .slice()
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asIntBuffer();
            int[] values = new int[numbers.remaining()];
            numbers.get(values);
            return values;
        }
    }

    private static void compare(FloatBuffer actual, double[] expected) {
        double largest = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
        for (int k = 0; k < expected.length; k++) {
            assertThat((double) actual.get(k)).isCloseTo(expected[k], within(TOLERANCE * largest));
        }
    }

    /** At moderate temperatures; at beta 10 the same numbers of draws are too few. */
    @ParameterizedTest
    @CsvSource({"attention, 6, 1000", "pseudo-likelihood, 4, 2000"})
    void runs_mix(String name, double beta, int draws) throws IOException {
        try (OnnxNetwork network = OnnxNetwork.load(FOLDER.resolve(name + ".onnx"))) {
            Experts target = Experts.of(
                    32, 5, Expert.of(CategoricalNetworkModel.of(network, 5)).weight(beta));
            ValueResult result = Samplers.lbp()
                    .build()
                    .sample(target)
                    .chains(16)
                    .warmup(300)
                    .draws(draws)
                    .run();
            System.out.println(name + " at beta " + beta + ":\n" + result.summary());
            assertThat(result.summary()).contains("verdict: mixed");
        }
    }

    /** The networks were trained on log fitness: the wild types score near 0. */
    @Test
    void wildTypes_scoreNearZero() throws IOException {
        String letters = "ACDEFGHIKLMNPQRSTVWY";
        for (String name : new String[] {"ube4b", "pabp"}) {
            String wildType = Files.readAllLines(FOLDER.resolve(name + ".fasta")).stream()
                    .filter(line -> !line.startsWith(">"))
                    .reduce("", String::concat);
            FloatBuffer cells = FloatBuffer.allocate(20 * wildType.length());
            for (int i = 0; i < wildType.length(); i++) {
                cells.put(20 * i + letters.indexOf(wildType.charAt(i)), 1);
            }
            try (OnnxNetwork network = OnnxNetwork.load(FOLDER.resolve(name + "-cnn-0.onnx"))) {
                assertThat(CategoricalNetworkModel.of(network, 20).dimension()).isEqualTo(wildType.length());
                FloatBuffer score = FloatBuffer.allocate(1);
                network.evaluate(cells, 1, score, null);
                assertThat(score.get(0)).isCloseTo(0, within(0.5f));
            }
        }
    }
}
