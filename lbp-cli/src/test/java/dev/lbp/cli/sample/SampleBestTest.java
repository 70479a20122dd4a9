package dev.lbp.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.cli.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lbp sample --keep-best}. */
class SampleBestTest {

    @TempDir
    private Path directory;

    private Terminal run(String kind, int count) throws IOException {
        Path file = Files.writeString(directory.resolve("g.txt"), "3 3\n1 2 1\n2 3 -2\n1 3 0.75\n");
        Object[] words = {
            "sample", kind, file, "--keep-best", count, "--draws", 2_000, "--chains", 2, "--quiet", "--out", directory
        };
        Terminal terminal = Terminal.run(words);
        assertThat(terminal.err).isEmpty();
        return terminal;
    }

    /** All 8 states have visits, and their energies are those of the definition, the least first. */
    @Test
    void qubo_everyStateIsListedWithItsVisits() throws IOException {
        assertThat(run("--qubo", 10).out)
                .contains("best states: 8 kept; the first has log-probability 2.0", "best.csv");
        List<String> lines = Files.readAllLines(directory.resolve("best.csv"));
        assertThat(lines).hasSize(9).startsWith("energy,log_probability,visits,bits");
        long visits = 0;
        double before = Double.NEGATIVE_INFINITY;
        for (String line : lines.subList(1, 9)) {
            String[] fields = line.split(",", -1);
            String[] bits = fields[3].split(" ", -1);
            int[] x = {Integer.parseInt(bits[0]), Integer.parseInt(bits[1]), Integer.parseInt(bits[2])};
            double energy = x[0] * x[1] - 2 * x[1] * x[2] + 0.75 * x[0] * x[2];
            assertThat(Double.parseDouble(fields[0])).isEqualTo(energy).isGreaterThanOrEqualTo(before);
            assertThat(Double.parseDouble(fields[1])).isCloseTo(-energy, within(1e-9));
            before = energy;
            visits += Long.parseLong(fields[2]);
        }
        assertThat(visits).isEqualTo(4_000);
    }

    @Test
    void ising_statesAreSpins() throws IOException {
        run("--ising", 1);
        List<String> lines = Files.readAllLines(directory.resolve("best.csv"));
        assertThat(lines).hasSize(2).startsWith("energy,log_probability,visits,spins");
        assertThat(lines.get(1)).startsWith("-3.75,").matches(".*,(-1 1 1|1 -1 -1)");
    }
}
