package dev.lbp.infer.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.models.factor.FactorGraph;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphFileTest {

    private static final String UAI = """
            MARKOV
            3
            2 1
            3
            3
            2 0 2 1\t1
            0
            6
             0.5 0
             1 2
             1e-3 4
            1 7
            1 2
            """;

    @TempDir
    private Path directory;

    @Test
    void read_uai_hasTablesInItsOrder_andCanBeGzip() throws IOException {
        for (Path file : new Path[] {Texts.file(directory, UAI), Texts.gzip(directory, "\uFEFF" + UAI)}) {
            GraphFile read = GraphFile.read(file);
            FactorGraph graph = read.graph();
            assertThat(read.isNetwork()).isFalse();
            assertThat(read.notes()).isEmpty();
            assertThat(IntStream.range(0, 3).map(graph::values)).containsExactly(2, 1, 3);
            assertThat(graph.factors()).hasSize(3);
            assertThat(graph.factors().get(0).sites()).containsExactly(0, 2);
            assertThat(graph.factors().get(0).logValues())
                    .containsExactly(
                            Math.log(0.5), Double.NEGATIVE_INFINITY, 0.0, Math.log(2), Math.log(1e-3), Math.log(4));
            assertThat(graph.factors().get(2).sites()).isEmpty();
            assertThat(graph.logProb(new int[] {1, 0, 2})).isCloseTo(Math.log(4 * 7 * 2), within(1e-12));
        }
    }

    /** Older files: their names are as an editor of Windows shows them, and a note says so. */
    @Test
    void read_bifInWindows1252_hasItsNames_andANote() throws IOException {
        String text = Texts.LAMP.replace("the lamp", "L\u00e4mpchen").replace("dim/2", "5\u20ac");
        Path file = Files.write(directory.resolve("old.bif"), text.getBytes(Charset.forName("windows-1252")));
        GraphFile old = GraphFile.read(file);
        FactorGraph graph = old.graph();
        assertThat(graph.names()).containsExactly("night", "L\u00e4mpchen");
        assertThat(graph.valueName(1, 1)).isEqualTo("5\u20ac");
        GraphFile utf8 = GraphFile.read(Texts.file(directory, text));
        assertThat(utf8.graph().names()).isEqualTo(graph.names());
        assertThat(utf8.notes()).isEmpty();
        long line = text.substring(0, text.indexOf("L\u00e4mpchen"))
                        .chars()
                        .filter(c -> c == '\n')
                        .count()
                + 1;
        assertThat(old.notes())
                .containsExactly("Names are not UTF-8 from line " + line
                        + " on, and were read as windows-1252. If they look wrong, convert the file to UTF-8 (iconv).");
    }

    @Test
    void read_bayes_takesTheLastVariableForTheOneThatATableGives() throws IOException {
        GraphFile read = GraphFile.read(Texts.file(directory, "BAYES 2 2 2 2 2 1 0 1 1 4 0.9 0.1 0.2 0.8 2 0.3 0.7"));
        assertThat(read.isNetwork()).isTrue();
        assertThat(read.notes()).isEmpty();
        assertThat(read.graph().logProb(new int[] {0, 1})).isCloseTo(Math.log(0.2 * 0.7), within(1e-12));
    }

    /** The sum of the row is no double. */
    @Test
    void read_bayes_rowOfHugeEntries_isScaled() throws IOException {
        GraphFile read = GraphFile.read(Texts.file(directory, "BAYES 1 2 1 1 0 2 1e308 1e308"));
        assertThat(read.notes()).hasSize(1);
        assertThat(read.graph().logProb(new int[] {1})).isCloseTo(Math.log(0.5), within(1e-12));
    }

    @Test
    void read_bif_hasNames_defaults_andSkipsPropertiesAndComments() throws IOException {
        GraphFile read = GraphFile.read(Texts.file(directory, Texts.LAMP));
        FactorGraph graph = read.graph();
        assertThat(read.isNetwork()).isTrue();
        assertThat(read.notes()).isEmpty();
        assertThat(graph.names()).containsExactly("night", "the lamp");
        assertThat(graph.valueNames().get(0)).containsExactly("yes", "no");
        assertThat(graph.valueNames().get(1)).containsExactly("off", "dim/2", "<5");
        assertThat(graph.logProb(new int[] {0, 2})).isCloseTo(Math.log(0.25 * 0.7), within(1e-12));
        assertThat(graph.logProb(new int[] {1, 2})).isCloseTo(Math.log(0.75 * 0.25), within(1e-12));
    }

    /** By the format, the table lists a given c: c runs slowest, and of its parents b runs fastest. */
    @Test
    void read_bif_table_runsOverTheVariableSlowest_andItsLastParentFastest() throws IOException {
        String text = "variable a { type discrete [2] {0 1}; } variable b { type discrete [3] {0 1 2}; }"
                + " variable c { type discrete [2] {0 1}; }"
                + " probability (a) { table .5 .5; } probability (b) { table .2 .3 .5; }"
                + " probability (c | a, b) { table .1 .2 .3 .4 .5 .6  .9 .8 .7 .6 .5 .4; }";
        GraphFile read = GraphFile.read(Texts.file(directory, text));
        assertThat(read.notes()).isEmpty();
        assertThat(read.graph().logProb(new int[] {1, 0, 0})).isCloseTo(Math.log(.5 * .2 * .4), within(1e-12));
        assertThat(read.graph().logProb(new int[] {0, 2, 1})).isCloseTo(Math.log(.5 * .5 * .7), within(1e-12));
    }

    @Test
    void read_bif_rows_areFoundByTheirValues_inAnyOrder() throws IOException {
        String text = "variable a { type discrete [2] {x y}; } variable b { type discrete [3] {x y z}; }"
                + " variable c { type discrete [2] {x y}; }"
                + " probability (b) { table .2 .3 .5; } probability (c) { table .5 .5; }"
                + " probability (a | b, c) { (z y) .1 .9; (x, x) .3 .7; (y, x) .4 .6; default .8 .2; }";
        FactorGraph graph = GraphFile.read(Texts.file(directory, text)).graph();
        assertThat(graph.logProb(new int[] {1, 2, 1})).isCloseTo(Math.log(.9 * .5 * .5), within(1e-12));
        assertThat(graph.logProb(new int[] {0, 0, 0})).isCloseTo(Math.log(.3 * .2 * .5), within(1e-12));
        assertThat(graph.logProb(new int[] {1, 1, 0})).isCloseTo(Math.log(.6 * .3 * .5), within(1e-12));
        assertThat(graph.logProb(new int[] {1, 1, 1})).isCloseTo(Math.log(.2 * .3 * .5), within(1e-12));
    }

    @Test
    void read_network_scalesRowsToTheSum1_andNotesThoseFarOff() throws IOException {
        String rounded = "BAYES 2 2 2 2 1 0 2 0 1 2 0.3333333 0.6666666 4 0.9 0.1 0.2 0.8";
        GraphFile read = GraphFile.read(Texts.file(directory, rounded));
        assertThat(read.notes()).isEmpty();
        double[] first = read.graph().factors().get(0).logValues();
        assertThat(Math.exp(first[0]) + Math.exp(first[1])).isCloseTo(1.0, within(1e-15));
        assertThat(read.graph().factors().get(1).logValues()).containsExactly(logs(0.9, 0.1, 0.2, 0.8));
        String odd = "BAYES 2 2 2 2 1 0 2 0 1\n2 0.5 0.5\n4 0.9 0.3 0 0";
        read = GraphFile.read(Texts.file(directory, odd));
        assertThat(read.notes())
                .containsExactly("Rows of tables that do not add to 1: 2, the first in the table at line 3, sum 1.2."
                        + " They are scaled to the sum 1, but for rows of zeros.");
        assertThat(read.graph().factors().get(1).logValues()).containsExactly(logs(0.75, 0.25, 0, 0), within(1e-15));
    }

    private static double[] logs(double... entries) {
        return DoubleStream.of(entries).map(Math::log).toArray();
    }

    /** A graph written in the form of UAI is read back bit for bit. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void read_whatIsWritten_isTheSame(long seed) throws IOException {
        Random random = new Random(seed);
        int[] values = random.ints(8, 1, 5).toArray();
        StringBuilder scopes = new StringBuilder();
        StringBuilder tables = new StringBuilder();
        double[][] entries = new double[10][];
        for (int a = 0; a < entries.length; a++) {
            int first = random.nextInt(8);
            int second = (first + 1 + random.nextInt(7)) % 8;
            entries[a] = random.doubles((long) values[first] * values[second]).toArray();
            scopes.append("2 " + first + " " + second + "\n");
            tables.append("\n" + entries[a].length + "\n");
            for (double entry : entries[a]) {
                tables.append(' ').append(entry);
            }
        }
        String sizes = IntStream.of(values).mapToObj(Integer::toString).collect(Collectors.joining(" "));
        FactorGraph graph = GraphFile.read(Texts.gzip(directory, "MARKOV\n8\n" + sizes + "\n10\n" + scopes + tables))
                .graph();
        for (int a = 0; a < entries.length; a++) {
            for (int k = 0; k < entries[a].length; k++) {
                assertThat(graph.factors().get(a).logValue(k)).isEqualTo(Math.log(entries[a][k]));
            }
        }
    }

    /** Arrays grow as entries come: this table is longer than what is allocated at first. */
    @Test
    void read_longTable_hasAllOfIt() throws IOException {
        int n = 300;
        String text = IntStream.range(1, n * n + 1).mapToObj(Integer::toString).collect(Collectors.joining(" "));
        FactorGraph graph = GraphFile.read(Texts.file(
                        directory, String.format(Locale.ROOT, "MARKOV 2 %d %d 1 2 0 1 %d %s", n, n, n * n, text)))
                .graph();
        for (int k = 0; k < n * n; k++) {
            assertThat(graph.factors().get(0).logValue(k)).isEqualTo(Math.log(k + 1));
        }
    }
}
