package dev.lbp.experiments.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.PaperConfiguration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class PaperTargetTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "BERNOULLI, SMALL, C1, 100, 4000, Bernoulli N=100 C1",
        "BERNOULLI, LARGE, C3, 6400, 64000, Bernoulli N=6400 C3",
        "ISING, SMALL, C2, 400, 10000, Ising N=400 C2",
        "ISING, LARGE, C1, 10000, 100000, Ising N=10000 C1",
        "FHMM, SMALL, C2, 2000, 10000, FHMM N=2000 C2",
        "FHMM, MEDIUM, C2, 10000, 20000, FHMM N=10000 C2",
        "RBM, MEDIUM, C1, 784, 40000, RBM 784x100 (random)"
    })
    void of_eachKind_isThePapers(
            TargetKind kind, Size size, PaperConfiguration configuration, int sites, int steps, String title) {
        PaperTarget target = PaperTarget.of(kind, size, configuration, 1L, null);
        assertThat(target.dimension()).isEqualTo(sites);
        assertThat(target.steps()).isEqualTo(steps);
        assertThat(target.title()).isEqualTo(title);
        assertThat(target.key().text("target")).isEqualTo(kind.toString());
        assertThat(target.key().text("config")).isEqualTo(configuration.name());
    }

    @Test
    void rbm_configuration_isTheNumberOfHiddenUnits() {
        PaperTarget target = PaperTarget.of(TargetKind.RBM, Size.LARGE, PaperConfiguration.C2, 1L, null);
        assertThat(target.size()).isEqualTo("784x400");
        assertThat(((BernoulliRbm) target.model()).hidden()).isEqualTo(400);
    }

    /**
     * 200 x 784 bits: their mean has a standard error of 0.5 / sqrt(156,800) = 0.0013; eight of them fail in 1e-15 of
     * seeds.
     */
    @Test
    void initialStates_areFairBitsAndReproducible() {
        PaperTarget target = PaperTarget.of(TargetKind.BERNOULLI, Size.MEDIUM, PaperConfiguration.C2, 1L, null);
        byte[][] states = target.initialStates(196, 7L);
        assertThat(mean(states, 0, 800)).isCloseTo(0.5, within(0.0101));
        assertThat(states).isDeepEqualTo(target.initialStates(196, 7L));
        assertThat(states[0]).isNotEqualTo(target.initialStates(196, 8L)[0]);
    }

    private static double mean(byte[][] states, int from, int to) {
        return Arrays.stream(states)
                .flatMapToInt(
                        state -> java.util.stream.IntStream.range(from, to).map(i -> state[i]))
                .average()
                .orElseThrow();
    }

    /**
     * A site of bias 3 is 1 with probability 0.9526; over 4,000 bits a standard error of 0.0034, eight of which are
     * 0.027.
     */
    @Test
    void rbmFile_isReadAndStartsFromItsVisibleBiases() throws IOException {
        Path file = archive("weights", 3, 2, new float[] {1, 2, 3, 4, 5, 6});
        PaperTarget target = PaperTarget.of(TargetKind.RBM, Size.SMALL, PaperConfiguration.C1, 1L, file);
        BernoulliRbm machine = (BernoulliRbm) target.model();
        assertThat(machine.weights()).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}, {5, 6}});
        assertThat(machine.visibleBias()).containsExactly(3, -3, 0.5);
        assertThat(machine.hiddenBias()).containsExactly(-1, 1);
        assertThat(target.configuration()).isEqualTo("file");
        assertThat(target.title()).isEqualTo("RBM 3x2");
        byte[][] states = target.initialStates(4_000, 1L);
        assertThat(mean(states, 0, 1)).isCloseTo(0.9526, within(0.027));
        assertThat(mean(states, 1, 2)).isCloseTo(0.0474, within(0.027));
    }

    @Test
    void rbmFile_noArchive_isRefused() throws IOException {
        Path text = Files.writeString(directory.resolve("text.npz"), "no archive");
        assertThatThrownBy(() -> PaperTarget.of(TargetKind.RBM, Size.SMALL, PaperConfiguration.C1, 1L, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be a file of an RBM: --rbm=" + text + ": ");
    }

    private Path archive(String weights, int visible, int hidden, float[] values) throws IOException {
        return archive(directory, weights, visible, hidden, values);
    }

    /** A machine of three visible and two hidden units, in a file. */
    public static Path archive(Path directory, String weights, int visible, int hidden, float[] values)
            throws IOException {
        Path file = directory.resolve("rbm.npz");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            entry(zip, weights, visible + ", " + hidden, values);
            entry(zip, "visible_bias", visible + ",", 3, -3, 0.5f);
            entry(zip, "hidden_bias", hidden + ",", -1, 1);
        }
        return file;
    }

    private static void entry(ZipOutputStream zip, String name, String shape, float... values) throws IOException {
        String header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + "), }";
        String padded = header + " ".repeat(128 - 10 - 1 - header.length()) + "\n";
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0});
        bytes.write(padded.getBytes(StandardCharsets.US_ASCII));
        ByteBuffer data = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : values) {
            data.putFloat(value);
        }
        bytes.write(data.array());
        zip.putNextEntry(new ZipEntry(name + ".npy"));
        zip.write(bytes.toByteArray());
        zip.closeEntry();
    }
}
