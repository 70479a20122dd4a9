package dev.lbp.experiments.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.ParsedPage;
import dev.lbp.cli.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickstartCommandTest {

    @TempDir
    private Path out;

    @Test
    void quickstart_small_printsTheTableDrawsTwoPicturesAndReports() throws IOException {
        Terminal terminal = Terminal.run("quickstart", "--steps", 200, "--chains", 4, "--quiet", "--out", out);
        assertThat(terminal.exitCode).isZero();
        for (Contestant contestant : Contestant.values()) {
            assertThat(terminal.out.lines()).anyMatch(line -> line.startsWith(contestant.label));
        }
        assertThat(terminal.out)
                .contains("4 chains of 200 steps", "96.23", "821.06", "ESS and seconds do not", out.toString());
        assertThat(terminal.out)
                .endsWith("marginals.png, report.html, warm-up.png, table.txt" + System.lineSeparator());
        assertThat(terminal.out).contains(Files.readString(out.resolve("table.txt")));
        for (String picture : new String[] {"marginals.png", "warm-up.png"}) {
            assertThat(ImageIO.read(out.resolve(picture).toFile())).isNotNull();
        }
        assertThat(ParsedPage.source(out.resolve("report.html")))
                .contains("<h1>Ising 50x50 C2 under ALBP</h1>", "the lattice of 50 rows and 50 columns");
    }

    @Test
    void quickstart_fewestSteps_doesNotFail() {
        Terminal terminal = Terminal.run("quickstart", "--steps", 4, "--chains", 1, "--quiet", "--out", out);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
    }

    @Test
    void quickstart_interrupted_showsWholeRunsOnly() {
        Thread.currentThread().interrupt();
        Terminal terminal = Terminal.run("quickstart", "--steps", 200, "--quiet", "--out", out);
        assertThat(terminal.exitCode).isEqualTo(130);
        assertThat(terminal.out).contains("Interrupted");
    }
}
