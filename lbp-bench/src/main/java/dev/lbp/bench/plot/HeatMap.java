package dev.lbp.bench.plot;

import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.HeatMapChartBuilder;
import org.knowm.xchart.style.HeatMapStyler;

/** A picture of probabilities on a lattice, row 0 at the bottom, on the colour scale viridis from 0 to 1. */
public final class HeatMap {

    /** Viridis at 0, 1/4, .. 1. */
    private static final Color[] VIRIDIS = {
        new Color(0x440154), new Color(0x3B528B), new Color(0x21918C), new Color(0x5EC962), new Color(0xFDE725)
    };

    /** What titles, labels and legend leave of these to the lattice is 600 x 600: square, and whole pixels for 50 x 50 cells. */
    private static final int WIDTH = 750;

    private static final int HEIGHT = 688;

    private HeatMap() {}

    /**
     * Writes a PNG.
     *
     * @param values [rows * cols] in [0, 1], row after row
     */
    public static void write(Path png, String title, int rows, int cols, double[] values) throws IOException {
        HeatMapChart chart = new HeatMapChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle("column")
                .yAxisTitle("row")
                .build();
        List<Number[]> cells = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            cells.add(new Number[] {i % cols, i / cols, values[i]});
        }
        chart.addSeries(
                title,
                IntStream.range(0, cols).boxed().toList(),
                IntStream.range(0, rows).boxed().toList(),
                cells);
        HeatMapStyler style = chart.getStyler();
        style.setChartBackgroundColor(Color.WHITE);
        style.setPlotGridLinesVisible(false);
        style.setPlotContentSize(1.0);
        style.setPlotBorderVisible(false);
        style.setDrawBorder(false);
        style.setRangeColors(VIRIDIS);
        style.setMin(0.0);
        style.setMax(1.0);
        style.setHeatMapValueDecimalPattern("0.0");
        style.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
        style.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
        style.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        style.setXAxisMaxLabelCount(6);
        Png.write(png, List.of(chart));
    }
}
