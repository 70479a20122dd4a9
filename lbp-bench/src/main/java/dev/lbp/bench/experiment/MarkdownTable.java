package dev.lbp.bench.experiment;

import dev.lbp.internal.Check;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A table in Markdown, row by row. */
final class MarkdownTable {

    private final int columns;
    private final StringBuilder text = new StringBuilder();

    MarkdownTable(String... titles) {
        columns = titles.length;
        line(List.of(titles));
        line(Collections.nCopies(columns, "---"));
    }

    MarkdownTable row(Object... values) {
        Check.length(columns, "values", values.length);
        line(List.of(values));
        return this;
    }

    /** A number for a cell; "-" for NaN. */
    static String number(int decimals, double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private void line(List<?> values) {
        text.append('|');
        values.forEach(value -> text.append(' ').append(value).append(" |"));
        text.append('\n');
    }

    /** The table, with a line break at its end. */
    @Override
    public String toString() {
        return text.toString();
    }
}
