package dev.lbp.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;

/**
 * A local directory for the draws of one task, deleted when the task ends. It is below a directory that Spark has made
 * for the executor and that cluster managers remove, so that no files stay of a killed executor.
 */
final class LocalDraws implements AutoCloseable {

    private final Path directory;

    LocalDraws() throws IOException {
        File[] ofExecutor = SparkEnv.get().blockManager().diskBlockManager().localDirs();
        directory = Files.createTempDirectory(ofExecutor[0].toPath(), "lbp-spark-");
    }

    Path directory() {
        return directory;
    }

    /** The files of draws, without the manifest, which describes only this part of the run. */
    List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.toString().endsWith(".npy")).sorted().toList();
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : all.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
