package dev.lbp.cli.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.cli.Terminal;
import dev.lbp.cli.instance.InstanceUse;
import dev.lbp.cli.problem.InstanceProblem;
import dev.lbp.cli.problem.InstanceProblem.Kind;
import dev.lbp.cli.terminal.Text;
import dev.lbp.solve.Solution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code lbp solve} on files of few sites. The best value is known by enumeration, from the lines of the file. Each
 * search anneals such a file hundreds of times: it fails to find the best state only if it is wrong.
 */
class SolveCommandTest {

    private static final int SITES = 12;

    @TempDir
    private Path directory;

    private Path file;

    private static String lines(Random random, boolean loops, double... weights) {
        List<String> pairs = new ArrayList<>();
        for (int i = 1; i <= SITES; i++) {
            for (int j = loops ? i : i + 1; j <= SITES; j++) {
                if (random.nextInt(3) == 0) {
                    pairs.add(i + " " + j + " " + Text.number(weights[random.nextInt(weights.length)]) + "\n");
                }
            }
        }
        return SITES + " " + pairs.size() + "\n" + String.join("", pairs);
    }

    private Terminal solve(String kind, String text, Object... more) throws IOException {
        file = Files.writeString(directory.resolve("g.txt"), text);
        List<Object> words = new ArrayList<>(List.of("solve", kind, file, "--out", directory.resolve("out")));
        words.addAll(List.of("--quiet", "--threads", 1));
        words.addAll(List.of(more));
        if (!words.contains("--restarts") && !words.contains("--time")) {
            words.addAll(List.of("--restarts", 4));
        }
        Terminal terminal = Terminal.run(words.toArray());
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        return terminal;
    }

    /** A value of a state by the lines of a file: pairs count if this says so of the values of their sites. */
    private interface Count {

        double of(int x, int y);
    }

    /** The lines of a file after the first one, as numbers. */
    private static double[][] numbers(String text) {
        return text.lines()
                .skip(1)
                .map(line -> Arrays.stream(line.split(" "))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toArray(double[][]::new);
    }

    private static double value(double[][] pairs, int[] values, Count count) {
        double sum = 0.0;
        for (double[] pair : pairs) {
            int x = values[(int) pair[0] - 1];
            sum += pair[2] * (pair[0] == pair[1] ? x : count.of(x, values[(int) pair[1] - 1]));
        }
        return sum;
    }

    /** The largest value of sign times the value, among the states with this number of ones; -1 for any number. */
    private static double best(double[][] pairs, double sign, boolean spins, int ones, Count count) {
        double best = Double.NEGATIVE_INFINITY;
        int[] values = new int[SITES];
        for (int state = 0; state < 1 << SITES; state++) {
            for (int i = 0; i < SITES; i++) {
                int bit = state >> i & 1;
                values[i] = spins ? 2 * bit - 1 : bit;
            }
            if (ones < 0 || Integer.bitCount(state) == ones) {
                best = Math.max(best, sign * value(pairs, values, count));
            }
        }
        return sign * best;
    }

    private int[] solution() throws IOException {
        String line = Files.readAllLines(directory.resolve("out/solution.txt")).stream()
                .filter(text -> !text.startsWith("#"))
                .reduce((one, other) -> one + other)
                .orElseThrow();
        return Arrays.stream(line.split(" ")).mapToInt(Integer::parseInt).toArray();
    }

    private void assertFinds(String kind, String name, String text, double sign, Count count, Object... more)
            throws IOException {
        Terminal terminal = solve(kind, text, more);
        double best = best(numbers(text), sign, kind.equals("--ising"), -1, count);
        assertThat(terminal.number("best " + name + ": ", ",")).isCloseTo(best, within(1e-12));
        assertThat(value(numbers(text), solution(), count)).isCloseTo(best, within(1e-12));
    }

    private static final Count CUT = (x, y) -> x == y ? 0 : 1;
    private static final Count PRODUCT = (x, y) -> x * y;

    @Test
    void solve_graphOfOneWeight_findsTheLargestCut() throws IOException {
        Random random = new Random(1L);
        assertFinds("--ising", "cut", lines(random, false, 1), 1, CUT);
        assertFinds("--ising", "cut", lines(random, false, 1, -1), 1, CUT, "--max-cut");
        assertFinds("--ising", "energy", lines(random, false, 1, -1), -1, PRODUCT, "--lowest-energy");
        assertFinds("--ising", "energy", lines(random, false, 1, -1), 1, PRODUCT, "--highest-energy");
    }

    /** An edge that DIMACS lists in both directions counts once. */
    @Test
    void solve_graphOfDimacs_countsEdgesOnce() throws IOException {
        String text = "c a triangle\np edge 3 6\ne 1 2\ne 2 1\ne 2 3\ne 3 2\ne 1 3\ne 3 1\n";
        assertThat(solve("--graph", text, "--max-cut").out).contains("g.txt: DIMACS, 3 sites, 3 pairs", "best cut: 2,");
    }

    /** All sets of nodes of small graphs, some edges twice, are enumerated. */
    @Test
    void solve_setsOfNodes_haveTheBestSize() throws IOException {
        Random random = new Random(4L);
        for (double density : new double[] {0.1, 0.4, 0.8}) {
            int nodes = 11;
            boolean[][] joined = new boolean[nodes][nodes];
            List<String> edges = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                for (int j = 0; j < i; j++) {
                    if (random.nextDouble() < density) {
                        joined[i][j] = true;
                        edges.add("e " + (i + 1) + " " + (j + 1));
                        if (random.nextInt(4) == 0) {
                            edges.add("e " + (j + 1) + " " + (i + 1));
                        }
                    }
                }
            }
            String text = "p edge " + nodes + " " + edges.size() + "\n" + String.join("\n", edges) + "\n";
            for (String goal : List.of("--independent-set", "--clique", "--cover")) {
                int sign = goal.equals("--cover") ? -1 : 1;
                int best = Integer.MIN_VALUE;
                for (int set = 0; set < 1 << nodes; set++) {
                    best = isSet(goal, set, joined) ? Math.max(best, sign * Integer.bitCount(set)) : best;
                }
                assertThat(solve("--graph", text, goal).number("best size: ", ","))
                        .isEqualTo(sign * best);
                int found = 0;
                for (int node : solution()) {
                    found |= 1 << node - 1;
                }
                assertThat(isSet(goal, found, joined)).isTrue();
                assertThat(sign * Integer.bitCount(found)).isEqualTo(best);
            }
        }
    }

