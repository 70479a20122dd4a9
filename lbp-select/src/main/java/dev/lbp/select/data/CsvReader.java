package dev.lbp.select.data;

import dev.lbp.internal.Memory;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.files.TextBytes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/** Reads a {@link Table} from a file of separated values. */
final class CsvReader {

    private static final Pattern OPEN_QUOTE = Pattern.compile("startline (\\d+)\\) EOF reached before encapsulated");

    private static final Set<String> MISSING = Set.of("", "na", "nan", "null", "n/a", ".", "?");

    /** The first line {@code sep=;}, which tells Excel the separator, as a row. */
    private static final List<String> SEPARATOR = List.of("sep=", "");

    /** The least number of rows in which a column that counts from 0 or 1 is taken for row numbers. */
    private static final int LEAST_COUNT = 10;

    private static final Pattern DECIMAL = Pattern.compile("[-+]?\\d*[.,]\\d+");

    /** A number in groups of three digits: with a decimal part, or with two groups at least. */
    private static final Pattern THOUSANDS =
            Pattern.compile("[-+]?\\d{1,3}((\\.\\d{3})+,\\d+|(,\\d{3})+\\.\\d+|(\\.\\d{3}){2,}|(,\\d{3}){2,})");

    private static final Pattern INFINITE = Pattern.compile("(?i)[-+]?inf(inity)?|[-+]?\\d[\\d.]*e\\+?\\d{3,}");

    private static final int LONGEST_MISSING = 4;

    /** The heap is checked each time the number of rows has grown by 1/8 (one part in this many). */
    private static final int GROWTH = 8;

    private static final double[] NONE = {};

    private final Path file;
    private final Set<String> factors;
    private final char decimal;
    private final Map<String, String> faults = new HashMap<>();
    private final Map<String, BitSet> missing = new HashMap<>();

    private List<String> names = List.of();
    private boolean[] isFactor = {};
    private final List<double[]> numbers = new ArrayList<>();
    private final List<String[]> texts = new ArrayList<>();

    /** The line of each row. */
    private final IntStream.Builder lines = IntStream.builder();

    /**
     * The texts so far of each column that begins with a text and is no factor. A column is removed at the first text
     * that occurs twice.
     */
    private final Map<String, Set<String>> distinct = new HashMap<>();

    /** The names of rows, if the first row of the file has no name for their column; else null. */
    private @Nullable CsvRowNames rowNames;

    /** Rows that the heap has room for, by the last check. */
    private int reserved;

    private CsvReader(Path file, Set<String> factors, char decimal) {
        this.file = file;
        this.factors = factors;
        this.decimal = decimal;
    }

