package dev.lbp.select;

import dev.lbp.internal.Check;
import dev.lbp.internal.ForeignText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Named columns of data, all of the same length, without missing values. A column holds numbers, or if it is a factor
 * the levels of a category as texts. Tables do not change: methods such as {@link #log} return another one.
 */
public final class Table {

    /** The names in {@link #toString}. */
    private static final int FIRST = 10;

    /** The name of the source, for messages. */
    private final String source;

    private final int rows;
    private final Map<String, double[]> numbers;
    private final Map<String, String[]> factors;

    /** All columns, in the order of the source. */
    private final List<String> names;

    /** The same names, to find one among 100,000 at once. */
    private final Set<String> known;

    /** What is wrong with columns that cannot be used. */
    private final Map<String, String> faults;

    Table(
            String source,
            int rows,
            List<String> names,
            Map<String, double[]> numbers,
            Map<String, String[]> factors,
            Map<String, String> faults) {
        this.source = source;
        this.rows = rows;
        this.names = List.copyOf(names);
        this.known = new HashSet<>(names);
        this.numbers = numbers;
        this.factors = factors;
        this.faults = faults;
    }

    /**
     * Reads a file of comma-separated values (RFC 4180) in UTF-8, whose first row has the names of the columns.
     *
     * <p>A column with missing values (nothing, {@code NA}, {@code NaN}, {@code null}, {@code .}) or with texts among
     * its numbers can only be left out, by {@link #without}. Every other use of it is refused, with the file, the line
     * and the column.
     *
     * @param factors names of the columns that are categories; all others must hold numbers
     * @throws IllegalArgumentException if the file does not hold such a table; the message has the file and the line
     * @throws IOException if the file cannot be read
     */
    public static Table csv(Path file, String... factors) throws IOException {
        Check.notNull("file", file);
        return CsvReader.read(file, new LinkedHashSet<>(Arrays.asList(Check.notNull("factors", factors))));
    }

    /**
     * A table of numbers.
     *
     * @param names of the columns, distinct
     * @param values [rows][columns], finite; copied
     */
    public static Table of(String[] names, double[][] values) {
        Set<String> distinct = new LinkedHashSet<>(Arrays.asList(Check.notNull("names", names)));
        Check.that(distinct.size() == names.length, "be distinct", "names", Arrays.toString(names));
        Map<String, double[]> numbers = new LinkedHashMap<>();
        for (String name : names) {
            numbers.put(Check.notNull("names", name), new double[Check.notNull("values", values).length]);
        }
        for (int t = 0; t < values.length; t++) {
            Check.length(names.length, "values[" + t + "]", Check.notNull("values[" + t + "]", values[t]).length);
            Check.finite("values[" + t + "]", values[t]);
            for (int j = 0; j < names.length; j++) {
                Objects.requireNonNull(numbers.get(names[j]))[t] = values[t][j];
            }
        }
        return new Table("the table", values.length, List.of(names), numbers, Map.of(), Map.of());
    }

    /** The source, the numbers of rows and columns, and the names of the first columns. */
    @Override
    public String toString() {
        String first = String.join(", ", names.subList(0, Math.min(FIRST, names.size())));
        return ForeignText.onOneLine(source + ": " + rows + (rows == 1 ? " row" : " rows") + ", " + names.size()
                + (names.size() == 1 ? " column: " : " columns: ") + first + (names.size() > FIRST ? ", ..." : ""));
    }

    /** The number of rows, without the names. */
    public int rows() {
        return rows;
    }

    /** The names of all columns, in order. */
    public List<String> names() {
        return names;
    }

    /** Whether a column is a factor. */
    public boolean isFactor(String column) {
        known(column);
        return factors.containsKey(column);
    }

    /** The values of a column of numbers; a copy. */
    public double[] column(String column) {
        usable(column);
        if (factors.containsKey(column)) {
            throw new IllegalArgumentException("must be numeric, not a factor: column=" + column);
        }
        return Objects.requireNonNull(numbers.get(column)).clone();
    }

    /** The values of a factor; a copy. */
    public String[] factor(String column) {
        usable(column);
        String[] values = factors.get(column);
        if (values == null) {
            throw new IllegalArgumentException("must be a factor: column=" + column);
        }
        return values.clone();
    }

    private void usable(String column) {
        known(column);
        String fault = faults.get(column);
        if (fault != null) {
            throw new IllegalArgumentException(fault);
        }
    }

    private void known(String column) {
        if (!known.contains(column)) {
            throw new IllegalArgumentException(
                    "must be a column of " + source + ", which has " + shortened(names) + ": column=" + column);
        }
    }

    private static String shortened(List<String> names) {
        return names.size() <= 20
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, 20)) + ", .. (" + names.size() + " in all)";
    }

    /** The table without some columns. */
    public Table without(String... columns) {
        Arrays.stream(Check.notNull("columns", columns)).forEach(this::known);
        Set<String> dropped = new HashSet<>(Arrays.asList(columns));
        List<String> kept =
                names.stream().filter(name -> !dropped.contains(name)).toList();
        return new Table(source, rows, kept, numbers, factors, faults);
    }

    /** The table with the natural logarithms of some columns of positive numbers. */
    public Table log(String... columns) {
        Map<String, double[]> changed = new LinkedHashMap<>(numbers);
        for (String name : Check.notNull("columns", columns)) {
            double[] values = column(name);
            for (int t = 0; t < rows; t++) {
                if (!(values[t] > 0.0)) {
                    throw new IllegalArgumentException("must be > 0 to take its logarithm: column " + name + " of "
                            + source + ", row " + (t + 1) + "=" + values[t]);
                }
                values[t] = Math.log(values[t]);
            }
            changed.put(name, values);
        }
        return new Table(source, rows, names, changed, factors, faults);
    }
}
