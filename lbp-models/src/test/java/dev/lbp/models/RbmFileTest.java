package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.lbp.io.NpyArray;
import dev.lbp.io.NpzFile;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the resources were written is in the README beside them. */
class RbmFileTest {

    private static final double[][] W = {{0.5, -1.25, 3.0}, {0.1, 1e-300, -0.0}};
    private static final double[] B = {1.0 / 3.0, -2.0};
    private static final double[] C = {0.0, 1e300, -7.0};

    @TempDir
    private Path directory;

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(RbmFileTest.class.getResource(name), name)
                .toURI());
    }

    private static void assertSame(BernoulliRbm model, double[][] w, double[] b, double[] c) {
        assertThat(model.weights()).isDeepEqualTo(w);
        assertThat(model.visibleBias()).isEqualTo(b);
        assertThat(model.hiddenBias()).isEqualTo(c);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stored.npz", "deflated.npz"})
    void load_writtenByNumPy_hasEveryBit(String name) throws Exception {
        BernoulliRbm model = BernoulliRbm.load(resource(name));
        assertSame(model, W, B, C);
        assertThat(1.0 / model.weights()[1][2]).isNegative();
    }

    @Test
    void load_singlePrecisionByNumPy_isThatInDouble() throws Exception {
        double[][] w = {{0.5, -1.25, 3.0}, {0.1f, 0.0, -0.0}};
        assertSame(
                BernoulliRbm.load(resource("single.npz")), w, new double[] {(float) (1.0 / 3.0), -2.0}, new double[] {
                    0, 2, -7
                });
    }

    @Test
    void save_members_areThoseThatNumPyWrites() throws Exception {
        Path file = directory.resolve("rbm.npz");
        BernoulliRbm.of(W, B, C).save(file);
        try (ZipFile ours = new ZipFile(file.toFile());
                ZipFile theirs = new ZipFile(resource("stored.npz").toFile())) {
            assertThat(ours.stream().map(Object::toString))
                    .containsExactly("weights.npy", "visible_bias.npy", "hidden_bias.npy");
            for (String name : new String[] {"weights.npy", "visible_bias.npy", "hidden_bias.npy"}) {
                assertThat(ours.getInputStream(ours.getEntry(name)).readAllBytes())
                        .isEqualTo(theirs.getInputStream(theirs.getEntry(name)).readAllBytes());
            }
        }
    }

    @Test
    void save_andLoad_areBitExact() throws IOException {
        Path file = directory.resolve("rbm.npz");
        BernoulliRbm model = BernoulliRbm.random(31, 17, 1.0, 5L);
        model.save(file);
        assertSame(BernoulliRbm.load(file), model.weights(), model.visibleBias(), model.hiddenBias());
        BernoulliRbm other = BernoulliRbm.random(2, 3, 1.0, 6L);
        other.save(file);
        assertSame(BernoulliRbm.load(file), other.weights(), other.visibleBias(), other.hiddenBias());
        assertThat(directory.toFile().list()).containsExactly("rbm.npz");
    }

    @Test
    void load_noMachine_saysWhatIsWrong() throws IOException {
        NpyArray w = new NpyArray(new int[] {2, 3}, new double[6]);
        NpyArray b = new NpyArray(new int[] {2}, new double[2]);
        NpyArray c = new NpyArray(new int[] {3}, new double[3]);
        Map<String, NpyArray> arrays = new HashMap<>(Map.of("weights", w, "visible_bias", b));
        assertRefused("must hold an array of the name hidden_bias: FILE", arrays);
        arrays.put("hidden_bias", b);
        assertRefused("must hold the parameters of a machine: FILE: must have length 3: hidden_bias.length=2", arrays);
        arrays.put("hidden_bias", c);
        arrays.put("visible_bias", c);
        assertRefused("must hold the parameters of a machine: FILE: must have length 2: visible_bias.length=3", arrays);
        arrays.put("visible_bias", new NpyArray(new int[] {2, 1}, new double[2]));
        assertRefused(
                "must hold the parameters of a machine: FILE: must have length 1: visible_bias.shape.length=2", arrays);
        arrays.put("visible_bias", new NpyArray(new int[] {2}, new double[] {0, Double.NaN}));
        assertRefused("must hold the parameters of a machine: FILE: must be finite: visibleBias[1]=NaN", arrays);
        arrays.put("visible_bias", b);
        arrays.put("weights", new NpyArray(new int[] {6}, new double[6]));
        assertRefused(
                "must hold the parameters of a machine: FILE: must have length 2: weights.shape.length=1", arrays);
        arrays.put("weights", new NpyArray(new int[] {2, 0}, new double[0]));
        arrays.put("hidden_bias", new NpyArray(new int[] {0}, new double[0]));
        assertRefused("must hold the parameters of a machine: FILE: must be >= 1: hiddenBias.length=0", arrays);
    }

    private void assertRefused(String message, Map<String, NpyArray> arrays) throws IOException {
        Path file = directory.resolve("broken.npz");
        NpzFile.write(file, arrays);
        assertThatIOException()
                .isThrownBy(() -> BernoulliRbm.load(file))
                .withMessage(message.replace("FILE", file.toString()));
    }
}
