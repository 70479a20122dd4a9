package dev.lbp.internal.html;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes elements in order. What it is given as text or as the value of an attribute is escaped, and elements close in the
 * order in which they were opened, so what comes out is well-formed whatever the texts hold. Names of elements and attributes
 * are taken as they are.
 */
public final class Html {

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Begins an element.
     *
     * @param attributes names and values in turn
     */
    public Html open(String element, String... attributes) {
        begin(element, attributes).append('>');
        open.push(element);
        return this;
    }

    /** Ends the element that was begun last. */
    public Html close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** An element without content. */
    public Html empty(String element, String... attributes) {
        begin(element, attributes).append("/>");
        return this;
    }

    /** An element with nothing but text in it. */
    public Html element(String element, String text, String... attributes) {
        return open(element, attributes).text(text).close();
    }

    /** Text within the element that is open. */
    public Html text(String text) {
        escape(text);
        return this;
    }

    /** Begins a line of the source. */
    public Html newLine() {
        out.append('\n');
        return this;
    }

    private StringBuilder begin(String element, String[] attributes) {
        out.append('<').append(element);
        for (int k = 0; k < attributes.length; k += 2) {
            out.append(' ').append(attributes[k]).append("=\"");
            escape(attributes[k + 1]);
            out.append('"');
        }
        return out;
    }

    /** What neither HTML nor XML can hold, control characters and halves of surrogate pairs, becomes the replacement character. */
    private void escape(String text) {
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                default -> out.appendCodePoint(isLegal(c) ? c : 0xFFFD);
            }
        });
    }

    /** The characters of XML 1.0, section 2.2, without the controls that HTML does not allow. */
    private static boolean isLegal(int c) {
        return c == '\t'
                || c == '\n'
                || (c >= 0x20 && c < 0x7F)
                || (c >= 0xA0 && c < 0xD800)
                || (c >= 0xE000 && c < 0xFFFE)
                || c >= 0x10000;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
