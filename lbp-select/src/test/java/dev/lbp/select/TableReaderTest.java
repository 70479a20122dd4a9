package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lbp.select.data.Table;
import dev.lbp.select.data.TableReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables as programs and spreadsheets write them. */
class TableReaderTest {

    @TempDir
    private Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("data.csv"), text);
    }

    /** The same two columns, a = 1.5, -2000 and b = 3, 0.25. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a,b\n1.5,3\n-2e3,.25\n",
                "a;b\n1,5;3\n-2e3;,25\n",
                "a;b\r\n1.5;3\r\n-2000;0.25\r\n",
                "sep=;\na;b\n1,5;3\n-2e3;,25\n",
                "\uFEFFsep=,\r\na,b\r\n1.5,3\r\n-2000,0.25\r\n",
                "a\tb\n1,5\t3\n-2000,0\t0,25",
                "a\tb\n1.5\t3\n-2000\t0.25\n\n\n",
                "a|b\n1.5|3\n-2000|0.25\n",
                "\uFEFF\"a\";\"b\"\r\n\"1,5\";\"3\"\r\n\"-2000\";\"0,25\"\r\n;\r\n\r\n",
                " a , b \n 1.5 , 3 \n-2000,0.25\n,\n",
                "\"a\",\"b\"\r1.5,3\r-2000,0.25\r",
                "\"a\" \"b\"\n\"9\" 1.5 3\n\"2\" -2000 0.25\n",
                "a b\nfirst 1,5 3\nsecond -2000 0,25\n",
                "    a      b\n1 1.5   3   \n2 -2000  0.25\n  \n", // as print of R shows it
                "\"\"  \"a\"  \"b\"\n\"\"  1.5 \"3\"\n\"x  y\" -2000 0.25\n", // text between quotes stays
            })
    void separatorsAndDecimals_areFound(String text) throws IOException {
        Table table = Table.csv(file(text));
        assertThat(table.names()).containsExactly("a", "b");
        assertThat(table.column("a")).containsExactly(1.5, -2000);
        assertThat(table.column("b")).containsExactly(3, 0.25);
    }

    @Test
    void gzip_isUnpacked() throws IOException {
        Path file = directory.resolve("data.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("\uFEFFa;b\n1;2\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(Table.csv(file).column("a")).containsExactly(1);
    }

    /** A comma that separates is no decimal comma, and quoted separators and line ends are text. */
    @Test
    void quotedValues_areText() throws IOException {
        Table table = Table.csv(file("\"name; in full\",x\n\"Ng; A, \"\"B\"\"\nC\",1\nplain,2\n"), "name; in full");
        assertThat(table.factor("name; in full")).containsExactly("Ng; A, \"B\"\nC", "plain");
        assertThat(table.column("x")).containsExactly(1, 2);
    }

    /** Without the settings, 1,5 is two values, and 1.500 one and a half. */
    @Test
    void settings_goBeforeWhatIsFound() throws IOException {
        Table numbers = TableReader.of(file("a;b\n1.5;2\n2,5;3\n")).decimal(',').read();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> numbers.column("a"))
                .withMessageEndingWith(
                        "line 2, column a=1.5; the file seems to have another sign before decimals (TableReader.decimal, --decimal)");
        Table one = TableReader.of(file("a;b c\n1;2 3\n"))
                .separator(' ')
                .factors("a;b")
                .read();
        assertThat(one.factor("a;b")).containsExactly("1;2");
        assertThat(one.column("c")).containsExactly(3);
        assertThat(Table.csv(file("a b\n2\n")).column("a b")).containsExactly(2);
        assertThat(TableReader.of(file("a  b\tc\n2\t1\n"))
                        .separator('\t')
                        .read()
                        .names())
                .containsExactly("a  b", "c");
        assertThat(TableReader.of(file("a\n2\n")).separator(';').read().column("a"))
                .containsExactly(2);
        Path commas = file("a,b\n1,2\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TableReader.of(commas).separator('\t').read())
                .withMessage("must stand between the names in the first row of " + commas
                        + ", which is one name by it, a,b: separator=tab");
        Path blanks = file("\"a\" \"b\"\n1 2\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TableReader.of(blanks).separator(',').read())
                .withMessageEndingWith(": separator=comma");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TableReader.of(Path.of("a")).separator('x'))
                .withMessage("must be a comma, a semicolon, a tab, | or a blank: separator=x");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TableReader.of(Path.of("a")).decimal(';'))
                .withMessage("must be a point or a comma: decimal=;");
    }

    /** Rows without a value are at the end alone. */
    @ParameterizedTest
    @ValueSource(strings = {"a,b\n1,2\n,\n3,4\n", "a,b\n1,2\n?,2\n3,4\n", "a,b\n1,2\nNA,3\n3,4\n"})
    void missingValues_areRefused_byLineAndColumn(String text) throws IOException {
        Path file = file(text);
        Table table = Table.csv(file);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.column("a"))
                .withMessage(
                        "must not be missing: " + file
                                + ", line 3, column a; leave out the rows (Table.complete, --drop-incomplete) or the column, or fill in values");
    }

    @Test
    void separatorsOfThousands_areNamed() throws IOException {
        for (String rows :
                List.of("1,5;1\n2.000,1;2\n3.100,7;3\n", "1,5;1\n2.000,1;2\n", "1.500,5;1\n2.000,1;2\n3.100,7;3\n")) {
            Path file = file("price;y\n" + rows);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Table.csv(file).column("price"))
                    .withMessageStartingWith("must be a number: " + file + ", line ")
                    .withMessageEndingWith("; write numbers without separators of thousands");
        }
        Path file = file("price,y\n12.5,1\n\"2,000.1\",2\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.csv(file).column("price"))
                .withMessage("must be a number: " + file
                        + ", line 3, column price=2,000.1; write numbers without separators of thousands");
    }

    @Test
    void columnsThatOnlyNameRows_areQuestioned() throws IOException {
        StringBuilder text = new StringBuilder("id,name,x,y\n");
        for (int t = 1; t <= 12; t++) {
            text.append(t + ",n" + t + "," + t % 5 + "," + t * t % 7 + "\n");
        }
        Path file = file(text.toString());
        Table table = Table.csv(file);
        String different = "must not be another text in each row: " + file
                + ", column name; leave it out (Table.without, --without)";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.linear(table, "y"))
                .withMessage(different);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.linear(Table.csv(file, "name"), "y"))
                .withMessage(different + ", or if it has numbers, do not name it as a factor");
        String summary =
                VariableSelection.linear(table.without("name"), "y").run().summary();
        assertThat(summary)
                .contains("note: column id counts the rows; if it is only their number, leave it out"
                        + " (Table.without, --without)");
        assertThat(VariableSelection.linear(table.without("name", "id"), "y")
                        .run()
                        .summary())
                .doesNotContain("note:");
    }

    /** The note is on a candidate, and a formula may have left the column out already. */
    @Test
    void columnThatCountsRows_isNotedWhereTheFormulaHasIt() throws IOException {
        StringBuilder text = new StringBuilder("rownames,x,y\n");
        for (int t = 1; t <= 12; t++) {
            text.append(t + "," + t % 5 + "," + t * t % 7 + "\n");
        }
        Table table = Table.csv(file(text.toString()));
        String note = "note: column rownames counts the rows";
        assertThat(summary(table, "y ~ .")).contains(note);
        assertThat(summary(table, "y ~ rownames + x")).contains(note);
        assertThat(summary(table, "y ~ . - rownames")).doesNotContain(note);
        assertThat(summary(table, "y ~ x")).doesNotContain(note);
        assertThat(summary(table, "y ~ poly(rownames, 2)")).doesNotContain(note);
    }

    private static String summary(Table table, String formula) {
        return VariableSelection.linear(table, "y").formula(formula).run().summary();
    }

    @Test
    void twoValues_becomeOneAndZero() throws IOException {
        Path file = file("x;y;z\n1;no;2\n2;Yes;1\n4;no;1\n");
        Table table = Table.csv(file, "y");
        assertThat(table.binary("y", null).column("y")).containsExactly(0, 1, 0);
        assertThat(table.binary("y", "no").column("y")).containsExactly(1, 0, 1);
        assertThat(table.binary("z", null).column("z")).containsExactly(1, 0, 0);
        assertThat(table.binary("z", null).isFactor("y")).isTrue();
        assertThat(table.binary("y", null).notes())
                .containsExactly(
                        "note: " + file + " has semicolons between values", "note: y is 1 for Yes and 0 for no");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.binary("x", null))
                .withMessage("must have two values, such as no and yes: " + file + ", column x has 3: 1, 2, 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.binary("y", "maybe"))
                .withMessage("must be a value of " + file + ", column y, which has no, Yes: one=maybe");
    }

    /** 10 comes behind 9, as a number. */
    @Test
    void values_areInTheOrderOfNumbers() throws IOException {
        Table table = Table.csv(file("y\n10\n9\n"), "y");
        assertThat(table.binary("y", null).column("y")).containsExactly(1, 0);
    }

    @Test
    void rows_keepTheirLines() throws IOException {
        Path file = file("a,b\n1,2\n\n3,0\n5,-1\n");
        Table table = Table.csv(file).rows(2, 1);
        assertThat(table.column("a")).containsExactly(5, 3);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.log("b"))
                .withMessage("must be > 0 to take its logarithm: " + file + ", line 5, column b=-1.0");
        assertThatIllegalArgumentException().isThrownBy(() -> table.rows(2)).withMessage("must be in [0, 2): which=2");
    }
}
