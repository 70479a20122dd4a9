package dev.lbp.cli.plot;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.cli.plot.CurvePlot.Series;
import dev.lbp.internal.html.Axis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A picture of the best value of a search against time. */
public final class ValuePlot {

    private static final int WIDTH = 1000;
    private static final int HEIGHT = 430;

    /** Shorter times are drawn at this time, because the time axis is logarithmic. */
    private static final double LEAST_SECONDS = 1e-3;

    private ValuePlot() {}

    /**
     * Writes a PNG: a line with a step at each improvement, against the logarithm of time.
     *
     * @param quantity the name of the values
     * @param seconds the time of each improvement, ascending; at least one
     * @param values the value after each improvement
     * @param end the end of the search, in seconds
     * @param target the target; NaN for none
     */
    public static void write(
            Path png, String title, String quantity, double[] seconds, double[] values, double end, double target)
            throws IOException {
        double[] x = new double[2 * seconds.length];
        double[] y = new double[2 * seconds.length];
        for (int k = 0; k < seconds.length; k++) {
            double until = k + 1 < seconds.length ? seconds[k + 1] : end;
            x[2 * k] = Math.max(LEAST_SECONDS, seconds[k]);
            y[2 * k] = values[k];
            x[2 * k + 1] = Math.max(LEAST_SECONDS, until);
            y[2 * k + 1] = values[k];
        }
        List<Series> series = new ArrayList<>();
        double[] targets = Double.isNaN(target) ? new double[0] : new double[] {target, target};
        if (targets.length > 0) { // a level line
            double[] ends = {x[0], x[x.length - 1]};
            series.add(new Series("target", Look.DASHED, 1, ends, targets));
        }
        series.add(new Series("best " + quantity, Look.LINE, 0, x, y));
        Axis time = Axis.logarithmicCovering("seconds", x[0], x[x.length - 1]);
        Axis value = Axis.around(quantity, y, targets);
        boolean hasLabelsBelow = true;
        Png.write(png, List.of(new Chart(WIDTH, HEIGHT, title, time, value, series, hasLabelsBelow)), 1); // one column
    }
}
