package dev.lbp.experiments.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.experiments.adversarial.LabelledImages;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A posterior of few images of 20 x 20, each with a bright half that its label names; and files of labels. */
class NetworkTrialTest {

    private static final int SIDE = 20;

    @TempDir
    private Path directory;

    private static LabelledImages halves(int count, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        float[][] images = new float[count][SIDE * SIDE];
        int[] labels = new int[count];
        for (int k = 0; k < count; k++) {
            labels[k] = k % 2;
            for (int i = 0; i < SIDE * SIDE; i++) {
                boolean bright = (i / SIDE < SIDE / 2) == (labels[k] == 0);
                images[k][i] = random.nextFloat() * (bright ? 1.0f : 0.4f);
            }
        }
        return new LabelledImages(SIDE, SIDE, images, labels);
    }

    @Test
    void everyWay_predictsWhichHalfIsBright() {
        NetworkTrial.Plan plan = new NetworkTrial.Plan(600, 10, 4, 10);
        try (NetworkTrial trial = new NetworkTrial(NetworkKind.LENET, plan, halves(20, 1), halves(50, 2), 3)) {
            for (NetworkWay way : NetworkWay.values()) {
                NetworkTrial.Figures figures = way.measure(trial);
                assertThat(figures.prediction().error()).as(way.title).isLessThan(0.2);
                assertThat(figures.prediction().logLoss()).as(way.title).isLessThan(1.5);
                assertThat(figures.fit() != null).isEqualTo(way.isFit());
                if (way.isFit()) {
                    NetworkTrial.Fit fit = Objects.requireNonNull(figures.fit());
                    assertThat(figures.acceptance()).isBetween(0.0, 1.0);
                    assertThat(fit.ofChains().error()).isLessThan(0.2);
                    assertThat(fit.q().diagnosis().draws()).isEqualTo(10);
                    assertThat(fit.elbo()[9]).isGreaterThan(fit.elbo()[0]);
                } else if (way == NetworkWay.MALA) {
                    assertThat(figures.acceptance()).isGreaterThan(0.1);
                    assertThat(figures.jump()).isPositive();
                } else {
                    assertThat(figures.acceptance()).isNaN();
                }
            }
        }
    }

    @Test
    void smallerImages_areMeansOfSquares_orTheMiddle() {
        LabelledImages image = new LabelledImages(
                2, 4, new float[][] {{0.0f, 0.2f, 1.0f, 1.0f, 0.4f, 0.2f, 1.0f, 1.0f}}, new int[] {3});
        LabelledImages means = image.averaged(2);
        assertThat(means.rows()).isEqualTo(1);
        assertThat(means.columns()).isEqualTo(2);
        assertThat(means.images()[0]).containsExactly(new float[] {0.2f, 1.0f}, within(1e-6f));
        assertThat(means.labels()).containsExactly(3);
        LabelledImages middle = image.middle(2);
        assertThat(middle.rows()).isEqualTo(2);
        assertThat(middle.columns()).isEqualTo(2);
        assertThat(middle.images()[0]).containsExactly(0.2f, 1.0f, 0.2f, 1.0f);
    }

    private void write(String name, int magic, int[] axes, byte[] values) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * (1 + axes.length) + values.length)
                .putInt(magic);
        Arrays.stream(axes).forEach(bytes::putInt);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(directory.resolve(name)))) {
            out.write(bytes.put(values).array());
        }
    }

    /** Image k has the grey value k, and the digit k modulo 10. */
    private void writeTwelve() throws IOException {
        byte[] pixels = new byte[12 * 6];
        byte[] digits = new byte[12];
        for (int k = 0; k < 12; k++) {
            Arrays.fill(pixels, 6 * k, 6 * k + 6, (byte) k);
            digits[k] = (byte) (k % 10);
        }
        write("train-images-idx3-ubyte.gz", 0x803, new int[] {12, 2, 3}, pixels);
        write("train-labels-idx1-ubyte.gz", 0x801, new int[] {12}, digits);
    }

    @Test
    void labels_stayWithTheirImages() throws IOException {
        writeTwelve();
        LabelledImages some = LabelledImages.read(directory, Part.TRAINING, 7, 5L);
        assertThat(some.labels()).hasSize(7);
        assertThat(some.rows() * some.columns()).isEqualTo(6);
        for (int k = 0; k < 7; k++) {
            assertThat(Math.round(some.images()[k][0] * 255.0f) % 10).isEqualTo(some.labels()[k]);
        }
        LabelledImages all = LabelledImages.read(directory, Part.TRAINING, 100, 5L);
        assertThat(all.labels()).hasSize(12).startsWith(some.labels()).isNotEqualTo(new int[] {
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1
        });
    }

    @Test
    void missingOrBrokenLabels_areRefused() throws IOException {
        writeTwelve();
        write("train-labels-idx1-ubyte.gz", 0x801, new int[] {11}, new byte[11]);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LabelledImages.read(directory, Part.TRAINING, 7, 5L))
                .withMessageStartingWith("must be an IDX file of 12 labels: --data=");
        Files.delete(directory.resolve("train-labels-idx1-ubyte.gz"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LabelledImages.read(directory, Part.TRAINING, 7, 5L))
                .withMessageStartingWith("must hold the labels train-labels-idx1-ubyte.gz: --data=");
    }
}
