package dev.lbp.cli.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.cli.Terminal;
import dev.lbp.infer.io.GraphFile;
import dev.lbp.models.factor.FactorGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lbp infer} on a small network. Answers are compared with sums over all states. */
class InferCommandTest {

    private static final Path CELLAR = Path.of("../examples/cellar.bif");
    private static final int WEATHER = 0;
    private static final int CELLAR_WET = 2;
    private static final int SENSOR = 3;

    @TempDir
    private Path directory;

    private Terminal infer(Object... more) {
        List<Object> words = new ArrayList<>(List.of("infer", "--quiet", "--out", directory.resolve("out")));
        words.addAll(List.of(more));
        Terminal terminal = Terminal.run(words.toArray());
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        return terminal;
    }

    private List<String> lines(String name) throws IOException {
        return Files.readAllLines(directory.resolve("out").resolve(name));
    }

    /** The sum over all states with these values. */
    private static double sum(FactorGraph graph, Map<Integer, Integer> with) {
        int[] state = new int[graph.sites()];
        double sum = 0.0;
        for (int i = 0; i < state.length; ) {
            boolean agrees = with.entrySet().stream().allMatch(pair -> state[pair.getKey()] == pair.getValue());
            sum += agrees ? Math.exp(graph.logProb(state)) : 0.0;
            for (i = 0; i < state.length && ++state[i] == graph.values(i); i++) {
                state[i] = 0;
            }
        }
        return sum;
    }

    @Test
    void infer_observation_printsWhatChangedMost_first() {
        Terminal terminal = infer(CELLAR, "--observe", "sensor=beeps", "--query", "cellar,weather", "--map");
        assertThat(terminal.out).isEqualTo(("""
                cellar.bif: Bayesian network, 6 variables of up to 3 values, 6 tables
                observed: sensor=beeps

                variable  value  before   after
                cellar    dry    0.9717  0.1601  ###
                          wet    0.0283  0.8399  #################
                weather   dry    0.7000  0.3218  ######
                          rain   0.2500  0.2446  #####
                          storm  0.0500  0.4337  #########

                probability of the observations: 0.0303468, log10 -1.5178864
                most probable explanation, of probability 0.1308: weather=storm, pump=works, cellar=wet, power=on, \
                neighbour=silent
                Exact, by a junction tree of 2 cliques; the largest table has 24 entries, all tables need 0.6 KB.
                Written to %s: summary.txt, marginals.csv, cellar.bif.MAR, cellar.bif.PR, cellar.bif.MPE, report.html
                """).formatted(directory.resolve("out")));
        Path page = directory.resolve("pages/page.html");
        Terminal all = infer(CELLAR, "--observe", "sensor=beeps", "--report", page);
        assertThat(all.out).endsWith("cellar.bif.PR\nReport: " + page + "\n");
        assertThat(page).content().startsWith("<!DOCTYPE html>");
        List<String> names = all.out
                .lines()
                .skip(4)
                .takeWhile(line -> !line.isEmpty())
                .filter(line -> !line.startsWith(" "))
                .map(line -> line.split(" ")[0])
                .toList();
        assertThat(names).containsExactly("cellar", "neighbour", "weather", "pump", "power");
    }

    @Test
    void infer_files_haveTheSumsOverAllStates() throws IOException {
        infer(CELLAR, "--observe", "sensor=beeps", "--map");
        FactorGraph graph = GraphFile.read(CELLAR).graph();
        double all = sum(graph, Map.of(SENSOR, 1));
        double wet = sum(graph, Map.of(SENSOR, 1, CELLAR_WET, 1)) / all;
        double before = sum(graph, Map.of(CELLAR_WET, 1));
        List<String> rows = lines("marginals.csv");
        assertThat(rows)
                .hasSize(1 + 3 + 5 * 2)
                .startsWith("variable,value,observed,before,probability,error,explanation");
        String[] row = rows.get(7).split(",");
        assertThat(row).startsWith("cellar", "wet", "0");
        assertThat(Double.parseDouble(row[3])).isCloseTo(before, within(1e-12));
        assertThat(Double.parseDouble(row[4])).isCloseTo(wet, within(1e-12));
        assertThat(rows.get(9)).startsWith("sensor,beeps,1,").endsWith(",1,0,1");
        assertThat(rows.subList(1, 4).stream().map(r -> r.substring(r.length() - 1)))
                .containsExactly("0", "0", "1");
        assertThat(lines("cellar.bif.MAR").get(0)).isEqualTo("MAR");
        assertThat(lines("cellar.bif.MAR").get(1)).startsWith("6 3 0.3217").contains(" 2 0 1 ");
        assertThat(Double.parseDouble(lines("cellar.bif.PR").get(1))).isCloseTo(Math.log10(all), within(1e-12));
        assertThat(lines("cellar.bif.MPE")).containsExactly("MPE", "6 2 0 1 1 0 0");
        String page = Files.readString(directory.resolve("out/report.html"));
        assertThat(page.indexOf("<figcaption>neighbour"))
                .isBetween(page.indexOf("<figcaption>cellar"), page.indexOf("<figcaption>pump"));
        assertThat(page)
                .contains("0.0283 to 0.8399", "change 0.8116", "<h2>Observed: sensor=beeps</h2>")
                .contains(
                        "<p>Most probable explanation, of probability 0.1308.</p>",
                        "<th scope=\"row\">weather</th><td class=\"text\">storm</td>");
    }

