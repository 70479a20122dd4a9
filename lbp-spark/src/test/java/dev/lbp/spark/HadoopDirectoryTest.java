package dev.lbp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files on Hadoop's local file system. */
class HadoopDirectoryTest {

    @TempDir
    private Path here;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(Files.createDirectories(here.resolve("made")).resolve(name), text);
    }

    private HadoopDirectory directory(String name) {
        return new HadoopDirectory(here.resolve(name).toUri().toString(), new Configuration(false));
    }

    private List<String> names(String directory) throws IOException {
        try (Stream<Path> files = Files.list(here.resolve(directory))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void files_areWhole_andAlone() throws IOException {
        HadoopDirectory there = directory("a/b");
        there.make();
        there.put("0", List.of(file("x.npy", "one"), file("a%20b.npy", "two")));
        there.clean();
        assertThat(names("a/b")).containsExactly("a%20b.npy", "x.npy");
        assertThat(here.resolve("a/b/x.npy")).hasContent("one");
        assertThat(here.resolve("a/b/a%20b.npy")).hasContent("two");
        assertThat(there.has("x.npy")).isTrue();
        assertThat(there.has("manifest.json")).isFalse();
    }

    /** A task that dies after a rename is repeated. */
    @Test
    void secondAttempt_replacesTheFirst() throws IOException {
        HadoopDirectory there = directory("draws");
        there.make();
        there.put("0", List.of(file("x.npy", "one")));
        there.put("1", List.of(file("x.npy", "one again")));
        assertThat(here.resolve("draws/x.npy")).hasContent("one again");
    }

    /** What a killed attempt leaves is gone when the run ends. */
    @Test
    void leftovers_areDeleted() throws IOException {
        HadoopDirectory there = directory("draws");
        there.make();
        Files.createDirectories(here.resolve("draws/_temporary/7"));
        Files.writeString(here.resolve("draws/_temporary/7/x.npy"), "half");
        there.clean();
        assertThat(names("draws")).isEmpty();
    }

    @Test
    void fileInThePlaceOfTheDirectory_isAnError() throws IOException {
        HadoopDirectory there = directory("made/x.npy");
        file("x.npy", "one");
        assertThatThrownBy(there::make).isInstanceOf(IOException.class).hasMessageContaining("x.npy");
    }
}
