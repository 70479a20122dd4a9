package dev.lbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.instance.Instance;
import dev.lbp.cli.instance.InstanceUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The instance that the README samples. */
class ExampleInstanceTest {

    private static final Path FILE = Path.of("../examples/spin-glass.txt");
    private static final int COLUMNS = 12;
    private static final double LEAST_ENERGY = -250;
    private static final double LARGEST_CUT = 133;

    @Test
    void spinGlass_numbersInItsFirstLines_areExact() throws IOException {
        assertThat(leastEnergy(InstanceUse.SPINS.read(FILE))).isEqualTo(LEAST_ENERGY);
        assertThat(Files.readString(FILE)).contains("minimum at -250", "largest cut is 133");
    }

    @Test
    void spinGlass_sampledAsInTheReadme_givesTheLargestCut(@TempDir Path out) {
        Terminal terminal = Terminal.run(
                "sample", "--ising", FILE, "--cut", "--beta", 1.0, "--quiet", "--out", out.resolve("results"));
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.number("lowest energy:")).isEqualTo(LEAST_ENERGY);
        assertThat(terminal.number("best cut:")).isEqualTo(LARGEST_CUT);
    }

    /**
     * The least energy of a grid, site by site: {@code least[s]} is the least energy of the pairs among the sites so
     * far, given the spins s of the last {@link #COLUMNS} of them. A new site takes the place of the one above it.
     */
    private static double leastEnergy(Instance grid) {
        double[] left = new double[grid.sites()];
        double[] above = new double[grid.sites()];
        for (int k = 0; k < grid.weights().length; k++) {
            int distance = grid.to()[k] - grid.from()[k];
            assertThat(distance).isIn(1, COLUMNS);
            (distance == 1 ? left : above)[grid.to()[k]] = grid.weights()[k];
        }
        double[] least = new double[1 << COLUMNS];
        for (int site = 0; site < grid.sites(); site++) {
            int place = 1 << site % COLUMNS;
            int before = 1 << (site + COLUMNS - 1) % COLUMNS;
            double[] next = new double[least.length];
            for (int spins = 0; spins < least.length; spins++) {
                double alike = least[spins] + above[site];
                double opposite = least[spins ^ place] - above[site];
                boolean alignedWithLeft = (spins & place) == 0 == ((spins & before) == 0);
                next[spins] = Math.min(alike, opposite) + (alignedWithLeft ? left[site] : -left[site]);
            }
            least = next;
        }
        return Arrays.stream(least).min().orElseThrow();
    }
}