    private static boolean isSet(String goal, int set, boolean[][] joined) {
        for (int i = 0; i < joined.length; i++) {
            for (int j = 0; j < i; j++) {
                int chosen = (set >> i & 1) + (set >> j & 1);
                boolean broken = switch (goal) {
                    case "--independent-set" -> chosen == 2 && joined[i][j];
                    case "--clique" -> chosen == 2 && !joined[i][j];
                    default -> chosen == 0 && joined[i][j];
                };
                if (broken) {
                    return false;
                }
            }
        }
        return true;
    }

    @Test
    void solve_weightsOfAnySize_findTheBestState() throws IOException {
        Random random = new Random(2L);
        assertFinds("--ising", "cut", lines(random, false, 1, 2, -3), 1, CUT);
        assertFinds("--ising", "cut", lines(random, false, 0.1, 0.25, 1e-3), 1, CUT);
        assertFinds("--ising", "energy", lines(random, true, 1, -1), -1, PRODUCT);
        assertFinds("--ising", "energy", lines(random, true, 1.5, -1), 1, PRODUCT, "--highest-energy");
        assertFinds("--qubo", "energy", lines(random, true, 3, -7, 0.5), -1, PRODUCT);
        assertFinds("--qubo", "energy", lines(random, true, 3, -7, 0.5), 1, PRODUCT, "--highest-energy");
    }

