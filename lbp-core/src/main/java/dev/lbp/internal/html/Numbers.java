package dev.lbp.internal.html;

import java.util.Locale;

/** Formats numbers for people to read. */
public final class Numbers {

    private static final int MOST_CHARACTERS = 12;

    private Numbers() {}

    /** A text with numbers in it, as {@link String#format} makes it, with a point before decimals. */
    public static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /**
     * At least four significant digits and the whole part, with separators of thousands; very small or large numbers
     * with an exponent.
     */
    public static String text(double value) {
        if (Double.isNaN(value)) {
            return "\u2013";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "infinite" : "\u2212infinite";
        }
        double size = Math.abs(value);
        if (size != 0.0 && (size < 1e-3 || size >= 1e9)) {
            return minus(format("%.3e", value));
        }
        int wholeDigits = size < 1.0 ? 1 : (int) Math.floor(Math.log10(size)) + 1;
        return fixed(value, Math.max(0, 4 - wholeDigits));
    }

    /**
     * {@code decimals} decimals without separators of thousands; with an exponent if that would be more than 12
     * characters.
     */
    public static String plain(double value, int decimals) {
        String text = format("%." + decimals + "f", value);
        return text.length() <= MOST_CHARACTERS ? text : format("%.4e", value);
    }

    /** {@code decimals} decimals, with separators of thousands. */
    public static String fixed(double value, int decimals) {
        return Double.isFinite(value) ? minus(format("%,." + decimals + "f", value)) : text(value);
    }

    /** A whole number without decimals, any other as Java writes it. */
    public static String shortest(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }

    /** A number with an exponent and {@code digits} digits after the point; 0 as "0". */
    static String exponential(double value, int digits) {
        return value == 0.0 ? "0" : minus(format("%." + digits + "e", value));
    }

    /** A whole number with separators of thousands. */
    public static String count(long value) {
        return minus(format("%,d", value));
    }

    /** "1 draw", "2 draws". */
    public static String count(long value, String noun) {
        return count(value) + " " + noun + (value == 1 ? "" : "s");
    }

    private static String minus(String number) {
        return number.replace('-', '\u2212');
    }
}
