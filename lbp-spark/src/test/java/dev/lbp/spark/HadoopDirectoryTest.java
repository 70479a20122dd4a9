package dev.lbp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

    /** Copies files as an attempt of a task does, and tells what the task returns. */
    private SliceResult staged(HadoopDirectory there, long attempt, Path... files) throws IOException {
        there.stage(attempt, List.of(files), () -> false);
        return new SliceResult(new byte[] {1, 2}, attempt, SliceResult.sizes(List.of(files)));
    }

    @Test
    void files_areWhole_andAlone() throws IOException {
        HadoopDirectory there = directory("a/b");
        there.make();
        SliceResult result = staged(there, 0, file("x.npy", "one"), file("a%20b.npy", "two"));
        assertThat(there.has("x.npy")).isFalse();
        there.publish(List.of(result));
        there.prepare("manifest.json", "{}");
        there.publishPrepared("manifest.json");
        there.cleanAll();
        assertThat(names("a/b")).containsExactly("a%20b.npy", "manifest.json", "x.npy");
        assertThat(here.resolve("a/b/x.npy")).hasContent("one");
        assertThat(here.resolve("a/b/a%20b.npy")).hasContent("two");
        assertThat(there.has("x.npy")).isTrue();
    }

    @Test
    void result_passesThroughBytes() throws IOException {
        SliceResult read = SliceResult.of(new SliceResult(new byte[] {1, 2}, 7, Map.of("x.npy", 3L)).toBytes());
        assertThat(read.part()).containsExactly(1, 2);
        assertThat(read.attempt()).isEqualTo(7);
        assertThat(read.files()).isEqualTo(Map.of("x.npy", 3L));
    }

    /** A task that dies is repeated. The files are those of the attempt whose result counts. */
    @Test
    void files_areThoseOfTheAttempt_thatCounts() throws IOException {
        HadoopDirectory there = directory("draws");
        there.make();
        staged(there, 0, file("x.npy", "half of"));
        SliceResult second = staged(there, 1, file("x.npy", "whole"));
        staged(there, 2, file("x.npy", "too late"));
        there.publish(List.of(second));
        assertThat(here.resolve("draws/x.npy")).hasContent("whole");
        there.clean();
        there.cleanOthers();
        assertThat(names("draws/_lbp")).isEmpty();
    }

    /** Each rename takes a while, and fails where there is a file. A copy ends before, within and after the renames. */
    @Test
    void speculativeCopies_harmNothing() throws Exception {
        HadoopDirectory there = troubled(Map.of(TroubledFileSystem.RENAME_MILLIS, "150"));
        there.make();
        Path x = file("x.npy", "one");
        Path y = file("y.npy", "two");
        SliceResult counts = staged(there, 0, x, y);
        Thread copies = new Thread(() -> {
            for (int attempt = 1; attempt < 20; attempt++) {
                try {
                    staged(there, attempt, x, y);
                    Thread.sleep(15);
                } catch (IOException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        copies.start();
        there.publish(List.of(counts));
        there.prepare("manifest.json", "{}");
        there.publishPrepared("manifest.json");
        copies.join();
        there.cleanAll();
        assertThat(names("draws")).containsExactly("manifest.json", "x.npy", "y.npy");
        assertThat(here.resolve("draws/x.npy")).hasContent("one");
    }

    @Test
    void taskThatIsNotNeeded_copiesNoMore() throws IOException {
        HadoopDirectory there = directory("draws");
        Path file = file("x.npy", "one");
        assertThatThrownBy(() -> there.stage(0, List.of(file), () -> true)).isInstanceOf(IOException.class);
        assertThat(here.resolve("draws")).doesNotExist();
    }

    @Test
    void lostFiles_areNoticed() throws IOException {
        HadoopDirectory there = troubled(Map.of(TroubledFileSystem.RENAME_LOSES, "y.npy"));
        there.make();
        SliceResult result = staged(there, 0, file("x.npy", "one"), file("y.npy", "two"));
        assertThatThrownBy(() -> there.publish(List.of(result)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("y.npy");
        SliceResult shorter = staged(there, 1, file("x.npy", "one"));
        Files.writeString(here.resolve("made/x.npy"), "more");
        there.stage(1, List.of(here.resolve("made/x.npy")), () -> false);
        assertThatThrownBy(() -> there.publish(List.of(shorter)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("must have the 3 bytes that its task has written: ");
    }

    @Test
    void directoryThatIsNotMade_isAnError() {
        assertThatThrownBy(() ->
                        troubled(Map.of(TroubledFileSystem.MKDIRS, "false")).make())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot make the directory troubled:");
    }

    private HadoopDirectory troubled(Map<String, String> troubles) {
        return new HadoopDirectory(TroubledFileSystem.uri(here.resolve("draws")), TroubledFileSystem.conf(troubles));
    }

    /** What a killed attempt of a killed run leaves is gone when the next run has the directory. */
    @Test
    void leftovers_areDeleted() throws IOException {
        HadoopDirectory there = directory("draws");
        there.make();
        Files.createDirectories(here.resolve("draws/_lbp/killed/7"));
        Files.writeString(here.resolve("draws/_lbp/killed/7/x.npy"), "half");
        Files.writeString(here.resolve("draws/states.6.npy"), "of more chains than this run has");
        Files.writeString(here.resolve("draws/notes.npy"), "of somebody else");
        there.cleanOthers();
        assertThat(names("draws/_lbp")).isEmpty();
        assertThat(names("draws")).containsExactly("_lbp", "notes.npy");
    }

    /**
     * The driver of the first run sleeps, and the second run takes over and finishes, before each of the first one's
     * steps.
     */
    @Test
    void sleepingDriver_changesNothingOfTheRunThatTookOver() throws IOException {
        HadoopDirectory first = directory("draws");
        HadoopDirectory second = directory("draws");
        first.make();
        SliceResult ofFirst = staged(first, 0, file("states.0.npy", "one"), file("states.1.npy", "one"));
        first.prepare("manifest.json", "first");
        second.cleanOthers();
        SliceResult ofSecond = staged(second, 0, file("states.0.npy", "two"), file("states.1.npy", "two"));
        assertThatThrownBy(() -> first.publish(List.of(ofFirst))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> first.publishPrepared("manifest.json")).isInstanceOf(IOException.class);
        second.publish(List.of(ofSecond));
        assertThatThrownBy(() -> first.publish(List.of(ofFirst))).isInstanceOf(IOException.class);
        second.prepare("manifest.json", "second");
        assertThatThrownBy(() -> first.publishPrepared("manifest.json")).isInstanceOf(IOException.class);
        second.publishPrepared("manifest.json");
        assertThatThrownBy(() -> first.publishPrepared("manifest.json")).isInstanceOf(IOException.class);
        assertThat(here.resolve("draws/states.0.npy")).hasContent("two");
        assertThat(here.resolve("draws/states.1.npy")).hasContent("two");
        assertThat(here.resolve("draws/manifest.json")).hasContent("second");
    }

    @Test
    void fileInThePlaceOfTheDirectory_isAnError() throws IOException {
        HadoopDirectory there = directory("made/x.npy");
        file("x.npy", "one");
        assertThatThrownBy(there::make).isInstanceOf(IOException.class).hasMessageContaining("x.npy");
    }
}
