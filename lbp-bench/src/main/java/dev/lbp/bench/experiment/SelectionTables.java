package dev.lbp.bench.experiment;

import dev.lbp.bench.report.Spread;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The tables of {@link Selection}. */
final class SelectionTables {

    private SelectionTables() {}

    static String publish(Lab lab) throws IOException {
        List<Row> rows = lab.shown(Selection.table(lab));
        if (rows.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(
                "Medians over runs from different starts, with the least and the largest;"
                        + " times are processor time of one thread, and a tenth of each run is burn-in. Errors are root mean"
                        + " squares over the variables with a probability in (.01, .9999) by a long run: of shares of draws, and of"
                        + " averages of conditional probabilities. The last two columns are of the averages, or of the shares"
                        + " where there are none: the error times the root of the seconds, and the largest error of any variable.\n");
        for (SelectionCase kind : SelectionCase.values()) {
            List<Row> mine = with(rows, "case", kind.name());
            if (!mine.isEmpty()) {
                text.append(String.format(
                        Locale.ROOT,
                        "%n### %s, p = %,.0f%n%nUncertain variables: %s; error of the long run: %s.%n%n%s",
                        kind,
                        mine.get(0).number("p"),
                        spread(mine, row -> row.number("uncertain")),
                        spread(mine, row -> row.number("reference_error")),
                        table(mine)));
            }
        }
        return text.append('\n').append(lab.provenance(rows)).toString();
    }

    private static MarkdownTable table(List<Row> rows) {
        MarkdownTable table = new MarkdownTable(
                "sampler",
                "R",
                "us per step",
                "seconds",
                "acceptance",
                "error, shares",
                "error, averages",
                "times sqrt(s)",
                "largest");
        for (SelectionSampler sampler : SelectionSampler.values()) {
            List<Row> mine = with(rows, "sampler", sampler.name());
            if (!mine.isEmpty()) {
                boolean averaged = !Double.isNaN(mine.get(0).number("averaged_rmse"));
                String best = averaged ? "averaged" : "counted";
                table.row(
                        sampler,
                        median("%.1f", mine, row -> row.number("R")),
                        median("%.1f", mine, row -> row.number("us_per_step")),
                        median("%.1f", mine, row -> row.number("cpu_seconds")),
                        median("%.3f", mine, row -> row.number("acceptance")),
                        spread(mine, row -> row.number("counted_rmse")),
                        averaged ? spread(mine, row -> row.number("averaged_rmse")) : "-",
                        median("%.5f", mine, row -> row.number(best + "_rmse") * Math.sqrt(row.number("cpu_seconds"))),
                        spread(mine, row -> row.number(best + "_largest")));
            }
        }
        return table;
    }

    private static List<Row> with(List<Row> rows, String column, String text) {
        return rows.stream().filter(row -> row.text(column).equals(text)).toList();
    }

    private static String median(String format, List<Row> rows, ToDoubleFunction<Row> figure) {
        return String.format(
                Locale.ROOT, format, Spread.of(values(rows, figure)).median());
    }

    private static String spread(List<Row> rows, ToDoubleFunction<Row> figure) {
        return Spread.of(values(rows, figure)).toString();
    }

    private static double[] values(List<Row> rows, ToDoubleFunction<Row> figure) {
        return rows.stream().mapToDouble(figure).toArray();
    }
}
