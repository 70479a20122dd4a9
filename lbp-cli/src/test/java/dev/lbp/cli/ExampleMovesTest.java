package dev.lbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.instance.LinkList;
import dev.lbp.cli.instance.WeightTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The assignment and the matching that the README samples. */
class ExampleMovesTest {

    private static final Path WEIGHTS = Path.of("../examples/weights.txt");
    private static final Path LINKS = Path.of("../examples/links.txt");

    @TempDir
    private Path out;

    @Test
    void weights_sampledAsInTheReadme_giveTheLargestWeight() throws IOException {
        double[][] table = WeightTable.read(WEIGHTS).weights();
        double largest = largest(table, 0, 0, false);
        assertThat(Files.readString(WEIGHTS)).contains("The largest weight is " + largest);
        assertThat(bestWeight("--assignment", WEIGHTS)).isEqualTo(largest);
    }

    @Test
    void links_sampledAsInTheReadme_giveTheLargestWeight() throws IOException {
        LinkList links = LinkList.read(LINKS);
        double[][] table = new double[links.left()][links.right()];
        for (double[] row : table) {
            Arrays.fill(row, Double.NEGATIVE_INFINITY);
        }
        for (int k = 0; k < links.weights().length; k++) {
            table[links.from()[k]][links.to()[k]] = links.weights()[k];
        }
        double largest = largest(table, 0, 0, true);
        assertThat(Files.readString(LINKS)).contains("The largest weight is " + largest);
        assertThat(bestWeight("--matching", LINKS, "--path", 5)).isEqualTo(largest);
    }

    /** The largest weight that rows from {@code row} on can have, without the columns in {@code used}. */
    private static double largest(double[][] table, int row, int used, boolean mayBeFree) {
        if (row == table.length) {
            return 0.0;
        }
        double largest = mayBeFree ? largest(table, row + 1, used, true) : Double.NEGATIVE_INFINITY;
        for (int c = 0; c < table[row].length; c++) {
            if ((used >> c & 1) == 0 && table[row][c] > Double.NEGATIVE_INFINITY) {
                largest = Math.max(largest, table[row][c] + largest(table, row + 1, used | 1 << c, mayBeFree));
            }
        }
        return largest;
    }

    private double bestWeight(Object... options) {
        Object[] all = new Object[options.length + 4];
        all[0] = "sample";
        System.arraycopy(options, 0, all, 1, options.length);
        all[options.length + 1] = "--quiet";
        all[options.length + 2] = "--out";
        all[options.length + 3] = out.resolve("results");
        Terminal terminal = Terminal.run(all);
        assertThat(terminal.exitCode).isZero();
        return terminal.number("best weight:");
    }
}
