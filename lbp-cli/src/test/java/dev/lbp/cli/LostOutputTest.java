package dev.lbp.cli;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Output that a full disk, or a directory that changes during the run, does not take: the exit code is 1. */
class LostOutputTest {

    private static final class Full extends OutputStream {

        @Override
        public void write(int b) throws IOException {
            throw new IOException("No space left on device");
        }
    }

    /** An instance that, when it is read, makes directories where results of the command are to go. */
    private static final class Blocking extends InputStream {

        private final List<Path> files;
        private final InputStream text = new ByteArrayInputStream("2 1\n1 2 1\n".getBytes(StandardCharsets.US_ASCII));

        Blocking(Path... files) {
            this.files = List.of(files);
        }

        @Override
        public int read() throws IOException {
            for (Path file : files) {
                Files.createDirectories(file);
            }
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
    void sample_filesThatCannotBeWritten_areAllNamedAndTheOthersWritten(@TempDir Path directory) {
        Path out = directory.resolve("out");
        Path report = directory.resolve("elsewhere/report.html");
        Terminal terminal = sample(out, report, out.resolve("summary.txt"), out.resolve("traces.png"), report);
        assertThat(terminal.exitCode).isEqualTo(1);
        assertThat(terminal.err)
                .contains("failed: cannot write " + out.resolve("traces.png"))
                .contains("failed also: cannot write " + out.resolve("summary.txt"))
                .contains("failed also: cannot write " + report
                        + ": must be a regular file, or a path where there is nothing")
                .doesNotContain("file=");
        assertThat(terminal.out)
                .contains("out: best-state.txt, marginals.csv\n")
                .doesNotContain("Report: ");
        assertThat(out.resolve("best-state.txt")).isNotEmptyFile();
        assertThat(out.resolve("marginals.csv")).isNotEmptyFile();
    }

    @Test
    void sample_outThatCannotBeWritten_stillWritesTheReport(@TempDir Path directory) {
        Path out = directory.resolve("out");
        Path report = directory.resolve("elsewhere/report.html");
        Terminal terminal = sample(out, report, out.resolve("summary.txt"));
        assertThat(terminal.exitCode).isEqualTo(1);
        assertThat(terminal.err).contains("failed: cannot write " + out.resolve("summary.txt"));
        assertThat(terminal.out).contains("standard input: Ising, 2 sites", "Report: " + report);
        assertThat(report).isNotEmptyFile();
    }

    /** Runs a command in a process whose files have at most this number of blocks, of 512 or 1,024 bytes. */
    private static Process limited(Path directory, int blocks, String... arguments) throws IOException {
        List<String> words =
                new ArrayList<>(List.of("sh", "-c", "ulimit -f " + blocks + " && exec \"$0\" \"$@\" 2>&1"));
        words.addAll(Terminal.process(List.of(arguments)));
        words.add(words.indexOf("-cp"), "-XX:-UsePerfData"); // a file of the JVM's own
        return new ProcessBuilder(words).directory(directory.toFile()).start();
    }

    private static String output(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    /** 1,000 of 4,096 models are written, which takes more than 20 blocks; the other tables are small. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void select_tableThatCannotBeWritten_leavesTheOthers(@TempDir Path directory)
            throws IOException, InterruptedException {
        Random random = new Random(3L);
        StringBuilder csv = new StringBuilder("y");
        for (int j = 1; j <= 12; j++) {
            csv.append(",x").append(j);
        }
        for (int t = 0; t < 40; t++) {
            csv.append('\n').append(random.nextInt(100));
            random.ints(12, 0, 100).forEach(x -> csv.append(',').append(x));
        }
        Files.writeString(directory.resolve("t.csv"), csv.append('\n'));
        Process process = limited(directory, 20, "select", "t.csv", "--response=y", "--quiet", "--out=out");
        String output = output(process);
        assertThat(process.exitValue()).as(output).isEqualTo(1);
        assertThat(output)
                .contains(": inclusion.csv, coefficients.csv, sizes.csv, pairs.csv, sets.csv, summary.txt\n")
                .contains("failed: cannot write out/models.csv");
        assertThat(directory.resolve("out/sizes.csv")).isNotEmptyFile();
    }

    /** 5,000 draws of a trace take 40,128 bytes, and the picture more than 10,000. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void sample_drawsAndPictureTooLarge_areBothNamed(@TempDir Path directory) throws IOException, InterruptedException {
        Files.writeString(directory.resolve("g.txt"), "2 1\n1 2 1\n");
        Process limited = limited(directory, 8, "sample", "--ising=g.txt", "--quiet", "--sink=draws", "--out=out");
        assertThat(output(limited))
                .contains("failed: cannot write draws/", "failed also: cannot write out/traces.png")
                .contains("out: best-state.txt, marginals.csv, summary.txt\n");
        assertThat(limited.exitValue()).isEqualTo(1);
        assertThat(directory.resolve("out/traces.png")).doesNotExist();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void sample_sinkThatCannotBegin_leavesNothing(@TempDir Path directory) throws IOException, InterruptedException {
        Files.writeString(directory.resolve("g.txt"), "2 1\n1 2 1\n");
        Process limited = limited(directory, 0, "sample", "--ising=g.txt", "--quiet", "--sink=draws", "--out=out");
        assertThat(output(limited)).contains("failed: cannot write draws/");
        assertThat(limited.exitValue()).isEqualTo(1);
        assertThat(directory.resolve("draws")).doesNotExist();
        assertThat(directory.resolve("out")).doesNotExist();
    }

    /** The options cannot be saved when the run begins. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void sample_checkpointThatCannotBegin_isToldInWords(@TempDir Path directory)
            throws IOException, InterruptedException {
        Files.writeString(directory.resolve("g.txt"), "2 1\n1 2 1\n");
        Process limited = limited(directory, 0, "sample", "--ising=g.txt", "--quiet", "--checkpoint=c", "--out=out");
        assertThat(output(limited))
                .contains("failed: the listener failed in started: cannot write ", "c.options: ")
                .doesNotContain("IOException");
        assertThat(limited.exitValue()).isEqualTo(1);
    }

    /** Runs the command, which finds directories in the place of some results. */
    private static Terminal sample(Path out, Path report, Path... blocked) {
        InputStream before = System.in;
        System.setIn(new Blocking(blocked));
        try {
            return Terminal.run("sample", "--ising", "-", "--draws", 10, "--quiet", "--out", out, "--report", report);
        } finally {
            System.setIn(before);
        }
    }
}
