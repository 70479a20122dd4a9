package dev.lbp.bench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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

    /** The path of a file about to be written. */
    Path file(String name) {
        files.add(name);
        return path.resolve(name);
    }

    void write(String name, CharSequence text) throws IOException {
        Files.writeString(file(name), text);
    }

    /** What was written, in a line. */
    String listing() {
        return "Written to " + path.toAbsolutePath().normalize() + ": " + String.join(", ", files);
    }
}
