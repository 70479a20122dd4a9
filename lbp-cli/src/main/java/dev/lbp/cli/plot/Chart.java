package dev.lbp.cli.plot;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.cli.plot.CurvePlot.Series;
import dev.lbp.internal.html.Axis;
import dev.lbp.internal.html.Palette;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A panel of a picture: axes that meet in the lower left corner, series over a grid, and a legend on the right. */
final class Chart {

    static final Color INK = new Color(0x333333);
    static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 16);
    static final Font NAME = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    static final Font LABEL = new Font(Font.SANS_SERIF, Font.PLAIN, 12);

    private static final Color GRID = new Color(0xE4E4E4);
    private static final int GAP = 12;
    private static final int TICK = 5;
    private static final int KEY = 26;
    private static final int LINE_HEIGHT = 21;
    private static final int ROW_HEIGHT = 60;
    private static final int FEWEST_ROWS = 2;
    private static final int MOST_ROWS = 5;
    private static final double MARKER = 7.0;
    private static final float THIN = 1.3f;
    private static final BasicStroke SOLID = new BasicStroke(THIN, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
    private static final BasicStroke DASHES =
            new BasicStroke(THIN, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1f, new float[] {6f, 4f}, 0f);

    private final int width;
    private final int height;
    private final String title;
    private final Axis xAxis;
    private final Axis yAxis;
    private final List<Series> series;
    private final boolean bottom;

    /** The ends of the axes, in pixels; {@link #base} is the height of the horizontal axis. Set by {@link #paint}. */
    private int left;

    private int right;
    private int top;
    private int base;

    /**
     * A chart of the given size, in pixels.
     *
     * @param title empty for none
     * @param bottom whether the horizontal axis is labelled; of charts with a common axis only the lowest one is
     */
    Chart(int width, int height, String title, Axis xAxis, Axis yAxis, List<Series> series, boolean bottom) {
        this.width = width;
        this.height = height;
        this.title = title;
        this.xAxis = xAxis;
        this.yAxis = yAxis;
        this.series = series;
        this.bottom = bottom;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    /** The colour of series k, the same as that of chain k in a report. */
    static Color colour(int k) {
        return new Color(Palette.series(k));
    }

    /** Paints the chart with its upper left corner at the origin. The margins must be at least {@link #margins}. */
    void paint(Graphics2D g, Margins margins) {
        left = margins.left;
        right = width - margins.right;
        top = title.isEmpty() ? GAP : 3 * GAP;
        base = height - (bottom ? 4 * GAP : 4); // room for the labels of the x axis, if it has them
        g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_NORMALIZE); // for sharp axes
        paintAxes(g);
        g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        for (Series each : series) {
            g.setColor(colourOf(each));
            paintSeries(g, each);
        }
        paintLegend(g);
    }

    /**
     * The space on both sides of the axes, in pixels. Charts below each other have the same margins, so that their axes
     * are aligned.
     */
    record Margins(int left, int right) {

        Margins max(Margins other) {
            return new Margins(Math.max(left, other.left), Math.max(right, other.right));
        }
    }

    /** The labels of the vertical axis that fit the height. */
    private List<Axis.Label> yLabels() {
        return yAxis.labels(Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, height / ROW_HEIGHT)));
    }

    /** The smallest margins with space for the labels of the vertical axis and for the legend. */
    Margins margins(Graphics2D g) {
        int labels = yLabels().stream()
                .mapToInt(label -> g.getFontMetrics(LABEL).stringWidth(label.text()))
                .max()
                .orElse(0);
        int names = legend().keySet().stream()
                .mapToInt(name -> g.getFontMetrics(NAME).stringWidth(name))
                .max()
                .orElse(-KEY - GAP); // without a legend the right margin is 2 GAP
        return new Margins(
                GAP + (yAxis.title().isEmpty() ? 0 : 2 * GAP) + labels + TICK + 4, 2 * GAP + names + KEY + GAP);
    }

    /** The first series of each name. */
    private Map<String, Series> legend() {
        Map<String, Series> legend = new LinkedHashMap<>();
        series.forEach(each -> legend.putIfAbsent(each.name(), each));
        return legend;
    }

    /** Paints the grid, the axes with their labels, and the titles. Only a {@link #bottom} chart labels its x axis. */
    private void paintAxes(Graphics2D g) {
        g.setStroke(new BasicStroke(1f));
        for (Axis.Label label : yLabels()) {
            int y = (int) Math.round(base - label.place() * (base - top));
            g.setColor(GRID);
            g.drawLine(left, y, right, y);
            g.setColor(INK);
            g.drawLine(left - TICK, y, left, y);
            text(g, LABEL, label.text(), left - TICK - 4, y + 4, 1.0);
        }
        for (Axis.Label label : xAxis.labels()) {
            int x = (int) Math.round(left + label.place() * (right - left));
            g.setColor(GRID);
            g.drawLine(x, top, x, base);
            if (bottom) {
                g.setColor(INK);
                g.drawLine(x, base, x, base + TICK);
                text(g, LABEL, label.text(), x, base + TICK + 13, 0.5);
            }
        }
        g.setColor(INK);
        g.drawLine(left, top, left, base);
        g.drawLine(left, base, right, base);
        text(g, TITLE, title, (left + right) / 2, 2 * GAP, 0.5);
        if (bottom) {
            text(g, NAME, xAxis.title(), (left + right) / 2, height - GAP + 2, 0.5);
        }
        upright(g, yAxis.title(), 3 * GAP / 2, (top + base) / 2);
    }

    /** Paints the names of the series on the right, halfway up, each behind its key: an area, a line or a marker. */
    private void paintLegend(Graphics2D g) {
        Map<String, Series> legend = legend();
        int y = (top + base - LINE_HEIGHT * legend.size()) / 2 + LINE_HEIGHT / 2;
        for (Series each : legend.values()) {
            double middle = right + GAP + KEY / 2.0;
            g.setColor(colourOf(each));
            if (each.look() == Look.AREA) {
                g.fill(new Rectangle2D.Double(right + GAP, y - 4, KEY, 8));
            } else if (each.look().isLine()) {
                g.setStroke(each.look().isDashed() ? DASHES : SOLID);
                g.draw(new Line2D.Double(right + GAP, y, right + GAP + KEY, y));
            }
            paintMarker(g, each.look(), middle, y);
            g.setColor(INK);
            text(g, NAME, each.name(), right + GAP + KEY + 6, y + 5, 0.0);
            y += LINE_HEIGHT;
        }
    }

    /** Paints an upright line; or an area or a line through the points, and on it error bars and markers. */
    private void paintSeries(Graphics2D g, Series drawn) {
        if (drawn.look() == Look.UPRIGHT) {
            g.setStroke(DASHES);
            double x = Math.floor(x(drawn.x()[0])) + 0.5; // the middle of a pixel, for a sharp line
            g.draw(new Line2D.Double(x, top, x, base));
            return;
        }
        List<double[]> points = new ArrayList<>();
        for (int k = 0; k < drawn.x().length; k++) {
            points.add(new double[] {x(drawn.x()[k]), y(drawn.y()[k])});
        }
        if (drawn.look() == Look.AREA) {
            g.fill(path(points));
        } else if (drawn.look().isLine()) {
            g.setStroke(drawn.look().isDashed() ? DASHES : SOLID);
            g.draw(path(points));
        }
        g.setStroke(SOLID);
        for (int k = 0; k < points.size(); k++) {
            double[] point = points.get(k);
            if (drawn.error().length > 0) {
                paintBar(g, point[0], drawn.y()[k], drawn.error()[k]);
            }
            paintMarker(g, drawn.look(), point[0], point[1]);
        }
    }

    /** Paints an error bar, cut off at the ends of the axis. */
    private void paintBar(Graphics2D g, double x, double value, double error) {
        double low = y(Math.max(value - error, yAxis.low()));
        double high = y(Math.min(value + error, yAxis.high()));
        g.draw(new Line2D.Double(x, low, x, high));
        g.draw(new Line2D.Double(x - 3, low, x + 3, low));
        g.draw(new Line2D.Double(x - 3, high, x + 3, high));
    }

    private static void paintMarker(Graphics2D g, Look look, double x, double y) {
        double half = MARKER / 2.0;
        switch (look) {
            case POINTS, JOINED -> g.fill(new Ellipse2D.Double(x - half, y - half, MARKER, MARKER));
            case CROSS -> {
                g.draw(new Line2D.Double(x - half, y - half, x + half, y + half));
                g.draw(new Line2D.Double(x - half, y + half, x + half, y - half));
            }
            case MARK ->
                g.fill(path(List.of(
                        new double[] {x - 5, y}, new double[] {x, y - 5}, new double[] {x + 5, y}, new double[] {
                            x, y + 5
                        })));
            default -> {} // a line has no markers
        }
    }

    private static Shape path(List<double[]> points) {
        Path2D path = new Path2D.Double();
        path.moveTo(points.get(0)[0], points.get(0)[1]);
        points.forEach(point -> path.lineTo(point[0], point[1]));
        return path;
    }

    private static Color colourOf(Series drawn) {
        return switch (drawn.look()) {
            case MARK, UPRIGHT -> INK;
            case AREA -> Color.LIGHT_GRAY;
            default -> colour(drawn.colour());
        };
    }

    /** The pixel of a value on the horizontal axis. */
    private double x(double value) {
        return left + xAxis.place(value) * (right - left);
    }

    /** The pixel of a value on the vertical axis. */
    private double y(double value) {
        return base - yAxis.place(value) * (base - top);
    }

    /** Draws text upwards, with its middle at (x, y), as the title of a vertical axis. */
    static void upright(Graphics2D g, String text, int x, int y) {
        Graphics2D turned = (Graphics2D) g.create();
        turned.rotate(-Math.PI / 2.0, x, y);
        text(turned, NAME, text, x, y, 0.5);
        turned.dispose();
    }

    /**
     * Draws text on the base line y.
     *
     * @param anchor 0 for text that begins at x, 0.5 for text centred at x, 1 for text that ends at x
     */
    static void text(Graphics2D g, Font font, String text, int x, int y, double anchor) {
        g.setFont(font);
        g.drawString(text, (float) (x - anchor * g.getFontMetrics().stringWidth(text)), y);
    }
}
