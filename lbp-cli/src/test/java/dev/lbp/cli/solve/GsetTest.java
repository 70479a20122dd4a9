package dev.lbp.cli.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.cli.Terminal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On graphs kept outside the repository: in the folder named by the system property lbp.data, else beside the
 * repository.
 */
@Tag("data")
class GsetTest {

    private static final int BEST_KNOWN_CUT = 3064;

    @Test
    void sample_g14_comesNearTheBestKnownCut(@TempDir Path out) {
        Path graph =
                Path.of(System.getProperty("lbp.data", "../../shared/data")).resolve("gset/G14.txt.gz");
        assumeTrue(Files.exists(graph), () -> "no file " + graph.toAbsolutePath());
        Terminal terminal = Terminal.run(
                "sample",
                "--ising",
                graph,
                "--cut",
                "--beta",
                1.5,
                "--warmup",
                20_000,
                "--draws",
                50_000,
                "--quiet",
                "--out",
                out);
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.number("best cut:")).isBetween(0.99 * BEST_KNOWN_CUT, 1.0 * BEST_KNOWN_CUT);
    }
}
