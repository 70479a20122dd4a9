package dev.lbp.experiments.report;

import java.util.Locale;

/** Numbers as text, the same in every country. */
public final class Text {

    private Text() {}

    /** A number for a cell of a table; "-" for NaN. */
    public static String number(int decimals, double value) {
        return Double.isNaN(value) ? "-" : format("%." + decimals + "f", value);
    }

    public static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
