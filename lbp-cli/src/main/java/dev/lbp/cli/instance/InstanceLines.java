package dev.lbp.cli.instance;

import dev.lbp.internal.Check;
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
 * The lines of an instance file, with their numbers for messages. Comments and blank lines are skipped. In a file of
 * numbers a comment is text after a {@code #}; in a file of names it is a line that begins with {@code #}. The file may
 * be compressed by gzip under any name, may begin with the byte order mark of UTF-8, and may be a pipe; {@code -} is
 * standard input.
 */
final class InstanceLines {

    private final Path file;
    private final TextOnly.Form form;
    private long line;

    /** The lines of a file of numbers. */
    InstanceLines(Path file) {
        this(file, TextOnly.Form.NUMBERS);
    }

    InstanceLines(Path file, TextOnly.Form form) {
        this.file = file;
        this.form = form;
    }

    /**
     * Passes the text of each line, without its comment, to {@code entries}. Leading and trailing white space is
     * removed in a file of numbers; in a file of names it is kept, because a leading tab means an empty first field.
     *
     * @throws InstanceException if the file cannot be read
     */
    void forEach(Consumer<String> entries) {
        forEach(entries, comment -> {});
    }

    /**
     * Passes the text of each line, without its comment, to {@code entries}, and each comment, from its {@code #} on,
     * to {@code comments}. See {@link #forEach(Consumer)}.
     */
    void forEach(Consumer<String> entries, Consumer<String> comments) {
        try (BufferedReader reader = reader()) {
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                line++;
                int sign = text.indexOf('#');
                boolean hasComment = sign == 0 || sign > 0 && form == TextOnly.Form.NUMBERS;
                if (hasComment) {
                    comments.accept(text.substring(sign));
                }
                String entry = hasComment ? text.substring(0, sign) : text;
                if (!entry.isBlank()) {
                    entries.accept(form == TextOnly.Form.NUMBERS ? entry.strip() : entry);
                }
            }
        } catch (TextOnly.NotText e) {
            throw failureAt(e.line, e.getMessage());
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

    /** Opens the file or standard input. Throws if it cannot be read. */
    private InputStream open() throws IOException {
        if (InstanceReader.isStandardInput(file)) {
            if (isStandardInputClosed()) {
                throw new InstanceException("must be open: " + name());
            }
            return System.in;
        }
        String fault = Check.fileFault(file);
        if (!fault.isEmpty()) {
            throw new InstanceException("must " + fault + ": " + file);
        }
        return new FileInputStream(file.toFile()); // a stream of Files asks a pipe for its position, which fails
    }

    /**
     * Whether the process began without a standard input. Then file descriptor 0 is the first file that the JVM opened,
     * the image of its modules, and reading or closing it would crash the JVM. False on a system without {@code
     * /dev/fd}.
     */
    private static boolean isStandardInputClosed() throws IOException {
        Path standardInput = Path.of("/dev/fd/0");
        Path modules = Path.of(System.getProperty("java.home"), "lib", "modules");
        return Files.exists(standardInput) && Files.exists(modules) && Files.isSameFile(standardInput, modules);
    }

    /** The name of the file, for messages. */
    String name() {
        return InstanceReader.isStandardInput(file) ? "standard input" : file.toString();
    }

    /** The number of the current line. */
    long line() {
        return line;
    }

    /** An exception whose message has the file and the current line. */
    InstanceException bad(@Nullable String what) {
        return failureAt(line, what);
    }

    private InstanceException failureAt(long where, @Nullable String what) {
        return new InstanceException(name() + ":" + Math.max(1, where) + ": " + what);
    }

    /** Checks that memory fits into the heap. */
    void checkMemory(double bytes, String what) {
        try {
            Memory.check(bytes, what, "a larger heap by java -Xmx");
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage());
        }
    }

    /** Checks the number of fields of a line. */
    void checkFields(int expected, String constraint, String[] fields) {
        if (fields.length != expected) {
            throw bad(constraint + ": " + Excerpt.of(String.join(" ", fields)));
        }
    }

    /** An exception for a file with fewer pairs than its header announces. */
    InstanceException tooFew(String kind, String name, int announced, int found) {
        return bad("must not be the last line, for the header announces more " + kind + ": " + name + "=" + announced
                + ", found=" + found);
    }

    /** An exception for a file with more pairs than its header announces. */
    InstanceException tooMany(String kind, String name, int announced) {
        return bad("must not list more " + kind + " than the header announces: " + name + "=" + announced);
    }

    /** Parses a whole number in a range. */
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

    /** Parses a finite number. */
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