    @Test
    void solve_state_isWrittenInAllFiles() throws IOException {
        Terminal terminal = solve("--ising", "3 3\n1 2 1\n2 3 -1\n1 3 1\n", "--top", 3, "--restarts", 12);
        assertThat(terminal.out)
                .contains(
                        "g.txt: rudy, 3 sites, 3 pairs\n",
                        "best cut: 2, all restarts done after ",
                        "\nenergy: -3\n",
                        "restarts that ended with it: 12 of 12\nNothing is proved",
                        "\nbest distinct states: 1 with cut 2\n",
                        "Written to " + directory.resolve("out")
                                + ": solution.txt, top.csv, improvements.csv, value.png, summary.txt");
        assertThat(terminal.out).startsWith(Files.readString(directory.resolve("out/summary.txt")));
        assertThat(directory.resolve("out/solution.txt"))
                .hasContent("# file g.txt\n# cut 2\n# energy -3\n# spins in the order of the sites\n-1 1 1\n");
        assertThat(Files.readAllLines(directory.resolve("out/top.csv")))
                .startsWith("rank,cut,energy,restart,spins", "1,2,-3,0,-1 1 1");
        List<String> improvements = Files.readAllLines(directory.resolve("out/improvements.csv"));
        assertThat(improvements.get(0)).isEqualTo("seconds,restart,cut");
        assertThat(improvements.get(improvements.size() - 1)).matches("\\d+\\.\\d{6},0,2");
        assertThat(ImageIO.read(directory.resolve("out/value.png").toFile()).getWidth())
                .isEqualTo(1000);
    }

    /** The file of the table of signs on the page, and in the help. */
    @Test
    void solve_signs_areThoseOfThePage() throws IOException {
        String pair = "2 1\n1 2 3\n";
        assertThat(solve("--ising", pair).out).contains("best cut: 3,", "\nenergy: -3\n");
        assertThat(solution()).containsExactly(-1, 1);
        assertThat(solve("--ising", pair, "--lowest-energy").out).contains("best energy: -3,");
        assertThat(solution()).containsExactly(-1, 1);
        assertThat(solve("--ising", pair, "--highest-energy").out).contains("best energy: 3,");
        assertThat(solution()).containsExactly(-1, -1);
        assertThat(solve("--qubo", pair, "--highest-energy").out).contains("best energy: 3,");
        assertThat(solution()).containsExactly(1, 1);
    }

    @Test
    void description_fieldsAndDiagonal_areNoPairs() throws IOException {
        String text = "3 4\n1 2 1\n2 3 1\n1 1 -2\n3 3 -1\n";
        assertThat(solve("--ising", text).out).startsWith("g.txt: rudy, 3 sites, 2 pairs, 2 fields\n");
        assertThat(solve("--qubo", text).out).startsWith("g.txt: rudy, 3 sites, 2 pairs, 2 diagonal entries\n");
        assertThat(solve("--qubo", "2 2\n1 2 1\n1 1 -1\n").out).contains("2 sites, 1 pair, 1 diagonal entry\n");
    }

    @Test
    void report_state_isThatOfTheSolution() throws IOException {
        Path page = directory.resolve("page.html");
        solve("--graph", "4 3\n1 2 1\n1 3 1\n1 4 1\n", "--independent-set", "--report", page);
        assertThat(page).content().contains("<p>2 3 4</p>").doesNotContain("<dt>Target</dt>");
        solve("--ising", "2 1\n1 2 3\n", "--lowest-energy", "--target", -3, "--report", page);
        assertThat(page).content().contains("<p>-1 1</p>", "<dt>Target</dt><dd>-3</dd>");
    }

    @Test
    void solve_target_endsTheSearchInTheUnitsOfTheFile() throws IOException {
        String triangle = "3 3\n1 2 1\n2 3 1\n1 3 1\n";
        assertThat(solve("--ising", triangle, "--target", 2, "--time", "1h").out)
                .containsPattern("best cut: 2, target 2 reached in 0.\\d\\d s\n");
        assertThat(solve("--ising", triangle, "--target", 1.5, "--time", "1h").out)
                .contains("best cut: 2, target 1.5 reached in 0.");
        assertThat(solve("--ising", triangle, "--lowest-energy", "--target", -1, "--time", "1h").out)
                .contains("best energy: -1, target -1 reached in 0.");
        assertThat(solve("--ising", triangle, "--highest-energy", "--target", 3, "--time", "1h").out)
                .contains("best energy: 3, target 3 reached in 0.");
        assertThat(solve("--ising", triangle, "--target", 3, "--time", "0.1s").out)
                .containsPattern("best cut: 2, target 3 not reached in 0\\.\\d\\d s\n");
        assertThat(solve("--ising", triangle, "--target", 3, "--restarts", 2).out)
                .containsPattern("best cut: 2, target 3 not reached in 0\\.\\d\\d s; all restarts done\n");
    }

