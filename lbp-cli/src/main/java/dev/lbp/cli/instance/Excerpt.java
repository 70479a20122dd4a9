package dev.lbp.cli.instance;

import dev.lbp.internal.files.ForeignText;
import java.util.List;

/** Users' text and words in messages. */
public final class Excerpt {

    /** The width of a terminal. */
    private static final int LENGTH = 80;

    private Excerpt() {}

    /** The text, or its first 80 characters and "..."; characters that move a terminal's cursor become "?". */
    public static String of(String text) {
        String cut = text.length() <= LENGTH ? text : text.substring(0, LENGTH) + "...";
        return ForeignText.onOneLine(cut);
    }

    /** Words in a sentence: "a", "a or b", "a, b or c". */
    public static String or(List<String> words) {
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }
}
