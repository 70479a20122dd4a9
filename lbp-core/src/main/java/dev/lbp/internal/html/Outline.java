package dev.lbp.internal.html;

/**
 * The data of an SVG path for a line, in whole units of a box {@value #WIDTH} wide and {@value #HEIGHT} high. Points
 * are relative to the previous point, with about six characters each. A value that is not finite interrupts the line.
 *
 * <p>A long line is thinned but keeps its extremes: each of {@value #COLUMNS} columns keeps its lowest and its highest
 * point, in their order.
 */
final class Outline {

    static final int WIDTH = 2000;
    static final int HEIGHT = 1000;

    static final int COLUMNS = 400;
    private static final double LOWEST = 1.0;
    private static final double HIGHEST = -1.0;

    private final Axis xAxis;
    private final Axis yAxis;
    private final StringBuilder data = new StringBuilder();

    /** Whether the next point is joined to the last one. */
    private boolean drawing;

    private long lastX;
    private long lastY;

    Outline(Axis xAxis, Axis yAxis) {
        this.xAxis = xAxis;
        this.yAxis = yAxis;
    }

    /** Values at {@code first, first + step, ...} on the x axis. */
    String line(double first, double step, double[] values) {
        int n = values.length;
        if (n <= 2 * COLUMNS) {
            for (int t = 0; t < n; t++) {
                lineTo(first + t * step, values[t]);
            }
            return data();
        }
        for (int column = 0; column < COLUMNS; column++) {
            int from = start(column, COLUMNS, n);
            int to = start(column + 1, COLUMNS, n);
            int low = indexOfExtreme(values, from, to, LOWEST);
            int high = indexOfExtreme(values, from, to, HIGHEST);
            lineTo(first + Math.min(low, high) * step, values[Math.min(low, high)]);
            lineTo(first + Math.max(low, high) * step, values[Math.max(low, high)]);
        }
        return data();
    }

    /**
     * Points with values on both axes.
     *
     * @param places on the x axis, as many as values
     * @param joined whether a line joins the points
     */
    String through(double[] places, double[] values, boolean joined) {
        for (int t = 0; t < values.length; t++) {
            drawing &= joined; // else a point is a path of its own
            lineTo(places[t], values[t]);
        }
        return data();
    }

    /** An upright bar from each low value to its high one, at its place. */
    String bars(double[] places, double[] lows, double[] highs) {
        for (int t = 0; t < places.length; t++) {
            drawing = false;
            lineTo(places[t], lows[t]);
            lineTo(places[t], highs[t]);
        }
        return data();
    }

    /**
     * An upright bar from each low value to its high one, at 0, 1, 2 and so on. If there are too many, each column has
     * one bar from its lowest to its highest value.
     */
    String bars(double[] lows, double[] highs) {
        int n = lows.length;
        int columns = Math.min(COLUMNS, n);
        for (int column = 0; column < columns; column++) {
            int from = start(column, columns, n);
            int to = start(column + 1, columns, n);
            double x = 0.5 * (from + to - 1);
            drawing = false;
            lineTo(x, lows[indexOfExtreme(lows, from, to, LOWEST)]);
            lineTo(x, highs[indexOfExtreme(highs, from, to, HIGHEST)]);
        }
        return data();
    }

    /** The area between two rows of values, which are finite. */
    String between(double first, double step, double[] lows, double[] highs) {
        int n = lows.length;
        int columns = Math.min(COLUMNS, n);
        for (int column = 0; column < columns; column++) {
            int from = start(column, columns, n);
            int to = start(column + 1, columns, n);
            lineTo(first + from * step, highs[indexOfExtreme(highs, from, to, HIGHEST)]);
        }
        for (int column = columns - 1; column >= 0; column--) { // back along the low values
            int from = start(column, columns, n);
            int to = start(column + 1, columns, n);
            lineTo(first + (to - 1) * step, lows[indexOfExtreme(lows, from, to, LOWEST)]);
        }
        return data() + "z";
    }

    private static int start(int column, int columns, int n) {
        return (int) ((long) column * n / columns);
    }

    /**
     * The index of the lowest or highest value in a range, for the sign {@link #LOWEST} or {@link #HIGHEST}; {@code
     * from} if no value is finite.
     */
    private static int indexOfExtreme(double[] values, int from, int to, double sign) {
        int best = from;
        for (int t = from + 1; t < to; t++) {
            if (!Double.isFinite(values[best]) || sign * values[t] < sign * values[best]) {
                best = t;
            }
        }
        return best;
    }

    /** Continues the line to (x, y), or begins one there after a gap. A y that is not finite makes a gap. */
    private void lineTo(double x, double y) {
        if (!Double.isFinite(y)) {
            drawing = false;
            return;
        }
        long column = Math.round(xAxis.place(x) * WIDTH);
        long row = Math.round((1.0 - yAxis.place(y)) * HEIGHT);
        if (drawing) {
            data.append('l').append(column - lastX);
            data.append(row < lastY ? "" : " ").append(row - lastY);
        } else {
            data.append('M').append(column).append(' ').append(row).append("h0"); // a single point is a dot
        }
        drawing = true;
        lastX = column;
        lastY = row;
    }

    private String data() {
        return data.toString();
    }
}
