package dev.lbp.select.data;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.html.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Named columns of data, all of the same length. A column with missing values cannot be used, but the table can be made
 * {@link #complete}. A column holds numbers, or if it is a factor the levels of a category as texts. Tables do not
 * change: methods such as {@link #log} return another one.
 */
public final class Table {

    /** Puts numbers in ascending order, and texts behind them. */
    private static final Comparator<String> LEVELS =
            Comparator.comparingDouble(Table::number).thenComparing(String.CASE_INSENSITIVE_ORDER);

    /** The largest number of values in a message. */
    private static final int FIRST_LEVELS = 5;

    /** The largest number of names in {@link #toString}, and of lines in a note. */
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

    /** By column, what a reader of results should know of it; under "", notes about the whole table. */
    private final Map<String, String> notes;

    /** By column, the reference level that the caller has set, which {@link #levels} has first. */
    private final Map<String, String> references;

    Table(
            Origin origin,
            int rows,
            List<String> names,
            Map<String, double[]> numbers,
            Map<String, String[]> factors,
            Map<String, String> faults,
            Map<String, String> notes,
            Map<String, String> references) {
        this.origin = origin;
        this.rows = rows;
        this.names = List.copyOf(names);
        this.known = new HashSet<>(names);
        this.numbers = numbers;
        this.factors = factors;
        this.faults = faults;
        this.notes = notes;
        this.references = references;
    }

    /**
     * Reads a file of values with separators, whose kind {@link TableReader} finds.
     *
     * @param factors names of the columns that are categories; all others must hold numbers
     * @throws IllegalArgumentException if the file does not hold such a table; the message has the file and the line
     * @throws IOException if the file cannot be read
     */
    public static Table csv(Path file, String... factors) throws IOException {
        return TableReader.of(file).factors(factors).read();
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
        return new Table(
                Origin.arrays(), values.length, List.of(names), numbers, Map.of(), Map.of(), Map.of(), Map.of());
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
        checkKnown(column);
        return factors.containsKey(column);
    }

    /** Whether a column has numbers, and none of them is missing. */
    public boolean isNumeric(String column) {
        checkKnown(column);
        return numbers.containsKey(column)
                && !faults.containsKey(column)
                && !origin.missing().containsKey(column);
    }

    /** The values of a column of numbers; a copy. */
    public double[] column(String column) {
        checkUsable(column);
        if (factors.containsKey(column)) {
            throw new IllegalArgumentException("must be numeric, not a factor: column=" + column);
        }
        return Objects.requireNonNull(numbers.get(column)).clone();
    }

    /** The values of a factor; a copy. */
    public String[] factor(String column) {
        checkUsable(column);
        String[] values = factors.get(column);
        if (values == null) {
            throw new IllegalArgumentException("must be a factor: column=" + column);
        }
        return values.clone();
    }

    /** The values of a factor, or of a column of numbers as texts. */
    public String[] texts(String column) {
        return isFactor(column)
                ? factor(column)
                : Arrays.stream(column(column)).mapToObj(Numbers::shortest).toArray(String[]::new);
    }

    /** The texts of the first column of the file, if it has no name, as R writes row names; empty if it has one. */
    public Optional<String[]> rowNames() {
        return Optional.ofNullable(factors.get("")).map(String[]::clone);
    }

    /**
     * The levels of a factor in alphabetical order, or the distinct values of a column of numbers in ascending order.
     * The level that {@link #reference} has set stands first.
     */
    public List<String> levels(String column) {
        List<String> levels = new ArrayList<>(new LinkedHashSet<>(Arrays.asList(texts(column))));
        levels.sort(isFactor(column) ? Comparator.naturalOrder() : Comparator.comparingDouble(Table::number));
        String first = references.get(column);
        if (levels.remove(first)) {
            levels.add(0, first);
        }
        return levels;
    }

    /**
     * The table with another reference level of a factor, as R's {@code relevel} has it: the level that has no column
     * of its own, with which the coefficients of the others compare.
     *
     * @param column of texts, a factor, or of numbers that a formula makes one; other numbers are refused by a run
     * @param level one of its levels
     */
    public Table reference(String column, String level) {
        List<String> levels = levels(column);
        if (!levels.contains(Check.notNull("level", level))) {
            throw new IllegalArgumentException("must be a level of " + origin.place(column) + ", which has "
                    + ForeignText.shortened(levels) + ": level=" + level);
        }
        Map<String, String> more = new LinkedHashMap<>(references);
        more.put(column, level);
        return new Table(origin, rows, names, numbers, factors, faults, notes, more);
    }

    /** The levels that {@link #reference} set, by column. */
    public Map<String, String> references() {
        return Map.copyOf(references);
    }

    /** Refuses a name that is no column, and a column with missing values or other faults. */
    private void checkUsable(String column) {
        checkKnown(column);
        String fault = faults.get(column);
        if (fault != null) {
            throw new IllegalArgumentException(fault);
        }
        if (origin.missing().containsKey(column)) {
            int line = origin.missing(List.of(column)).nextSetBit(0);
            throw new IllegalArgumentException(
                    "must not be missing: " + origin.source() + ", line " + line + ", column " + column
                            + "; leave out the rows (Table.complete, --drop-incomplete) or the column, or fill in values");
        }
    }

    /** Refuses a name that is no column, with similar names of columns. */
    private void checkKnown(String column) {
        if (!known.contains(column)) {
            List<String> all = Stream.concat(names.stream(), faults.keySet().stream()) // texts that were left out too
                    .filter(name -> !name.equals(column))
                    .distinct()
                    .toList();
            throw new IllegalArgumentException("must be a column of " + origin.source()
                    + CsvRowNames.near(column, all, faults.keySet()) + ": column=" + column);
        }
    }

    /** The table without some columns. */
    public Table without(String... columns) {
        Arrays.stream(Check.notNull("columns", columns)).forEach(this::checkKnown);
        Set<String> dropped = new HashSet<>(Arrays.asList(columns));
        List<String> kept =
                names.stream().filter(name -> !dropped.contains(name)).toList();
        return new Table(origin, rows, kept, numbers, factors, faults, notes, references);
    }

    /**
     * The table without the rows that lack a value in one of its columns. A note has their number and the first lines.
     *
     * @throws IllegalArgumentException if no row is left
     */
    public Table complete() {
        BitSet lines = origin.missing(names);
        if (lines.isEmpty()) {
            return this;
        }
        Table kept = rows(IntStream.range(0, rows)
                .filter(t -> !lines.get(origin.lines()[t]))
                .toArray());
        Check.that(kept.rows > 0, "have a row without missing values: " + origin.source());
        String first = lines.stream().limit(FIRST).mapToObj(String::valueOf).collect(Collectors.joining(", "));
        Map<String, String> more = new LinkedHashMap<>(notes);
        more.merge(
                "", // the key of notes about the whole table
                (rows - kept.rows) + " of " + rows + " rows are left out, as they lack a value: line " + first
                        + (lines.cardinality() > FIRST ? ", .." : ""),
                (before, left) -> before + "; " + left);
        Origin complete = new Origin(origin.source(), kept.origin.lines(), Map.of());
        return new Table(complete, kept.rows, names, kept.numbers, kept.factors, faults, more, references);
    }

    /** The table with the natural logarithms of some columns of positive numbers. */
    public Table log(String... columns) {
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
        return new Table(origin, rows, names, changed, factors, faults, notes, references);
    }

    /**
     * The table with one of two values of a column as 1 and the other one as 0.
     *
     * @param column of texts, a factor, or of numbers
     * @param one the value that becomes 1; if null the last one, of texts in alphabetical order without regard to
     *     capital letters: yes of no and yes, true of false and true
     * @throws IllegalArgumentException if the column has not two values, or the value is neither
     */
    public Table binary(String column, @Nullable String one) {
        String[] values = texts(column);
        List<String> levels = Arrays.stream(values).distinct().sorted(LEVELS).toList();
        if (levels.size() != 2) {
            throw new IllegalArgumentException("must have two values, such as no and yes: " + origin.place(column)
                    + " has " + levels.size() + ": "
                    + String.join(", ", levels.subList(0, Math.min(FIRST_LEVELS, levels.size())))
                    + (levels.size() > FIRST_LEVELS ? ", .." : ""));
        }
        String chosen = one == null ? levels.get(1) : one;
        if (!levels.contains(chosen)) {
            throw new IllegalArgumentException("must be a value of " + origin.place(column) + ", which has "
                    + ForeignText.shortened(levels) + ": one=" + one);
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
        return new Table(origin, rows, names, changed, kept, faults, more, references);
    }

    /**
     * Some of the rows.
     *
     * @param which their numbers from 0, in the order of the new table
     */
    public Table rows(int... which) {
        for (int t : Check.notNull("which", which)) {
            Check.that(t >= 0 && t < rows, "be in [0, " + rows + ")", "which", t);
        }
        Map<String, double[]> someNumbers = new LinkedHashMap<>();
        numbers.forEach((name, all) -> someNumbers.put(
                name, IntStream.of(which).mapToDouble(t -> all[t]).toArray()));
        Map<String, String[]> someFactors = new LinkedHashMap<>();
        factors.forEach((name, all) ->
                someFactors.put(name, IntStream.of(which).mapToObj(t -> all[t]).toArray(String[]::new)));
        return new Table(origin.of(which), which.length, names, someNumbers, someFactors, faults, notes, references);
    }

    /** The number of a text; infinity if it is none. */
    private static double number(String text) {
        try {
            return Double.parseDouble(text.replace(',', '.'));
        } catch (NumberFormatException e) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /**
     * A column in words, for messages.
     *
     * @return its name, with the file if there is one
     */
    public String place(String column) {
        return origin.place(column);
    }

    /**
     * Says where a value stands, for messages.
     *
     * @param row from 0
     * @return the name of the column, with the file and its line, or with the number of the row
     */
    public String place(String column, int row) {
        return origin.place(column, row);
    }

    /** What a reader should know of the table or its columns, each a line: such as that one only counts the rows. */
    public List<String> notes() {
        return notes.entrySet().stream() // by column, or by "" for the table
                .filter(note -> note.getKey().isEmpty() || known.contains(note.getKey()))
                .map(note -> "note: " + note.getValue())
                .toList();
    }
}
