package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PottsTextTest {

    /** Two sites of two values: lines 1 to 4 are couplings, 5 to 8 fields. */
    private static final String GOOD = """
            J 0 1 A A 0.25
            J 1 0 B A 1
            J 0 1 B A -2
            J 1 0 B B 125e-3
            h 0 A 0.5
            h 0 1 0
            h 1 A 0
            h 1 B -1
            """;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"model.txt", "model.txt.gz"})
    void save_andLoad_giveTheSameModel(String name) throws IOException {
        DenseCategories model = DenseCategories.random(4, 3, 1.0, 0.5, 1L);
        Path file = directory.resolve(name);
        model.save(file, "-AC");
        DenseCategories same = DenseCategories.load(file, "-AC");
        assertThat(same.fields()).isDeepEqualTo(model.fields());
        for (int i = 0; i < 4; i++) {
            for (int j = i + 1; j < 4; j++) {
                assertThat(same.coupling(i, j)).isDeepEqualTo(model.coupling(i, j));
            }
        }
    }

    @Test
    void load_lettersIndicesAndEitherOrder_areRead() throws IOException {
        DenseCategories model = DenseCategories.load(Files.writeString(directory.resolve("a.txt"), GOOD), "AB");
        assertThat(model.coupling(0, 1)).isDeepEqualTo(new double[][] {{0.25, 1.0}, {-2.0, 0.125}});
        assertThat(model.fields()).isDeepEqualTo(new double[][] {{0.5, 0.0}, {0.0, -1.0}});
    }

    @Test
    void load_byteOrderMarkAndGzipUnderAnyName_areRead() throws IOException {
        Path file = directory.resolve("a.txt");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(("\uFEFF" + GOOD).getBytes(StandardCharsets.UTF_8));
        }
        assertThat(DenseCategories.load(file, "AB").fields()[1][1]).isEqualTo(-1.0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "h 1 B -1|h 1 B NaN|:8: must be finite: value=NaN",
                "h 1 B -1|h 1 B 1e999|:8: must be finite: value=1e999",
                "h 1 B -1|h 32768 B 0|:8: must be a site, from 0 to 32767: site=32768",
                "h 1 B -1|h 1 B much|:8: must be a number: value=much",
                "h 1 B -1|h 1 C 0|:8: must be a character of \"AB\", or its index: value=C",
                "h 1 B -1|h 1 2 0|:8: must be a character of \"AB\", or its index: value=2",
                "h 1 B -1|h 1 A 0|:8: must be given once: a second value 0",
                "h 1 B -1|h -1 B 0|:8: must be a site, from 0 to 32767: site=-1",
                "h 1 B -1|h 99999 B 0|:8: must be a site, from 0 to 32767: site=99999",
                "h 1 B -1|h 1 B|:8: must be \"J i j a b value\" or \"h i a value\": h 1 B",
                "h 1 B -1|''|must have all 2 lines \"h 1 ...\"",
                "J 0 1 B A -2|''|must have all 4 lines \"J 0 1 ...\"",
                "J 0 1 B A -2|J 0 0 B A 1|:3: must be two sites: i=0, j=0"
            })
    void load_badLine_isRefusedByFileAndLine(String good, String bad, String message) throws IOException {
        Path file = Files.writeString(directory.resolve("bad.txt"), GOOD.replace(good, bad));
        assertThatThrownBy(() -> DenseCategories.load(file, "AB"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("bad.txt");
    }

    /** Cut anywhere: inside the last number, {@code -1} of {@code -1.5}, the line is a good one but for its end. */
    @Test
    void load_cutAtAnyByte_isRefused() throws IOException {
        String whole = GOOD.replace("h 1 B -1", "h 1 B -1.5");
        Path file = directory.resolve("cut.txt");
        for (int length = 0; length < whole.length(); length++) {
            Files.writeString(file, whole.substring(0, length));
            assertThatThrownBy(() -> DenseCategories.load(file, "AB"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cut.txt");
        }
        Files.writeString(file, whole.substring(0, whole.length() - 3));
        assertThatThrownBy(() -> DenseCategories.load(file, "AB"))
                .hasMessage("" + file + ":8: must end with a line end: its last number may be cut");
        Files.writeString(file, whole.replace("\n", "\r\n"));
        assertThat(DenseCategories.load(file, "AB").fields()[1][1]).isEqualTo(-1.5);
    }

    @Test
    void load_damagedGzip_isRefusedByFile() throws IOException {
        Path file = directory.resolve("model.txt.gz");
        DenseCategories.random(4, 3, 1.0, 0.5, 1L).save(file, "-AC");
        byte[] good = Files.readAllBytes(file);
        for (int length = 2; length < good.length; length++) { // fewer bytes are no gzip
            Files.write(file, Arrays.copyOf(good, length));
            assertThatThrownBy(() -> DenseCategories.load(file, "-AC"))
                    .isExactlyInstanceOf(IOException.class)
                    .hasMessageStartingWith("cannot read " + file + ": damaged gzip after line ");
        }
        byte[] changed = good.clone();
        changed[good.length - 6]++; // of the checksum
        Files.write(file, changed);
        assertThatThrownBy(() -> DenseCategories.load(file, "-AC"))
                .hasMessage("cannot read " + file + ": damaged gzip after line 66: Corrupt GZIP trailer");
    }

    /** An array of all pairs of 32,768 sites has 4.3 GB: 12 bytes must not claim it. */
    @Test
    void load_fewLinesOfManySites_areRefusedBeforeTheArrayIsMade(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("potts.txt"), "h 32767 A 0\n");
        assertThatThrownBy(() -> DenseCategories.load(file, "AC"))
                .isInstanceOf(IOException.class)
                .hasMessage("must have all 2 lines \"h 0 ...\": " + file);
        Files.writeString(file, "J 32767 0 A A 1\n".repeat(1) + "h 0 A 0\nh 0 C 0\n");
        assertThatThrownBy(() -> DenseCategories.load(file, "AC"))
                .hasMessage("must have all 2 lines \"h 1 ...\": " + file);
    }

    @Test
    void load_gzipOfOneLongLine_isRefused(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("potts.txt.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("h 0 A 0\n".getBytes(StandardCharsets.US_ASCII));
            out.write(new byte[1 << 21]);
        }
        assertThatThrownBy(() -> DenseCategories.load(file, "AC"))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ":2: must be a line of at most 1024 bytes");
    }

    @Test
    void load_emptyFileAndBadAlphabet_areRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("empty.txt"), "\n");
        assertThatThrownBy(() -> DenseCategories.load(file, "AB"))
                .hasMessageContaining("must have lines \"J i j a b value\" and \"h i a value\": ");
        Files.writeString(file, "h 0 A 1\nh 0 1 1\nh 1 A 1\nh 1 1 1\n");
        assertThatThrownBy(() -> DenseCategories.load(file, "A1"))
                .hasMessage("must have all 4 lines \"J 0 1 ...\": " + file);
        Files.writeString(file, "h 0 0 1\n");
        assertThatThrownBy(() -> DenseCategories.load(file, "A1"))
                .hasMessageContaining(":1: must be a character of \"A1\", or its index: value=0");
        assertThatThrownBy(() -> DenseCategories.load(file, "AA"))
                .hasMessage("must have different ASCII characters, none of them white space: alphabet=\"AA\"");
        assertThatThrownBy(() -> DenseCategories.random(2, 3, 1.0, 1.0, 1L).save(file, "AB"))
                .hasMessage("must have length 3: alphabet.length=2");
    }
}
