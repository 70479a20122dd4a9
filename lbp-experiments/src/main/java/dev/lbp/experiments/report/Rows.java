package dev.lbp.experiments.report;

import static dev.lbp.cli.terminal.Text.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Rows of a table in its order, and statistics over them. Immutable. */
public class Rows implements Iterable<Row> {

    private final List<Row> rows;

    public Rows(List<Row> rows) {
        this.rows = List.copyOf(rows);
    }

    /** Rows of several tables, one table after another. */
    public static Rows of(Rows... parts) {
        return new Rows(Stream.of(parts).flatMap(Rows::stream).toList());
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    public int size() {
        return rows.size();
    }

    public Stream<Row> stream() {
        return rows.stream();
    }

    @Override
    public Iterator<Row> iterator() {
        return rows.iterator();
    }

    public Row first() {
        return rows.get(0);
    }

    /** The text of the first row. */
    public String text(String column) {
        return first().text(column);
    }

    /** The number of the first row. */
    public double number(String column) {
        return first().number(column);
    }

    /** The number of the first row as text; "-" without rows or for NaN. */
    public String text(int decimals, String column) {
        return isEmpty() ? "-" : first().number(decimals, column);
    }

    public Rows where(Predicate<Row> condition) {
        return new Rows(rows.stream().filter(condition).toList());
    }

    /** The rows whose column has the text of a value. */
    public Rows with(String column, Object value) {
        String text = value.toString();
        return where(row -> row.text(column).equals(text));
    }

    /** The rows that have the texts of a key in all its columns. */
    public Rows with(Row key) {
        return where(row -> row.agrees(key, key.columns()));
    }

    /** These rows, by increasing numbers in a column. */
    public Rows sorted(String column) {
        return new Rows(rows.stream()
                .sorted(Comparator.comparingDouble(row -> row.number(column)))
                .toList());
    }

    /** Groups of rows with equal texts in some columns, in the order of their first rows. */
    public List<Rows> by(String... columns) {
        Map<List<String>, List<Row>> groups = new LinkedHashMap<>();
        for (Row row : rows) {
            groups.computeIfAbsent(Stream.of(columns).map(row::text).toList(), key -> new ArrayList<>())
                    .add(row);
        }
        return groups.values().stream().map(Rows::new).toList();
    }

    /**
     * The rows of each value, in the order of the values. Values without rows are left out.
     *
     * @param text the text of a value in the column
     */
    public <T> List<Group<T>> by(String column, Collection<T> values, Function<T, ?> text) {
        return values.stream()
                .map(value -> new Group<>(value, with(column, text.apply(value))))
                .filter(group -> !group.isEmpty())
                .toList();
    }

    public <T> List<Group<T>> by(String column, T[] values, Function<T, ?> text) {
        return by(column, List.of(values), text);
    }

    /** The rows of one value of an axis. */
    public static final class Group<T> extends Rows {

        private final T value;

        private Group(T value, Rows rows) {
            super(rows.rows);
            this.value = value;
        }

        public T value() {
            return value;
        }
    }

    public double[] numbers(String column) {
        return numbers(row -> row.number(column));
    }

    public double[] numbers(ToDoubleFunction<Row> figure) {
        return rows.stream().mapToDouble(figure).toArray();
    }

    /** The mean, and its standard error from the spread of the rows. */
    public Estimate mean(String column) {
        return Estimate.of(numbers(column));
    }

    /** The sum of a column. */
    public double sum(String column) {
        return Arrays.stream(numbers(column)).sum();
    }

    /** The mean of a figure; NaN without rows. */
    public double average(ToDoubleFunction<Row> figure) {
        return Arrays.stream(numbers(figure)).average().orElse(Double.NaN);
    }

    public Spread spread(String column) {
        return Spread.of(numbers(column));
    }

    public Spread spread(ToDoubleFunction<Row> figure) {
        return Spread.of(numbers(figure));
    }

    /**
     * The median; NaN without rows. For times it is better than a mean, because other programs lengthen some of them.
     */
    public double median(String column) {
        return isEmpty() ? Double.NaN : spread(column).median();
    }

    public String median(String pattern, String column) {
        return median(pattern, row -> row.number(column));
    }

    public String median(String pattern, ToDoubleFunction<Row> figure) {
        return format(pattern, spread(figure).median());
    }
}
