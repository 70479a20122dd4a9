package dev.lbp.internal.files;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Makes names that come from a file, such as those of columns and sets, harmless: the text must not act on a terminal
 * or a spreadsheet. Names in a program's code need none of this.
 */
public final class ForeignText {

    /**
     * Control characters, which move a cursor, set colours or titles; line separators; and marks that change the
     * direction of text.
     */
    private static final Pattern ACTIVE = Pattern.compile("[\\p{Cc}\\u2028-\\u202E\\u2066-\\u2069]");

    private static final Pattern ACTIVE_BUT_WHITE = Pattern.compile("[" + ACTIVE + "&&[^\\t\\n\\r]]");

    /**
     * The beginning of a formula in a spreadsheet: at the beginning of a cell, or after a character that separates
     * cells in other languages (<a href="https://owasp.org/www-community/attacks/CSV_Injection">OWASP, CSV
     * injection</a>).
     */
    private static final Pattern FORMULA =
            Pattern.compile("(?<=^|[;,\\t])(?=[=+\\-@\\t\\r\\n\\uFF1D\\uFF0B\\uFF0D\\uFF20])");

    private ForeignText() {}

    /** The first 20 names, and the number of all if there are more. */
    public static String shortened(List<String> names) {
        return names.size() <= 20
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, 20)) + ", .. (" + names.size() + " in all)";
    }

    /** A text as a string of JSON (RFC 8259), in quotes. Surrogates are escaped: a single one has no UTF-8. */
    public static String json(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    /** Words in a sentence: "a", "a or b", "a, b or c". */
    public static String or(List<String> words) {
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }

    /** The text on one line, with "?" in place of each character that could act on a terminal, such as a line break. */
    public static String onOneLine(String text) {
        return ACTIVE.matcher(text).replaceAll("?");
    }

    /**
     * The text as a cell of comma-separated values, before quotes are added: with {@code '} before the beginning of a
     * formula, and "?" in place of each character that could act on a terminal, except white space.
     */
    public static String cell(String text) {
        // FORMULA matches the empty place before a formula, so nothing is replaced there
        return FORMULA.matcher(ACTIVE_BUT_WHITE.matcher(text).replaceAll("?")).replaceAll("'");
    }
}
