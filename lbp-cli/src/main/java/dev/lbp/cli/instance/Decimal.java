package dev.lbp.cli.instance;

import java.util.regex.Pattern;

/**
 * Parses numbers in files and options: {@code -1}, {@code 0.5}, {@code 1e-3}, but not {@code 1d} and {@code 0x1p3},
 * which Java would accept.
 */
public final class Decimal {

    private static final Pattern FORM =
            Pattern.compile("[+-]?(?:[0-9]++(?:\\.[0-9]*+)?|\\.[0-9]++)(?:[eE][+-]?[0-9]++)?");

    private Decimal() {}

    /**
     * The nearest double. It is infinite if the number exceeds the largest double.
     *
     * @throws NumberFormatException if the text has another form
     */
    public static double parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new NumberFormatException("must be a number such as 2, 0.5 or 1e-3: " + Excerpt.of(text));
        }
        return Double.parseDouble(text);
    }
}
