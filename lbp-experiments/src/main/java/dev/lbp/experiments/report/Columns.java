package dev.lbp.experiments.report;

import dev.lbp.cli.terminal.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Builds a table in Markdown from its columns.
 *
 * @param <T> the object that a line describes
 */
public final class Columns<T> {

    private final List<String> titles = new ArrayList<>();
    private final List<Function<? super T, ?>> texts = new ArrayList<>();

    /** Adds a column. */
    public Columns<T> add(String title, Function<? super T, ?> text) {
        titles.add(title);
        texts.add(text);
        return this;
    }

    /** Adds a column of numbers; "-" for NaN. */
    public Columns<T> add(String title, int decimals, Function<? super T, Double> number) {
        return add(title, line -> Text.number(decimals, number.apply(line)));
    }

    /** Adds a column for each of the values, titled by the value; a cell depends on the line and the value. */
    public <V> Columns<T> each(
            Iterable<V> values, Function<V, String> title, java.util.function.BiFunction<T, V, ?> text) {
        values.forEach(value -> add(title.apply(value), line -> text.apply(line, value)));
        return this;
    }

    /** The table with these lines, with a line break at its end. */
    public String of(Iterable<? extends T> lines) {
        StringBuilder table = new StringBuilder();
        append(table, titles.stream());
        append(table, titles.stream().map(title -> "---"));
        for (T line : lines) {
            append(table, texts.stream().map(text -> text.apply(line)));
        }
        return table.toString();
    }

    private static void append(StringBuilder table, Stream<?> cells) {
        cells.forEach(cell -> table.append("| ").append(cell).append(' '));
        table.append("|\n");
    }
}
