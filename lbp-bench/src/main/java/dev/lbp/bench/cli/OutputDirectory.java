package dev.lbp.bench.cli;

import dev.lbp.internal.WholeFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Where a command writes. It is made before the run, so that a bad path costs no hour of sampling. */
final class OutputDirectory {

    private final Path path;
    private final List<String> files = new ArrayList<>();

    private OutputDirectory(Path path) {
        this.path = path;
    }

    /**
     * @throws IllegalArgumentException if there is no such directory to write to, nor can one be made
     */
    static OutputDirectory at(Path path) {
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "must be a directory, or a path where one can be made: --out=" + path, e);
        }
        if (!Files.isWritable(path)) {
            throw new IllegalArgumentException("must be a directory that can be written to: --out=" + path);
        }
        return new OutputDirectory(path);
    }

    /**
     * Checks, before a run, that a file can be written after it; makes the directory it is to be in.
     *
     * @param option what the user gave it as, for messages
     * @throws IllegalArgumentException if it is there and not a regular file, or its directory can neither be made nor written to
     */
    static void checkFile(String option, Path file) {
        Path parent = Objects.requireNonNull(file.toAbsolutePath().getParent()); // only a root, a directory, has none
        try {
            Files.createDirectories(parent);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "must be in a directory, or in a path where one can be made: " + option + "=" + file, e);
        }
        WholeFile.check(option, file);
    }

    /**
     * Checks, before a run, that a directory can be made, or is there and empty; makes its parents.
     *
     * @param option what the user gave it as, for messages
     * @throws IllegalArgumentException if it holds something, is a file, or its own can neither be made nor written to
     */
    static void checkEmpty(String option, Path directory) {
        if (!Files.exists(directory)) {
            checkFile(option, directory);
            return;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            if (entries.iterator().hasNext()) {
                throw new IllegalArgumentException("must be new or empty: " + option + "=" + directory);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "must be a directory, or a path where one can be made: " + option + "=" + directory, e);
        }
        if (!Files.isWritable(directory)) {
            throw new IllegalArgumentException(
                    "must be a directory that can be written to: " + option + "=" + directory);
        }
    }

    /** The path of a file about to be written. */
    Path file(String name) {
        files.add(name);
        return path.resolve(name);
    }

    void write(String name, CharSequence text) throws IOException {
        WholeFile.replace(file(name), text);
    }

    /** What was written, in a line. */
    String listing() {
        return "Written to " + path.toAbsolutePath().normalize() + ": " + String.join(", ", files);
    }
}
