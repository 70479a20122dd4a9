package dev.lbp.cli;

import dev.lbp.internal.ForeignText;
import dev.lbp.internal.WholeFile;
import dev.lbp.result.SinkException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The output directory of a command, and the names of the written files. {@link CommandFiles} checks and creates it. If
 * a file cannot be written, the others still are; {@link #check} reports the failure.
 */
public final class OutputDirectory {

    private final Path path;
    private final List<String> files = new ArrayList<>();
    private final List<Path> elsewhere = new ArrayList<>();
    private @Nullable IOException failure;

    /** Writes a file. */
    @FunctionalInterface
    public interface Writing {

        void write(Path file) throws IOException;
    }

    private OutputDirectory(Path path) {
        this.path = path;
    }

    public static OutputDirectory at(Path path) {
        return new OutputDirectory(path);
    }

    /** The path of a file in it. */
    public Path path(String name) {
        return path.resolve(name);
    }

    public void write(String name, Writing writing) {
        writeAll(List.of(name), directory -> writing.write(path(name)));
    }

    /** Writes a file that is not in this directory. */
    void writeElsewhere(Path file, Writing writing) {
        writeAll(List.of(), directory -> {
            writing.write(file);
            elsewhere.add(file);
        });
    }

    /** Writes files of these names. The argument of the writing is the directory. */
    void writeAll(List<String> names, Writing writing) {
        try {
            writing.write(path);
            files.addAll(names);
        } catch (IOException e) {
            add(e);
        } catch (OutOfMemoryError e) { // the other files may be small enough
            String directory = path.toAbsolutePath().normalize().toString();
            add(new IOException(
                    "out of memory: cannot write " + String.join(", ", names) + " in " + directory
                            + "; a larger heap (java -Xmx) has room for it",
                    e));
        } catch (SinkException e) {
            add(new IOException(e.getMessage(), e));
        }
    }

    private void add(IOException e) {
        if (failure == null) {
            failure = e;
        } else {
            failure.addSuppressed(e);
        }
    }

    public void write(String name, CharSequence text) {
        write(name, file -> WholeFile.replace(file, text));
    }

    /** The written files, in a line; those of other directories in a line each. */
    public String listing() {
        String names = files.isEmpty() ? "nothing" : String.join(", ", files);
        StringBuilder text = new StringBuilder(
                ForeignText.onOneLine("Written to " + path.toAbsolutePath().normalize() + ": " + names));
        for (Path file : elsewhere) {
            text.append("\nWritten: ")
                    .append(ForeignText.onOneLine("" + file.toAbsolutePath().normalize()));
        }
        return text.toString();
    }

    /** Throws the first failure, with the later ones as suppressed exceptions, if a file could not be written. */
    public void check() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }
}
