package dev.lbp.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output that a full disk, or a directory that changes during the run, does not take: the exit code is 1. */
class LostOutputTest {

    private static final class Full extends OutputStream {

        @Override
        public void write(int b) throws IOException {
            throw new IOException("No space left on device");
        }
    }

    /** An instance that, when it is read, makes a directory where a result of the command is to go. */
    private static final class Blocking extends InputStream {

        private final Path file;
        private final InputStream text = new ByteArrayInputStream("2 1\n1 2 1\n".getBytes(StandardCharsets.US_ASCII));

        Blocking(Path file) {
            this.file = file;
        }

        @Override
        public int read() throws IOException {
            Files.createDirectories(file);
            return text.read();
        }
    }

    @Test
    void standardOutput_full_isAFailure() {
        PrintStream before = System.out;
        StringWriter err = new StringWriter();
        System.setOut(new PrintStream(new Full()));
        try {
            int exitCode = Lbp.commandLine().setErr(new PrintWriter(err)).execute("--version");
            assertThat(exitCode).isEqualTo(1);
        } finally {
            System.setOut(before);
        }
        assertThat(err.toString()).contains("lbp: failed: cannot write to standard output");
    }

    @Test
    void sample_outThatCannotBeWritten_stillWritesTheReport(@TempDir Path directory) {
        InputStream before = System.in;
        Path out = directory.resolve("out");
        Path report = directory.resolve("elsewhere/report.html");
        System.setIn(new Blocking(out.resolve("summary.txt")));
        Terminal terminal;
        try {
            terminal =
                    Terminal.run("sample", "--ising", "-", "--draws", 10, "--quiet", "--out", out, "--report", report);
        } finally {
            System.setIn(before);
        }
        assertThat(terminal.exitCode).isEqualTo(1);
        assertThat(terminal.err).contains("failed: cannot write " + out.resolve("summary.txt"));
        assertThat(terminal.out).contains("standard input: Ising, 2 sites", "Report: " + report);
        assertThat(report).isNotEmptyFile();
    }
}
