package dev.lbp.internal.html;

import dev.lbp.internal.Check;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * A writer of HTML elements. It escapes texts and values of attributes, and closes elements in the reverse order of
 * their opening, so the output is well-formed for any text. Names of elements and attributes are not checked.
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

    /** Ends the innermost open element. */
    public Html close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** An element without content. */
    public Html empty(String element, String... attributes) {
        begin(element, attributes).append("/>");
        return this;
    }

    /** An element that contains only text. */
    public Html element(String element, String text, String... attributes) {
        return open(element, attributes).text(text).close();
    }

    /** A paragraph that contains only text. */
    public Html paragraph(String text) {
        return element("p", text);
    }

    /**
     * Names and values of attributes in turn.
     *
     * @param pattern {@code name=value;name=value}, for {@link String#format}; no value has {@code =} or {@code ;}
     */
    public static String[] attributes(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values).split("[=;]");
    }

    /** Text within the open element. */
    public Html text(String text) {
        escape(text);
        return this;
    }

    /**
     * A style sheet, unescaped: HTML resolves no references in a style sheet, so {@code &quot;} would make a rule
     * invalid.
     *
     * @throws IllegalArgumentException if HTML and XML would read it differently: it contains {@code <} or {@code &}
     */
    public Html style(String sheet) {
        Check.that(sheet.indexOf('<') < 0 && sheet.indexOf('&') < 0, "contain neither < nor &", "sheet", sheet);
        open("style");
        out.append(sheet);
        return close();
    }

    /** Appends the output of another writer, whose elements must all be closed. */
    public Html append(Html other) {
        out.append(other.out);
        return this;
    }

    /** Begins a line of the source. */
    public Html newLine() {
        out.append('\n');
        return this;
    }

    /** Writes a tag up to its closing bracket; the attributes are names, each followed by its value. */
    private StringBuilder begin(String element, String[] attributes) {
        out.append('<').append(element);
        for (int k = 0; k < attributes.length; k += 2) {
            out.append(' ').append(attributes[k]).append("=\"");
            escape(attributes[k + 1]);
            out.append('"');
        }
        return out;
    }

    /**
     * Escapes a text. Control characters and halves of surrogate pairs, which HTML and XML do not allow, become the
     * replacement character.
     */
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

    /** Opens an SVG image that stretches to its box, with a title and a description for readers without images. */
    Html openDrawing(String viewBox, String title, String description) {
        open("svg", "role", "img", "viewBox", viewBox, "preserveAspectRatio", "none");
        return element("title", title).element("desc", description);
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
