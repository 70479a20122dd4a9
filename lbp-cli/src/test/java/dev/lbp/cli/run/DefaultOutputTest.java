package dev.lbp.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefaultOutputTest {

    @TempDir
    private Path directory;

    @Test
    void free_directoryThatIsThere_isTheNextNumber() throws IOException {
        Path name = directory.resolve("lbp-sample");
        assertThat(DefaultOutput.free(name, "")).isEqualTo(name);
        Files.createDirectory(name);
        Files.createFile(directory.resolve("lbp-sample-2"));
        assertThat(DefaultOutput.free(name, "")).isEqualTo(directory.resolve("lbp-sample-3"));
    }

    /** In a process of its own, for the default is in the working directory. With --quiet, nothing is logged either. */
    @Test
    void sample_withoutOut_leavesEarlierResults() throws IOException, InterruptedException {
        Files.writeString(directory.resolve("g.txt"), "2 1\n1 2 1\n");
        Path earlier = Files.createDirectory(directory.resolve("lbp-sample"));
        Path log = directory.resolve("log");
        Process process = new ProcessBuilder(
                        Terminal.process(List.of("sample", "--ising", "g.txt", "--draws", "10", "--quiet")))
                .directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(log.toFile())
                .start();
        assertThat(process.waitFor()).isZero();
        assertThat(log).isEmptyFile();
        assertThat(earlier).isEmptyDirectory();
        assertThat(directory.resolve("lbp-sample-2/summary.txt")).exists();
    }

    @Test
    void free_anyOfItsFilesIsThere_isTheNextNumber() throws IOException {
        Path name = directory.resolve("rbm");
        assertThat(DefaultOutput.free(name, ".npz", ".png")).isEqualTo(directory.resolve("rbm.npz"));
        Files.createFile(directory.resolve("rbm.png"));
        assertThat(DefaultOutput.free(name, ".npz", ".png")).isEqualTo(directory.resolve("rbm-2.npz"));
    }
}
