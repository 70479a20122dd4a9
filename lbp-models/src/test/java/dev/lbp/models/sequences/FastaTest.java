package dev.lbp.models.sequences;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FastaTest {

    @TempDir
    private Path directory;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    @Test
    void read_linesAndDuplicates_areJoinedAndKept() throws IOException {
        Fasta fasta = Fasta.read(file("a.fasta", "> one\r\nAC\r\n\r\nGU \n>one\nACGU"), Alphabet.RNA);
        assertThat(fasta.sequences()).extracting(Fasta.Sequence::header).containsExactly("one", "one");
        assertThat(fasta.alignment()).isDeepEqualTo(new int[][] {{0, 1, 2, 3}, {0, 1, 2, 3}});
    }

    @Test
    void read_a2m_dropsInsertionsAlone() throws IOException {
        String text = ">a\nacA-.C\n>b\n..AGuC\n";
        assertThat(Fasta.read(file("a.a2m", text), Alphabet.RNA_GAP).alignment())
                .isDeepEqualTo(new int[][] {{1, 0, 2}, {1, 3, 2}});
        Path other = file("a.fasta", text);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fasta.read(other, Alphabet.RNA_GAP))
                .withMessage(other + ":2:1: must be one of the letters -ACGU: 'a'");
    }

    @Test
    void read_gzip_isUnpacked() throws IOException {
        Path file = directory.resolve("a.a2m.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(">a\nACxG\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(Fasta.read(file, Alphabet.DNA).alignment()).isDeepEqualTo(new int[][] {{0, 1, 2}});
    }

    @Test
    void read_byteOrderMark_isSkipped() throws IOException {
        Path file = file("a.fasta", "\uFEFF>a\nACT\n");
        assertThat(Fasta.read(file, Alphabet.DNA).sequences().get(0).header()).isEqualTo("a");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fasta.read(file, Alphabet.RNA))
                .withMessage(file + ":2:3: must be one of the letters ACGU: 'T'");
    }

    @Test
    void write_longSequence_isReadAsItWas() throws IOException {
        int[] values = new int[201];
        for (int i = 0; i < values.length; i++) {
            values[i] = i % 21;
        }
        Path file = directory.resolve("a.fasta");
        new Fasta(List.of(new Fasta.Sequence("long one", values))).write(file, Alphabet.PROTEIN_GAP);
        assertThat(Files.readAllLines(file)).hasSize(4).allMatch(line -> line.length() <= 80);
        Fasta.Sequence read = Fasta.read(file, Alphabet.PROTEIN_GAP).sequences().get(0);
        assertThat(read.header()).isEqualTo("long one");
        assertThat(read.values()).isEqualTo(values);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''            | :1:1: must have a sequence: the file has none
            '\\n'         | :1:1: must have a sequence: the file has none
            'ACGU\\n'     | :1:1: must begin with a header, a line that begins with >
            '>a\\nACT\\n' | :2:3: must be one of the letters ACGU: 'T'
            '>a\\nA\\nC-' | :3:2: must be one of the letters ACGU: '-'
            '>a\\nA C'    | :2:2: must be one of the letters ACGU: ' '
            '>a\\n>b\\nA' | :1:1: must be followed by letters: >a
            '>b\\nA\\n>a' | :3:1: must be followed by letters: >a
            """)
    void read_badFile_namesLineAndColumn(String text, String message) throws IOException {
        Path file = file("bad.fasta", text.replace("\\n", "\n"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fasta.read(file, Alphabet.RNA))
                .withMessage(file + message);
    }

    @Test
    void read_unknownLetters_areDroppedOrGaps() throws IOException {
        Path file = file("n.fasta", ">a\nACG\n>b\nANX\n>c\nA*G\n>d\nGGG\n");
        Fasta dropped = Fasta.read(file, Alphabet.RNA_GAP, Fasta.Unknown.DROP);
        assertThat(dropped.sequences()).extracting(Fasta.Sequence::header).containsExactly("a", "d");
        assertThat(dropped.unknown()).isEqualTo(2);
        Fasta gaps = Fasta.read(file, Alphabet.RNA_GAP, Fasta.Unknown.GAP);
        assertThat(gaps.sequences())
                .extracting(sequence -> Alphabet.RNA_GAP.text(sequence.values()))
                .containsExactly("ACG", "A--", "A-G", "GGG");
        assertThat(gaps.unknown()).isEqualTo(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fasta.read(file, Alphabet.RNA, Fasta.Unknown.GAP))
                .withMessage("must have a gap, -, for letters that are unknown: alphabet=ACGU");
    }

    @Test
    void read_noLetterOrNoKnownSequence_isRefused() throws IOException {
        Path lower = file("lower.fasta", ">a\nAcG\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fasta.read(lower, Alphabet.RNA, Fasta.Unknown.DROP))
                .withMessage(lower + ":2:2: must be one of the letters ACGU: 'c'");
        Path all = file("all.fasta", ">a\nANG\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fasta.read(all, Alphabet.RNA, Fasta.Unknown.DROP))
                .withMessage(all + ":1:1: must have a sequence without unknown letters: 1 have them");
    }

    @Test
    void alignment_unequalLengths_isRefused() throws IOException {
        Path file = file("a.fasta", ">n\nAN\n>a\nACG\n\n>b\nA\nC\n>c\nACG\n");
        Fasta fasta = Fasta.read(file, Alphabet.RNA, Fasta.Unknown.DROP);
        assertThatIllegalArgumentException()
                .isThrownBy(fasta::alignment)
                .withMessage("must have 3 letters, as the first sequence has, and has 2: sequence=b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fasta.readAlignment(file, Alphabet.RNA, Fasta.Unknown.DROP))
                .withMessage(file + ":6:1: must be followed by 3 letters, as the first sequence is, and 2 follow: >b");
    }

    @ParameterizedTest
    @CsvSource({"A", "AA", "Aa", "A.", "A>"})
    void alphabet_badLetters_areRefused(String letters) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Alphabet(letters))
                .withMessageContaining("letters=" + letters);
    }

    /** 17 MB of one letter are 17 kB of gzip. */
    @Test
    void read_gzipOfOneLongLine_isRefused(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("long.fasta.gz");
        byte[] letters = new byte[17_000_000];
        Arrays.fill(letters, (byte) 'A');
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(">one\n".getBytes(StandardCharsets.US_ASCII));
            out.write(letters);
        }
        assertThatThrownBy(() -> Fasta.read(file, Alphabet.PROTEIN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + ":2: must be a line of at most 16777216 bytes");
    }

    @Test
    void null_isNamed() {
        assertThatThrownBy(() -> new Fasta.Sequence(null, new int[1])).hasMessage("must not be null: header");
        assertThatThrownBy(() -> new Fasta.Sequence("one", null)).hasMessage("must not be null: values");
        assertThatThrownBy(() -> Alphabet.PROTEIN.text(null)).hasMessage("must not be null: state");
    }
}
