package dev.lbp.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.internal.Memory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

/** Small gzip files that unpack to very much, and long lines, are refused before they fill the memory. */
class StrictGzipTest {

    private static final int MEGABYTE = 1 << 20;

    /** Zeros, which gzip packs by a factor of 1,030. */
    private static byte[] zeros(int megabytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            for (int k = 0; k < megabytes; k++) {
                out.write(new byte[MEGABYTE]);
            }
        }
        return packed.toByteArray();
    }

    @Test
    void zeros_below64Megabytes_areRead() throws IOException {
        try (InputStream in = new StrictGzip(new ByteArrayInputStream(zeros(60)))) {
            assertThat(in.transferTo(OutputStream.nullOutputStream())).isEqualTo(60L * MEGABYTE);
        }
    }

    @Test
    void zeros_many_areRefusedByTheRatio() throws IOException {
        byte[] packed = zeros(90);
        for (boolean text : new boolean[] {false, true}) {
            ByteArrayInputStream file = new ByteArrayInputStream(packed);
            try (InputStream in = text ? TextBytes.of(file) : new StrictGzip(file)) {
                assertThatThrownBy(() -> in.transferTo(OutputStream.nullOutputStream()))
                        .isInstanceOf(ZipException.class)
                        .hasMessageStartingWith(
                                "it must unpack to at most 200 bytes for each of its own, beyond 67.1 MB: ");
            }
        }
    }

    @Test
    void lines_upToTheBound_areRead() throws IOException {
        byte[] text = "ab\n\nabc\nabc".getBytes(StandardCharsets.US_ASCII);
        try (InputStream in = TextBytes.ofLines(new ByteArrayInputStream(text), 3)) {
            assertThat(in.readAllBytes()).isEqualTo(text);
        }
        try (InputStream in = TextBytes.ofLines(new ByteArrayInputStream(text), 2)) {
            assertThatThrownBy(in::readAllBytes)
                    .isInstanceOf(TextBytes.LongLine.class)
                    .hasMessage("3: must be a line of at most 2 bytes");
        }
    }

    /** What would fit but for the reserve says so. */
    @Test
    void memory_reserve_isExplained() {
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        double free = runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
        assertThatThrownBy(() -> Memory.check(0.95 * free, "n=1", "run less"))
                .hasMessageContaining(" free, of which a tenth must stay free, of a heap of ");
        assertThatThrownBy(() -> Memory.check(2.0 * free, "n=1", "run less"))
                .hasMessageContaining(" free of a heap of ");
    }
}
