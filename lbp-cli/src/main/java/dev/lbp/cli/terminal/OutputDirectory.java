package dev.lbp.cli.terminal;

import dev.lbp.internal.Failures;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.result.SinkException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The output directory of a command, and the names of the written files. {@link CommandFiles} checks and creates it.
 * The content of a file is computed when it is written. If this fails for any reason, the other files are written
 * nevertheless, and {@link #check} reports the failure. So a command writes first what is cheap and must not be lost.
 */
public final class OutputDirectory {

    private final Path path;
    private final @Nullable Interruption interruption;
    private final List<String> files = new CopyOnWriteArrayList<>();
    private final List<String> elsewhere = new CopyOnWriteArrayList<>();
    private @Nullable IOException failure;

    /** Writes a file. */
    @FunctionalInterface
    public interface Writing {

        void write(Path file) throws IOException;
    }

    private OutputDirectory(Path path, @Nullable Interruption interruption) {
        this.path = path;
        this.interruption = interruption;
    }

    public static OutputDirectory at(Path path) {
        return new OutputDirectory(path, null);
    }

    /** The directory of a command that handles signals; {@link #saved} tells {@code interruption} that all is saved. */
    public static OutputDirectory at(Path path, Interruption interruption) {
        return new OutputDirectory(path, interruption);
    }

    /** Call this when all is written that must not be lost: from now on the first signal ends the process. */
    public void saved() {
        if (interruption != null) {
            interruption.saved(this::listing);
        }
    }

    /** The path of a file in the directory. */
    public Path path(String name) {
        return path.resolve(name);
    }

    public void write(String name, Writing writing) {
        writeAll(List.of(name), directory -> writing.write(path(name)));
    }

    /**
     * Writes a file that is not in this directory.
     *
     * @param title before its path in {@link #listing}, such as "Written"
     * @return whether it is written
     */
    public boolean writeElsewhere(String title, Path file, Writing writing) {
        return guard(file.toString(), () -> {
            String constraint = WholeFile.constraint(file);
            if (constraint != null) { // else the writer's message would name its argument, not the file
                throw new IOException("cannot write " + file + ": must " + constraint);
            }
            writing.write(file);
            elsewhere.add(ForeignText.onOneLine(title + ": " + file));
        });
    }

    /** Writes files of these names. The argument of the writing is the directory. */
    public void writeAll(List<String> names, Writing writing) {
        guard(inDirectory(String.join(", ", names)), () -> {
            writing.write(path);
            files.addAll(names);
        });
    }

    private String inDirectory(String names) {
        return names + " in " + path.toAbsolutePath().normalize();
    }

    /** Work whose failure must not prevent what comes after it. */
    @FunctionalInterface
    public interface Work {

        void done() throws IOException;
    }

    /**
     * Does work, and keeps its failure for {@link #check}.
     * @param what the name of what the work writes, for messages
     * @return whether the work succeeded
     */
    public boolean guard(String what, Work work) {
        try {
            work.done();
            return true;
        } catch (IOException e) {
            add(e);
        } catch (SinkException e) {
            add(new IOException(e.getMessage(), e));
        } catch (OutOfMemoryError e) { // other files may need less memory
            add(new IOException(
                    "out of memory: cannot write " + what + "; a larger heap (java -Xmx) has room for it", e));
        } catch (IllegalArgumentException e) {
            add(new IOException("cannot write " + what + ": " + e.getMessage(), e));
        } catch (RuntimeException | Error e) {
            add(new IOException("cannot write " + what + ": " + Failures.words(e), e));
        }
        return false;
    }

    /** Keeps the first failure, and later ones as its suppressed exceptions. */
    private void add(IOException e) {
        if (failure == null) {
            failure = e;
        } else {
            failure.addSuppressed(e);
        }
    }

    public void write(String name, Supplier<? extends CharSequence> text) {
        write(name, file -> WholeFile.replace(file, text.get()));
    }

    /** Prints a text, then writes it, so that the results are seen even if the file cannot be written. */
    public void printAndWrite(PrintWriter console, String name, Supplier<String> text) {
        write(name, () -> {
            String whole = text.get();
            console.print(whole);
            console.flush();
            return whole;
        });
    }

    /** Writes a file, or none if it would be empty. */
    public void writeUnlessEmpty(String name, Supplier<String> text) {
        guard(inDirectory(name), () -> {
            String content = text.get();
            if (!content.isEmpty()) {
                write(name, () -> content);
            }
        });
    }

    /** The written files, in a line; those of other directories in a line each. */
    public String listing() {
        String names = files.isEmpty() ? "nothing" : String.join(", ", files);
        String here = ForeignText.onOneLine("Written to " + path + ": " + names);
        return String.join(
                "\n", Stream.concat(Stream.of(here), elsewhere.stream()).toList());
    }

    /** Throws the first failure, with the later ones as suppressed exceptions, if a file could not be written. */
    public void check() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }
}
