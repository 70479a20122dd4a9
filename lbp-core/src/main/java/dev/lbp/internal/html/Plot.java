package dev.lbp.internal.html;

import dev.lbp.internal.html.Axis.Label;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A plot of lines over a grid. The drawing stretches to the width of the page, but its strokes do not. Labels are text
 * of the page, so they keep their size on a small screen. A legend names the marks.
 */
public final class Plot {

    /** Least width of the labels in characters. The widest label determines the indent of the drawing. */
    private static final int NARROWEST_LABEL = 4;

    /** The number of labels on the vertical axis of a strip. */
    private static final int STRIP_LABELS = 2;

    /** A label nearer to an end of the horizontal axis is moved so that it stays within the drawing. */
    private static final double NEAR_END = 0.01;

    private record Mark(String style, String path, String label) {}

    private final Caption caption;
    private final Axis xAxis;
    private final Axis yAxis;
    private final List<Mark> marks = new ArrayList<>();

    /** An empty plot. */
    public Plot(Caption caption, Axis xAxis, Axis yAxis) {
        this.caption = caption;
        this.xAxis = xAxis;
        this.yAxis = yAxis;
    }

    /** The title of a figure, and a description for readers who do not see it. */
    public record Caption(String title, String description) {

        private Caption of(String part) {
            return new Caption(title + ", " + part, description);
        }
    }

    /** Adds the area between two rows of values, at {@code first, first + step, ...} on the x axis. */
    public Plot area(String label, double first, double step, double[] lows, double[] highs) {
        return add("area", outline().between(first, step, lows, highs), label);
    }

    /** Adds a line in the colour of a chain through values at {@code first, first + step, ...} on the x axis. */
    public Plot line(String label, int chain, double first, double step, double[] values) {
        return line(label, "c" + chain % Palette.SIZE, first, step, values);
    }

    /** Adds a line for all chains together through values at {@code first, first + step, ...} on the x axis. */
    public Plot line(String label, double first, double step, double[] values) {
        return line(label, "all", first, step, values);
    }

    private Plot line(String label, String colour, double first, double step, double[] values) {
        String style = values.length == 1 ? "dot " : "line ";
        return add(style + colour, outline().line(first, step, values), label);
    }

    /**
     * Adds a line for all chains together through values at given places on the x axis; a dot if only one is finite.
     */
    public Plot curve(String label, double[] places, double[] values) {
        boolean single = DoubleStream.of(values).filter(Double::isFinite).count() == 1;
        boolean joined = true;
        return add(single ? "dot all" : "line all", outline().through(places, values, joined), label);
    }

    /** Adds a dot for each value, at 0, 1, ... on the x axis. */
    public Plot dots(String label, double[] values) {
        return dots(label, IntStream.range(0, values.length).asDoubleStream().toArray(), values);
    }

    /**
     * Adds an upright bar from each low value to its high one, at 0, 1, ... on the x axis. More than {@value
     * Outline#COLUMNS} bars are reduced to this number, each from the lowest to the highest value of its neighbours.
     */
    public Plot bars(String label, double[] lows, double[] highs) {
        return add("bars all", outline().bars(lows, highs), label);
    }

    /** Adds a dot for each value, at given places on the x axis. */
    public Plot dots(String label, double[] places, double[] values) {
        return add("dot all", outline().through(places, values, false), label);
    }

    /** Adds a small dot for each value, at given places on the x axis. */
    public Plot points(String label, double[] places, double[] values) {
        boolean joined = false;
        return add("point all", outline().through(places, values, joined), label);
    }

    /** Adds an upright bar from each low value to its high one, at given ascending places on the x axis. */
    public Plot bars(String label, double[] places, double[] lows, double[] highs) {
        return add("bars all", outline().bars(places, lows, highs), label);
    }

    /** Adds a dashed horizontal line, if the value is within the vertical axis. */
    public Plot level(String label, double value) {
        if (value < yAxis.low() || value > yAxis.high()) {
            return this;
        }
        double[] ends = {value, value};
        return add("level", outline().line(xAxis.low(), xAxis.high() - xAxis.low(), ends), label);
    }

    private Outline outline() {
        return new Outline(xAxis, yAxis);
    }

    private Plot add(String style, String path, String label) {
        marks.add(new Mark(style, path, label));
        return this;
    }

