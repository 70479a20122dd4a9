package dev.lbp.cli.cover;

import dev.lbp.cli.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of bad input to {@code lbp cover}. */
class BadCoverInputTest extends BadInput {

    @BeforeEach
    void writeSets() throws IOException {
        Files.writeString(directory.resolve("s.gmt"), "A\tfirst\ta\tb\tc\nB\tsecond\tc\td\n");
        Files.writeString(directory.resolve("seen"), "a\nb\n");
        Files.writeString(directory.resolve("strangers"), "v\nw\nx\ny\n");
        Files.writeString(directory.resolve("table"), "a\t1.5\n");
        Files.writeString(directory.resolve("empty"), "# nothing\n");
        Files.writeString(directory.resolve("twice.gmt"), "A\tfirst\ta\nB\t\tb\nA\tagain\tc\n");
        Files.writeString(directory.resolve("blanks.gmt"), "A first a b\n");
        Files.writeString(directory.resolve("none.gmt"), "A\tfirst\ta\nB\tsecond\t\t\n");
        Files.writeString(directory.resolve("unnamed.gmt"), "A\tfirst\ta\n\tsecond\tb\tc\n");
        Files.write(directory.resolve("binary.gmt"), new byte[] {'A', '\t', 0, '\n'});
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --observed $/seen                             | Missing required option: '--sets=FILE'
            --sets $/s.gmt                                | Missing required option: '--observed=FILE'
            --sets $/absent --observed $/seen             | must be a file that exists: --sets=$/absent
            --sets $/s.gmt --observed $/absent            | must be a file that exists: --observed=$/absent
            --sets - --observed -                         | must be standard input once: --sets, --observed, --population=-
            --sets $/blanks.gmt --observed $/seen         | $/blanks.gmt:1: must be a name, a description and members, between tabs: A first a b
            --sets $/none.gmt --observed $/seen           | $/none.gmt:2: must be a name, a description and members, between tabs: B
            --sets $/unnamed.gmt --observed $/seen        | $/unnamed.gmt:2: must be a name, a description and members, between tabs: ?second?b?c
            --sets $/twice.gmt --observed $/seen          | $/twice.gmt:3: must be another set than line 1: A
            --sets $/binary.gmt --observed $/seen         | $/binary.gmt:1: must be plain text, perhaps compressed by gzip: byte 0x00
            --sets $/empty --observed $/seen              | $/empty:1: must be a name, a description and members, between tabs: the file has no such line
            --sets $/s.gmt --observed $/empty             | $/empty:1: must be one name a line: the file has none
            --sets $/s.gmt --observed $/table             | $/table:1: must be one name a line, without a tab: a?1.5
            """)
    void badFile_isRefused(String options, String words) throws IOException {
        assertRefused("cover " + options.strip(), words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --min-size 4                           | must leave a set, and all 2 of $/s.gmt have fewer or more members: --min-size=4, --max-size=500
            --min-size 0                           | must be >= 1: --min-size=0
            --max-size 4                           | must be >= 5: --max-size=4
            --top 0                                | must be >= 1: --top=0
            --min-size 1 --observed $/strangers    | must hold a member of the sets, unlike v, w, x, ...: --observed=$/strangers
            --min-size 1 --population $/strangers  | must leave a set, and all 2 of $/s.gmt have fewer or more members in the population: --min-size=1, --max-size=500
            --min-size 1 --alpha 0                 | '--alpha': must be a number in (0, 1), or two positive ones as in 1,9: 0
            --min-size 1 --beta 1,0                | '--beta': must be a number in (0, 1), or two positive ones as in 1,9: 1,0
            --min-size 1 --prior 1,2,3             | '--prior': must be a number in (0, 1), or two positive ones as in 1,9: 1,2,3
            --min-size 1 --prior many              | '--prior': must be a number in (0, 1), or two positive ones as in 1,9: many
            --min-size 1 --alpha 0.5 --beta 0.5    | must be below 1: --alpha + --beta=1.0
            --min-size 1 --chains 0                | must be >= 1: --chains=0
            --min-size 1 --resume                  | must be given with --checkpoint FILE: --resume
            --min-size 1 --report $/s.gmt          | must not be the file of --sets
            """)
    void badOption_isRefused(String options, String words) throws IOException {
        String observed = options.contains("--observed") ? "" : " --observed $/seen";
        assertRefused("cover --sets $/s.gmt" + observed + " " + options.strip(), words);
    }
}
