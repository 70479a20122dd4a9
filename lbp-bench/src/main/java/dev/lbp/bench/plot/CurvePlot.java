package dev.lbp.bench.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Pictures of measured curves: panels of points with error bars, lines, and marks. */
public final class CurvePlot {

    private static final int WIDTH = 620;
    private static final int HEIGHT = 430;
    private static final int MARKER = 7;

    /** Of error bars, in standard errors. */
    private static final double BAR = 2.0;

    private static final BasicStroke DASHES =
            new BasicStroke(1.3f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1f, new float[] {6f, 4f}, 0f);

    private static final float LINE = 1.3f;

    /** Of labels on logarithmic axes, which have exponents else. */
    private static final String PLAIN = "#,##0.###";

    private static final int PALETTE_SIZE = LineChart.PALETTE.length;

    private CurvePlot() {}

    /** How a series is drawn. */
    public enum Look {
        /** Markers with error bars. */
        POINTS,
        /** Markers with error bars, joined by a line. */
        JOINED,
        /** A line: theory, a fit. */
        LINE,
        /** A dashed line of few points: a value to compare with. */
        DASHED,
        /** Crosses: what others have measured. */
        CROSS,
        /** A black diamond. */
        MARK
    }

    /**
     * A series.
     *
     * @param name for the legend; empty for none there
     * @param colour the series of one colour belong together; from 0
     * @param error standard errors of y: bars reach two of them up and down; empty for none
     */
    public record Series(String name, Look look, int colour, double[] x, double[] y, double[] error) {

        /** Without error bars. */
        public Series(String name, Look look, int colour, double[] x, double[] y) {
            this(name, look, colour, x, y, new double[0]);
        }

        /** The points that are numbers; a standard error that is none counts 0. */
        private Series finite() {
            int[] kept = IntStream.range(0, x.length)
                    .filter(k -> Double.isFinite(x[k]) && Double.isFinite(y[k]))
                    .toArray();
            double[] bars = error.length == 0
                    ? error
                    : IntStream.of(kept)
                            .mapToDouble(k -> Double.isFinite(error[k]) ? BAR * error[k] : 0.0)
                            .toArray();
            return new Series(
                    name,
                    look,
                    colour,
                    IntStream.of(kept).mapToDouble(k -> x[k]).toArray(),
                    IntStream.of(kept).mapToDouble(k -> y[k]).toArray(),
                    bars);
        }
    }

    /** A panel; whether its axes are logarithmic, in which case all values on them are positive. */
    public record Panel(String title, String xTitle, String yTitle, boolean logX, boolean logY, List<Series> series) {

        /** With linear axes. */
        public Panel(String title, String xTitle, String yTitle, List<Series> series) {
            this(title, xTitle, yTitle, false, false, series);
        }
    }

    /** The width of a picture with so many columns, in pixels. */
    public static int width(int columns) {
        return columns * WIDTH;
    }

    /**
     * Writes a PNG of the panels, row after row; points that are NaN in either coordinate are left out.
     *
     * @param columns if they do not fill the last row, there is one column
     */
    public static void write(Path png, int columns, List<Panel> panels) throws IOException {
        int used = panels.size() % columns == 0 ? columns : 1;
        Png.write(png, panels.stream().map(CurvePlot::chart).toList(), used);
    }

    private static XYChart chart(Panel panel) {
        XYChart chart = LineChart.of(WIDTH, HEIGHT, panel.title, panel.xTitle, panel.yTitle);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        chart.getStyler().setMarkerSize(MARKER);
        chart.getStyler().setErrorBarsColorSeriesColor(true);
        chart.getStyler().setXAxisLogarithmic(panel.logX);
        chart.getStyler().setYAxisLogarithmic(panel.logY);
        if (panel.logX) {
            chart.getStyler().setXAxisDecimalPattern(PLAIN);
        } else {
            chart.getStyler().setXAxisMin(0.0);
        }
        if (panel.logY) {
            chart.getStyler().setYAxisDecimalPattern(PLAIN);
        } else {
            chart.getStyler().setYAxisMin(0.0);
        }
        for (int k = 0; k < panel.series.size(); k++) {
            Series series = panel.series.get(k).finite();
            if (series.x.length > 0) {
                add(chart, series, "series " + k);
            }
        }
        return chart;
    }

    private static void add(XYChart chart, Series series, String key) {
        Color colour = series.look == Look.MARK ? Color.BLACK : LineChart.PALETTE[series.colour % PALETTE_SIZE];
        XYSeries drawn = LineChart.line(chart, key, series.x, series.y, colour, LINE);
        if (series.error.length > 0) {
            drawn.replaceData(series.x, series.y, series.error);
        }
        drawn.setLabel(series.name).setShowInLegend(!series.name.isEmpty());
        drawn.setMarkerColor(colour);
        switch (series.look) {
            case POINTS -> drawn.setMarker(SeriesMarkers.CIRCLE).setLineStyle(SeriesLines.NONE);
            case CROSS -> drawn.setMarker(SeriesMarkers.CROSS).setLineStyle(SeriesLines.NONE);
            case JOINED -> drawn.setMarker(SeriesMarkers.CIRCLE);
            case LINE -> drawn.setMarker(SeriesMarkers.NONE);
            case DASHED -> drawn.setMarker(SeriesMarkers.NONE).setLineStyle(DASHES);
            case MARK -> drawn.setMarker(SeriesMarkers.DIAMOND).setLineStyle(SeriesLines.NONE);
            default -> throw new IllegalStateException("must be drawn: " + series.look);
        }
    }
}
