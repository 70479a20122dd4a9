package dev.lbp.bench.instance;

/** Text of a user as a message repeats it: its beginning, on one line. */
public final class Excerpt {

    /** The width of a terminal. */
    private static final int LENGTH = 80;

    private Excerpt() {}

    /** The text, or its first 80 characters and "..."; what moves a terminal's cursor is written as "?". */
    public static String of(String text) {
        String cut = text.length() <= LENGTH ? text : text.substring(0, LENGTH) + "...";
        return onOneLine(cut);
    }

    /** The whole text, with "?" for what moves a terminal's cursor, which the name of a file may have as well. */
    public static String onOneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
