package dev.lbp.internal.files;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Names that come from a file, such as those of columns and sets, as text that does nothing but be read: neither to a
 * terminal nor to a spreadsheet. Names that a program gives in its code need none of this.
 */
public final class ForeignText {

    /**
     * Control characters, which move a cursor, set colours or titles; separators of lines; and the marks that turn the
     * direction of the text around them.
     */
    private static final Pattern ACTIVE = Pattern.compile("[\\p{Cc}\\u2028-\\u202E\\u2066-\\u2069]");

    private static final Pattern ACTIVE_BUT_WHITE = Pattern.compile("[" + ACTIVE + "&&[^\\t\\n\\r]]");

    /**
     * What a spreadsheet takes for the beginning of a formula, at the beginning of a cell or behind a separator of
     * cells in other languages (<a href="https://owasp.org/www-community/attacks/CSV_Injection">OWASP, CSV
     * injection</a>).
     */
    private static final Pattern FORMULA =
            Pattern.compile("(?<=^|[;,\\t])(?=[=+\\-@\\t\\r\\n\\uFF1D\\uFF0B\\uFF0D\\uFF20])");

    private ForeignText() {}

    /** The first 20 names; of more, how many there are. */
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

    /** The text on one line, with "?" in the place of each active character: as many characters as before. */
    public static String onOneLine(String text) {
        return ACTIVE.matcher(text).replaceAll("?");
    }

    /**
     * The text as a cell of comma-separated values, before it is put between quotes: with a {@code '} before what a
     * spreadsheet would take for a formula, and "?" in the place of active characters but white space.
     */
    public static String cell(String text) {
        return FORMULA.matcher(ACTIVE_BUT_WHITE.matcher(text).replaceAll("?")).replaceAll("'");
    }
}
