package dev.lbp.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lbp sample --temperatures}, against the sum over all states of a file with pairs and fields. */
class TemperaturesTest {

    private static final String SPINS = "4 6\n1 2 -1\n2 3 -1\n3 4 -0.5\n4 1 1.5\n1 1 -0.5\n3 3 1\n";

    private static final String OVERLAP_COLUMNS =
            "overlap,overlap_error,absolute_overlap,absolute_overlap_error,overlap_squared,overlap_squared_error,"
                    + "overlap_fourth,overlap_fourth_error,overlap_binder,overlap_binder_error,link_overlap,"
                    + "link_overlap_error";

    @TempDir
    private Path directory;

    private Path file;
    private Path out;

    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("spins.txt");
        out = directory.resolve("out");
        Files.writeString(file, SPINS);
    }

    private Terminal run(Object... more) {
        List<Object> command = new ArrayList<>(List.of("sample", "--ising", file, "--sampler", "gibbs", "--quiet"));
        command.addAll(List.of("--out", out));
        command.addAll(Arrays.asList(more));
        Terminal terminal = Terminal.run(command.toArray());
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        return terminal;
    }

    private List<String[]> rows(String name) throws IOException {
        return Files.readAllLines(out.resolve(name)).stream()
                .map(line -> line.split(",", -1))
                .toList();
    }

    /** Energy, heat capacity, |m|, susceptibility of |sum s|, Binder cumulant of |m|, log Z and entropy. */
    private static double[] exact(double temperature) {
        double[] sums = new double[6];
        for (int code = 0; code < 16; code++) {
            int bits = code;
            int[] spin = IntStream.range(0, 4).map(i -> 2 * (bits >> i & 1) - 1).toArray();
            double energy = 0.0;
            for (String line : SPINS.lines().skip(1).toList()) {
                String[] entry = line.split(" ", -1);
                int i = Integer.parseInt(entry[0]) - 1;
                int j = Integer.parseInt(entry[1]) - 1;
                energy += Double.parseDouble(entry[2]) * spin[i] * (i == j ? 1 : spin[j]);
            }
            double m = Math.abs(Arrays.stream(spin).sum()) / 4.0;
            double weight = Math.exp(-energy / temperature);
            double[] terms = {1.0, energy, energy * energy, m, m * m, m * m * m * m};
            for (int k = 0; k < sums.length; k++) {
                sums[k] += weight * terms[k];
            }
        }
        double logZ = Math.log(sums[0]);
        double energy = sums[1] / sums[0];
        double second = sums[4] / sums[0];
        return new double[] {
            energy,
            (sums[2] / sums[0] - energy * energy) / (temperature * temperature),
            sums[3] / sums[0],
            16.0 * (second - sums[3] / sums[0] * sums[3] / sums[0]) / temperature,
            1.0 - sums[5] / sums[0] / (3.0 * second * second),
            logZ,
            logZ + energy / temperature
        };
    }

    /**
     * 42 estimates of normal errors, each over 4.5 errors off with probability 7e-6, and 2e-5 if an error is 5 % too
     * small: 8e-4 in all. The seed is fixed.
     */
    @Test
    void temperatures_withFields_areExactWithinTheirErrors() throws IOException {
        Terminal terminal = run(
                "--temperatures", "0.5:3:0.5", "--draws", 4_000, "--seed", 3, "--report", out.resolve("report.html"));
        List<String[]> rows = rows("thermodynamics.csv");
        assertThat(String.join(",", rows.get(0)))
                .isEqualTo("temperature,beta,energy,energy_error,heat_capacity,heat_capacity_error,magnetisation,"
                        + "magnetisation_error,susceptibility,susceptibility_error,binder_cumulant,binder_cumulant_error,"
                        + "log_z,log_z_error,entropy,entropy_error," + OVERLAP_COLUMNS);
        assertThat(rows).hasSize(7);
        for (int k = 1; k < rows.size(); k++) {
            double temperature = Double.parseDouble(rows.get(k)[0]);
            assertThat(temperature).isEqualTo(0.5 * k);
            assertThat(Double.parseDouble(rows.get(k)[1])).isEqualTo(1.0 / temperature);
            double[] exact = exact(temperature);
            for (int q = 0; q < exact.length; q++) {
                double value = Double.parseDouble(rows.get(k)[2 + 2 * q]);
                double error = Double.parseDouble(rows.get(k)[3 + 2 * q]);
                assertThat(error).isBetween(1e-6, 0.1);
                assertThat(Math.abs(value - exact[q]))
                        .as(rows.get(0)[2 + 2 * q] + " " + k)
                        .isLessThan(4.5 * error);
            }
        }
        assertThat(terminal.out)
                .contains("spins.txt: Ising, 4 sites, 4 pairs, 2 fields; beta 2, temperature 0.5\n", "\nenergy  ")
                .containsPattern(
                        "\\ntemperature +energy +heat capacity +\\|m\\| +log Z +entropy\\n +0.500000 +-[\\d.]+ \\+- 0.")
                .contains("\nlog Z of the run is from all scans, that of a temperature from kept states: ")
                .doesNotContain("exact marginal is 1/2", "cut");
        assertThat(ImageIO.read(out.resolve("thermodynamics.png").toFile()).getWidth())
                .isEqualTo(1_240);
        String[] first = rows.get(1);
        assertThat(Files.readString(out.resolve("report.html")))
                .containsSubsequence(
                        "have mixed",
                        ">Averages by temperature</h2>",
                        "heat capacity",
                        first[2].substring(0, 5),
                        ">Marginals</h2>")
                .contains(
                        "log Z of the run is from all scans",
                        "heat capacity by temperature",
                        "Binder cumulant by temperature");
    }

    @Test
    void temperature_thatIsComputed_hasSixDigits() {
        assertThat(run("--beta", 1.5, "--draws", 10, "--warmup", 10).out)
                .contains("; beta 1.5, temperature 0.666667\n");
        assertThat(run("--temperature", 2.2691853, "--draws", 10, "--warmup", 10).out)
                .contains("; beta 0.440687, temperature 2.2691853\n");
    }

    /** q, |q|, q^2, q^4, Binder parameter and link overlap, by all pairs of states. */
    private static double[] overlaps(double temperature) {
        int[][] pairs = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
        double[] weights = new double[16];
        for (int code = 0; code < 16; code++) {
            double energy = 0.0;
            for (String line : SPINS.lines().skip(1).toList()) {
                String[] entry = line.split(" ", -1);
                int i = Integer.parseInt(entry[0]) - 1;
                int j = Integer.parseInt(entry[1]) - 1;
                energy += Double.parseDouble(entry[2]) * spin(code, i) * (i == j ? 1 : spin(code, j));
            }
            weights[code] = Math.exp(-energy / temperature);
        }
        double z = Arrays.stream(weights).sum();
        double[] means = new double[6];
        for (int x = 0; x < 256; x++) {
            int differ = x / 16 ^ x % 16;
            double q = 1.0 - Integer.bitCount(differ) / 2.0;
            double link = Arrays.stream(pairs)
                    .mapToDouble(pair -> spin(differ, pair[0]) * spin(differ, pair[1]) / 4.0)
                    .sum();
            double[] terms = {q, Math.abs(q), q * q, q * q * q * q, 0.0, link};
            for (int v = 0; v < terms.length; v++) {
                means[v] += weights[x / 16] * weights[x % 16] / (z * z) * terms[v];
            }
        }
        means[4] = 0.5 * (3.0 - means[3] / (means[2] * means[2]));
        return means;
    }

    private static int spin(int code, int site) {
        return 2 * (code >> site & 1) - 1;
    }

    /**
     * 36 estimates with errors from 40 chains: Student's t with 39 degrees of freedom is above 6.5 in size with
     * probability 1e-7.
     */
    @Test
    void temperatures_overlapsOfTwins_areThoseOfAllPairsOfStates() throws IOException {
        run("--temperatures", "0.5:3:0.5", "--draws", 500, "--chains", 40, "--seed", 3);
        List<String[]> rows = rows("thermodynamics.csv");
        int first = Arrays.asList(rows.get(0)).indexOf("overlap");
        for (int k = 1; k < rows.size(); k++) {
            double[] exact = overlaps(0.5 * k);
            for (int q = 0; q < exact.length; q++) {
                double value = Double.parseDouble(rows.get(k)[first + 2 * q]);
                double error = Double.parseDouble(rows.get(k)[first + 2 * q + 1]);
                assertThat(error).isBetween(1e-6, 0.05);
                assertThat(Math.abs(value - exact[q]))
                        .as(rows.get(0)[first + 2 * q] + " " + k)
                        .isLessThan(6.5 * error);
            }
        }
    }

    @Test
    void temperatures_ofThreeChains_haveOverlapsWithoutErrors() throws IOException {
        Terminal terminal = run("--temperatures", "1:2:1", "--draws", 300, "--chains", 3);
        assertThat(terminal.out)
                .contains("overlaps have no errors, which are from between chains: take 4 chains or more\n")
                .doesNotContain("a value without an error");
        assertThat(rows("thermodynamics.csv").get(1)).endsWith("NaN");
    }

    /** The table of slots is in temperatures; Gibbs sweeps have no scale. */
    @Test
    void slots_areInTemperatures() throws IOException {
        run("--temperature", 0.5, "--replicas", 3, "--draws", 500);
        List<String[]> rows = rows("tempering.csv");
        assertThat(String.join(",", rows.get(0)))
                .isEqualTo(
                        "slot,temperature,beta,acceptance,swap_acceptance,energy,energy_error,energy_variance,energy_ess");
        assertThat(rows.get(1)).startsWith("0", "Infinity", "0.0");
        assertThat(rows.get(3)).startsWith("2", "0.5", "2.0");
        assertThat(out.resolve("thermodynamics.csv")).doesNotExist();
    }

    @Test
    void refusal_showsTheTemperaturesAsTheyWereGiven() {
        Terminal terminal = Terminal.run("sample", "--assignment", file, "--temperatures", "1:4:0.5", "--out", out);
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(terminal.err).endsWith(": --temperatures=1:4:0.5\n");
    }

    @Test
    void cut_withFields_isRefused() {
        Terminal terminal = Terminal.run("sample", "--ising", file, "--cut", "--quiet", "--out", out);
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(terminal.err)
                .contains("must have no lines \"i i h\" with --cut, for a field belongs to no cut: fields in " + file
                        + "=2");
        assertThat(out).doesNotExist();
    }

    /** All states have energy 0. */
    @Test
    void temperatures_ofOneState_haveNoErrors() throws IOException {
        Files.writeString(file, "2 2\n1 1 0\n2 2 0\n");
        Terminal terminal = run("--temperatures", "1:2:1", "--draws", 300, "--seed", 3);
        assertThat(terminal.out)
                .containsPattern(
                        "\\n +1\\.00000 +0\\.00000 +0\\.00000 .* 1\\.38629 \\+- 0\\.00042 +1\\.38629 \\+- 0\\.00042\\n")
                .contains("a value without an error is that of all of these states: it says nothing of states that none"
                        + " of them is\n");
        assertThat(rows("thermodynamics.csv").get(1)[3]).isEqualTo("NaN");
    }

    /** 60 spins in fields: at temperature 0.1 nearly all states have energy -60, at infinity hardly any below -40. */
    @Test
    void temperatures_ofReplicasThatDoNotOverlap_areNotKnown() throws IOException {
        StringBuilder fields = new StringBuilder("60 60\n");
        IntStream.rangeClosed(1, 60).forEach(i -> fields.append(i + " " + i + " -1\n"));
        Files.writeString(file, fields);
        Terminal terminal = run("--temperatures", "0.1:1:0.9", "--replicas", 2, "--draws", 300);
        assertThat(terminal.out)
                .contains("no value is known, because neighbouring replicas overlap in less than one state: take more"
                        + " replicas, or more warm-up or draws\n");
        assertThat(rows("thermodynamics.csv").get(1)).contains("NaN", Index.atIndex(2));
        assertThat(ImageIO.read(out.resolve("thermodynamics.png").toFile())).isNotNull();
    }
}
