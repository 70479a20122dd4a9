package dev.lbp.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    @Test
    void free_anyOfItsFilesIsThere_isTheNextNumber() throws IOException {
        Path name = directory.resolve("rbm");
        assertThat(DefaultOutput.free(name, ".npz", ".png")).isEqualTo(directory.resolve("rbm.npz"));
        Files.createFile(directory.resolve("rbm.png"));
        assertThat(DefaultOutput.free(name, ".npz", ".png")).isEqualTo(directory.resolve("rbm-2.npz"));
    }
}
