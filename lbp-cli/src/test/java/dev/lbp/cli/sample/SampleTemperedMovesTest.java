package dev.lbp.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lbp sample --assignment} and {@code --matching}, and {@code lbp cover}, with replicas. */
class SampleTemperedMovesTest {

    private static final Path WEIGHTS = Path.of("../examples/weights.txt");
    private static final Path LINKS = Path.of("../examples/links.txt");

    private static final Pattern LOG_Z = Pattern.compile(
            "log Z: ([-0-9.]+), standard error ([-0-9.e]+); Z is the sum of exp\\(beta weight\\) over all states");

    @TempDir
    private Path directory;

    private Terminal run(Object... arguments) {
        List<Object> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--quiet", "--out", directory.resolve("out")));
        return Terminal.run(all.toArray());
    }

    /** The permanent of exp(beta w), by dynamic programming over sets of columns. */
    private static double logPermanent(double beta) throws IOException {
        double[][] weights = Files.readAllLines(WEIGHTS).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> Arrays.stream(line.trim().split(" +"))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toArray(double[][]::new);
        int n = weights.length;
        double[] sums = new double[1 << n];
        sums[0] = 1.0;
        for (int set = 0; set < sums.length; set++) {
            int row = Integer.bitCount(set);
            for (int j = 0; row < n && j < n; j++) {
                if ((set >> j & 1) == 0) {
                    sums[set | 1 << j] += sums[set] * Math.exp(beta * weights[row][j]);
                }
            }
        }
        return Math.log(sums[sums.length - 1]);
    }

    /** A z-score beyond 5 has a probability of 6e-7. */
    @Test
    void assignment_logZ_isThePermanents() throws IOException {
        Terminal terminal =
                run("sample", "--assignment", WEIGHTS, "--beta", 2, "--log-z", "--path", 4, "--draws", 2_000);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).contains("\ntempering: ");
        Matcher logZ = LOG_Z.matcher(terminal.out);
        assertThat(logZ.find()).as(terminal.out).isTrue();
        double error = Double.parseDouble(logZ.group(2));
        assertThat(error).isLessThan(0.1);
        assertThat(Math.abs(Double.parseDouble(logZ.group(1)) - logPermanent(2.0)))
                .isLessThan(5.0 * error);
        assertThat(directory.resolve("out/tempering.csv")).exists();
    }

    @Test
    void matching_ofSomePairs_isRefusedAndNothingIsWritten() {
        Terminal terminal = run("sample", "--matching", LINKS, "--replicas", 4, "--draws", 100);
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(terminal.err)
                .contains("must be left out with links.txt, which lists some of the pairs alone: uniform matchings are"
                        + " drawn only if it lists all: --replicas=4");
        assertThat(directory.resolve("out/summary.txt")).doesNotExist();
    }

    @Test
    void matching_ofAllPairs_isTempered() throws IOException {
        Path all = Files.writeString(directory.resolve("all.txt"), "2 2 4\n1 1 3\n1 2 1\n2 1 1\n2 2 3\n");
        Terminal terminal = run("sample", "--matching", all, "--replicas", 3, "--sampler", "rwm", "--draws", 500);
        assertThat(terminal.exitCode).as(terminal.err).isZero();
        assertThat(terminal.out).contains("\ntempering: 3 replicas").doesNotContain("\nlog Z: ");
    }

    @Test
    void cover_replicas_writeTheTableOfSlots() throws IOException {
        Terminal terminal = run(
                "cover",
                "--sets",
                Path.of("../examples/faults.gmt"),
                "--observed",
                Path.of("../examples/alarms.txt"),
                "--min-size",
                1,
                "--replicas",
                4,
                "--every",
                2,
                "--warmup",
                500,
                "--draws",
                500);
        assertThat(terminal.exitCode).as(terminal.err).isZero();
        assertThat(terminal.out).contains("; tempering: 4 replicas, exchanged every 2 steps");
        assertThat(Files.readAllLines(directory.resolve("out/tempering.csv"))).hasSize(5);
        assertThat(run("cover", "--sets", "a", "--observed", "b", "--every", 3).err)
                .contains("must be given with --replicas: --every=3");
    }
}
