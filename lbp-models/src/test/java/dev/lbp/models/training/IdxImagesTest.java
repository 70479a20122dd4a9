package dev.lbp.models.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxImagesTest {

    /** Two images of two rows and three columns. */
    private static final int[] PIXELS = {0, 127, 128, 255, 1, 254, 64, 192, 0, 255, 255, 10};

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
            IdxImages images = IdxImages.read(Files.write(file, bytes));
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
        IdxImages images = IdxImages.read(Files.write(file, sound()));
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
        IdxImages images = IdxImages.read(Files.write(file, idx(0x803, 1, 200, 200, pixels)));
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
    void read_brokenFile_saysWhatIsWrong() throws IOException {
        byte[] sound = sound();
        assertRefused(new byte[0], "must begin with 0, 0, 8, 3, as an IDX file of images does: FILE");
        assertRefused(idx(0x801, 2, 2, 3, PIXELS), "must begin with 0, 0, 8, 3, as an IDX file of images does: FILE");
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
                .isThrownBy(() -> IdxImages.read(directory.resolve("none")))
                .withMessage("must be a file that exists: " + directory.resolve("none"));
        assertThatIOException()
                .isThrownBy(() -> IdxImages.read(directory))
                .withMessageStartingWith("must be a file that can be read: " + directory);
    }

    private void assertRefused(byte[] bytes, String message) throws IOException {
        Files.write(file, bytes);
        assertThatIOException()
                .isThrownBy(() -> IdxImages.read(file))
                .withMessage(message.replace("FILE", file.toString()));
    }
}
