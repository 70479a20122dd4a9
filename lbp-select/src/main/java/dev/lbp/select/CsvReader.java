package dev.lbp.select;

import dev.lbp.internal.Memory;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Reads a {@link Table} from a file of comma-separated values. */
final class CsvReader {

    private static final Set<String> MISSING = Set.of("", "na", "nan", "null", "n/a", ".");

    private static final int LONGEST_MISSING = 4;

    /** The heap is checked each time that the rows have grown by this part. */
    private static final int GROWTH = 8;

    private static final double[] NONE = {};

    private final Path file;
    private final Set<String> factors;
    private final Map<String, String> faults = new HashMap<>();

    /** Rows that the heap has room for, by the last check. */
    private int reserved;

    private CsvReader(Path file, Set<String> factors) {
        this.file = file;
        this.factors = factors;
    }

    static Table read(Path file, Set<String> factors) throws IOException {
        try (Reader reader = new PlainReader(Files.newBufferedReader(file, StandardCharsets.UTF_8));
                CSVParser parser = CSVFormat.RFC4180
                        .builder()
                        .setIgnoreEmptyLines(false)
                        .get()
                        .parse(reader)) {
            return new CsvReader(file, factors).read(parser);
        } catch (UncheckedIOException e) { // an iterator cannot throw what it wraps
            throw failure(file, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    private static IOException failure(Path file, IOException e) throws IOException {
        if (e instanceof MalformedInputException) {
            throw new IllegalArgumentException("must be text in UTF-8: " + file, e);
        }
        if (e instanceof PlainReader.NotText) {
            throw new IllegalArgumentException("must be text in UTF-8: " + file + ", " + e.getMessage(), e);
        }
        if (e instanceof CSVException) {
            checkSeparator(file);
            throw new IllegalArgumentException("must be comma-separated values: " + file + ", " + e.getMessage(), e);
        }
        return e;
    }

    /** Refuses a file whose first line has semicolons or tabs outside of quotes, and no comma. */
    private static void checkSeparator(Path file) throws IOException {
        boolean quoted = false;
        int semicolons = 0;
        int tabs = 0;
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (int next = reader.read(); next >= 0 && next != '\n'; next = reader.read()) {
                quoted ^= next == '"';
                if (next == ',' && !quoted) {
                    return;
                }
                semicolons += next == ';' && !quoted ? 1 : 0;
                tabs += next == '\t' && !quoted ? 1 : 0;
            }
        }
        if (semicolons + tabs > 0) {
            throw new IllegalArgumentException("must have commas between values, not "
                    + (semicolons >= tabs ? "semicolons" : "tabs") + ": " + file + ", line 1");
        }
    }

    private Table read(CSVParser parser) throws IOException {
        List<String> names = List.of();
        boolean[] isFactor = {};
        List<double[]> numbers = new ArrayList<>();
        List<String[]> texts = new ArrayList<>();
        long line = 1;
        for (CSVRecord row : parser) {
            if (names.isEmpty()) {
                names = names(row);
                isFactor = isFactor(names);
            } else if (row.size() > 1 || !row.get(0).isBlank()) {
                if (row.size() != names.size()) {
                    throw new IllegalArgumentException(String.format(
                            "must have %d values, as the first row has names: %s, line %d has %d",
                            names.size(), file, line, row.size()));
                }
                reserve(numbers, names.size(), line);
                double[] values = new double[names.size()];
                String[] levels = new String[factors.size()];
                int factor = 0;
                for (int j = 0; j < values.length; j++) {
                    String text = row.get(j).strip();
                    if (isMissing(text)) {
                        missing(names.get(j), line);
                    } else if (!isFactor[j]) {
                        values[j] = number(text, names.get(j), line);
                    }
                    if (isFactor[j]) {
                        levels[factor++] = text;
                    }
                }
                numbers.add(values);
                texts.add(levels);
            }
            line = parser.getCurrentLineNumber() + 1;
        }
        if (numbers.isEmpty()) {
            throw new IllegalArgumentException("must have a row of names and rows of values: " + file);
        }
        return table(names, isFactor, numbers, texts);
    }

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

    private List<String> names(CSVRecord row) throws IOException {
        Map<String, Integer> places = new LinkedHashMap<>();
        for (int j = 0; j < row.size(); j++) {
            String name = row.get(j).strip();
            if (j == 0 && name.startsWith("\uFEFF")) { // a byte order mark, which some programs write
                name = name.substring(1);
            }
            if (name.isEmpty()) {
                throw new IllegalArgumentException("must have a name: " + file + ", column " + (j + 1)
                        + (j == 0 ? "; write.csv of R writes row names there unless row.names = FALSE" : ""));
            }
            Integer before = places.putIfAbsent(name, j);
            if (before != null) {
                throw new IllegalArgumentException("must have distinct names: " + file + ", column " + (j + 1)
                        + " and column " + (before + 1) + " are called " + name);
            }
        }
        if (places.size() == 1) {
            checkSeparator(file);
        }
        for (String factor : factors) {
            if (!places.containsKey(factor)) {
                throw new IllegalArgumentException("must be a column of " + file + ": factor=" + factor);
            }
        }
        return List.copyOf(places.keySet());
    }

    private boolean[] isFactor(List<String> names) {
        boolean[] isFactor = new boolean[names.size()];
        for (int j = 0; j < isFactor.length; j++) {
            isFactor[j] = factors.contains(names.get(j));
        }
        return isFactor;
    }

    private static boolean isMissing(String text) {
        return text.length() <= LONGEST_MISSING && MISSING.contains(text.toLowerCase(Locale.ROOT));
    }

    /** Keeps the first fault of a column, as {@link #number} does. A column that is left out may hold anything. */
    private void missing(String name, long line) {
        faults.computeIfAbsent(
                name,
                at -> "must not be missing: " + file + ", line " + line + ", column " + at
                        + "; leave out the rows or the column, or fill in values");
    }

    private double number(String text, String name, long line) {
        double value = number(text);
        if (!Double.isFinite(value)) {
            faults.computeIfAbsent(
                    name,
                    at -> "must be a number: " + file + ", line " + line + ", column " + at + "=" + text
                            + "; leave out the column, or name it as a factor");
        }
        return value;
    }

    /** Decimal numbers only: Java also reads 2D as a double, 3f as a float, and 0x1p4 as 16. */
    private static double number(String text) {
        char last = text.charAt(text.length() - 1);
        if (Character.isLetter(last) || text.indexOf('x') >= 0 || text.indexOf('X') >= 0) {
            return Double.NaN;
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private Table table(List<String> names, boolean[] isFactor, List<double[]> numbers, List<String[]> texts) {
        int rows = numbers.size();
        double[][] columns = new double[names.size()][];
        for (int j = 0; j < columns.length; j++) {
            columns[j] = isFactor[j] ? NONE : new double[rows];
        }
        for (int t = 0; t < rows; t++) { // row by row, as they lie in memory
            double[] row = numbers.set(t, NONE);
            for (int j = 0; j < columns.length; j++) {
                if (!isFactor[j]) {
                    columns[j][t] = row[j];
                }
            }
        }
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
        return new Table(file.toString(), rows, names, byName, levels, faults);
    }
}
