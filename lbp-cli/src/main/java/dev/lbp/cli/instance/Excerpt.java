package dev.lbp.cli.instance;

import dev.lbp.internal.files.ForeignText;

/** The beginning of a user's text, on one line, for messages. */
public final class Excerpt {

    /** The width of a terminal. */
    private static final int LENGTH = 80;

    private Excerpt() {}

    /** The text, or its first 80 characters and "..."; characters that move a terminal's cursor become "?". */
    public static String of(String text) {
        String cut = text.length() <= LENGTH ? text : text.substring(0, LENGTH) + "...";
        return onOneLine(cut);
    }

    /** The whole text, with "?" for characters that move a terminal's cursor; names of files may contain them too. */
    public static String onOneLine(String text) {
        return ForeignText.onOneLine(text);
    }
}
