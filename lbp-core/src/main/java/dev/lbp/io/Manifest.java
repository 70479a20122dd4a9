package dev.lbp.io;

import dev.lbp.internal.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A writer of {@code manifest.json}: maps, lists, text and numbers as JSON (RFC 8259). It replaces the file as a whole, so that
 * the file is never half written.
 */
final class Manifest {

    static final String FILE = "manifest.json";

    private static final String INDENT = "  ";

    private final StringBuilder json = new StringBuilder();

    private Manifest() {}

    static void write(Path directory, String json) throws IOException {
        WholeFile.replace(directory.resolve(FILE), json);
    }

    /** Whether the directory has a manifest with a line that begins so. */
    static boolean has(Path directory, String line) throws IOException {
        Path file = directory.resolve(FILE);
        return Files.exists(file)
                && Files.readString(file).lines().anyMatch(some -> some.strip().startsWith(line));
    }

    /** Whether the directory has a manifest that begins with these entries and has more. */
    static boolean begins(Path directory, Map<String, ? extends @Nullable Object> entries) throws IOException {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return false;
        }
        String begin = json(entries);
        return Files.readString(file).startsWith(begin.substring(0, begin.lastIndexOf('\n' + "}")) + ',');
    }

    static String json(Map<String, ? extends @Nullable Object> entries) {
        Manifest manifest = new Manifest();
        manifest.value(entries, "\n");
        return manifest.json.append('\n').toString();
    }

    private void value(@Nullable Object value, String newLine) {
        if (value instanceof Map<?, ?> map) {
            String separator = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.append(separator).append(newLine).append(INDENT);
                text(String.valueOf(entry.getKey()));
                json.append(": ");
                value(entry.getValue(), newLine + INDENT);
                separator = ",";
            }
            json.append(map.isEmpty() ? "{" : newLine).append('}');
        } else if (value instanceof List<?> list) {
            String separator = "[";
            for (Object element : list) {
                json.append(separator);
                value(element, newLine);
                separator = ", ";
            }
            json.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof Integer || value instanceof Long) {
            json.append(value);
        } else if (value instanceof Double number && Double.isFinite(number)) {
            json.append(number);
        } else if (value == null || value instanceof Double) {
            json.append("null"); // JSON has neither NaN nor Infinity
        } else {
            text(value.toString());
        }
    }

    private void text(String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) { // a single half of a pair has no UTF-8
                json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
