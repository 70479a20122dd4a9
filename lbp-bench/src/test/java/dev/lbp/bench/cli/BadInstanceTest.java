package dev.lbp.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of bad instance files. */
class BadInstanceTest extends BadInput {

    /** What a file holds, in which / ends a line. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
            ''                     | :1: must be "n m", the numbers of sites and of pairs: the file has no such line
            # a comment            | :1: must be "n m", the numbers of sites and of pairs: the file has no such line
            3                      | :1: must be "n m", the numbers of sites and of pairs: 3
            3 2 1                  | :1: must be "n m", the numbers of sites and of pairs: 3 2 1
            0 0                    | :1: must be >= 1: n=0
            -3 2                   | :1: must be >= 1: n=-3
            3 -2                   | :1: must be >= 0: m=-2
            3.0 2                  | :1: must be a whole number below 2^31: n=3.0
            3000000000 2           | :1: must be a whole number below 2^31: n=3000000000
            2000000000 1/1 2 1     | bad.txt:1: must fit into memory: n=2000000000: 40.0 GB needed
            2147483647 1/1 2 1     | bad.txt:1: must fit into memory: n=2147483647
            3 2/1 2 1              | :2: must not be the last line, for the header announces more pairs: m=2, found=1
            3 1/1 2 1/2 3 1        | :3: must not list more pairs than the header announces: m=1
            3 1/1 2                | :2: must be "i j weight": 1 2
            3 1/1 2 1 1            | :2: must be "i j weight": 1 2 1 1
            3 1/1 9 1              | :2: must be in [1, 3]: j=9
            3 1/0 2 1              | :2: must be in [1, 3]: i=0
            3 1/a 2 1              | :2: must be a whole number below 2^31: i=a
            3 1/1 1 1              | :2: must join two different sites: i=j=1
            3 1/1 2 abc            | :2: must be a finite number: weight=abc
            3 1/1 2 1d             | :2: must be a finite number: weight=1d
            3 1/1 2 0x1p3          | :2: must be a finite number: weight=0x1p3
            3 1/1 2 NaN            | :2: must be a finite number: weight=NaN
            3 1/1 2 1e999          | :2: must be a finite number: weight=1e999
            3 1/1 2 1,5            | :2: must be a finite number: weight=1,5
            3 1/1 2 1é             | :2: must be plain ASCII text
            3 1/1 2 1e308          | "bad.txt: must keep |bias| + sum |couplings| of each site below 2^30, for sums to be exact: site 1="
            """)
    void sample_badInstance_isRefusedWithFileAndLine(String content, String words) throws IOException {
        String text = content.equals("''") ? "" : content.replace('/', '\n');
        Files.writeString(directory.resolve("bad.txt"), text);
        assertRefused("sample --ising $/bad.txt", words);
    }

    @Test
    void sample_longLine_isCut() throws IOException {
        Files.writeString(directory.resolve("bad.txt"), "3 1\n" + "1 ".repeat(5_000_000) + "\n");
        assertThat(assertRefused("sample --ising $/bad.txt", "bad.txt:2: must be a line of at most 65536 characters")
                        .err)
                .hasSizeLessThan(500 + directory.toString().length());
        Files.writeString(directory.resolve("bad.txt"), "3 1\n1 2 " + "9".repeat(3_000) + "x\n");
        assertThat(assertRefused("sample --ising $/bad.txt", "bad.txt:2: must be a finite number: weight=99").err)
                .hasSizeLessThan(500 + directory.toString().length());
        assertThat(assertRefused("sample --ising $/g.txt --beta " + "9".repeat(3_000) + "x", "must be a number").err)
                .hasSizeLessThan(500);
        Files.writeString(directory.resolve("bad.txt"), "3 1\n" + "1 ".repeat(3_000) + "\n");
        assertThat(assertRefused("sample --ising $/bad.txt", "bad.txt:2: must be \"i j weight\": 1 1 1").err)
                .hasSizeLessThan(500 + directory.toString().length());
        assertThat(assertRefused("experiment efficiency --out $/cells", "(there: ???xxx").err)
                .hasSizeLessThan(500 + directory.toString().length());
    }

    @Test
    void sample_badGzip_isRefusedWithFileAndLine() throws IOException {
        byte[] sound = gzip("3 1\n1 2 1\n");
        Path file = directory.resolve("bad.txt");
        Files.write(file, Arrays.copyOf(sound, sound.length - 9));
        assertRefused("sample --ising $/bad.txt", "bad.txt:");
        Files.write(file, Arrays.copyOf(sound, sound.length + 5));
        assertRefused("sample --ising $/bad.txt", "bad.txt:2: must be a sound gzip file: more follows after its end");
        byte[] damaged = sound.clone();
        damaged[sound.length - 6] ^= 1;
        Files.write(file, damaged);
        assertRefused("sample --ising $/bad.txt", "must be a sound gzip file");
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        return bytes.toByteArray();
    }
}
