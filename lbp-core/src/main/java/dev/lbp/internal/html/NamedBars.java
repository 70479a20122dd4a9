package dev.lbp.internal.html;

import dev.lbp.internal.html.Axis.Label;
import dev.lbp.internal.html.Plot.Caption;
import java.util.List;

/**
 * A figure with a row for each named item: a bar, a line with a dot, or both, on one axis, and the values as a text. It
 * is a table, so that names keep their size on a small screen and on paper.
 */
public final class NamedBars {

    /** A label nearer to an end of the axis is moved so that it stays within the drawing. */
    private static final double NEAR_END = 0.05;

    /**
     * The least distance of two labels on a small screen, where the axis is 5 to 10 rem long and a label up to 2 rem.
     */
    private static final double ROOM = 0.45;

    /** The target number of labels: few, since the axis is short on a small screen. */
    private static final int ABOUT_LABELS = 3;

    private NamedBars() {}

    /**
     * An item. Parts with a NaN are not drawn.
     *
     * @param bar the end of a bar from 0
     * @param low the left end of a line
     * @param high the right end of the line
     * @param dot a value within the line
     * @param text the values in words
     */
    public record Row(String name, double bar, double low, double high, double dot, String text) {}

    /**
     * Writes the figure.
     *
     * @param level a value with an upright line through all rows
     * @param head the heads of the names and of the texts
     */
    public static void write(Html html, Caption caption, Axis axis, double level, String[] head, List<Row> rows) {
        html.newLine().open("figure").element("figcaption", caption.title());
        html.element("p", caption.description(), "class", "unit before");
        html.open("table", "class", "named").open("thead").open("tr");
        html.element("th", head[0], "scope", "col").element("th", axis.title(), "class", "axis");
        html.element("th", head[1], "scope", "col").close().close().open("tbody");
        for (Row row : rows) {
            html.newLine().open("tr").element("th", row.name(), "scope", "row");
            html.open("td", "aria-hidden", "true").open("div", "class", "track");
            line(html, axis, "level", level, level);
            if (Double.isFinite(row.bar())) {
                line(html, axis, "bar", Math.min(0.0, row.bar()), Math.max(0.0, row.bar()));
            }
            if (Double.isFinite(row.low()) && Double.isFinite(row.high())) {
                line(html, axis, "reach", row.low(), row.high());
            }
            if (Double.isFinite(row.dot())) {
                line(html, axis, "at", row.dot(), row.dot());
            }
            html.close().close().element("td", row.text()).close();
        }
        // the last row has the labels of the axis
        html.newLine().open("tr", "aria-hidden", "true", "class", "ends").element("td", "");
        html.open("td").open("div", "class", "track");
        List<Label> labels = axis.labels(ABOUT_LABELS);
        for (Label label : labels) {
            String side = label.place() < NEAR_END ? "first" : label.place() > 1.0 - NEAR_END ? "last" : "inner";
            html.element(
                    "span",
                    label.text(),
                    "class",
                    isCrowded(label, labels) ? side + " more" : side,
                    "style",
                    "left:" + percent(label.place()));
        }
        html.close().close().element("td", "").close().close().close().close();
    }

    /** Whether a small screen has no room for a label, between the first and the last. */
    private static boolean isCrowded(Label label, List<Label> all) {
        Label first = all.get(0);
        Label last = all.get(all.size() - 1);
        return label != first
                && label != last
                && (label.place() - first.place() < ROOM || last.place() - label.place() < ROOM);
    }

    /**
     * Draws a bar between two values; a value beyond the axis is drawn at its end.
     *
     * @param kind the CSS class of its look
     */
    private static void line(Html html, Axis axis, String kind, double from, double to) {
        double left = within(axis.place(from));
        double right = within(axis.place(to));
        html.open("i", "class", kind, "style", "left:" + percent(left) + ";width:" + percent(right - left))
                .close();
    }

    private static double within(double place) {
        return Math.min(Math.max(place, 0.0), 1.0);
    }

    private static String percent(double place) {
        return Math.round(10_000.0 * place) / 100.0 + "%";
    }
}
