package dev.lbp.bench.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The look that all charts of lines share. */
final class LineChart {

    /** Okabe and Ito's colours, which people with colour-blindness can tell apart; with a grey for yellow, too pale a line. */
    static final Color[] PALETTE = {
        new Color(0x0072B2),
        new Color(0xD55E00),
        new Color(0x009E73),
        new Color(0xCC79A7),
        new Color(0xE69F00),
        new Color(0x56B4E9),
        new Color(0x000000),
        new Color(0x999999)
    };

    private static final Color GRID = new Color(0xE4E4E4);
    private static final Color INK = new Color(0x333333);

    private LineChart() {}

    static XYChart of(int width, int height, String title, String xTitle, String yTitle) {
        XYChart chart = new XYChartBuilder()
                .width(width)
                .height(height)
                .title(title)
                .xAxisTitle(xTitle)
                .yAxisTitle(yTitle)
                .build();
        XYStyler style = chart.getStyler();
        style.setChartBackgroundColor(Color.WHITE);
        style.setPlotBorderVisible(false);
        style.setPlotGridLinesColor(GRID);
        style.setPlotGridLinesStroke(new BasicStroke(1f));
        style.setChartFontColor(INK);
        style.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
        style.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
        style.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        style.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        style.setLegendPosition(LegendPosition.OutsideE);
        style.setLegendBorderColor(GRID);
        style.setAxisTickMarksColor(INK);
        style.setAntiAlias(true);
        return chart;
    }

    static XYSeries line(XYChart chart, String name, double[] x, double[] y, Color colour, float width) {
        XYSeries series = chart.addSeries(name, x, y);
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(colour);
        series.setLineStyle(new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        return series;
    }
}
