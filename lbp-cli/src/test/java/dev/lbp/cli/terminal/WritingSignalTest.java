package dev.lbp.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A signal while a command writes what may take long: the process ends, and what was written before is whole. */
@DisabledOnOs(OS.WINDOWS)
class WritingSignalTest {

    private static final int COLUMNS = 14;

    @TempDir
    private Path directory;

    private Path table(String name, int rows) throws IOException {
        Random random = new Random(5L);
        StringBuilder csv = new StringBuilder("y");
        for (int j = 1; j <= COLUMNS; j++) {
            csv.append(",x").append(j);
        }
        for (int t = 0; t < rows; t++) {
            csv.append('\n').append(random.nextInt(100));
            for (int j = 0; j < COLUMNS; j++) {
                csv.append(',').append(random.nextInt(100));
            }
        }
        return Files.writeString(directory.resolve(name), csv.append('\n'));
    }

    /** The first signal ends the draws, and the second one the predictions. */
    @Test
    @Tag("slow")
    void secondSignal_whileRowsArePredicted_endsTheProcessAndSaysWhatIsWritten()
            throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Path checkpoint = directory.resolve("run");
        Process process = new ProcessBuilder(Terminal.process(List.of(
                        "select",
                        table("table.csv", 60).toString(),
                        "--response=y",
                        "--predict=" + table("new.csv", 100_000),
                        "--enumerate-up-to=0",
                        "--warmup=1",
                        "--draws=1000000",
                        "--checkpoint=" + checkpoint,
                        "--checkpoint-every=1s",
                        "--quiet",
                        "--out=" + out)))
                .start();
        try {
            Path second = directory.resolve("run.previous"); // it has draws
            for (Path file : List.of(second, out.resolve("report.html"))) {
                while (!Files.exists(file)) {
                    assertThat(process.isAlive()).isTrue();
                    Thread.sleep(10);
                }
                process.toHandle().destroy();
            }
            String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(err).isEqualTo(ExitCodes.INTERRUPTED);
            assertThat(err)
                    .contains("lbp: interrupted; writing what remains, which another signal ends")
                    .contains("lbp: interrupted before all files were written. Written to " + out);
        } finally {
            process.destroyForcibly();
        }
        assertThat(out.resolve(".lbp-lock")).doesNotExist();
    }

    /** 30,000 rows predicted by 2^14 models: seconds, which the test does not wait for. */
    @Test
    void signal_whileRowsArePredicted_endsTheProcessAndLeavesTheTables() throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Process process = new ProcessBuilder(Terminal.process(List.of(
                        "select",
                        table("table.csv", 60).toString(),
                        "--response=y",
                        "--predict=" + table("new.csv", 30_000),
                        "--quiet",
                        "--out=" + out)))
                .start();
        try {
            while (!Files.exists(out.resolve("selection.json"))) {
                assertThat(process.isAlive()).isTrue();
                Thread.sleep(10);
            }
            process.toHandle().destroy(); // TERM; Process.destroy would close the streams
            String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(err).isEqualTo(ExitCodes.INTERRUPTED);
            assertThat(err)
                    .contains(
                            "lbp: interrupted before all files were written. Written to " + out
                                    + ": inclusion.csv, coefficients.csv, models.csv, sizes.csv, pairs.csv, sets.csv, summary.txt");
        } finally {
            process.destroyForcibly();
        }
        try (Stream<Path> left = Files.list(out)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "inclusion.csv",
                            "coefficients.csv",
                            "models.csv",
                            "sizes.csv",
                            "pairs.csv",
                            "sets.csv",
                            "summary.txt",
                            "report.html",
                            "selection.json");
        }
    }
}
