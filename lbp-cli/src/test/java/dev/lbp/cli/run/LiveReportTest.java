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
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
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
        public String temperingCsv(TemperingResult ladder) {
            return "";
        }
    }

    @Test
    void page_whileTheRunGoesOn_loadsItself_atMostEveryFiveSeconds(@TempDir Path directory) throws IOException {
        RunResult result = result();
        Path file = directory.resolve("r.html");
        LiveReport live =
                new LiveReport(file, made -> new Title("live"), new PrintWriter(new StringWriter()), LiveReport.EVERY);
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

    /** Chains start in either of two modes, and stay: too early for a warning in red. */
    @Test
    void page_whileTheRunGoesOn_saysThatChainsDisagreeSoFar(@TempDir Path directory) throws IOException {
        RunResult result = Samplers.gibbs()
                .sample(EnergyModels.of(3, x -> x[0] == x[1] && x[1] == x[2] ? 30 : 0))
                .draws(100)
                .run();
        Path file = directory.resolve("r.html");
        new LiveReport(file, made -> new Title("live"), new PrintWriter(new StringWriter()), LiveReport.EVERY)
                .accept(() -> result);
        assertThat(ParsedPage.checked(Files.readString(file)).text("//div[starts-with(@class, 'verdict')]/h2"))
                .containsExactly("Not mixed so far");
        result.report(file);
        assertThat(Files.readString(file)).contains("Do not trust these results: the chains disagree");
    }

    private static RunResult result() {
        return Samplers.gibbs().sample(EnergyModels.of(3, x -> x[0])).draws(100).run();
    }

    @Test
    void page_thatCannotBeWritten_isAWarningOnce(@TempDir Path directory) throws IOException {
        RunResult result = result();
        Path gone = Files.createDirectory(directory.resolve("gone"));
        Path file = gone.resolve("r.html");
        StringWriter warnings = new StringWriter();
        AtomicInteger pages = new AtomicInteger();
        LiveReport live = new LiveReport(
                file, made -> new Title("live " + pages.incrementAndGet()), new PrintWriter(warnings), Duration.ZERO);
        Files.delete(gone);
        for (int failed = 1; failed <= 2; failed++) {
            acceptUntil(failed, pages, live, result);
        }
        assertThat(warnings.toString().strip())
                .startsWith(
                        "lbp: the run goes on without a new page of --watch: must be in a directory that exists: --report=")
                .hasLineCount(1);
        Files.createDirectory(gone);
        acceptUntil(3, pages, live, result);
        assertThat(Files.readString(file)).contains("live 3");
    }

    /** A page is not due before 20 times the time of the last one. */
    private static void acceptUntil(int pages, AtomicInteger made, LiveReport live, RunResult result) {
        while (made.get() < pages) {
            live.accept(() -> result);
        }
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
