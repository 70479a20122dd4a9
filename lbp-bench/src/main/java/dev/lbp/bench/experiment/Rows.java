package dev.lbp.bench.experiment;

import dev.lbp.bench.report.Spread;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Figures over some rows of a table. */
final class Rows {

    private Rows() {}

    /** The rows with a text in a column. */
    static List<Row> with(List<Row> rows, String column, String text) {
        return rows.stream().filter(row -> row.text(column).equals(text)).toList();
    }

    static Spread spread(List<Row> rows, ToDoubleFunction<Row> figure) {
        return Spread.of(rows.stream().mapToDouble(figure).toArray());
    }

    static String median(String format, List<Row> rows, ToDoubleFunction<Row> figure) {
        return String.format(Locale.ROOT, format, spread(rows, figure).median());
    }
}
