package dev.lbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.terminal.ExitCodes;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Input of {@code lbp sample} that never comes, in processes of their own: pipes that nobody writes to, and a closed
 * standard input.
 */
@DisabledOnOs(OS.WINDOWS)
class MissingInputTest {

    @TempDir
    private Path directory;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void endTheProcesses() {
        processes.forEach(Process::destroyForcibly);
    }

    private Process shell(List<String> words) throws IOException {
        return start(new ProcessBuilder(words));
    }

    private Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.directory(directory.toFile()).start();
        processes.add(process);
        return process;
    }

    /** The directory of results is made before the input is read. */
    @Test
    void sample_signalWhileInputIsRead_endsAtOnceAndLeavesNothing() throws IOException, InterruptedException {
        assertThat(shell(List.of("mkfifo", "fifo")).waitFor()).isZero();
        List<Process> reading = new ArrayList<>();
        List<String> signals = List.of("INT", "TERM", "HUP");
        for (String signal : signals) {
            String input =
                    signal.equals("HUP") ? "-" : "fifo"; // the other end of the standard input is open, in this process
            reading.add(start(Signals.process(List.of("sample", "--ising", input, "--out", signal, "--quiet"))));
        }
        for (int k = 0; k < signals.size(); k++) {
            Path out = directory.resolve(signals.get(k));
            while (!Files.exists(out)) {
                assertThat(reading.get(k).isAlive()).isTrue();
                Thread.sleep(10);
            }
            Signals.send(signals.get(k), reading.get(k));
            assertThat(reading.get(k).waitFor()).as(signals.get(k)).isEqualTo(ExitCodes.INTERRUPTED);
            assertThat(out).doesNotExist();
        }
    }

    @Test
    void sample_standardInputClosed_isRefused() throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("sh", "-c", "exec \"$0\" \"$@\" <&-"));
        words.addAll(Terminal.process(List.of("sample", "--ising", "-", "--out", "out", "--quiet")));
        Process closed = shell(words);
        assertThat(closed.waitFor()).isEqualTo(2);
        assertThat(new String(closed.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("lbp sample: must be open: standard input\n");
        assertThat(directory.resolve("out")).doesNotExist();
    }

    /** The file has no blocks on the disk. */
    @Test
    void sample_inputBeyondTheHeap_isNamedWithItsSize() throws IOException, InterruptedException {
        try (RandomAccessFile net =
                new RandomAccessFile(directory.resolve("net.onnx").toFile(), "rw")) {
            net.setLength(1L << 30);
        }
        Process process = shell(Terminal.process(List.of("sample", "--net", "net.onnx", "--out", "out", "--quiet")));
        assertThat(process.waitFor()).isEqualTo(ExitCodes.FAILURE);
        assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("lbp: failed: out of memory, with a heap of 256 MB and the input --net=net.onnx of 1.1 GB; ");
    }
}
