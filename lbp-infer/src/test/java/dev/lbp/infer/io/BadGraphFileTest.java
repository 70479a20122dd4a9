package dev.lbp.infer.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What no reader takes: each message has the file, the line and what must be. */
class BadGraphFileTest {

    private static final String VARIABLES =
            "network n { }\nvariable ab { type discrete [2] {x y}; }\nvariable ac { type discrete [2] {x y}; }\n";

    @TempDir
    private Path directory;

    /** A slash in the text is the end of a line. */
    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            '' ! 1: must begin with MARKOV or BAYES (UAI), network or variable (BIF), and is empty
            '"",y,x' ! 1: must begin with MARKOV or BAYES (UAI), network or variable (BIF): ""
            MARKOW/2 ! 1: must begin with MARKOV or BAYES (UAI), network or variable (BIF): MARKOW
            MARKOV ! 1: must be the number of variables, a whole number below 2^31, and the file ends
            MARKOV/0 ! 2: must be the number of variables, at least 1: 0
            MARKOV/3000000000 ! 2: must be the number of variables, a whole number below 2^31: 3000000000
            MARKOV/1000000000 ! 2: must be the number of values of variable 0, a whole number below 2^31, and the file ends
            MARKOV/1/1000000000/1000000000/ ! 5: must be the number of variables of a table, a whole number below 2^31, and the file ends
            MARKOV/1/2/1/1000000000 0/ ! 5: must be the number of variables of a table, 0 to 1: 1000000000
            MARKOV/1/1000000000/1/1 0/1000000000/1 ! 7: must be a table of 1000000000 entries: found=1
            MARKOV/2/2 0 ! 3: must be the number of values of variable 1, at least 1: 0
            MARKOV/2/2 2/1/2 0 2 ! 5: must be a variable, 0 to 1: 2
            MARKOV/2/2 2/1/2 0 -1 ! 5: must be a variable, 0 to 1: -1
            MARKOV/2/2 2/2/1 0/2 1 1/ ! 6: must be in a table once: variable 1
            MARKOV/2/2 2/1/2 0 1/3/1 2 3 ! 6: must be the number of combinations of the values of variables [0, 1], 4: entries=3
            MARKOV/1/2/1/1 0/2/0.5 ! 7: must be a table of 2 entries: found=1
            MARKOV/1/2/1/1 0/2/0.5 -0.5 ! 7: must be an entry of a table, a finite number, at least 0: -0.5
            MARKOV/1/2/1/1 0/2/0.5 nan ! 7: must be an entry of a table, a finite number, at least 0: nan
            MARKOV/1/2/1/1 0/2/0.5 inf ! 7: must be an entry of a table, a finite number, at least 0: inf
            MARKOV/1/2/1/1 0/2/0.5/1e999 ! 8: must be an entry of a table, a finite number, at least 0: 1e999
            MARKOV/1/2/1/1 0/2/0.5/0x1p3 ! 8: must be an entry of a table, a finite number, at least 0: 0x1p3
            MARKOV/1/2/1/1 0/2/1 1e-400 ! 7: must be 0 or at least 4.9E-324: 1e-400
            MARKOV/1/2/1/1 0/2/0 0.0 ! 7: must be a table with an entry above 0: all 2 are 0
            MARKOV/1/2/1/1 0/2/1 2/3 ! 8: must have nothing after the last table: 3
            BAYES/2/2 2/1/1 0/2 1 0 ! 4: must be the number of variables, 2, in a BAYES file: tables=1
            BAYES/2/2 2/2/1 0/1 0/2 1 0/2 1 0 ! 6: must be a variable without a table; line 5 has one: 0
            BAYES/2/2 2/2/2 0 1/2 1 0/4 1 0 0 1/4 1 0 0 1 ! 6: must be a variable that is not its own ancestor: 0 -> 1 -> 0
            """)
    void read_uai_refuses(String text, String message) throws IOException {
        assertRefused(text.replace('/', '\n'), message);
    }

    /** 34 bytes, of which nothing but the numbers of values is large. */
    @Test
    void read_valuesBeyondMemory_areRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("f"), "MARKOV\n2\n2147483647 2147483647\n0\n");
        assertThatThrownBy(() -> GraphFile.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("values of all variables, 4294967294");
    }

    /** Behind the variables ab and ac, in lines 1 to 3. */
    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            '' ! 4: must have a table of each variable, and has none of ab
            variables ! 4: must be network, variable or probability: variables
            variable ab { type discrete [1] {x}; } ! 4: must be declared once: ab
            variable { type discrete [1] {x}; } ! 4: must be the name of a variable: {
            variable z { } ! 4: must have a type: variable z
            variable z { kind discrete [1] {x}; } ! 4: must be type or property: kind
            variable z { type real [1] {x}; } ! 4: must be discrete after type: real
            variable z { type discrete [3] {x, y}; } ! 4: must have as many names of values as it says, 3: found=2
            variable z { type discrete [1000000000] {x}; } ! 4: must have as many names of values as it says, 1000000000: found=1
            variable z { type discrete [2] {x, x}; } ! 4: must be a value once: x
            variable z { type discrete [2] {x, ! 4: must be the name of a value, and the file ends
            variable z { property a b ! 4: must end with ; : a property
            probability ( ) { } ! 4: must name a variable: probability ( )
            probability ( ad ) { } ! 4: must be a variable (of 2, nearest: ab, ac): ad
            probability ( ab | ac, ac ) { } ! 4: must be in a table once: ac
            probability ( ab | ab ) { } ! 4: must be in a table once: ab
            probability ( ab ) { table 1; } ! 4: must be a table of 2 entries: found=1
            probability ( ab ) { table 1 0 0; } ! 4: must be ; after 2 entries: 0
            probability ( ab ) { table 1,, 0; } ! 4: must be an entry of a table, a finite number, at least 0: ,
            probability ( ab ) { table 0 0; } ! 4: must be a table with an entry above 0: all 2 are 0
            probability ( ab ) { table NaN 0; } ! 4: must be an entry of a table, a finite number, at least 0: NaN
            probability ( ab ) { table 1 0; table 1 0; } ! 4: must be a row, table, default, property or }: table
            probability ( ab ) { table 1 0; default 1 0; } ! 4: must be a table or rows, and not both
            probability ( ab | ac ) { (x) 1 0; } ! 4: must have a row for each combination of values of the parents, 2: found=1
            probability ( ab | ac ) { (x) 1 0;_(x) 1 0; } ! 5: must be a row once: x
            probability ( ab | ac ) {_(z) 1 0; } ! 5: must be a value of ac (x, y): z
            probability ( ab | ac ) { (x, y) 1 0; } ! 4: must be a value of each parent, 1: found=2
            probability ( ab ) { table 1 0; }_probability ( ab ) { table 1 0; } ! 5: must be a variable without a table; line 4 has one: ab
            probability ( ab | ac ) { default 1 0; }_probability ( ac | ab ) { default 1 0; } ! 4: must be a variable that is not its own ancestor: ab -> ac -> ab
            probability ( ab ) { table 1 0 ! 4: must be ; after 2 entries, and the file ends
            probability ( "ab ) { } ! 4: must end with the quote that it begins with: "ab ) { }
            probability /* ( ab ) ! 4: must end with */: a comment
            """)
    void read_bif_refuses(String text, String message) throws IOException {
        assertRefused(VARIABLES + text.replace('_', '\n'), message);
    }

    private void assertRefused(String text, String message) throws IOException {
        Path file = Texts.file(directory, text);
        assertThatThrownBy(() -> GraphFile.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + ":" + message);
    }

    @Test
    void read_missingFile_directory_andBinary() throws IOException {
        assertThatThrownBy(() -> GraphFile.read(directory.resolve("none.bif")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be a file that exists: " + directory.resolve("none.bif"));
        assertThatThrownBy(() -> GraphFile.read(directory))
                .hasMessage("must be a file, and is a directory: " + directory);
        assertRefused("MARKOV\n\u0001", "2: must be plain text: byte 0x01");
        assertRefused("x".repeat(1 << 17), "1: must be plain text, with words of at most 65536 bytes");
    }

    @Test
    void read_circle_namesIt() throws IOException {
        String text = "BAYES 4 2 2 2 2 4\n1 0\n2 3 1\n3 0 1 2\n2 2 3\n 2 1 0 4 1 0 1 0 8 1 0 1 0 1 0 1 0 4 1 0 1 0";
        Path file = Texts.file(directory, text);
        assertThatThrownBy(() -> GraphFile.read(file))
                .hasMessage(file + ":3: must be a variable that is not its own ancestor: 1 -> 2 -> 3 -> 1");
    }

    @Test
    void read_truncatedGzip_namesTheLine() throws IOException {
        Path whole = Texts.gzip(directory, Texts.LAMP);
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(directory.resolve("cut.gz"), Arrays.copyOf(bytes, bytes.length - 20));
        assertThatThrownBy(() -> GraphFile.read(cut))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(".*cut\\.gz:\\d+: must be a whole gzip file: it ends after this line");
        Path more = Files.write(directory.resolve("more.gz"), Arrays.copyOf(bytes, bytes.length + 3));
        assertThatThrownBy(() -> GraphFile.read(more))
                .hasMessageMatching(".*more\\.gz:\\d+: must be a sound gzip file: more follows after its end");
    }

    /** Files that end anywhere or have another byte anywhere are read, or refused with their name; nothing else. */
    @Test
    void read_damaged_isReadOrRefused() throws IOException {
        String uai = "BAYES\n2\n2 2\n2\n1 0\n2 0 1\n2 0.25 0.75\n4 0.9 0.1 0.2 0.8\n";
        String bytes = "\0 {}()[];,|\"/*-e9xX.";
        int read = 0;
        int refused = 0;
        for (String whole : new String[] {Texts.LAMP, uai}) {
            for (int k = 0; k < whole.length(); k += 3) {
                String rest = whole.substring(k + 1);
                char other = bytes.charAt(k % bytes.length());
                for (String text : new String[] {whole.substring(0, k), whole.substring(0, k) + other + rest}) {
                    Path file = Texts.file(directory, text);
                    try {
                        assertThat(GraphFile.read(file).graph().sites()).isPositive();
                        read++;
                    } catch (IllegalArgumentException e) {
                        assertThat(e).hasMessageStartingWith(file + ":");
                        refused++;
                    }
                }
            }
        }
        assertThat(read).isPositive();
        assertThat(refused).isGreaterThan(read);
    }

    /** A table of 40 variables of 2 values each. */
    @Test
    void read_defaultRowOfManyParents_isRefused_notAllocated() throws IOException {
        StringBuilder text = new StringBuilder();
        StringBuilder parents = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            text.append("variable v" + i + " { type discrete [2] {x y}; }\n");
            parents.append(" v" + i);
        }
        Path file = Texts.file(directory, text + "probability (" + parents + ") { default 1 0; }");
        assertThatThrownBy(() -> GraphFile.read(file))
                .hasMessage(file + ":41: must be a table of fewer than 2^31 entries: 1099511627776");
        assertThat(Files.size(file)).isLessThan(3_000);
    }
}
