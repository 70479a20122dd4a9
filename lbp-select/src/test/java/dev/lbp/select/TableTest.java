package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.lbp.internal.select.data.Predictors;
import dev.lbp.select.data.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableTest {

    @TempDir
    private Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("data.csv"), text);
    }

    @Test
    void toString_hasSizesAndFirstNames() throws IOException {
        assertThat(Table.of(new String[] {"a", "b"}, new double[3][2]))
                .hasToString("the table: 3 rows, 2 columns: a, b");
        Path file = file("a,b\u001b[2J,c,d,e,f,g,h,i,j,k\n1,2,3,4,5,6,7,8,9,10,11\n");
        assertThat(Table.csv(file).toString())
                .startsWith(file + ": 1 row, 11 columns: a, b")
                .endsWith(", i, j, ...")
                .doesNotContain("\u001b");
    }

    @Test
    void csv_withNulCharacters_isRefused_withTheLine() throws IOException {
        String what = " has a NUL character, as binary files and texts in UTF-16 have";
        for (String text : new String[] {"\0\0", "a,b\n1,2\n\0", "a,b\n1,2\n3,4\0\n"}) {
            Path file = file(text);
            long line = text.chars().filter(value -> value == '\n').limit(2).count() + 1;
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Table.csv(file))
                    .withMessage("must be text in UTF-8: " + file + ", line " + line + what);
        }
        Path wide = Files.writeString(directory.resolve("wide.csv"), "a,b\n1,2\n", StandardCharsets.UTF_16LE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.csv(wide))
                .withMessage("must be text in UTF-8: " + wide + ", line 1" + what);
    }

    /** Names are looked up, not searched: a search through 300,000 names for each of them takes minutes. */
    @Test
    void wideTables_takeALookUpForEachName() throws IOException {
        int columns = 300_000;
        StringBuilder text = new StringBuilder("y");
        for (int j = 0; j < columns; j++) {
            text.append(",x").append(j);
        }
        for (int t = 0; t < 3; t++) {
            text.append("\n").append(t).append(",1".repeat(columns));
        }
        Table table = Table.csv(file(text.append('\n').toString()));
        String[] dropped = table.names().subList(1, columns / 2).toArray(String[]::new);
        assertThat(Predictors.of(table.without(dropped), "y").variables()).hasSize(columns + 1 - columns / 2);
    }

    @Test
    void csv_readsNumbersAndFactors() throws IOException {
        Table table = Table.csv(
                file("\uFEFFage,\"the \"\"region\"\"\",y\r\n 1.5 ,\"a, b\",1e3\r\n\r\n-2,c,.5\n"), "the \"region\"");
        assertThat(table.names()).containsExactly("age", "the \"region\"", "y");
        assertThat(table.rows()).isEqualTo(2);
        assertThat(table.column("age")).containsExactly(1.5, -2);
        assertThat(table.factor("the \"region\"")).containsExactly("a, b", "c");
        assertThat(table.column("y")).containsExactly(1000, 0.5);
        assertThat(table.without("age").names()).containsExactly("the \"region\"", "y");
        assertThat(table.log("y").column("y")).containsExactly(Math.log(1000), Math.log(0.5));
        assertThat(table.column("y")).containsExactly(1000, 0.5);
    }

    /** As write.csv of R writes them; they are no column, so they may be anything. */
    @Test
    void firstColumnWithoutAName_hasRowNames() throws IOException {
        Path file = Files.writeString(
                directory.resolve("r.csv"), "\"\",\"a\",\"g\"\n\"one\",1,u\n\"two\",2,v\n\"two\",,u\n");
        Table table = Table.csv(file, "g");
        assertThat(table.names()).containsExactly("a", "g");
        assertThat(table.rowNames().orElseThrow()).containsExactly("one", "two", "two");
        assertThat(table.factor("g")).containsExactly("u", "v", "u");
        assertThat(table.notes())
                .containsExactly("note: the first column of " + file + " has no name, so it names the rows");
        assertThat(table.complete().rows(1).rowNames().orElseThrow()).containsExactly("two");
        assertThat(table.complete().column("a")).containsExactly(1, 2);
        assertThat(Table.of(new String[] {"a"}, new double[1][1]).rowNames()).isEmpty();
    }

    @Test
    void firstRowOfNumbers_isNoted() throws IOException {
        Path file = file("1,2\n3,4\n");
        assertThat(Table.csv(file).notes())
                .containsExactly("note: the first row of " + file + " has numbers, which are taken for names");
    }

    /** What {@code write.table(d, sep = "\t")} of R writes: one name less than values. */
    @Test
    void columnMoreThanNames_hasTheNamesOfRows() throws IOException {
        Path file = file("\"a\"\t\"b\"\n\"u\"\t1\t2.5\n\"v\"\t3\t4.5\n");
        Table table = Table.csv(file);
        assertThat(table.names()).containsExactly("a", "b");
        assertThat(table.rowNames().orElseThrow()).containsExactly("u", "v");
        assertThat(table.column("b")).containsExactly(2.5, 4.5);
        assertThat(table.notes().toString()).contains("the first column of " + file + " has no name");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a,b;1,x | must be a number: FILE, line 2, column b=x; leave out the column, or name it as a factor",
                "a,b;1,2;3,2D | must be a number: FILE, line 3, column b=2D; leave out the column, or name it as a factor",
                "a,b;1,2;3,3f | must be a number: FILE, line 3, column b=3f; leave out the column, or name it as a factor",
                "a,b;1,2;3,0x1p4 | must be a number: FILE, line 3, column b=0x1p4; leave out the column, or name it as a factor",
                "a,b;1,2;;3,Infinity | must be a number: FILE, line 4, column b=Infinity, which is not finite; leave out the row or the column",
                "a,b;1,2;3,-inf | must be a number: FILE, line 3, column b=-inf, which is not finite; leave out the row or the column",
                "a,b;1,2,;3,4, | must have 2 values, as the first row has names: FILE, line 2 has 3",
                "a,b;1,2,3;4,5 | must have 3 values, as the first row has names, and the rows have theirs: FILE, line 3 has 2",
                "y,x1;1.5,2,3 | must have 2 values, as the first row has names: FILE, line 2 has 3, and the first names no row: 1.5; name all columns in the first row",
                "sep=,;\"y\",\"x1\";1.5,2,3 | must have 2 values, as the first row has names: FILE, line 3 has 3, and the first names no row: 1.5; name all columns in the first row",
                "y,x1;5,2,3;1,2,3 | must have 2 values, as the first row has names: FILE, line 3 has 3, and the first names no row: 1; name all columns in the first row",
                "y,x1;u,2,3;u,2,3 | must have 2 values, as the first row has names: FILE, line 3 has 3, and the first names no row: u; name all columns in the first row",
                "a,b;1,2;3, | must not be missing: FILE, line 3, column b; leave out the rows (Table.complete, --drop-incomplete) or the column, or fill in values",
                "a,b;1,NA | must not be missing: FILE, line 2, column b; leave out the rows (Table.complete, --drop-incomplete) or the column, or fill in values",
                "a,b;1,2;3 | must have 2 values, as the first row has names: FILE, line 3 has 1",
                "a,;1,2 | must have a name: FILE, column 2",
                ",a,;1,2,3 | must have a name: FILE, column 3",
                "a,b,a;1,2,3 | must have distinct names: FILE, column 3 and column 1 are called a",
                "a,b | must have a row of names and rows of values: FILE",
            })
    void csv_namesFileLineAndColumn_ofWhatIsWrong(String text, String message) throws IOException {
        Path file = file(text.replace(';', '\n'));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> useAll(Table.csv(file)))
                .withMessage(message.replace("FILE", file.toString()));
    }

    private static void useAll(Table table) {
        for (String name : table.names()) {
            if (table.isFactor(name)) {
                table.factor(name);
            } else {
                table.column(name);
            }
        }
    }

    @Test
    void columnsThatAreLeftOut_mayHoldAnything() throws IOException {
        Table table = Table.csv(file("a,b,c\n1,x,\n2,3,4\n")).without("b");
        assertThat(table.column("a")).containsExactly(1, 2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.log("c"))
                .withMessageStartingWith("must not be missing: ");
    }

    /** Line 4 is blank, 3 and 7 lack values of two columns, 6 lacks one of a column that is left out. */
    @Test
    void complete_leavesOutRows_andNotesTheirLines() throws IOException {
        Path file = file("a,b,c,f\n1,2,3,u\n4,NA,6,v\n,,,\n7,8,9,v\n1,1,?,u\n2,2,2,\n3,3,3,u\n");
        Table table = Table.csv(file, "f").without("c");
        Table complete = table.rows(5, 4, 3, 2, 1, 0).complete();
        assertThat(complete.column("b")).containsExactly(3, 1, 8, 2);
        assertThat(complete.factor("f")).containsExactly("u", "u", "v", "u");
        assertThat(complete.place("b", 1)).isEqualTo(file + ", line 6, column b");
        assertThat(complete.notes())
                .containsExactly("note: 2 of 6 rows are left out, as they lack a value: line 3, 4, 7");
        assertThat(complete.complete()).isSameAs(complete);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.rows(0, 1).column("b"))
                .withMessageContaining("line 3, column b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.rows(1, 4).complete())
                .withMessage("must have a row without missing values: " + file);
    }

    /** A quoted value with a line break counts as two lines. */
    @Test
    void lines_areThoseOfTheFile() throws IOException {
        Path file = file("a,f\n1,\"x\ny\"\nb,z\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> useAll(Table.csv(file, "f")))
                .withMessageContaining("line 4, column a=b");
    }

    @Test
    void files_thatAreNoText_areRefused() throws IOException {
        Path latin = Files.write(directory.resolve("latin.csv"), "a,b\n1,\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.csv(latin))
                .withMessage("must be text in UTF-8: " + latin);
        Path wide = Files.write(directory.resolve("wide.csv"), "\uFEFFa,b\n1,2\n".getBytes(StandardCharsets.UTF_16LE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.csv(wide))
                .withMessageStartingWith("must be text in UTF-8: " + wide + " is in UTF-16; save it as CSV in UTF-8");
        Path cut = Files.write(directory.resolve("t.csv.gz"), new byte[] {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, 3});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.csv(cut))
                .withMessageStartingWith("must be a whole gzip file: " + cut + ", ");
        Path open = file("a,b\n1,\"2\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.csv(open))
                .withMessage("must have a closing quote: " + open + ", line 2");
        assertThatIOException()
                .isThrownBy(() -> Table.csv(Path.of("none.csv")))
                .withMessage("must be a file that exists: none.csv, in "
                        + Path.of("").toAbsolutePath());
        assertThatIOException()
                .isThrownBy(() -> Table.csv(directory))
                .withMessage("must be a file, and is a directory: " + directory);
    }

    @Test
    void columns_thatAreNotThere_areRefused() throws IOException {
        Path file = file("a,b\n1,x\n0,y\n");
        Table table = Table.csv(file, "b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.column("c"))
                .withMessage("must be a column of " + file + " (of 2, nearest: a, b): column=c");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.column("b"))
                .withMessage("must be numeric, not a factor: column=b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.factor("a"))
                .withMessage("must be a factor: column=a");
        assertThatIllegalArgumentException().isThrownBy(() -> table.without("c"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.log("a"))
                .withMessage("must be > 0 to take its logarithm: " + file + ", line 3, column a=0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.csv(file, "d"))
                .withMessage("must be a column of " + file + " (of 2, nearest: a, b): factor=d");
    }

    @Test
    void tablesOfArrays_areChecked() {
        Table table = Table.of(new String[] {"a", "b"}, new double[][] {{1, 2}, {3, 4}});
        assertThat(table.column("b")).containsExactly(2, 4);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.of(new String[] {"a", "a"}, new double[][] {{1, 2}}))
                .withMessage("must be distinct: names=[a, a]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.of(new String[] {"a", "b"}, new double[][] {{1, 2}, {3}}))
                .withMessage("must have length 2: values[1].length=1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Table.of(new String[] {"a"}, new double[][] {{Double.NaN}}))
                .withMessage("must be finite: values[0][0]=NaN");
        assertThatNullPointerException()
                .isThrownBy(() -> Table.of(new String[] {"a"}, new double[][] {null}))
                .withMessage("must not be null: values[0]");
    }

    /** A column of texts that a formula leaves out may be the one that was meant. */
    @Test
    void nearNames_areAlsoOfTextsThatWereLeftOut() throws IOException {
        Path file = file("a,region\n1,west\n2,east\n");
        Table table = Table.csv(file).without("region");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.column("regoin"))
                .withMessage("must be a column of " + file + " (of 2, nearest: region (text), a): column=regoin");
    }
}
