package dev.lbp.cli.terminal;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses a name of a list with commas, as a CSV file writes it: a name between double quotes may have commas, and two
 * double quotes in it stand for one.
 */
public final class ListedName implements ITypeConverter<String> {

    /** The character that {@link #divide} puts in place of a comma between quotes. */
    private static final char COMMA = '\0';

    @Override
    public String convert(String text) {
        if (!text.startsWith("\"")) {
            return text;
        }
        String name = text.substring(1, Math.max(1, text.length() - 1));
        if (text.length() == 1
                || !text.endsWith("\"")
                || name.replace("\"\"", "").contains("\"")) {
            throw new TypeConversionException(
                    "must end with the quote that it begins with, and have each other one twice: " + text);
        }
        return name.replace("\"\"", "\"");
    }

    /**
     * Divides a list at the commas that are not between quotes. The quotes are left out, and a comma between quotes
     * becomes NUL.
     */
    public static String[] divide(String list) {
        StringBuilder plain = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < list.length(); i++) {
            char c = list.charAt(i);
            boolean begins = plain.isEmpty() || plain.charAt(plain.length() - 1) == ',';
            if (c == '"' && quoted && list.startsWith("\"\"", i)) {
                plain.append(c);
                i++;
            } else if (c == '"' && (quoted || begins)) {
                quoted = !quoted;
            } else {
                plain.append(quoted && c == ',' ? COMMA : c);
            }
        }
        return plain.toString().split(",", -1);
    }
}
