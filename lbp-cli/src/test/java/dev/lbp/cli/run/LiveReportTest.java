package dev.lbp.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.ParsedPage;
import dev.lbp.Samplers;
import dev.lbp.cli.Terminal;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.result.RunResult;
import dev.lbp.result.TemperingResult;
import dev.lbp.target.EnergyModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of {@code --watch}. */
class LiveReportTest {

    private record Title(String title) implements SamplingOptions.Findings {

        @Override
        public String text() {
            return "";
        }

        @Override
        public void write(OutputDirectory directory) {}

        @Override
        public String slots(TemperingResult ladder) {
            return "";
        }
    }

    @Test
    void page_whileTheRunGoesOn_loadsItself_atMostEveryFiveSeconds(@TempDir Path directory) throws IOException {
        RunResult result = Samplers.gibbs()
                .sample(EnergyModels.of(3, x -> x[0]))
                .draws(100)
                .run();
        Path file = directory.resolve("r.html");
        LiveReport live = new LiveReport(file, made -> new Title("live"));
        live.accept(() -> result);
        ParsedPage page = ParsedPage.checked(Files.readString(file));
        assertThat(page.text("//meta[@http-equiv='refresh']/@content")).containsExactly("5");
        assertThat(page.text("//p[@role='status']").get(0)).startsWith("Still running: 100 draws of each chain so far");
        Files.delete(file);
        live.accept(() -> {
            throw new AssertionError("too early");
        });
        assertThat(file).doesNotExist();
    }

    @Test
    void watch_ofACommand_endsWithTheUsualReport(@TempDir Path directory) throws IOException {
        Path graph = Files.writeString(directory.resolve("g"), "2 1\n1 2 1\n");
        Path report = directory.resolve("r.html");
        Terminal terminal = Terminal.run(
                "sample",
                "--ising",
                graph,
                "--draws",
                100,
                "--watch",
                "--report",
                report,
                "--out",
                directory.resolve("o"));
        assertThat(terminal.exitCode).as(terminal.err).isZero();
        assertThat(Files.readString(report)).doesNotContain("Still running", "http-equiv");
        Terminal alone = Terminal.run("sample", "--ising", graph, "--watch", "--out", directory.resolve("o"));
        assertThat(alone.err).contains("must be given with --report FILE: --watch");
    }
}