    /** Writes the figure. */
    public void writeTo(Html html) {
        html.newLine().open("figure").element("figcaption", caption.title());
        if (marks.size() > 1) {
            writeLegend(html);
        }
        html.element("p", yAxis.title(), "class", "unit before", "aria-hidden", "true");
        writeFrame(html, caption, yAxis.labels(), marks, /* last= */ true);
        html.close();
    }

    /** Writes a figure with one strip per mark, one below the other on the same axes. */
    public void writeStripsTo(Html html) {
        html.newLine().open("figure", "class", "strip").element("figcaption", caption.title());
        html.element("p", yAxis.title(), "class", "unit before", "aria-hidden", "true");
        for (int k = 0; k < marks.size(); k++) {
            Mark mark = marks.get(k);
            Caption part = caption.of(mark.label());
            writeFrame(html, part, yAxis.labels(STRIP_LABELS), List.of(mark), k == marks.size() - 1);
        }
        html.close();
    }

    /**
     * Writes a drawing of some marks with its labels. Only the last drawing of a figure has labels on the horizontal
     * axis.
     */
    private void writeFrame(Html html, Caption text, List<Label> rows, List<Mark> shown, boolean last) {
        List<Label> columns = xAxis.labels();
        openFrame(html, rows, "1fr", shown.size() < marks.size() ? shown.get(0).label() : "");
        html.openDrawing("0 0 " + Outline.WIDTH + " " + Outline.HEIGHT, text.title(), text.description());
        html.empty("path", "class", "grid", "d", grid(columns, rows));
        for (Mark mark : shown) {
            html.newLine().empty("path", "class", mark.style(), "d", mark.path());
        }
        html.close();
        if (last) {
            writeAcross(html, columns);
        }
        html.close();
        if (last) {
            html.element("p", xAxis.title(), "class", "unit end", "aria-hidden", "true");
        }
    }

    /**
     * Opens the box of a drawing, with its name if it has one, and the labels to its left, whose widest determines the
     * indent.
     */
    static void openFrame(Html html, List<Label> rows, String width, String name) {
        int indent = rows.stream().mapToInt(row -> row.text().length()).reduce(NARROWEST_LABEL, Math::max);
        html.open("div", "class", "frame", "style", "grid-template-columns:" + indent + "ch minmax(0," + width + ")");
        if (!name.isEmpty()) {
            html.element("p", name, "class", "name", "aria-hidden", "true");
        }
        html.open("div", "class", "y", "aria-hidden", "true");
        for (Label row : rows) {
            html.element("span", row.text(), "style", "bottom:" + percent(row.place()));
        }
        html.close();
    }

    /** Writes the labels below a drawing. */
    static void writeAcross(Html html, List<Label> columns) {
        html.open("div", "class", "x", "aria-hidden", "true");
        for (Label column : columns) {
            if (column.text().isEmpty()) {
                continue;
            }
            String side = column.place() < NEAR_END ? "first" : column.place() > 1.0 - NEAR_END ? "last" : "inner";
            html.element("span", column.text(), "class", side, "style", "left:" + percent(column.place()));
        }
        html.close();
    }

    private void writeLegend(Html html) {
        html.open("ul", "class", "legend");
        for (Mark mark : marks) {
            html.open("li").open("svg", "viewBox", "0 0 24 10", "aria-hidden", "true");
            html.empty("path", "class", mark.style(), "d", key(mark.style()));
            html.close().text(mark.label()).close();
        }
        html.close();
    }

    /** A small sample of a mark's style for the legend, as the data of an SVG path. */
    private static String key(String style) {
        return style.equals("area")
                ? "M0 0h24v10h-24z"
                : style.startsWith("dot") || style.startsWith("point")
                        ? "M12 5h0"
                        : style.startsWith("bars") ? "M12 0v10" : "M0 5h24";
    }

    /** The SVG path of the grid: a line up from each label of the x axis, and one across at each of the y axis. */
    private static String grid(List<Label> columns, List<Label> rows) {
        StringBuilder path = new StringBuilder();
        for (Label column : columns) {
            path.append('M')
                    .append(Math.round(column.place() * Outline.WIDTH))
                    .append(" 0v")
                    .append(Outline.HEIGHT);
        }
        for (Label row : rows) {
            path.append("M0 ").append(Math.round((1.0 - row.place()) * Outline.HEIGHT));
            path.append('h').append(Outline.WIDTH);
        }
        return path.toString();
    }

    private static String percent(double place) {
        return Math.round(1000.0 * place) / 10.0 + "%";
    }
}
