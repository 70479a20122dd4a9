package dev.lbp.cli.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.FutureTask;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstanceReaderTest {

    private static final String TRIANGLE = "3 3\n1 2 1\n2 3 -0.5\n1 3 2e1\n";

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = directory.resolve("g.txt");
    }

    @Test
    void read_triangle_sitesFromZero() throws IOException {
        Files.writeString(file, TRIANGLE);
        assertTriangle(InstanceUse.SPINS.read(file));
    }

    @Test
    void read_gzipUnderAnyName_isUnpacked() throws IOException {
        Files.write(file, gzip(TRIANGLE));
        assertTriangle(InstanceUse.SPINS.read(file));
    }

    @Test
    void read_windowsLineEndsBlankLinesAndTabs_areTolerated() throws IOException {
        Files.writeString(file, "3 3 \r\n\r\n 1\t2 1\r\n2  3 -0.5\r\n1 3 2e1");
        assertTriangle(InstanceUse.SPINS.read(file));
    }

    @Test
    void read_commentsAndByteOrderMark_areSkipped() throws IOException {
        Files.writeString(file, "\uFEFF# Graph von Jürgen\n3 3 # sites, edges\n1 2 1#\n  # \n2 3 -0.5\n1 3 2e1\n#");
        assertTriangle(InstanceUse.SPINS.read(file));
    }

    @Test
    void read_gzipWithByteOrderMark_isUnpacked() throws IOException {
        Files.write(file, gzip("\uFEFF" + TRIANGLE));
        assertTriangle(InstanceUse.SPINS.read(file));
    }

    @Test
    void read_lineAfterComments_isCountedWithThem() throws IOException {
        Files.writeString(file, "# a\n# b\n3 1\n1 4 1\n");
        assertRefused(file + ":4: must be in [1, 3]: j=4");
    }

    @Test
    void read_letterOutsideAComment_isNoText() throws IOException {
        Files.writeString(file, "3 1 # é\n1 2 é\n");
        assertRefused(file + ":2: must be plain ASCII text, perhaps compressed by gzip: byte 0xC3");
    }

    /** A pipe, as a shell's {@code <(...)} is: no regular file, and read once from its start to its end. */
    @Test
    void read_pipe_isRead() throws Exception {
        assumeTrue(new ProcessBuilder("mkfifo", file.toString()).start().waitFor() == 0, "no mkfifo");
        FutureTask<Path> writer = new FutureTask<>(() -> Files.writeString(file, TRIANGLE, StandardOpenOption.WRITE));
        new Thread(writer).start();
        assertTriangle(InstanceUse.SPINS.read(file));
        writer.get();
    }

    @Test
    void read_dash_isStandardInput() throws IOException {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(gzip(TRIANGLE)));
            assertTriangle(InstanceUse.SPINS.read(Path.of("-")));
            System.setIn(new ByteArrayInputStream("3 x".getBytes(StandardCharsets.US_ASCII)));
            assertThatThrownBy(() -> InstanceUse.SPINS.read(Path.of("-")))
                    .hasMessage("standard input:1: must be a whole number below 2^31: m=x");
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void read_moreLinesThanItsFirstRoom_grows() throws IOException {
        int pairs = 200_000;
        StringBuilder text = new StringBuilder("2 " + pairs + "\n");
        for (int k = 0; k < pairs; k++) {
            text.append("1 2 ").append(k).append('\n');
        }
        Files.writeString(file, text);
        Instance instance = InstanceUse.SPINS.read(file);
        assertThat(instance.weights()).hasSize(pairs).endsWith(pairs - 1.0);
        assertThat(instance.from()).hasSize(pairs);
    }

    @Test
    void read_diagonalEntry_isAllowed() throws IOException {
        Files.writeString(file, "2 2\n1 1 -3\n1 2 1\n");
        Instance matrix = InstanceUse.SPINS.read(file);
        assertThat(matrix.from()).containsExactly(0, 0);
        assertThat(matrix.to()).containsExactly(0, 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            ''                            | 1 | must begin with "n m" (rudy) or "i j value" (COO): the file has no such line
            '\n\n'                        | 2 | must begin with "n m" (rudy) or "i j value" (COO): the file has no such line
            '3\n'                         | 1 | must begin with "n m" (rudy) or "i j value" (COO): 3
            '3 x\n'                       | 1 | must be a whole number below 2^31: m=x
            '0 0\n'                       | 1 | must be >= 1: n=0
            '3 -1\n'                      | 1 | must be >= 0: m=-1
            '3 99999999999\n'             | 1 | must be a whole number below 2^31: m=99999999999
            '3 2\n1 2 1\n'                | 2 | must not be the last line, for the header announces more pairs: m=2, found=1
            '3 2\n1 2 1\n2 3'             | 3 | must be "i j weight": 2 3
            '3 1\n1 2 1\n2 3 1\n'         | 3 | must not list more pairs than the header announces: m=1
            '3 1\n1 4 1\n'                | 2 | must be in [1, 3]: j=4
            '3 1\n0 2 1\n'                | 2 | must be in [1, 3]: i=0
            '3 1\n1.5 2 1\n'              | 2 | must be a whole number below 2^31: i=1.5
            '3 1\n\n1 2 one\n'            | 3 | must be a finite number: weight=one
            '3 1\n1 2 NaN\n'              | 2 | must be a finite number: weight=NaN
            '3 1\n1 2 1e999\n'            | 2 | must be a finite number: weight=1e999
            """)
    void read_badText_namesLineAndRemedy(String text, int line, String message) throws IOException {
        Files.writeString(file, text.replace("\\n", "\n"));
        assertRefused(file + ":" + line + ": " + message);
    }

    @Test
    void read_noSuchFile_saysSo() {
        assertRefused("must be a file that exists: " + file);
    }

    @Test
    void read_directory_isNoFile() {
        file = directory;
        assertRefused("must be a file, and is a directory: " + file);
    }

    @Test
    void read_utf16_isNoText() throws IOException {
        Files.write(file, TRIANGLE.getBytes(StandardCharsets.UTF_16));
        assertRefused(file + ":1: must be plain ASCII text, perhaps compressed by gzip: byte 0xFE");
    }

    @Test
    void read_binaryAfterGoodLines_namesTheLine() throws IOException {
        Files.write(file, "3 3\n1 2 1\n2 3 \0\n".getBytes(StandardCharsets.US_ASCII));
        assertRefused(file + ":3: must be plain ASCII text, perhaps compressed by gzip: byte 0x00");
    }

    @Test
    void read_gzipCutOff_saysSo() throws IOException {
        byte[] whole = gzip(TRIANGLE);
        Files.write(file, Arrays.copyOf(whole, whole.length - 9));
        assertThatThrownBy(() -> InstanceUse.SPINS.read(file))
                .isInstanceOf(InstanceException.class)
                .hasMessageStartingWith(file + ":")
                .hasMessageContaining("must be a whole gzip file");
    }

    @Test
    void read_gzipDamaged_saysSo() throws IOException {
        byte[] damaged = gzip(TRIANGLE);
        damaged[damaged.length - 6] ^= 1; // in the checksum
        Files.write(file, damaged);
        assertThatThrownBy(() -> InstanceUse.SPINS.read(file))
                .isInstanceOf(InstanceException.class)
                .hasMessageContaining("must be a sound gzip file");
    }

    private void assertRefused(String message) {
        assertThatThrownBy(() -> InstanceUse.SPINS.read(file))
                .isInstanceOf(InstanceException.class)
                .hasMessage(message);
    }

    private static void assertTriangle(Instance instance) {
        assertThat(instance.sites()).isEqualTo(3);
        assertThat(instance.from()).containsExactly(0, 1, 0);
        assertThat(instance.to()).containsExactly(1, 2, 2);
        assertThat(instance.weights()).containsExactly(1.0, -0.5, 20.0);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
