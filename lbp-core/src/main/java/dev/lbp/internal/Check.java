package dev.lbp.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Argument checks whose messages put the constraint first and the argument's name and value last:
 * {@code must be in (0, 1): targetAcceptance=1.3}. Every public argument of lbp is checked where it is given.
 */
public final class Check {

    /** Samplers need arrays of 2 N elements, and the longest array of Java has 2^31 - 9. */
    private static final int MOST_SITES = 1_000_000_000;

    private Check() {}

    /**
     * Throws {@link IllegalArgumentException} {@code "must <constraint>: <name>=<value>"} unless the condition holds.
     */
    public static void that(boolean condition, String constraint, String name, Object value) {
        if (!condition) {
            throw new IllegalArgumentException("must " + constraint + ": " + name + "=" + value);
        }
    }

    /** Throws {@link IllegalArgumentException} {@code "must <rule>"} unless the condition holds. */
    public static void that(boolean condition, String rule) {
        if (!condition) {
            throw new IllegalArgumentException("must " + rule);
        }
    }

    /** Throws {@link IllegalStateException} {@code "must <rule>"} unless the condition holds. */
    public static void state(boolean condition, String rule) {
        if (!condition) {
            throw new IllegalStateException("must " + rule);
        }
    }

    /** Throws {@link IOException} {@code "must <rule>"} unless the condition holds, which is about a file. */
    public static void file(boolean condition, String rule) throws IOException {
        if (!condition) {
            throw new IOException("must " + rule);
        }
    }

    /** Checks that a file to read exists and is no directory, and returns it. */
    public static Path readable(Path file) throws IOException {
        String place =
                notNull("file", file).isAbsolute() ? "" : ", in " + Path.of("").toAbsolutePath();
        String fault = fileFault(file);
        file(fault.isEmpty(), fault + ": " + file + (Files.exists(file) ? "" : place));
        return file;
    }

    /** Checks that an argument names a regular file that can be read. A pipe is refused: it can be read only once. */
    public static void regularFile(String name, Path file) {
        String fault = fileFault(file);
        that(fault.isEmpty(), fault, name, file);
        that(Files.isRegularFile(file), "be a regular file", name, file);
    }

    /** What a path must be to be read and is not, such as "be a file that exists"; empty if it can be read. */
    public static String fileFault(Path file) {
        if (Files.isDirectory(file)) {
            return "be a file, and is a directory";
        }
        if (!Files.exists(file)) {
            return "be a file that exists";
        }
        return Files.isReadable(file) ? "" : "be a file that can be read";
    }

    /** Checks that a value is not null, and returns it. */
    public static <T> T notNull(String name, T value) {
        if (value == null) {
            throw new NullPointerException("must not be null: " + name);
        }
        return value;
    }

    /** Checks that a text is not blank, and returns it. */
    public static String notBlank(String name, String value) {
        that(!notNull(name, value).isBlank(), "not be blank", name, value);
        return value;
    }

    /** Checks that a required setting of a builder has been set, and returns it. */
    public static <T> T set(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("must be set: " + name);
        }
        return value;
    }

    /** Checks that a value is at least {@code least}, and returns it. */
    public static int atLeast(int least, String name, int value) {
        if (value < least) { // builds the message only for a wrong value: some callers check in every step
            that(false, "be >= " + least, name, value);
        }
        return value;
    }

    /** Checks that a number is in [0, {@code count} - 1], and returns it. */
    public static int index(int count, String name, int value) {
        if (value < 0 || value >= count) {
            that(false, "be in [0, " + (count - 1) + "]", name, value);
        }
        return value;
    }

    /** Checks that a number of sites is in [1, 10^9], as samplers need, and returns it. */
    public static int sites(String name, int value) {
        atLeast(1, name, value);
        that(value <= MOST_SITES, "be <= " + MOST_SITES, name, value);
        return value;
    }

    /** Checks that a number is at least 0 and not NaN, and returns it; it may be infinite. */
    public static double notNegative(String name, double value) {
        that(value >= 0.0, "be >= 0", name, value);
        return value;
    }

    /** Checks that a number is finite, and returns it. */
    public static double finite(String name, double value) {
        that(Double.isFinite(value), "be finite", name, value);
        return value;
    }

    /** Checks that a number is in the open interval (0, 1), and returns it. */
    public static double inOpenUnit(String name, double value) {
        that(value > 0.0 && value < 1.0, "be in (0, 1)", name, value);
        return value;
    }

    /** Checks that every element is in the open interval (0, 1). The message names the first that is not. */
    public static void inOpenUnit(String name, double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] > 0.0 && values[i] < 1.0)) {
                inOpenUnit(name + "[" + i + "]", values[i]);
            }
        }
    }

    /** Checks that a number is finite and above 0, and returns it. */
    public static double positive(String name, double value) {
        that(value > 0.0 && value <= Double.MAX_VALUE, "be finite and > 0", name, value);
        return value;
    }

    /** Checks that every element is finite, and returns the array itself. The message names the first that is not. */
    public static double[] finite(String name, double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i])) {
                throw new IllegalArgumentException(
                        String.format(Locale.ROOT, "must be finite: %s[%d]=%s", name, i, values[i]));
            }
        }
        return values;
    }

    /** Checks the length of an array. */
    public static void length(int expected, String name, int length) {
        that(length == expected, "have length " + expected, name + ".length", length);
    }

    /**
     * Checks that an array is as long as another one.
     *
     * @param other the name of the other array
     * @param expected the length of the other array
     */
    public static void asMany(String other, int expected, String name, int length) {
        that(length == expected, "have as many entries as " + other + " (" + expected + ")", name + ".length", length);
    }

    /** Checks that every element is 0 or 1. The message names the first that is not. */
    public static void binary(String name, byte[] state) {
        for (int i = 0; i < state.length; i++) {
            if ((state[i] & ~1) != 0) {
                throw new IllegalArgumentException("must be 0 or 1: " + name + "[" + i + "]=" + state[i]);
            }
        }
    }
}
