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

    /** Length of a bar up and down, in standard errors. */
    private static final double BAR = 2.0;

    private CurvePlot() {}

    /** The drawing style of a series. */
    public enum Look {
        /** Markers with error bars. */
        POINTS,
        /** Markers with error bars, joined by a line. */
        JOINED,
        /** A line: theory, a fit. */
        LINE,
        /** A dashed line of few points: a value for comparison. */
        DASHED,
        /** A dashed upright line from the bottom to the top, at the first x. */
        UPRIGHT,
        /** The polygon of the points, filled with grey. */
        AREA,
        /** Crosses: measurements of others. */
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
     * @param name for the legend; it lists series of one name once, in the style of the first
     * @param colour a number from 0; series of one colour belong together
     * @param error standard errors of y: bars reach two of them up and down; empty for none
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

        /** The points that are not NaN, with the lengths of their bars; a standard error of NaN counts as 0. */
        private Series finite() {
            int[] kept = IntStream.range(0, x.length)
                    .filter(k -> Double.isFinite(x[k]) && Double.isFinite(y[k]))
                    .toArray();
            double[] bars =
                    of(error.length == 0 ? new int[0] : kept, k -> Double.isFinite(error[k]) ? BAR * error[k] : 0.0);
            return new Series(name, look, colour, of(kept, k -> x[k]), of(kept, k -> y[k]), bars);
        }

        private static double[] of(int[] points, IntToDoubleFunction value) {
            return IntStream.of(points).mapToDouble(value).toArray();
        }

        /** The ends of the error bars: upward for the sign 1, downward for -1. */
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

        /** With linear axes. */
        public Panel(String title, String xTitle, String yTitle, List<Series> series) {
            this(title, xTitle, yTitle, false, false, series);
        }
    }

    /**
     * Writes a PNG of the panels, row after row; points that are NaN in either coordinate are left out.
     *
     * @param columns the number of columns; if the panels do not fill the last row, one column is used
     */
    public static void write(Path png, int columns, List<Panel> panels) throws IOException {
        int used = panels.size() % columns == 0 ? columns : 1;
        Png.write(png, panels.stream().map(CurvePlot::chart).toList(), used);
    }

    /**
     * Linear axes begin at 0, or hold all data and their bars if some data are negative. So do horizontal axes whose
     * data are all beyond the middle, such as temperatures near a critical one. The ends of other axes are labelled,
     * and the data lie between them.
     */
    static Chart chart(Panel panel) {
        List<Series> drawn = panel.series.stream()
                .map(Series::finite)
                .filter(series -> series.x.length > 0)
                .toList();
        Axis x = axis(panel.xTitle, panel.logX, 0.5, drawn, Series::x, Series::x, Series::x);
        Axis y = axis(panel.yTitle, panel.logY, 1.0, drawn, Series::y, bar -> bar.ends(-1.0), bar -> bar.ends(1.0));
        return new Chart(WIDTH, HEIGHT, panel.title, x, y, drawn, true);
    }

    /** @param share the axis begins at 0 if the least value is at most this share of the largest */
    private static Axis axis(
            String title,
            boolean logarithmic,
            double share,
            List<Series> series,
            Function<Series, double[]> values,
            Function<Series, double[]> bottoms,
            Function<Series, double[]> tops) {
        double[] ends = all(series, tops);
        double high = DoubleStream.of(ends).max().orElse(1.0);
        double low = DoubleStream.of(all(series, values)).min().orElse(1.0);
        if (logarithmic) {
            return Axis.logarithmicCovering(title, low, high);
        }
        return low < 0.0 || low > share * high
                ? Axis.around(title, all(series, bottoms), ends)
                : Axis.fromZero(title, high);
    }

    private static double[] all(List<Series> series, Function<Series, double[]> values) {
        return series.stream().map(values).flatMapToDouble(Arrays::stream).toArray();
    }
}