    @Test
    void solve_ones_keepsTheirNumber() throws IOException {
        String text = lines(new Random(3L), false, 1, 2, 3);
        solve("--ising", text, "--ones", 3);
        assertThat(Arrays.stream(solution()).filter(spin -> spin == 1).count()).isEqualTo(3);
        assertThat(value(numbers(text), solution(), CUT)).isEqualTo(best(numbers(text), 1, true, 3, CUT));
    }

    @Test
    void solve_groups_haveOneOneEach() throws IOException {
        Path groups = Files.writeString(directory.resolve("groups.txt"), "1 2 3 # three\n\n5 4\n");
        Terminal terminal =
                solve("--qubo", "6 4\n1 4 -1\n2 5 -3\n2 4 -2.5\n6 6 0.5\n", "--groups", groups, "--target", -3);
        assertThat(terminal.out).contains("2 groups with one 1 each", "best energy: -3,");
        assertThat(solution()).containsExactly(0, 1, 0, 0, 1, 0);
    }

    @Test
    void solve_assignmentAndMatching_findTheLargestWeight() throws IOException {
        Terminal assignment = solve("--assignment", "1 5 2\n5 6 1\n3.5 1 1\n");
        assertThat(assignment.out).contains("best weight: 11.5,"); // 2 + 6 + 3.5
        assertThat(Files.readString(directory.resolve("out/top.csv"))).contains(",3 2 1\n");
        Terminal matching = solve("--matching", "2 2 3\n1 1 3\n1 2 2\n2 1 2\n");
        assertThat(matching.out).contains("best weight: 4,", "number of links: 2\n");
        assertThat(directory.resolve("out/solution.txt"))
                .hasContent(
                        "# file g.txt\n# weight 4\n# number of links 2\n"
                                + "# sites of both sets are numbered from 1; those without a link are left out\n# i j\n1 2\n2 1\n");
    }

    @Test
    void solve_gzip_isRead() throws IOException {
        Path packed = directory.resolve("g.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write("2 1\n1 2 1\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        }
        Terminal terminal =
                Terminal.run("solve", "--ising", packed, "--target", 1, "--quiet", "--out", directory.resolve("out"));
        assertThat(terminal.out).contains("g.gz: rudy, 2 sites, 1 pair", "best cut: 1, target 1 reached");
    }

    /** The report adds up the lines of the file, whatever the search says. */
    @Test
    void report_ofAWrongValue_isRefused() throws IOException {
        file = Files.writeString(directory.resolve("g.txt"), "3 2\n1 2 1\n2 3 1\n");
        InstanceProblem input = new InstanceProblem(Kind.ISING, InstanceUse.SPINS.read(file));
        SolveProblem<byte[]> problem = new PairSolveProblem(input, SolveGoal.MAX_CUT, null);
        Solution<byte[]> right = problem.solver().restarts(1).solve();
        assertThat(SolveReport.of("g.txt", problem, null, right).text()).contains("best cut: 2,");
        Files.writeString(file, "3 2\n1 2 1\n1 3 1\n");
        InstanceProblem other = new InstanceProblem(Kind.ISING, InstanceUse.SPINS.read(file));
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        SolveReport.of("g.txt", new PairSolveProblem(other, SolveGoal.MAX_CUT, null), null, right))
                .withMessage("the search has another value than the lines of g.txt give: 2 and 1");
    }

    @Test
    void progress_line_hasTheUnitsOfTheFile() {
        SolveProgress progress = new SolveProgress(new Units("cut", 10.0, 0.5), Duration.ofSeconds(20), true, () -> {});
        assertThat(progress.line(Duration.ofMillis(3_210), 14, 6.0, Duration.ofMillis(11_230)))
                .isEqualTo("solving 3.21 s of 20.0 s: cut 13, found 11.2 s ago; restarts: 14");
        assertThat(new SolveProgress(new Units("cut", 10.0, 0.5), null, true, () -> {})
                        .line(Duration.ofMillis(50), 0, Double.NEGATIVE_INFINITY, Duration.ZERO))
                .isEqualTo("solving 0.05 s: no state yet; restarts: 0");
    }
}
