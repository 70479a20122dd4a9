package dev.lbp.internal.select.data;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.ForeignText;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The columns of a table of the API, and where they come from. Immutable. */
public final class DataTable {

    /** Numbers in their order, texts behind them. */
    private static final Comparator<String> LEVELS =
            Comparator.comparingDouble(DataTable::number).thenComparing(String.CASE_INSENSITIVE_ORDER);

    /** The values in a message. */
    private static final int FIRST_LEVELS = 5;

    /** The names in {@link #toString}. */
    private static final int FIRST = 10;

    private final Origin origin;

    private final int rows;
    private final Map<String, double[]> numbers;
    private final Map<String, String[]> factors;

    /** All columns, in the order of the source. */
    private final List<String> names;

    /** The names as a set, to find one among 100,000 at once. */
    private final Set<String> known;

    /** What is wrong with columns that cannot be used. */
    private final Map<String, String> faults;

    /** What a reader should know of columns, by their names; of all columns by "". */
    private final Map<String, String> notes;

    public DataTable(
            Origin origin,
            int rows,
            List<String> names,
            Map<String, double[]> numbers,
            Map<String, String[]> factors,
            Map<String, String> faults,
            Map<String, String> notes) {
        this.origin = origin;
        this.rows = rows;
        this.names = List.copyOf(names);
        this.known = new HashSet<>(names);
        this.numbers = numbers;
        this.factors = factors;
        this.faults = faults;
        this.notes = notes;
    }

    /** Numbers, as {@code Table.of} takes them. */
    public static DataTable of(String[] names, double[][] values) {
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
        return new DataTable(Origin.arrays(), values.length, List.of(names), numbers, Map.of(), Map.of(), Map.of());
    }

    /** The source, the numbers of rows and columns, and the names of the first columns. */
    @Override
    public String toString() {
        String first = String.join(", ", names.subList(0, Math.min(FIRST, names.size())));
        return ForeignText.onOneLine(origin.source() + ": " + rows + (rows == 1 ? " row" : " rows") + ", "
                + names.size() + (names.size() == 1 ? " column: " : " columns: ") + first
                + (names.size() > FIRST ? ", ..." : ""));
    }

    /** The name of the file that the table was read from, or "the table". */
    public String source() {
        return origin.source();
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
            throw new IllegalArgumentException("must be a column of " + origin.source() + ", which has "
                    + shortened(names) + ": column=" + column);
        }
    }

    static String shortened(List<String> names) {
        return names.size() <= 20
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, 20)) + ", .. (" + names.size() + " in all)";
    }

    /** A table without some columns. */
    public DataTable without(String... columns) {
        Arrays.stream(Check.notNull("columns", columns)).forEach(this::known);
        Set<String> dropped = new HashSet<>(Arrays.asList(columns));
        List<String> kept =
                names.stream().filter(name -> !dropped.contains(name)).toList();
        return new DataTable(origin, rows, kept, numbers, factors, faults, notes);
    }

    /** A table with the natural logarithms of some columns of positive numbers. */
    public DataTable log(String... columns) {
        Map<String, double[]> changed = new LinkedHashMap<>(numbers);
        for (String name : Check.notNull("columns", columns)) {
            double[] values = column(name);
            for (int t = 0; t < rows; t++) {
                if (!(values[t] > 0.0)) {
                    throw new IllegalArgumentException(
                            "must be > 0 to take its logarithm: " + origin.place(name, t) + "=" + values[t]);
                }
                values[t] = Math.log(values[t]);
            }
            changed.put(name, values);
        }
        return new DataTable(origin, rows, names, changed, factors, faults, notes);
    }

    /** One of two values of a column becomes 1 and the other one 0, as {@code Table.binary} says. */
    public DataTable binary(String column, @Nullable String one) {
        String[] values = factors.containsKey(column)
                ? factor(column)
                : Arrays.stream(column(column)).mapToObj(DataTable::text).toArray(String[]::new);
        List<String> levels = Arrays.stream(values).distinct().sorted(LEVELS).toList();
        if (levels.size() != 2) {
            throw new IllegalArgumentException("must have two values, such as no and yes: " + origin.place(column)
                    + " has " + levels.size() + ": "
                    + String.join(", ", levels.subList(0, Math.min(FIRST_LEVELS, levels.size())))
                    + (levels.size() > FIRST_LEVELS ? ", .." : ""));
        }
        String chosen = one == null ? levels.get(1) : one;
        if (!levels.contains(chosen)) {
            throw new IllegalArgumentException(
                    "must be a value of " + origin.place(column) + ", which has " + shortened(levels) + ": one=" + one);
        }
        double[] bits = Arrays.stream(values)
                .mapToDouble(value -> value.equals(chosen) ? 1.0 : 0.0)
                .toArray();
        Map<String, double[]> changed = new LinkedHashMap<>(numbers);
        changed.put(column, bits);
        Map<String, String[]> kept = new LinkedHashMap<>(factors);
        kept.remove(column);
        Map<String, String> more = new LinkedHashMap<>(notes);
        String other = levels.get(chosen.equals(levels.get(0)) ? 1 : 0);
        if (!(chosen.equals("1") && other.equals("0"))) {
            more.put(column, column + " is 1 for " + chosen + " and 0 for " + other);
        }
        return new DataTable(origin, rows, names, changed, kept, faults, more);
    }

    /**
     * Some of the rows.
     *
     * @param which their numbers from 0, in the order of the new table
     */
    public DataTable rows(int... which) {
        for (int t : Check.notNull("which", which)) {
            Check.that(t >= 0 && t < rows, "be in [0, " + rows + ")", "which", t);
        }
        Map<String, double[]> someNumbers = new LinkedHashMap<>();
        numbers.forEach((name, all) -> someNumbers.put(
                name, IntStream.of(which).mapToDouble(t -> all[t]).toArray()));
        Map<String, String[]> someFactors = new LinkedHashMap<>();
        factors.forEach((name, all) ->
                someFactors.put(name, IntStream.of(which).mapToObj(t -> all[t]).toArray(String[]::new)));
        return new DataTable(origin.of(which), which.length, names, someNumbers, someFactors, faults, notes);
    }

    /** Infinity if the text is no number. */
    private static double number(String text) {
        try {
            return Double.parseDouble(text.replace(',', '.'));
        } catch (NumberFormatException e) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /** Numbers as texts: whole ones without decimals. */
    public static String text(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }

    public Origin origin() {
        return origin;
    }

    /** What a reader should know of these columns, and of all. */
    public List<String> notes(List<String> columns) {
        return notes.entrySet().stream()
                .filter(note -> note.getKey().isEmpty() || columns.contains(note.getKey()))
                .map(note -> "note: " + note.getValue())
                .toList();
    }
}
