package dev.lbp.models.training;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GreyImagesTest {

    /** Two images of two rows and three columns. */
    private static final int[] PIXELS = {0, 127, 128, 255, 1, 254, 64, 192, 0, 255, 255, 10};

    private static final String NEITHER =
            "must begin with 0, 0, 8, 3, as an IDX file of images does, or be lines of zeros and ones: FILE";

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("images");
    }

    private static byte[] idx(int magic, int count, int rows, int columns, int... pixels) {
        ByteBuffer bytes = ByteBuffer.allocate(16 + pixels.length)
                .putInt(magic)
                .putInt(count)
                .putInt(rows)
                .putInt(columns);
        for (int pixel : pixels) {
            bytes.put((byte) pixel);
        }
        return bytes.array();
    }

    private static byte[] sound() {
        return idx(0x803, 2, 2, 3, PIXELS);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    @Test
    void read_plainOrCompressed_hasEveryPixel() throws IOException {
        for (byte[] bytes : new byte[][] {sound(), gzip(sound())}) {
            GreyImages images = GreyImages.read(Files.write(file, bytes));
            assertThat(images.count()).isEqualTo(2);
            assertThat(images.rows()).isEqualTo(2);
            assertThat(images.columns()).isEqualTo(3);
            for (int k = 0; k < PIXELS.length; k++) {
                assertThat(images.grey(k / 6)[k % 6]).isEqualTo(PIXELS[k] / 255.0);
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> images.grey(2))
                    .withMessage("must be in [0, 2): image=2");
        }
    }

    @Test
    void binarised_thresholds_takeWhatReachesThem() throws IOException {
        GreyImages images = GreyImages.read(Files.write(file, sound()));
        assertThat(images.binarised(0.5)).isDeepEqualTo(new byte[][] {{0, 0, 1, 1, 0, 1}, {0, 1, 0, 1, 1, 0}});
        assertThat(images.binarised(1.0)).isDeepEqualTo(new byte[][] {{0, 0, 0, 1, 0, 0}, {0, 0, 0, 1, 1, 0}});
        assertThat(images.binarised(1.0 / 255)).isDeepEqualTo(new byte[][] {{0, 1, 1, 1, 1, 1}, {1, 1, 0, 1, 1, 1}});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> images.binarised(0.0))
                .withMessage("must be in (0, 1]: threshold=0.0");
    }

    /** 40,000 draws of grey 64: a standard deviation of .0022, and 5.3 of them fail in 1.2e-7 of all seeds. */
    @Test
    void drawn_pixels_areOneAsOftenAsTheyAreBright() throws IOException {
        int[] pixels = new int[40_000];
        Arrays.fill(pixels, 64);
        pixels[0] = 0;
        pixels[1] = 255;
        GreyImages images = GreyImages.read(Files.write(file, idx(0x803, 1, 200, 200, pixels)));
        int ones = 0;
        for (byte pixel : images.drawn(5L)[0]) {
            ones += pixel;
        }
        assertThat(ones / 40_000.0).isBetween(64 / 255.0 - 0.0115, 64 / 255.0 + 0.0115);
        for (long seed = 0; seed < 100; seed++) {
            byte[][] drawn = images.drawn(seed);
            assertThat(drawn[0][0]).isZero();
            assertThat(drawn[0][1]).isEqualTo((byte) 1);
        }
        assertThat(images.drawn(5L)).isDeepEqualTo(images.drawn(5L));
        assertThat(images.drawn(6L)[0]).isNotEqualTo(images.drawn(5L)[0]);
    }

    @Test
    void inverted_eachPixel_isOneMinusItself() throws IOException {
        GreyImages images = GreyImages.read(Files.write(file, sound()));
        GreyImages negatives = images.inverted();
        for (int k = 0; k < PIXELS.length; k++) {
            assertThat(negatives.grey(k / 6)[k % 6]).isEqualTo((255 - PIXELS[k]) / 255.0);
        }
        assertThat(negatives.inverted().binarised(0.5)).isDeepEqualTo(images.binarised(0.5));
    }

    @Test
    void means_grey_areThoseOverImages() throws IOException {
        GreyImages images = GreyImages.read(Files.write(file, sound()));
        for (int i = 0; i < 6; i++) {
            assertThat(images.means()[i]).isCloseTo((PIXELS[i] + PIXELS[6 + i]) / 510.0, within(1e-15));
        }
    }

    @Test
    void drawn_oneImage_isThatOfAll() throws IOException {
        GreyImages images = GreyImages.read(Files.write(file, sound()));
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(5L);
        assertThat(new byte[][] {images.drawn(0, random), images.drawn(1, random)})
                .isDeepEqualTo(images.drawn(5L));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> images.drawn(-1, random))
                .withMessage("must be in [0, 2): image=-1");
    }

    @Test
    void read_text_isLinesOfBits() throws IOException {
        byte[][] expected = {{0, 1, 1, 0}, {1, 1, 0, 0}};
        for (String text : new String[] {"0 1 1 0\n1 1 0 0\n", "\n 0\t1 1  0 \r\n\r\n1 1 0 0"}) {
            for (byte[] bytes : new byte[][] {text.getBytes(UTF_8), gzip(text.getBytes(UTF_8))}) {
                GreyImages images = GreyImages.read(Files.write(file, bytes));
                assertThat(images.rows()).isEqualTo(2);
                assertThat(images.columns()).isEqualTo(2);
                assertThat(images.isBinary()).isTrue();
                assertThat(images.binarised(0.3)).isDeepEqualTo(expected);
                assertThat(images.drawn(3L)).isDeepEqualTo(expected);
            }
        }
        GreyImages line = GreyImages.read(Files.writeString(file, "0 1 1\n"));
        assertThat(line.rows()).isEqualTo(1);
        assertThat(line.columns()).isEqualTo(3);
        String wide = "1 0 ".repeat(2_000);
        assertThat(GreyImages.read(Files.writeString(file, wide)).columns()).isEqualTo(4_000);
        assertThat(GreyImages.read(Files.write(file, sound())).isBinary()).isFalse();
    }

    @Test
    void read_brokenText_saysLineAndValue() throws IOException {
        assertRefused("0 1\n\n1 2\n".getBytes(UTF_8), "FILE:3: must be 0 or 1: value 2=2");
        assertRefused("0 1 0.5".getBytes(UTF_8), "FILE:1: must be 0 or 1: value 3=0.5");
        assertRefused("0,1\n".getBytes(UTF_8), "FILE:1: must be 0 or 1: value 1=0,1; between values stand blanks");
        assertRefused("0 1\n01 0".getBytes(UTF_8), "FILE:2: must be 0 or 1: value 1=01");
        assertRefused("0 1\n0 -1".getBytes(UTF_8), "FILE:2: must be 0 or 1: value 2=-1");
        assertRefused(("0 x" + "y".repeat(100)).getBytes(UTF_8), "FILE:1: must be 0 or 1: value 2=x" + "y".repeat(19));
        assertRefused("0 \u0007\n".getBytes(UTF_8), "FILE:1: must be 0 or 1: value 2=?");
        assertRefused("0 1\n0 1 1\n".getBytes(UTF_8), "FILE:2: must have as many values as the first image, 2: 3");
        assertRefused("0 1\n0".getBytes(UTF_8), "FILE:2: must have as many values as the first image, 2: 1");
        assertRefused("\n \n".getBytes(UTF_8), "must have a line of zeros and ones: FILE");
        assertRefused("nought".getBytes(UTF_8), NEITHER);
        byte[] gzip = gzip("0 1\n".getBytes(UTF_8));
        assertRefused(Arrays.copyOf(gzip, gzip.length - 10), "must be a whole gzip file: FILE");
    }

    /** 50,000 training images of static binarised MNIST have 5,118,041 pixels of 1, as counted by zcat, tr and wc. */
    @Test
    @Tag("data")
    void read_staticMnist_hasEveryImage() throws IOException {
        Path mnist = Path.of(System.getProperty("lbp.data", "../../shared/data"), "binarized_mnist");
        assumeTrue(Files.exists(mnist), () -> "no directory " + mnist.toAbsolutePath());
        GreyImages images = GreyImages.read(mnist.resolve("binarized_mnist_train.amat.gz"));
        assertThat(images.count()).isEqualTo(50_000);
        assertThat(images.rows()).isEqualTo(28);
        assertThat(Arrays.stream(images.means()).average().orElseThrow()).isCloseTo(5_118_041 / 39.2e6, within(1e-9));
    }

    @Test
    void read_brokenFile_saysWhatIsWrong() throws IOException {
        byte[] sound = sound();
        assertRefused(new byte[0], NEITHER);
        assertRefused(idx(0x801, 2, 2, 3, PIXELS), NEITHER);
        assertRefused(Arrays.copyOf(sound, 10), "must have a header of 16 bytes: FILE has 10");
        assertRefused(idx(0x803, 0, 2, 3), "must be in [1, 2^31): images=0 in FILE");
        assertRefused(idx(0x803, 2, -1, 3), "must be in [1, 2^31): rows=4294967295 in FILE");
        assertRefused(idx(0x803, 2, 2, 0), "must be in [1, 2^31): columns=0 in FILE");
        assertRefused(
                idx(0x803, 1, 1 << 20, 1 << 20),
                "must have at most 2^24 pixels per image: FILE announces 1048576 x 1048576");
        assertRefused(
                Arrays.copyOf(sound, 27), "must hold as many images as it announces, 2: FILE ends within image 2");
        assertRefused(
                idx(0x803, Integer.MAX_VALUE, 4096, 4096, PIXELS),
                "must hold as many images as it announces, 2147483647: FILE ends within image 1");
        assertRefused(Arrays.copyOf(sound, 29), "must end after the images that it announces, 2: FILE goes on");
        byte[] gzip = gzip(sound);
        assertRefused(Arrays.copyOf(gzip, gzip.length - 12), "must be a whole gzip file: FILE");
        assertRefused(
                Arrays.copyOf(gzip, gzip.length + 5), "must be a sound gzip file: FILE: more follows after its end");
        byte[] damaged = gzip.clone();
        damaged[gzip.length - 6] ^= 1; // of the checksum
        assertRefused(damaged, "must be a sound gzip file: FILE: Corrupt GZIP trailer");
        assertThatIOException()
                .isThrownBy(() -> GreyImages.read(directory.resolve("none")))
                .withMessage("must be a file that exists: " + directory.resolve("none"));
        assertThatIOException()
                .isThrownBy(() -> GreyImages.read(directory))
                .withMessageStartingWith("must be a file, and is a directory: " + directory);
    }

    private void assertRefused(byte[] bytes, String message) throws IOException {
        Files.write(file, bytes);
        assertThatIOException()
                .isThrownBy(() -> GreyImages.read(file))
                .withMessage(message.replace("FILE", file.toString()));
    }
}
