package dev.lbp.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LbpTest {

    @Test
    void help_ofEveryCommand_fitsTheTerminal() {
        for (String command : new String[] {
            "--help", "quickstart --help", "sample --help", "train-rbm --help", "experiment --help", "bench --help"
        }) {
            Terminal terminal = Terminal.run((Object[]) command.split(" "));
            assertThat(terminal.exitCode).isZero();
            assertThat(terminal.out).contains("Usage: lbp", "130").doesNotContain("null");
            assertThat(terminal.out.lines()).allMatch(line -> line.length() <= 80);
        }
    }

    @Test
    void version_isPrinted() {
        Terminal terminal = Terminal.run("--version");
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).startsWith("lbp ");
    }

    @Test
    void stacktrace_isShownOnRequest(@TempDir Path directory) {
        Terminal terminal = Terminal.run("sample", "--ising", directory.resolve("none"), "--stacktrace");
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(terminal.err).contains("must be a file that exists", "\tat ");
    }

    @Test
    void failureToWrite_isOneLineAndExitCode1(@TempDir Path directory) throws IOException {
        Path graph = Files.writeString(directory.resolve("g"), "2 1\n1 2 1\n");
        Path out = Files.createDirectory(directory.resolve("out"));
        Files.createDirectory(out.resolve("best-state.txt"));
        Terminal terminal = Terminal.run("sample", "--ising", graph, "--draws", 10, "--quiet", "--out", out);
        assertThat(terminal.exitCode).isEqualTo(1);
        assertThat(terminal.err).contains("failed: ", "best-state.txt").doesNotContain("\tat ");
    }
}