    /** A lattice of 18 x 18 bits, for which a table of 2^18 entries is needed. */
    private Path lattice() throws IOException {
        int side = 18;
        StringBuilder scopes = new StringBuilder();
        StringBuilder tables = new StringBuilder();
        int count = 0;
        for (int i = 0; i < side * side; i++) {
            for (int j : new int[] {(i + 1) % side == 0 ? -1 : i + 1, i + side}) {
                if (j >= 0 && j < side * side) {
                    scopes.append("2 " + i + " " + j + "\n");
                    double equal = 1.0 + 0.1 * (i * 7 % 11) + (i == 0 ? 3.0 : 0.0);
                    tables.append("4 " + equal + " 1 1 " + equal * (1.0 + 0.01 * (j % 5)) + "\n");
                    count++;
                }
            }
        }
        Path file = directory.resolve("lattice.uai");
        Files.writeString(
                file,
                "MARKOV\n" + side * side + "\n" + "2 ".repeat(side * side) + "\n" + count + "\n" + scopes + tables);
        return file;
    }

    /** 324 estimates, each with the chance of 1e-6 to be off by 6 errors and 0.02, if the errors are right. */
    @Test
    void infer_sample_estimatesWithErrorsAndVerdict() throws IOException {
        Path lattice = lattice();
        Terminal sampled = infer(lattice, "--sample", "--draws", "300", "--threads", "1");
        assertThat(sampled.out).contains("Estimated: ", " +- ", "mixed");
        List<String> estimates = lines("marginals.csv");
        infer(lattice, "--exact");
        List<String> exact = lines("marginals.csv");
        for (int k = 1; k < exact.size(); k++) {
            String[] estimate = estimates.get(k).split(",");
            double error = Double.parseDouble(estimate[5]);
            assertThat(Double.parseDouble(estimate[4]))
                    .isCloseTo(Double.parseDouble(exact.get(k).split(",")[4]), within(0.02 + 6.0 * error));
            assertThat(exact.get(k)).endsWith(",0,");
        }
    }

    @Test
    void infer_nothingObserved_hasOneColumn_andNoChange() throws IOException {
        Terminal terminal = infer(CELLAR);
        assertThat(terminal.out)
                .contains("nothing is observed\n", "variable   value   probability\n")
                .contains("cellar     dry          0.9717  ###################\n")
                .doesNotContain("before", "probability of the observations");
        assertThat(Files.readString(directory.resolve("out/report.html"))).doesNotContain("change");
        assertThat(directory.resolve("out/cellar.bif.MPE")).doesNotExist();
    }

    @Test
    void infer_evidenceFile_isThatOfNames() throws IOException {
        Path evidence = Files.writeString(directory.resolve("e.evid"), "1\n1 3 1\n");
        String byFile = infer(CELLAR, "--evidence", evidence).out;
        assertThat(byFile).isEqualTo(infer(CELLAR, "--observe", " sensor = beeps ").out);
        assertThat(infer(CELLAR, "--evidence", evidence, "--observe", "weather=dry").out)
                .contains("observed: weather=dry, sensor=beeps");
    }

    @Test
    void infer_longExplanation_isWholeInItsFile() throws IOException {
        int n = 30;
        Path file = Files.writeString(directory.resolve("long.uai"), "MARKOV " + n + " 2".repeat(n) + " 1 1 0 2 1 2");
        assertThat(infer(file, "--map").out).contains("19=0, .. (30 in all); marginals.csv has all\n");
        assertThat(directory.resolve("out/long.uai.MPE")).hasContent("MPE\n30 1" + " 0".repeat(n - 1) + "\n");
    }

    /** Forty-five variables, each pair with a table: too wide, unless most are observed. */
    @Test
    void infer_wideGraph_isRefused_andTellsNoChangeIfItFitsByObservations() throws IOException {
        int n = 45;
        StringBuilder text = new StringBuilder("MARKOV\n" + n + "\n" + "2 ".repeat(n) + "\n" + n * (n - 1) / 2 + "\n");
        StringBuilder tables = new StringBuilder();
        StringBuilder observed = new StringBuilder(n - 3 + " ");
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                text.append("2 " + i + " " + j + "\n");
                tables.append("4 1 2 2 1\n");
            }
            observed.append(i < 3 ? "" : i + " " + i % 2 + " ");
        }
        Path file = Files.writeString(directory.resolve("wide.uai"), text + tables.toString());
        Terminal refused = Terminal.run("infer", file, "--exact", "--quiet", "--out", directory.resolve("out"));
        assertThat(refused.exitCode).isEqualTo(2);
        assertThat(refused.err)
                .startsWith("lbp infer: must fit into a quarter of the heap, ")
                .contains("; observe more variables, or give --sample, since no array is as long as that");
        assertThat(directory.resolve("out")).doesNotExist();
        Path evidence = Files.writeString(directory.resolve("e"), observed);
        assertThat(infer(file, "--evidence", evidence).out)
                .contains(
                        "note: Without the observations the graph is too wide for an exact answer, so no change is told.")
                .contains("log10 of the sum over all states that agree with the observations: ")
                .doesNotContain("before");
        assertThat(lines("marginals.csv").get(1)).startsWith("0,0,0,,0.");
    }

    @Test
    void infer_manyVariablesAndValues_areShortened() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            text.append("variable v" + i + " { type discrete [12] { a b c d e f g h i j k l }; }\n");
            text.append("probability ( v" + i + " ) { table" + " 0.05".repeat(10) + " 0.1 0.3; }\n");
        }
        Path file = Files.writeString(directory.resolve("many.bif"), text);
        Terminal terminal = infer(file, "--observe", "v3=l");
        assertThat(terminal.out)
                .contains("10 of 11 variables, which the observations changed most; marginals.csv has all\n")
                .contains("          (4 less probable values)\n")
                .containsPattern("(?s)note: Rows of tables that do not add to 1: 12, the first in the table at line 2,"
                        + " sum 0.9.*\nvariable .*probability of the observations"); // before the numbers
    }
}
