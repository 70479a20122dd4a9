package dev.lbp.cli.sample;

import dev.lbp.cli.plot.CurvePlot;
import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.cli.plot.CurvePlot.Panel;
import dev.lbp.cli.plot.CurvePlot.Series;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.html.Axis;
import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.Page;
import dev.lbp.internal.html.Plot;
import dev.lbp.internal.html.Plot.Caption;
import dev.lbp.result.Estimate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Quantities at many temperatures, as text, table and picture.
 *
 * @param rows for each temperature, the estimates of all columns
 */
record TemperatureTable(List<Column> columns, double[] temperatures, List<Estimate[]> rows) {

    /** The largest number of printed temperatures. */
    private static final int MOST_PRINTED = 100;

    /**
     * A quantity.
     *
     * @param name the name in the table
     * @param title the title in the picture; empty if the quantity is not drawn
     * @param printed the name in the text; empty if the quantity is not printed
     */
    record Column(String name, String title, String printed) {}

    /** The text: a line for each temperature. */
    String text(String file) {
        int[] printed = printedColumns();
        StringBuilder text = new StringBuilder(Text.format("%11s", "temperature"));
        for (int c : printed) {
            text.append(Text.format(" %21s", columns.get(c).printed()));
        }
        text.append('\n');
        for (int k = 0; k < Math.min(MOST_PRINTED, temperatures.length); k++) {
            text.append(Text.format("%11.6g", temperatures[k]));
            for (int c : printed) {
                text.append(Text.format(" %21s", Text.estimate(rows.get(k)[c])));
            }
            text.append('\n');
        }
        if (temperatures.length > MOST_PRINTED) {
            text.append(Text.format("and %d more temperatures in %s\n", temperatures.length - MOST_PRINTED, file));
        }
        return text.toString();
    }

    /** The printed quantities as a table, and plots of those that are drawn. */
    void writeTo(Html html) {
        List<String> head = new ArrayList<>(List.of("temperature"));
        for (int c : printedColumns()) {
            head.add(columns.get(c).printed());
        }
        List<List<String>> lines = new ArrayList<>();
        for (int k = 0; k < temperatures.length; k++) {
            List<String> line = new ArrayList<>(List.of(Text.format("%.6g", temperatures[k])));
            for (int c : printedColumns()) {
                line.add(Text.estimate(rows.get(k)[c]));
            }
            lines.add(line);
        }
        Page.table(html, "Averages with their standard errors", head, lines);
        for (int c : drawnColumns()) {
            String title = columns.get(c).title();
            double[] values = values(c);
            double[] lows = new double[values.length];
            double[] highs = new double[values.length];
            for (int k = 0; k < values.length; k++) {
                double error = rows.get(k)[c].error();
                lows[k] = values[k] - (Double.isNaN(error) ? 0.0 : error);
                highs[k] = values[k] + (Double.isNaN(error) ? 0.0 : error);
            }
            new Plot(
                            new Caption(title + " by temperature", "Points have bars of one standard error."),
                            Axis.around("temperature", temperatures),
                            Axis.around(title, lows, highs))
                    .bars("one standard error", temperatures, lows, highs)
                    .dots(title, temperatures, values)
                    .writeTo(html);
        }
    }

    /** The indices of the columns that have a name in the text. */
    private int[] printedColumns() {
        return IntStream.range(0, columns.size())
                .filter(c -> !columns.get(c).printed().isEmpty())
                .toArray();
    }

    /** The indices of the columns that have a title in the picture. */
    private int[] drawnColumns() {
        return IntStream.range(0, columns.size())
                .filter(c -> !columns.get(c).title().isEmpty())
                .toArray();
    }

    private double[] values(int c) {
        return rows.stream().mapToDouble(row -> row[c].value()).toArray();
    }

    /** The table as comma-separated values: for each quantity a column, followed by a column of its standard error. */
    String csv() {
        StringBuilder csv = new StringBuilder("temperature,beta");
        columns.forEach(column -> csv.append("," + column.name() + "," + column.name() + "_error"));
        csv.append('\n');
        for (int k = 0; k < temperatures.length; k++) {
            csv.append(temperatures[k]).append(',').append(1.0 / temperatures[k]);
            for (Estimate estimate : rows.get(k)) {
                csv.append(',').append(estimate.value()).append(',').append(estimate.error());
            }
            csv.append('\n');
        }
        return csv.toString();
    }

    void picture(Path file) throws IOException {
        CurvePlot.write(
                file, 2, Arrays.stream(drawnColumns()).mapToObj(this::panel).toList());
    }

    /** The panel of the picture with column c against the temperature. */
    private Panel panel(int c) {
        String title = columns.get(c).title();
        double[] errors = rows.stream().mapToDouble(row -> row[c].error()).toArray();
        return new Panel(
                "", "temperature", title, List.of(new Series(title, Look.POINTS, c, temperatures, values(c), errors)));
    }
}
