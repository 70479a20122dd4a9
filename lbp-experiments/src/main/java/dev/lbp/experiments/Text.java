package dev.lbp.experiments;

import java.util.Locale;

/** Numbers as text, the same in every country. */
final class Text {

    private Text() {}

    /** A number for a cell of a table; "-" for NaN. */
    static String number(int decimals, double value) {
        return Double.isNaN(value) ? "-" : format("%." + decimals + "f", value);
    }

    static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
