package dev.lbp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.cli.instance.InstanceUse;
import dev.lbp.cli.problem.InstanceProblem;
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
            ''                     | :1: must begin with "n m" (rudy) or "i j value" (COO): the file has no such line
            # a comment            | :1: must begin with "n m" (rudy) or "i j value" (COO): the file has no such line
            3                      | :1: must begin with "n m" (rudy) or "i j value" (COO): 3
            p qubo 0 2 0 1/0 1 1   | :1: must begin with "n m" (rudy) or "i j value" (COO); this is "p qubo 0 n diagonals elements" (qbsolv), for --qubo
            # vartype=BINARY/0 1 1 | :1: must be SPIN for --ising: vartype=BINARY
            3 2 1/2 1              | :2: must be "i j value": 2 1
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
            i j J/1 2 1            | :1: must begin with "n m" (rudy) or "i j value" (COO): i j J
            3 1/1 1                | :2: must be "i j weight": 1 1
            3 1/1 1 h              | :2: must be a finite number: weight=h
            3 1/1 2 abc            | :2: must be a finite number: weight=abc
            3 1/1 2 1d             | :2: must be a finite number: weight=1d
            3 1/1 2 0x1p3          | :2: must be a finite number: weight=0x1p3
            3 1/1 2 NaN            | :2: must be a finite number: weight=NaN
            3 1/1 2 1e999          | :2: must be a finite number: weight=1e999
            3 1/1 2 1,5            | :2: must be a finite number: weight=1,5
            3 1/1 2 1é             | :2: must be plain ASCII text
            """)
    void sample_badInstance_isRefusedWithFileAndLine(String content, String words) throws IOException {
        String text = content.equals("''") ? "" : content.replace('/', '\n');
        Files.writeString(directory.resolve("bad.txt"), text);
        assertRefused("sample --ising $/bad.txt", words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
            assignment | # nothing      | :1: must be a row of weights: the file has none
            assignment | 1              | :1: must have at least 2 rows and columns: n=1
            assignment | 1 2/3          | :2: must have as many numbers as the first row, 2: found=1
            assignment | 1 2/3,4,5      | :2: must have as many numbers as the first row, 2: found=3
            assignment | 1 2            | :1: must not be the last row of a square table: n=2, rows=1
            assignment | 1 2/3 4/#/5 6  | :4: must not be a further row of a square table: n=2
            assignment | a,b/1,2        | :1: must be numbers, without a line of names above them: found=a,b
            assignment | 1 2/3 x        | :2: must be a finite number: weight=x
            assignment | 1 2/3 NaN      | :2: must be a finite number: weight=NaN
            assignment | 1,2/3,         | :2: must be a finite number: weight=
            assignment | 1 2/3 1e30     | bad.txt: must
            matching   | # nothing      | :1: must be "n1 n2 m", the sizes of the two sets and the number of links: the file has no such line
            matching   | 2 2            | :1: must be "n1 n2 m", the sizes of the two sets and the number of links: 2 2
            matching   | 0 2 1/1 1 1    | :1: must be >= 1: n1=0
            matching   | 2 0 1/1 1 1    | :1: must be >= 1: n2=0
            matching   | 2 2 0          | :1: must be >= 1: m=0
            matching   | 2 x 1          | :1: must be a whole number below 2^31: n2=x
            matching   | 2000000000 2000000000 1 | bad.txt:1: must fit into memory: n1=2000000000, n2=2000000000
            matching   | 2 3 1/3 1 1    | :2: must be in [1, 2]: i=3
            matching   | 2 3 1/1 4 1    | :2: must be in [1, 3]: j=4
            matching   | 2 3 1/0 1 1    | :2: must be in [1, 2]: i=0
            matching   | 2 3 1/1 1      | :2: must be "i j weight": 1 1
            matching   | 2 3 1/1 1 x    | :2: must be a finite number: weight=x
            matching   | 2 3 3/1 1 1/2 2 1/1 1 5 | :4: must be another link than line 2: i=1, j=1
            matching   | 2 3 2/1 1 1    | :2: must not be the last line, for the header announces more links: m=2, found=1
            matching   | 2 3 1/1 1 1/2 2 1 | :3: must not list more links than the header announces: m=1
            matching   | 2 3 1/1 1 1e30 | bad.txt: must
            """)
    void sample_badWeightsOfMoves_areRefusedWithFileAndLine(String kind, String content, String words)
            throws IOException {
        Files.writeString(directory.resolve("bad.txt"), content.replace('/', '\n'));
        assertRefused("sample --" + kind + " $/bad.txt", words);
    }

    /**
     * An entry {@code w s_1 s_2} is {@code 4 w x_1 x_2 - 2 w x_1 - 2 w x_2} and a constant: 6 |w| at each of its sites.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
            ising | 3 2/1 2 1/3 2 -5e8     | 4 sum |weight| + 2 |sum weight| over the pairs of each site below 2^30, for sums to be exact: site 2=2.999999998E9; its largest weight: 3 2 -5.0E8
            ising | 3 1/1 2 1e308          | 4 sum |weight| + 2 |sum weight| over the pairs of each site below 2^30, for sums to be exact: site 1=Infinity; its largest weight: 1 2 1.0E308
            ising | 2 1/1 2 178956971      | 4 sum |weight| + 2 |sum weight| over the pairs of each site below 2^30, for sums to be exact: site 1=1.073741826E9; its largest weight: 1 2 1.78956971E8
            qubo  | 3 3/1 2 7e8/3 3 2/2 2 -7e8 | sum |weight| over the pairs, with |weight| on the diagonal, of each site below 2^30, for sums to be exact: site 2=1.4E9; its largest weight: 1 2 7.0E8
            """)
    void sample_largeWeights_areRefusedInWeightsOfTheFile(String kind, String content, String words)
            throws IOException {
        Files.writeString(directory.resolve("bad.txt"), content.replace('/', '\n'));
        assertRefused("sample --" + kind + " $/bad.txt", "$/bad.txt: must keep " + words);
    }

    @Test
    void sample_largestWeights_areAccepted() throws IOException {
        Path file = directory.resolve("large.txt");
        Files.writeString(file, "3 2\n1 2 178956970\n2 3 0\n"); // 6 times that is 2^30 - 4
        assertThat(problem(InstanceProblem.Kind.ISING, file).model(1.0).dimension())
                .isEqualTo(3);
        Files.writeString(file, "3 2\n1 2 1073741823\n2 3 0\n"); // 2^30 - 1
        assertThat(problem(InstanceProblem.Kind.QUBO, file).model(1.0).dimension())
                .isEqualTo(3);
    }

    private static InstanceProblem problem(InstanceProblem.Kind kind, Path file) {
        return new InstanceProblem(kind, InstanceUse.SPINS.read(file));
    }

    /** 3,000 pairs, each of 8 |w| over both of its sites, and of |w| in a QUBO. */
    @Test
    void sample_largeWeightsInAll_areRefused() throws IOException {
        StringBuilder text = new StringBuilder("6000 3000\n");
        for (int k = 0; k < 3_000; k++) {
            text.append(2 * k + 1).append(' ').append(2 * k + 2).append(" 1e8\n");
        }
        Files.writeString(directory.resolve("bad.txt"), text);
        assertRefused(
                "sample --ising $/bad.txt",
                "$/bad.txt: must keep 4 sum |weight| over all pairs, with 2 |sum weight| of each site, below 2^41, for sums to"
                        + " be exact: sum=2.4E12");
        Files.writeString(directory.resolve("bad.txt"), text.toString().replace("1e8", "1e9"));
        assertRefused(
                "sample --qubo $/bad.txt",
                "$/bad.txt: must keep sum |weight| over all entries below 2^41, for sums to be exact: sum=3.0E12");
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

    /** A file of the system that can be opened and not read. */
    @Test
    void sample_unreadable_isToldInWords() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/self/mem")));
        assertRefused("sample --ising /proc/self/mem", "/proc/self/mem:1: must be readable: ");
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        return bytes.toByteArray();
    }
}
