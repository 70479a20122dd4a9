package dev.lbp.report;

import dev.lbp.report.Axis.Label;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines over a grid. The drawing stretches to the width of the page and its strokes do not; labels are text of the page around
 * it, so they keep their size on a small screen. A legend names the lines by their colours.
 */
public final class Plot {

    /** Colours there are; more lines than this cannot be told apart. */
    public static final int MOST_LINES = 8;

    /** The widest label decides what the drawing is indented by. */
    private static final int NARROWEST_LABEL = 4;

    private record Mark(String style, String path, String label) {}

    private final String title;
    private final String description;
    private final Axis xAxis;
    private final Axis yAxis;
    private final List<Mark> marks = new ArrayList<>();
    private int lines;

    private Plot(String title, String description, Axis xAxis, Axis yAxis) {
        this.title = title;
        this.description = description;
        this.xAxis = xAxis;
        this.yAxis = yAxis;
    }

    /** What a plot is of, and what there is to see in it for those who do not see it. */
    public record Caption(String title, String description) {}

    /** A plot whose vertical axis holds all of some rows of values. */
    public static Plot around(Caption caption, String x, double from, double to, String y, double[]... rows) {
        return new Plot(caption.title(), caption.description(), Axis.counting(x, from, to), Axis.around(y, rows));
    }

    /** A plot with a vertical axis of its own. */
    public static Plot between(Caption caption, String x, double from, double to, String y, double low, double high) {
        return new Plot(caption.title(), caption.description(), Axis.counting(x, from, to), Axis.of(y, low, high));
    }

    /** Adds the area between two rows of values, at {@code first, first + step, ...} on the x axis. */
    public Plot area(String label, double first, double step, double[] lows, double[] highs) {
        marks.add(new Mark("area", Outline.between(xAxis, yAxis, first, step, lows, highs), label));
        return this;
    }

    /** Adds a line through values at {@code first, first + step, ...} on the x axis. */
    public Plot line(String label, double first, double step, double[] values) {
        lines++;
        String style = values.length == 1 ? "line dot c" : "line c";
        marks.add(new Mark(style + lines, Outline.of(xAxis, yAxis, first, step, values), label));
        return this;
    }

    /** Adds a dashed horizontal line, if it is on the vertical axis. */
    public Plot level(String label, double value) {
        if (value >= yAxis.low && value <= yAxis.high) {
            double[] ends = {value, value};
            marks.add(new Mark("level", Outline.of(xAxis, yAxis, xAxis.low, xAxis.high - xAxis.low, ends), label));
        }
        return this;
    }

    /** Writes the figure. */
    public void writeTo(Html html) {
        List<Label> columns = xAxis.labels();
        List<Label> rows = yAxis.labels();
        html.newLine().open("figure").element("figcaption", title);
        if (marks.size() > 1) {
            writeLegend(html);
        }
        int indent = rows.stream().mapToInt(row -> row.text().length()).reduce(NARROWEST_LABEL, Math::max);
        html.element("p", yAxis.title, "class", "unit", "aria-hidden", "true");
        html.open("div", "class", "frame", "style", "grid-template-columns:" + indent + "ch 1fr");
        html.open("div", "class", "y", "aria-hidden", "true");
        for (Label row : rows) {
            html.element("span", row.text(), "style", "bottom:" + percent(row.place()));
        }
        html.close();
        Drawing.open(html, "0 0 " + Outline.WIDTH + " " + Outline.HEIGHT, title, description);
        html.empty("path", "class", "grid", "d", grid(columns, rows));
        for (Mark mark : marks) {
            html.newLine().empty("path", "class", mark.style(), "d", mark.path());
        }
        html.close();
        html.open("div", "class", "x", "aria-hidden", "true");
        for (Label column : columns) {
            html.element("span", column.text(), "style", "left:" + percent(column.place()));
        }
        html.close().close().element("p", xAxis.title, "class", "unit end", "aria-hidden", "true");
        html.close();
    }

    private void writeLegend(Html html) {
        html.open("ul", "class", "legend");
        for (Mark mark : marks) {
            html.open("li").open("svg", "viewBox", "0 0 24 10", "aria-hidden", "true");
            html.empty("path", "class", mark.style(), "d", mark.style().equals("area") ? "M0 0h24v10h-24z" : "M0 5h24");
            html.close().text(mark.label()).close();
        }
        html.close();
    }

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
