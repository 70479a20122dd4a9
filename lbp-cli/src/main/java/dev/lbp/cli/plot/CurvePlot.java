package dev.lbp.cli.plot;

import dev.lbp.internal.Check;
import dev.lbp.internal.html.Axis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Pictures of measured curves: panels of points with error bars, lines, and marks. */
public final class CurvePlot {

    private static final int WIDTH = 620;
    private static final int HEIGHT = 430;

    /** The length of an error bar in each direction, in standard errors. */
    private static final double BAR = 2.0;

    private CurvePlot() {}

    /** The drawing style of a series. */
    public enum Look {
        /** Markers with error bars. */
        POINTS,
        /** Markers with error bars, joined by a line. */
        JOINED,
        /** A line, for theory or a fit. */
        LINE,
        /** A dashed line, for a value of comparison. */
        DASHED,
        /** A dashed vertical line through the panel, at the first x. */
        UPRIGHT,
        /** The polygon of the points, filled grey. */
        AREA,
        /** Crosses, for values that other authors have published. */
        CROSS,
        /** A black diamond. */
        MARK;

        boolean isLine() {
            return this == JOINED || this == LINE || isDashed();
        }

        boolean isDashed() {
            return this == DASHED || this == UPRIGHT;
        }
    }

    /**
     * A series.
     *
     * @param name the name in the legend, which lists series of the same name once, in the style of the first
     * @param colour the number of the colour, from 0; related series have the same colour
     * @param error standard errors of y, for error bars of two standard errors in each direction; empty for none
     */
    public record Series(String name, Look look, int colour, double[] x, double[] y, double[] error) {

        /**
         * Checks that the legend can name the series.
         *
         * @throws IllegalArgumentException if the name is empty
         */
        public Series {
            Check.that(!name.isEmpty(), "not be empty", "name", name);
        }

        /** Without error bars. */
        public Series(String name, Look look, int colour, double[] x, double[] y) {
            this(name, look, colour, x, y, new double[0]);
        }

        /** The finite points, with the lengths of their error bars. A standard error of NaN counts as 0. */
        private Series finite() {
            int[] kept = IntStream.range(0, x.length)
                    .filter(k -> Double.isFinite(x[k]) && Double.isFinite(y[k]))
                    .toArray();
            double[] bars = valuesAt(
                    error.length == 0 ? new int[0] : kept, k -> Double.isFinite(error[k]) ? BAR * error[k] : 0.0);
            return new Series(name, look, colour, valuesAt(kept, k -> x[k]), valuesAt(kept, k -> y[k]), bars);
        }

        private static double[] valuesAt(int[] points, IntToDoubleFunction value) {
            return IntStream.of(points).mapToDouble(value).toArray();
        }

        /** The upper ends of the error bars if {@code sign} is 1, the lower ends if it is -1; y without error bars. */
        private double[] ends(double sign) {
            return error.length == 0
                    ? y
                    : IntStream.range(0, y.length)
                            .mapToDouble(k -> y[k] + sign * error[k])
                            .toArray();
        }
    }

    /** A panel. If an axis is logarithmic, all values on it are positive. */
    public record Panel(String title, String xTitle, String yTitle, boolean logX, boolean logY, List<Series> series) {

        /** A panel with linear axes. */
        public Panel(String title, String xTitle, String yTitle, List<Series> series) {
            this(title, xTitle, yTitle, false, false, series);
        }
    }

    /**
     * Writes a PNG of the panels, row by row. Points with a NaN coordinate are left out.
     *
     * @param columns the number of columns; if the panels would not fill the last row, there is one column
     */
    public static void write(Path png, int columns, List<Panel> panels) throws IOException {
        int used = panels.size() % columns == 0 ? columns : 1;
        Png.write(png, panels.stream().map(CurvePlot::chart).toList(), used);
    }

    /**
     * The chart of a panel. A linear axis begins at 0. It begins at the data instead if some data are negative, or, for
     * a horizontal axis, if the smallest value is above half of the largest, as for temperatures near a critical one. A
     * logarithmic axis covers the data, and its ends are labelled.
     */
    static Chart chart(Panel panel) {
        List<Series> drawn = panel.series.stream()
                .map(Series::finite)
                .filter(series -> series.x.length > 0)
                .toList();
        Axis x = axis(panel.xTitle, panel.logX, 0.5, drawn, Series::x, Series::x, Series::x);
        Axis y = axis(panel.yTitle, panel.logY, 1.0, drawn, Series::y, bar -> bar.ends(-1.0), bar -> bar.ends(1.0));
        boolean hasLabelsBelow = true; // of the horizontal axis
        return new Chart(WIDTH, HEIGHT, panel.title, x, y, drawn, hasLabelsBelow);
    }

    /**
     * Makes an axis.
     *
     * @param bottoms the lower ends of a series' error bars, which a linear axis covers as well as {@code tops}
     * @param share the axis begins at 0 if the smallest value is at most this share of the largest
     */
    private static Axis axis(
            String title,
            boolean logarithmic,
            double share,
            List<Series> series,
            Function<Series, double[]> values,
            Function<Series, double[]> bottoms,
            Function<Series, double[]> tops) {
        double[] ends = allValues(series, tops);
        double high = DoubleStream.of(ends).max().orElse(1.0);
        double low = DoubleStream.of(allValues(series, values)).min().orElse(1.0);
        if (logarithmic) {
            return Axis.logarithmicCovering(title, low, high);
        }
        return low < 0.0 || low > share * high
                ? Axis.around(title, allValues(series, bottoms), ends)
                : Axis.fromZero(title, high);
    }

    private static double[] allValues(List<Series> series, Function<Series, double[]> values) {
        return series.stream().map(values).flatMapToDouble(Arrays::stream).toArray();
    }
}
