package dev.lbp.select;

import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.html.Numbers;
import java.util.ArrayList;
import java.util.List;

/** Collects the lines of a summary, and formats its tables and numbers. */
final class SummaryLines {

    /** Errors below this are printed with an exponent. */
    private static final double LEAST_ERROR = 5e-6;

    private final StringBuilder text = new StringBuilder();

    void line(String format, Object... values) {
        text.append(Numbers.format(format, values)).append(String.format("%n"));
    }

    /** Adds an empty line and a table, its first column aligned left and the others right. */
    <T> void table(Columns<T, String> columns, List<T> of) {
        line("");
        rows(columns, of);
    }

    /** Adds a table without an empty line before it, its first column aligned left and the others right. */
    <T> void rows(Columns<T, String> columns, List<T> of) {
        List<List<String>> rows = new ArrayList<>(columns.rows(of));
        rows.add(0, columns.heads());
        for (List<String> row : rows) {
            StringBuilder made = new StringBuilder();
            for (int k = 0; k < row.size(); k++) {
                int cell = k;
                int width = width(rows.stream().map(one -> one.get(cell)).toList());
                made.append(String.format(k == 0 ? "%-" + width + "s" : " %" + width + "s", row.get(k)));
            }
            line("%s", ForeignText.onOneLine(made.toString()));
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /** The width of a column: its longest text, at least 8. */
    static int width(List<String> names) {
        return names.stream().mapToInt(String::length).reduce(8, Math::max);
    }

    /** An error, never printed as 0. */
    static String error(double error) {
        return Numbers.format(error < LEAST_ERROR ? "%.1e" : "%.5f", error);
    }

    /** A number with four or five digits. */
    static String number(double value) {
        return value == 0.0 ? "0" : Double.isFinite(value) ? digits(value) : Numbers.text(value);
    }

    /** Four digits in scientific notation for a tiny or huge number; else five or all whole ones; four below 1. */
    private static String digits(double value) {
        double size = Math.abs(value);
        if (size < 1e-3 || size >= 1e7) {
            return Numbers.format("%.3e", value);
        }
        int whole = (int) Math.floor(Math.log10(size));
        return Numbers.format("%." + Math.max(0, whole < 0 ? 3 - whole : 4 - whole) + "f", value);
    }
}
