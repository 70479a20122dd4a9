package dev.lbp.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.ParsedPage;
import dev.lbp.cli.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code lbp sample} on targets with their own moves. */
class SampleMovesTest {

    private static final double[][] WEIGHTS = {{1.0, -0.5, 0.25}, {0.5, 2.0, 0.0}, {-1.0, 1.5, 0.75}};

    private static final String TABLE = "# rows and columns\n1, -0.5, 0.25\n\n0.5 2 0 # a comment\n-1 , 1.5,0.75\n";

    /** Right site 3 has no link. */
    private static final String LINKS = "2 3 3\n1 1 1.5\n2 2 -0.5\n1 2 2\n";

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("input.txt");
    }

    private Path out() {
        return directory.resolve("out");
    }

    private Terminal run(String option, String content, Object... more) throws IOException {
        Files.writeString(file(), content);
        Object[] common = {"sample", option, file(), "--quiet", "--out", out()};
        Object[] all = Arrays.copyOf(common, common.length + more.length);
        System.arraycopy(more, 0, all, common.length, more.length);
        Terminal terminal = Terminal.run(all);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        return terminal;
    }

    /** Probabilities by "site,value", which are 0 where the file has no row. */
    private Map<String, Double> marginals() throws IOException {
        List<String> lines = Files.readAllLines(out().resolve("marginals.csv"));
        assertThat(lines.get(0)).isEqualTo("site,value,probability,standard_error");
        Map<String, Double> marginals = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            assertThat(marginals.put(fields[0] + "," + fields[1], Double.parseDouble(fields[2])))
                    .isNull();
        }
        return marginals;
    }

    /**
     * 8 chains of 5,000 draws. Steps of pas with paths of 3 are nearly independent here, those of rwm have an
     * autocorrelation time below 10: at least 4,000 effective draws, a standard error of at most 0.5 / sqrt(4,000) =
     * 0.008. A deviation of 0.045 is over 5.6 of them; over 9 marginals the false-failure probability is below 2e-7.
     * The seed is fixed.
     */
    @ParameterizedTest
    @ValueSource(strings = {"--sampler pas --path 3", "--sampler rwm --scale 1", "--sampler pas --weight sqrt"})
    void sample_assignment_marginalsAreThoseOfEnumeration(String options) throws IOException {
        double beta = 0.7;
        Object[] more = ("--draws 5000 --beta " + beta + " " + options).split(" ");
        Terminal terminal = run("--assignment", TABLE, more);
        double[][] exact = new double[3][3];
        double total = 0.0;
        int[][] permutations = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        for (int[] s : permutations) {
            double p = Math.exp(beta * (WEIGHTS[0][s[0]] + WEIGHTS[1][s[1]] + WEIGHTS[2][s[2]]));
            total += p;
            for (int a = 0; a < 3; a++) {
                exact[a][s[a]] += p;
            }
        }
        Map<String, Double> marginals = marginals();
        for (int a = 0; a < 3; a++) {
            for (int c = 0; c < 3; c++) {
                assertThat(marginals.getOrDefault(a + "," + c, 0.0)).isCloseTo(exact[a][c] / total, within(0.045));
            }
        }
        assertThat(terminal.out).contains("input.txt: assignment, 3 rows and columns; beta 0.7");
        assertThat(terminal.number("best weight:")).isEqualTo(1.0 + 2.0 + 0.75);
        assertThat(Files.readAllLines(out().resolve("best-state.txt")))
                .containsExactly("# weight 3.75", "# numbered from 1", "# row column", "1 1", "2 2", "3 3");
        assertThat(out().resolve("traces.png")).exists();
    }

    /**
     * Matchings: none, each of three links alone, and links (1, 1) and (2, 2) together; error bounds as for
     * assignments.
     */
    @ParameterizedTest
    @ValueSource(strings = {"pas", "rwm --scale 1"})
    void sample_matching_marginalsAreThoseOfEnumeration(String sampler) throws IOException {
        Terminal terminal = run("--matching", LINKS, ("--draws 5000 --sampler " + sampler).split(" "));
        double total = 1.0 + Math.exp(1.5) + Math.exp(-0.5) + Math.exp(2.0) + Math.exp(1.0);
        Map<String, Double> marginals = marginals();
        assertThat(marginals.get("0,1")).isCloseTo((Math.exp(1.5) + Math.exp(1.0)) / total, within(0.045));
        assertThat(marginals.get("0,2")).isCloseTo(Math.exp(2.0) / total, within(0.045));
        assertThat(marginals.get("1,2")).isCloseTo((Math.exp(-0.5) + Math.exp(1.0)) / total, within(0.045));
        assertThat(marginals).doesNotContainKeys("1,1", "0,3", "1,3");
        assertThat(terminal.out).contains("matching, 2 and 3 sites, 3 links", "best number of links: 1");
        assertThat(terminal.number("best weight:")).isEqualTo(2.0);
        assertThat(Files.readString(out().resolve("best-state.txt"))).endsWith("# i j\n1 2\n");
    }

    /** Without an option the sampler is pas; a checkpoint, a sink and a report serve moves as they serve bits. */
    /** In double arithmetic the sum is 0.30000000000000004. */
    @Test
    void sample_assignment_bestWeightIsTheDecimalSum() throws IOException {
        assertThat(run("--assignment", "0.1 -9\n-9 0.2\n", "--draws", "50").number("best weight:"))
                .isEqualTo(0.3);
        assertThat(run("--matching", "2 2 2\n1 1 0.1\n2 2 0.2\n", "--draws", "50")
                        .number("best weight:"))
                .isEqualTo(0.3);
    }

    @Test
    void sample_assignment_savesReportsAndGoesOn() throws IOException {
        Path report = directory.resolve("report.html");
        Path saved = directory.resolve("saved");
        Path sink = directory.resolve("draws");
        Object[] options = {"--draws", 50, "--report", report, "--checkpoint", saved, "--sink", sink};
        assertThat(run("--assignment", TABLE, options).out).contains("PAS", "Report: ", "Draws: ");
        assertThat(ParsedPage.source(report)).contains("assignment, 3 rows and columns");
        assertThat(sink.resolve("manifest.json")).content().contains("logProb");
        String longer =
                run("--assignment", TABLE, "--draws", 80, "--checkpoint", saved, "--sink", sink, "--resume").out;
        assertThat(longer).contains("80");
    }
}
