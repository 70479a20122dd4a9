package dev.lbp.experiments.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.Terminal;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.io.TempDir;

/** Carries out experiments at their smallest, from the command line, and reads what they write. */
abstract class ExperimentRuns {

    @TempDir
    protected Path directory;

    protected final Path out() {
        return directory.resolve("a/b");
    }

    protected final Terminal run(String experiment, Object... more) {
        Object[] common = {
            "experiment", experiment, "--size", "small", "--chains", 4, "--threads", 2, "--quiet", "--out", out()
        };
        Object[] all = new Object[common.length + more.length];
        System.arraycopy(common, 0, all, 0, common.length);
        System.arraycopy(more, 0, all, common.length, more.length);
        return Terminal.run(all);
    }

    protected final List<String> table(String name) throws IOException {
        return Files.readAllLines(out().resolve(name));
    }

    protected final void assertFigure(String name, int columns) throws IOException {
        BufferedImage picture = ImageIO.read(out().resolve(name).toFile());
        assertThat(picture.getWidth()).isEqualTo(620 * columns);
    }

    protected static String text(List<String> table, int row, String column) {
        int k = List.of(table.get(0).split(",", -1)).indexOf(column);
        String plain = table.get(row).replaceAll("\"([^\",]*),([^\",]*)\"", "$1 $2"); // "min(1,t)"
        return plain.split(",", -1)[k];
    }

    protected static double number(List<String> table, int row, String column) {
        return Double.parseDouble(text(table, row, column));
    }
}
