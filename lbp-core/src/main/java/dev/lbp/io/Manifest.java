package dev.lbp.io;

import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.files.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A writer of {@code manifest.json}: maps, lists, text and numbers as JSON (RFC 8259). It replaces the file as a whole,
 * so that the file is never half written.
 */
final class Manifest {

    static final String FILE = "manifest.json";

    /**
     * The shape of a variable as {@link DrawDirectory#manifest} writes it; the second length is the number of draws.
     */
    private static final Pattern SHAPE = Pattern.compile("\\s*\"shape\": \\[\\d+, (null|\\d{1,18})[],]");

    private static final Pattern FILE_LIST = Pattern.compile("\\s*\"files\": \\[");
    private static final Pattern FILE_NAME = Pattern.compile("\"([^\"]+[.]npy)\"");

    private static final String INDENT = "  ";

    private final StringBuilder json = new StringBuilder();

    private Manifest() {}

    static void write(Path directory, String json) throws IOException {
        WholeFile.replace(directory.resolve(FILE), json);
    }

    /** Whether the directory has a manifest with a line that begins with {@code line}. */
    static boolean has(Path directory, String line) throws IOException {
        return text(directory).lines().anyMatch(some -> some.strip().startsWith(line));
    }

    /** The text of a directory's manifest; empty if it has none. */
    private static String text(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        return Files.exists(file) ? Files.readString(file) : "";
    }

    /** Whether the directory has a manifest that begins with these entries and has more. */
    static boolean begins(Path directory, Map<String, ? extends @Nullable Object> entries) throws IOException {
        String begin = json(entries);
        // without the closing brace, and with the comma before a further entry
        return text(directory).startsWith(begin.substring(0, begin.lastIndexOf('\n' + "}")) + ',');
    }

    /**
     * The files that the manifest names, each with the number of draws that every chain has.
     *
     * @return empty without a manifest, or if it names none yet; a number is -1 while the run continues
     */
    static Map<String, Long> files(Path directory) throws IOException {
        Map<String, Long> files = new LinkedHashMap<>();
        long draws = -1;
        for (String line : text(directory).lines().toList()) {
            Matcher shape = SHAPE.matcher(line);
            if (shape.lookingAt()) { // of a variable, whose list of files follows
                draws = shape.group(1).equals("null") ? -1 : Long.parseLong(shape.group(1));
            } else if (FILE_LIST.matcher(line).lookingAt()) {
                for (Matcher file = FILE_NAME.matcher(line); file.find(); ) {
                    files.put(file.group(1), draws);
                }
            }
        }
        return files;
    }

    static String json(Map<String, ? extends @Nullable Object> entries) {
        Manifest manifest = new Manifest();
        manifest.append(entries, "\n");
        return manifest.json.append('\n').toString();
    }

    /** Appends a value as JSON; {@code newLine} is a line break with the indent of the present level. */
    private void append(@Nullable Object value, String newLine) {
        if (value instanceof Map<?, ?> map) {
            appendMap(map, newLine);
        } else if (value instanceof List<?> list) {
            appendList(list, newLine);
        } else if (value instanceof Integer || value instanceof Long) {
            json.append(value);
        } else if (value instanceof Double number && Double.isFinite(number)) {
            json.append(number);
        } else if (value == null || value instanceof Double) {
            json.append("null"); // JSON has neither NaN nor Infinity
        } else {
            json.append(ForeignText.json(value.toString()));
        }
    }

    private void appendMap(Map<?, ?> map, String newLine) {
        json.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            json.append(separator).append(newLine).append(INDENT);
            json.append(ForeignText.json(String.valueOf(entry.getKey()))).append(": ");
            append(entry.getValue(), newLine + INDENT);
            separator = ",";
        }
        json.append(map.isEmpty() ? "" : newLine).append('}');
    }

    /** Appends a list, without line breaks between its elements. */
    private void appendList(List<?> list, String newLine) {
        json.append('[');
        String separator = "";
        for (Object element : list) {
            json.append(separator);
            append(element, newLine);
            separator = ", ";
        }
        json.append(']');
    }
}
