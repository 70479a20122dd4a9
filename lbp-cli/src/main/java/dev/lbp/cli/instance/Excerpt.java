package dev.lbp.cli.instance;

import dev.lbp.internal.files.ForeignText;

/** Shortens users' text for messages. */
public final class Excerpt {

    /** The largest number of characters of an excerpt. */
    private static final int LENGTH = 80;

    private Excerpt() {}

    /** The text, or its first 80 characters and "...". Characters that move a terminal's cursor become "?". */
    public static String of(String text) {
        String cut = text.length() <= LENGTH ? text : text.substring(0, LENGTH) + "...";
        return ForeignText.onOneLine(cut);
    }
}
