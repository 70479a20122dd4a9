package dev.lbp.bench.plot;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.XYChart;

/** A picture of a scalar trace, one line per chain: chains that agree lie on top of each other, without a trend. */
public final class TracePlot {

    /** Draws shown of each chain, evenly spaced: more than this and lines become a smear. */
    private static final int MOST_POINTS = 400;

    /** More chains than this and a legend says nothing. */
    private static final int LARGEST_LEGEND = 8;

    private TracePlot() {}

    /**
     * Writes a PNG.
     *
     * @param quantity what the trace is of, for the y axis
     * @param traces [chains][draws], at least one of each
     */
    public static void write(Path png, String title, String quantity, double[][] traces) throws IOException {
        XYChart chart = LineChart.of(1100, 520, title, "draw", quantity);
        chart.getStyler().setLegendVisible(traces.length > 1 && traces.length <= LARGEST_LEGEND);
        int stride = (traces[0].length + MOST_POINTS - 1) / MOST_POINTS;
        for (int c = 0; c < traces.length; c++) {
            int points = (traces[c].length + stride - 1) / stride;
            double[] draw = new double[points];
            double[] value = new double[points];
            for (int k = 0; k < points; k++) {
                draw[k] = k * stride;
                value[k] = traces[c][k * stride];
            }
            Color colour = LineChart.PALETTE[c % LineChart.PALETTE.length];
            LineChart.line(chart, "chain " + c, draw, value, colour, 1.4f);
        }
        chart.getStyler().setXAxisDecimalPattern("#,###");
        chart.getStyler().setXAxisMin(0.0);
        // Half a step of the grid further than the data: at an even spacing XChart would label every k-th point, 1,
        // 209, 417 ...
        chart.getStyler().setXAxisMax(traces[0].length + 0.5 * stride);
        Png.write(png, List.of(chart));
    }
}
