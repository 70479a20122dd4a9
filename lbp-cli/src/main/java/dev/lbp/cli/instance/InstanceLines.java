package dev.lbp.cli.instance;

import dev.lbp.internal.Failures;
import dev.lbp.internal.Memory;
import dev.lbp.internal.files.TextBytes;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of an instance file, with their numbers for messages. In a file of numbers text after a {@code #} is a
 * comment, in a file of names a line that begins with one; blank lines are skipped. The file may be compressed by gzip
 * under any name, and may begin with the byte order mark of UTF-8. It may be a pipe; {@code -} is standard input.
 */
final class InstanceLines {

    private final Path file;
    private final TextOnly.Form form;
    private long line;

    /** A file of numbers. */
    InstanceLines(Path file) {
        this(file, TextOnly.Form.NUMBERS);
    }

    InstanceLines(Path file, TextOnly.Form form) {
        this.file = file;
        this.form = form;
    }

    /**
     * Passes on the entry of each line that has one; of a file of numbers without white space around it, of a file of
     * names with it, since a tab at the beginning is an empty first field.
     *
     * @throws InstanceException if the file cannot be read
     */
    void forEach(Consumer<String> entries) {
        forEach(entries, comment -> {});
    }

    /** As {@link #forEach(Consumer)}, and passes on comments of a file of numbers, each from its {@code #} on. */
    void forEach(Consumer<String> entries, Consumer<String> comments) {
        try (BufferedReader reader = reader()) {
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                line++;
                int comment = text.indexOf('#');
                boolean cut = comment == 0 || comment > 0 && form == TextOnly.Form.NUMBERS;
                if (cut) {
                    comments.accept(text.substring(comment));
                }
                String entry = cut ? text.substring(0, comment) : text;
                if (!entry.isBlank()) {
                    entries.accept(form == TextOnly.Form.NUMBERS ? entry.strip() : entry);
                }
            }
        } catch (TextOnly.NotText e) {
            throw at(e.line, e.getMessage());
        } catch (EOFException e) {
            throw bad("must be a whole gzip file: it ends after this line");
        } catch (ZipException e) {
            throw bad("must be a sound gzip file: " + e.getMessage());
        } catch (IOException e) {
            throw bad("must be readable: " + Failures.words(e));
        }
    }

    private BufferedReader reader() throws IOException {
        return new BufferedReader(
                new InputStreamReader(new TextOnly(TextBytes.of(open()), form), StandardCharsets.UTF_8));
    }

    private InputStream open() throws IOException {
        if (InstanceReader.isStandardInput(file)) {
            if (isClosed()) {
                throw new InstanceException("must be open: " + name());
            }
            return System.in;
        }
        if (Files.isDirectory(file) || !Files.isReadable(file)) {
            String what = Files.isDirectory(file)
                    ? "must be a file, and is a directory"
                    : Files.exists(file) ? "must be a file that can be read" : "must be a file that exists";
            throw new InstanceException(what + ": " + file);
        }
        return new FileInputStream(file.toFile()); // a stream of Files reads the position of a pipe, which fails
    }

    /**
     * Whether the process began without a standard input. Then the first file that the JVM opens, the image of its
     * modules, has number 0. Reading or closing that file would crash the JVM. False on a system without files for
     * these numbers.
     */
    private static boolean isClosed() throws IOException {
        Path standardInput = Path.of("/dev/fd/0");
        Path modules = Path.of(System.getProperty("java.home"), "lib", "modules");
        return Files.exists(standardInput) && Files.exists(modules) && Files.isSameFile(standardInput, modules);
    }

    /** The name for messages. */
    String name() {
        return InstanceReader.isStandardInput(file) ? "standard input" : file.toString();
    }

    /** The number of the current line. */
    long line() {
        return line;
    }

    /** An exception that names the file and the current line. */
    InstanceException bad(@Nullable String what) {
        return at(line, what);
    }

    private InstanceException at(long where, @Nullable String what) {
        return new InstanceException(name() + ":" + Math.max(1, where) + ": " + what);
    }

    /** Refuses memory that the heap does not have. */
    void checkMemory(double bytes, String what) {
        try {
            Memory.check(bytes, what, "a larger heap by java -Xmx");
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage());
        }
    }

    /** Refuses a line with another number of fields. */
    void checkFields(int expected, String constraint, String[] fields) {
        if (fields.length != expected) {
            throw bad(constraint + ": " + Excerpt.of(String.join(" ", fields)));
        }
    }

    /** An exception for a file that ends before the last of the pairs that its header announces. */
    InstanceException tooFew(String kind, String name, int announced, int found) {
        return bad("must not be the last line, for the header announces more " + kind + ": " + name + "=" + announced
                + ", found=" + found);
    }

    /** An exception for a line after the last of the pairs that the header announces. */
    InstanceException tooMany(String kind, String name, int announced) {
        return bad("must not list more " + kind + " than the header announces: " + name + "=" + announced);
    }

    /** A whole number in a range. */
    int index(String name, String text, int least, int largest) {
        int value;
        try {
            value = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw bad("must be a whole number below 2^31: " + name + "=" + Excerpt.of(text));
        }
        if (value < least || value > largest) {
            String range = largest == Integer.MAX_VALUE ? "be >= " + least : "be in [" + least + ", " + largest + "]";
            throw bad("must " + range + ": " + name + "=" + text);
        }
        return value;
    }

    /** A finite number. */
    double weight(String text) {
        double value;
        try {
            value = Decimal.parse(text);
        } catch (NumberFormatException e) {
            value = Double.NaN;
        }
        if (!Double.isFinite(value)) {
            throw bad("must be a finite number: weight=" + Excerpt.of(text));
        }
        return value;
    }
}