    /** Reads a file; a separator or sign before decimals that is null is found from its first rows. */
    static Table read(Path file, Set<String> factors, @Nullable Character separator, @Nullable Character decimal)
            throws IOException {
        try (BufferedReader text = new BufferedReader(new PlainReader(TextBytes.utf8(file)))) {
            CsvShape shape = CsvShape.of(text, separator, decimal);
            try (CSVParser parser = shape.format().parse(text)) {
                return new CsvReader(file, factors, shape.decimal()).read(parser, shape);
            }
        } catch (UncheckedIOException e) { // the parser's iterator wraps an IOException in it
            throw rethrowReadable(file, separator, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw rethrowReadable(file, separator, e);
        }
    }

    /** Throws an exception that says what is wrong with the file's text; returns {@code e} if the text is right. */
    private static IOException rethrowReadable(Path file, @Nullable Character separator, IOException e) {
        IllegalArgumentException fault = TextBytes.fault(file, PlainReader.hintFromFirstBytes(file), e);
        if (fault != null) {
            throw fault;
        }
        if (e instanceof PlainReader.NotText) {
            throw new IllegalArgumentException(
                    "must be text in UTF-8: " + file + PlainReader.hintFromFirstBytes(file) + ", " + e.getMessage(), e);
        }
        Matcher open = OPEN_QUOTE.matcher(String.valueOf(e.getMessage()));
        if (open.find()) {
            throw new IllegalArgumentException("must have a closing quote: " + file + ", line " + open.group(1), e);
        }
        if (e instanceof CSVException) {
            throw new IllegalArgumentException(
                    "must be values with separators between them: " + file + ", " + e.getMessage()
                            + (separator == null ? "" : ": separator=" + CsvShape.inWords(separator)),
                    e);
        }
        return e;
    }

    /** Reads names, then rows. A line of separators alone lacks all values, unless no row of values follows it. */
    private Table read(CSVParser parser, CsvShape shape) throws IOException {
        long line = 1;
        long blank = 0; // the first line of separators alone: its values are missing if a line of values follows
        for (CSVRecord parsed : parser) {
            List<String> row = CsvShape.values(parsed);
            boolean isBlank = row.stream().allMatch(String::isBlank);
            if (names.isEmpty()) {
                shape.checkSeparates(row, file);
                names = row.equals(SEPARATOR) ? List.of() : names(row); // none in a line for Excel
                isFactor = isFactor(names);
            } else if (isBlank) {
                blank = row.size() > 1 && blank == 0 ? line : blank;
            } else {
                nameRows(row, shape);
                if (blank > 0) {
                    for (String name : names) {
                        noteMissing(name, blank);
                    }
                }
                add(row, line);
            }
            line = parser.getCurrentLineNumber() + 1;
        }
        if (numbers.isEmpty()) {
            throw new IllegalArgumentException("must have a row of names and rows of values: " + file);
        }
        return table(shape);
    }

    /**
     * Takes the first column for names of rows if the first row of values has one more than there are names, as {@code
     * write.table} of R writes it. {@link CsvRowNames} tells such names from a column whose own name is missing.
     */
    private void nameRows(List<String> row, CsvShape shape) {
        boolean ends = row.get(row.size() - 1).isBlank(); // whether the line ends with a separator
        if (numbers.isEmpty() && row.size() == names.size() + 1 && !hasRowNames() && !ends) {
            names = Stream.concat(Stream.of(""), names.stream()).toList();
            isFactor = isFactor(names);
            rowNames = new CsvRowNames(shape.quotesRows());
        }
    }

    /** Adds a row of values; {@code line} is its first line in the file. */
    private void add(List<String> row, long line) {
        if (row.size() != names.size()) {
            throw new IllegalArgumentException(String.format(
                    "must have %d values, as the first row has names%s: %s, line %d has %d",
                    names.size(), hasRowNames() ? ", and the rows have theirs" : "", file, line, row.size()));
        }
        if (rowNames != null && !rowNames.takes(row.get(0).strip())) {
            throw new IllegalArgumentException(String.format(
                    "must have %d values, as the first row has names: %s, line %d has %d, and the first names no row: %s; name all"
                            + " columns in the first row",
                    names.size() - 1, file, line, row.size(), ForeignText.onOneLine(row.get(0))));
        }
        reserve(numbers, names.size(), line);
        double[] values = new double[names.size()];
        String[] levels = new String[hasRowNames() ? factors.size() + 1 : factors.size()];
        int factor = 0;
        for (int j = 0; j < values.length; j++) {
            String text = row.get(j).strip();
            if (isMissing(text)) {
                noteMissing(names.get(j), line);
            } else if (!isFactor[j]) {
                values[j] = numberOrFault(text, names.get(j), line);
            }
            if (isFactor[j]) {
                levels[factor++] = text;
            }
        }
        numbers.add(values);
        texts.add(levels);
        lines.add(Math.toIntExact(line));
    }

    /** Checks now and then that the heap has room for further rows. */
    private void reserve(List<double[]> rows, int columns, long line) {
        int count = rows.size();
        if (count == reserved) {
            int more = 1 + count / GROWTH;
            Memory.check(
                    (count + 2.0 * more) * columns * Double.BYTES, // row by row, and then column by column
                    "the table " + file + " up to line " + (line + more - 1),
                    "leave out columns in the file, or give Java a larger heap (-Xmx)");
            reserved += more;
        }
    }

    /** The names in the first row, all distinct; only the first may be empty, as R leaves it above names of rows. */
    private List<String> names(List<String> row) {
        Map<String, Integer> places = new LinkedHashMap<>();
        for (int j = 0; j < row.size(); j++) {
            String name = row.get(j).strip();
            if (name.isEmpty() && (j > 0 || row.size() == 1)) {
                throw new IllegalArgumentException("must have a name: " + file + ", column " + (j + 1));
            }
            Integer before = places.putIfAbsent(name, j);
            if (before != null) {
                throw new IllegalArgumentException("must have distinct names: " + file + ", column " + (j + 1)
                        + " and column " + (before + 1) + " are called " + name
                        + (CsvRowNames.isNumber(name) ? "; the first row must have names, not values" : ""));
            }
        }
        for (String factor : factors) {
            if (!places.containsKey(factor)) {
                List<String> all = List.copyOf(places.keySet());
                throw new IllegalArgumentException(
                        "must be a column of " + file + CsvRowNames.near(factor, all, Set.of()) + ": factor=" + factor);
            }
        }
        return List.copyOf(places.keySet());
    }

    /** By column, whether it holds texts: a factor, or the names of rows, whose column has no name. */
    private boolean[] isFactor(List<String> all) {
        boolean[] is = new boolean[all.size()];
        for (int j = 0; j < is.length; j++) {
            is[j] = all.get(j).isEmpty() || factors.contains(all.get(j));
        }
        return is;
    }

    /** Whether the first column has no name, as write.csv of R writes the names of rows. */
    private boolean hasRowNames() {
        return names.get(0).isEmpty();
    }

    private static boolean isMissing(String text) {
        return text.length() <= LONGEST_MISSING && MISSING.contains(text.toLowerCase(Locale.ROOT));
    }

    /** Notes a missing value, which is refused only if the column is used. */
    private void noteMissing(String name, long line) {
        missing.computeIfAbsent(name, key -> new BitSet()).set(Math.toIntExact(line));
    }

    /**
     * The number of a text, NaN if it is none. Notes the first such text of a column, which is refused only if the
     * column is used.
     */
    private double numberOrFault(String text, String name, long line) {
        double value = number(text);
        if (!Double.isFinite(value)) {
            if (numbers.isEmpty()) { // the first row: so far the column's texts are all different
                distinct.put(name, new HashSet<>());
            }
            Set<String> others = distinct.get(name);
            if (others != null && !others.add(text)) {
                distinct.remove(name);
            }
            faults.computeIfAbsent(
                    name,
                    at -> "must be a number: " + file + ", line " + line + ", column " + at + "=" + text
                            + advice(text));
        }
        return value;
    }

    /** What to do about a text that is no number. */
    private static String advice(String text) {
        if (THOUSANDS.matcher(text).matches()) {
            return "; write numbers without separators of thousands";
        }
        if (INFINITE.matcher(text).matches()) {
            return ", which is not finite; leave out the row or the column";
        }
        return DECIMAL.matcher(text).matches()
                ? "; the file seems to have another sign before decimals (TableReader.decimal, --decimal)"
                : "; leave out the column, or name it as a factor";
    }

    /** Decimal numbers only: Java also reads 2D as a double, 3f as a float, and 0x1p4 as 16. */
    private double number(String text) {
        char last = text.charAt(text.length() - 1);
        if (Character.isLetter(last) || text.indexOf('x') >= 0 || text.indexOf('X') >= 0) {
            return Double.NaN;
        }
        if (decimal == ',' && text.indexOf('.') >= 0) {
            return Double.NaN;
        }
        try {
            return Double.parseDouble(decimal == ',' ? text.replace(',', '.') : text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /** The table of the rows that were read. */
    private Table table(CsvShape shape) {
        int rows = numbers.size();
        double[][] columns = takeColumns(rows);
        distinct.forEach((name, all) -> { // columns of texts that each occurred once
            if (rows > 2
                    && all.size() == rows
                    && all.stream().noneMatch(text -> THOUSANDS.matcher(text).matches())) {
                faults.put(
                        name,
                        "must not be another text in each row: " + file + ", column " + name
                                + "; leave it out (Table.without, --without)");
            }
        });
        Map<String, double[]> byName = new LinkedHashMap<>();
        Map<String, String[]> levels = new LinkedHashMap<>();
        for (int j = 0; j < columns.length; j++) {
            if (isFactor[j]) {
                int factor = levels.size();
                levels.put(names.get(j), texts.stream().map(row -> row[factor]).toArray(String[]::new));
            } else {
                byName.put(names.get(j), columns[j]);
            }
        }
        return new Table(
                new Origin(file.toString(), lines.build().toArray(), missing),
                rows,
                hasRowNames() ? names.subList(1, names.size()) : names,
                byName,
                levels,
                faults,
                notes(byName, shape),
                Map.of());
    }

    /** Moves the numbers of the rows to columns; that of a factor is empty. Frees each row's memory on the way. */
    private double[][] takeColumns(int rows) {
        double[][] columns = new double[names.size()][];
        Arrays.setAll(columns, j -> isFactor[j] ? NONE : new double[rows]);
        for (int t = 0; t < rows; t++) {
            double[] row = numbers.set(t, NONE);
            for (int j = 0; j < columns.length; j++) {
                if (!isFactor[j]) {
                    columns[j][t] = row[j];
                }
            }
        }
        return columns;
    }

    /** What users should know of columns, by their names; of the whole table under "". */
    private Map<String, String> notes(Map<String, double[]> columns, CsvShape shape) {
        Map<String, String> notes = new LinkedHashMap<>();
        columns.forEach((name, values) -> {
            if (isCount(values)) {
                notes.put(
                        name,
                        "column " + name + " counts the rows; if it is only their number, leave it out"
                                + " (Table.without, --without)");
            }
        });
        List<String> ofTable = new ArrayList<>();
        if (!shape.inWords().isEmpty()) {
            ofTable.add(file + " has " + shape.inWords());
        }
        if (hasRowNames()) {
            ofTable.add("the first column of " + file + " has no name, so it names the rows");
        }
        if (names.stream().allMatch(CsvRowNames::isNumber)) {
            ofTable.add("the first row of " + file + " has numbers, which are taken for names");
        }
        if (!ofTable.isEmpty()) {
            notes.put("", String.join("; ", ofTable));
        }
        return notes;
    }

    /** Whether values are 0, 1, 2, .. or 1, 2, 3, .. */
    private static boolean isCount(double[] values) {
        return values.length >= LEAST_COUNT
                && (values[0] == 0.0 || values[0] == 1.0)
                && IntStream.range(0, values.length).allMatch(t -> values[t] == values[0] + t);
    }
}
