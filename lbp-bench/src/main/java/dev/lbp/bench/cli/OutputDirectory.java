package dev.lbp.bench.cli;

import dev.lbp.internal.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A directory that a command writes to, and the names of the files written. {@link CommandFiles} checks and makes it. */
final class OutputDirectory {

    private final Path path;
    private final List<String> files = new ArrayList<>();

    private OutputDirectory(Path path) {
        this.path = path;
    }

    static OutputDirectory at(Path path) {
        return new OutputDirectory(path);
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
