package dev.lbp.cli.plot;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.cli.plot.CurvePlot.Series;
import dev.lbp.internal.html.Axis;
import dev.lbp.internal.html.Palette;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes a picture of a scalar trace. Each of a few chains has a strip of its own, with common axes, in the colour that
 * the chain has in a report. For many chains the picture shows their range, and the chains of the lowest and the
 * highest mean.
 */
public final class TracePlot {

    private static final int WIDTH = 1100;
    private static final int STRIP = 74;
    private static final int WHOLE = 520;

    /** The height of the title above the first strip. */
    private static final int ABOVE = 24;

    /** The height of the labels below the last strip. */
    private static final int BELOW = 44;

    /** The number of columns of a long trace. The lowest and the highest draw of each column are drawn. */
    private static final int COLUMNS = 400;

    private TracePlot() {}

    /**
     * Writes a PNG.
     *
     * @param quantity the traced quantity, for the y axis
     * @param traces [chains][draws], at least one chain and one draw
     * @param every the number of draws of the run from one traced draw to the next
     */
    public static void write(Path png, String title, String quantity, double[][] traces, int every) throws IOException {
        Axis draws = Axis.counting("draw", 0, (traces[0].length - 1.0) * every);
        Png.write(
                png,
                traces.length <= Palette.SIZE
                        ? strips(title, quantity, draws, traces, every)
                        : rangeChart(title, quantity, draws, traces, every),
                1); // one column
    }

    /** A strip for each chain. Only the first has the title, only the last the labels of the common axis. */
    private static List<Chart> strips(String title, String quantity, Axis draws, double[][] traces, int every) {
        Axis values = Axis.around("", traces);
        List<Chart> strips = new ArrayList<>();
        for (int c = 0; c < traces.length; c++) {
            boolean last = c == traces.length - 1;
            int height = STRIP + (c == 0 ? ABOVE : 0) + (last ? BELOW : 0);
            List<Series> chain = List.of(line("chain " + c, c, traces[c], every));
            strips.add(new Chart(WIDTH, height, c == 0 ? title + ": " + quantity : "", draws, values, chain, last));
        }
        return strips;
    }

    /** A chart of many chains: the range of all, and the chains with the lowest and the highest mean. */
    private static List<Chart> rangeChart(String title, String quantity, Axis draws, double[][] traces, int every) {
        int low = 0;
        int high = 0;
        double[] means = Arrays.stream(traces)
                .mapToDouble(chain -> Arrays.stream(chain).average().orElse(Double.NaN))
                .toArray();
        for (int c = 1; c < means.length; c++) {
            low = means[c] < means[low] ? c : low;
            high = means[c] > means[high] ? c : high;
        }
        List<Series> series = List.of(
                range("all " + traces.length + " chains", traces, every),
                line("chain " + low + ", lowest mean", 0, traces[low], every),
                line("chain " + high + ", highest mean", 1, traces[high], every));
        boolean hasLabelsBelow = true;
        Axis values = Axis.around(quantity, traces);
        return List.of(new Chart(WIDTH, WHOLE, title, draws, values, series, hasLabelsBelow));
    }

    /** The polygon around all chains: forward along the highest draws, back along the lowest ones. */
    private static Series range(String name, double[][] traces, int every) {
        int n = traces[0].length;
        int columns = Math.min(COLUMNS, n);
        double[] x = new double[2 * columns];
        double[] y = new double[2 * columns];
        for (int k = 0; k < columns; k++) {
            int from = start(k, columns, n);
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (double[] chain : traces) {
                for (int t = from; t < start(k + 1, columns, n); t++) {
                    low = Math.min(low, chain[t]);
                    high = Math.max(high, chain[t]);
                }
            }
            x[k] = (double) from * every;
            y[k] = high;
            x[2 * columns - 1 - k] = (double) from * every;
            y[2 * columns - 1 - k] = low;
        }
        return new Series(name, Look.AREA, 0, x, y);
    }

    /**
     * A line through all draws. For a long trace it passes through the lowest and the highest draw of each column, in
     * the order of draws.
     *
     * @param chain the traced draws of one chain
     * @param every the number of draws of the run from one traced draw to the next, for the x axis
     */
    private static Series line(String name, int colour, double[] chain, int every) {
        int n = chain.length;
        int columns = Math.min(COLUMNS, n);
        double[] x = new double[2 * columns];
        double[] y = new double[2 * columns];
        for (int k = 0; k < columns; k++) {
            int low = start(k, columns, n);
            int high = low;
            for (int t = low; t < start(k + 1, columns, n); t++) {
                low = chain[t] < chain[low] ? t : low;
                high = chain[t] > chain[high] ? t : high;
            }
            x[2 * k] = Math.min(low, high) * (double) every;
            x[2 * k + 1] = Math.max(low, high) * (double) every;
            y[2 * k] = chain[Math.min(low, high)];
            y[2 * k + 1] = chain[Math.max(low, high)];
        }
        return new Series(name, Look.LINE, colour, x, y);
    }

    /** The first draw of a column. */
    private static int start(int column, int columns, int n) {
        return (int) ((long) column * n / columns);
    }
}
