package dev.lbp.bench.experiment;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

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
            List<Row> mine = Rows.with(rows, "case", kind.name());
            if (!mine.isEmpty()) {
                text.append(String.format(
                        Locale.ROOT,
                        "%n### %s, p = %,.0f%n%nUncertain variables: %s; error of the long run: %s.%n%n%s",
                        kind,
                        mine.get(0).number("p"),
                        Rows.spread(mine, row -> row.number("uncertain")),
                        Rows.spread(mine, row -> row.number("reference_error")),
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
            List<Row> mine = Rows.with(rows, "sampler", sampler.name());
            if (!mine.isEmpty()) {
                boolean averaged = !Double.isNaN(mine.get(0).number("averaged_rmse"));
                String best = averaged ? "averaged" : "counted";
                table.row(
                        sampler,
                        Rows.median("%.1f", mine, row -> row.number("R")),
                        Rows.median("%.1f", mine, row -> row.number("us_per_step")),
                        Rows.median("%.1f", mine, row -> row.number("cpu_seconds")),
                        Rows.median("%.3f", mine, row -> row.number("acceptance")),
                        Rows.spread(mine, row -> row.number("counted_rmse")),
                        averaged ? Rows.spread(mine, row -> row.number("averaged_rmse")) : "-",
                        Rows.median(
                                "%.5f", mine, row -> row.number(best + "_rmse") * Math.sqrt(row.number("cpu_seconds"))),
                        Rows.spread(mine, row -> row.number(best + "_largest")));
            }
        }
        return table;
    }
}
