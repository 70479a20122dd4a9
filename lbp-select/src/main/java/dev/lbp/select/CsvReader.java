package dev.lbp.select;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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

    private final Path file;
    private final Set<String> factors;
    private final Map<String, String> faults = new HashMap<>();

    private CsvReader(Path file, Set<String> factors) {
        this.file = file;
        this.factors = factors;
    }

    static Table read(Path file, Set<String> factors) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8);
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

    private static IOException failure(Path file, IOException e) {
        if (e instanceof MalformedInputException) {
            throw new IllegalArgumentException("must be text in UTF-8: " + file, e);
        }
        if (e instanceof CSVException) {
            throw new IllegalArgumentException("must be comma-separated values: " + file + ", " + e.getMessage(), e);
        }
        return e;
    }

    private Table read(CSVParser parser) {
        List<String> names = null;
        List<double[]> numbers = new ArrayList<>();
        List<String[]> texts = new ArrayList<>();
        long line = 1;
        for (CSVRecord row : parser) {
            if (names == null) {
                names = names(row);
            } else if (row.size() > 1 || !row.get(0).isBlank()) {
                if (row.size() != names.size()) {
                    throw new IllegalArgumentException(String.format(
                            "must have %d values, as the first row has names: %s, line %d has %d",
                            names.size(), file, line, row.size()));
                }
                double[] values = new double[names.size()];
                String[] levels = new String[names.size()];
                for (int j = 0; j < values.length; j++) {
                    read(row.get(j).strip(), names.get(j), line, j, values, levels);
                }
                numbers.add(values);
                texts.add(levels);
            }
            line = parser.getCurrentLineNumber() + 1;
        }
        if (names == null || numbers.isEmpty()) {
            throw new IllegalArgumentException("must have a row of names and rows of values: " + file);
        }
        return table(names, numbers, texts);
    }

    private List<String> names(CSVRecord row) {
        List<String> names = new ArrayList<>();
        for (int j = 0; j < row.size(); j++) {
            String name = row.get(j).strip();
            if (j == 0 && name.startsWith("\uFEFF")) { // a byte order mark, which some programs write
                name = name.substring(1);
            }
            if (name.isEmpty()) {
                throw new IllegalArgumentException("must have a name: " + file + ", column " + (j + 1)
                        + (j == 0 ? "; write.csv of R writes row names there unless row.names = FALSE" : ""));
            }
            if (names.contains(name)) {
                throw new IllegalArgumentException("must have distinct names: " + file + ", column " + (j + 1)
                        + " and column " + (names.indexOf(name) + 1) + " are called " + name);
            }
            names.add(name);
        }
        if (names.size() == 1 && (names.get(0).contains(";") || names.get(0).contains("\t"))) {
            throw new IllegalArgumentException("must have commas between values, not "
                    + (names.get(0).contains(";") ? "semicolons" : "tabs") + ": " + file + ", line 1");
        }
        for (String factor : factors) {
            if (!names.contains(factor)) {
                throw new IllegalArgumentException("must be a column of " + file + ": factor=" + factor);
            }
        }
        return names;
    }

    private void read(String text, String name, long line, int j, double[] values, String[] levels) {
        values[j] = Double.NaN;
        if (MISSING.contains(text.toLowerCase(Locale.ROOT))) {
            fault(
                    name,
                    "must not be missing: " + file + ", line " + line + ", column " + name
                            + "; leave out the rows or the column, or fill in values");
        } else if (factors.contains(name)) {
            levels[j] = text;
        } else {
            values[j] = number(text);
            if (!Double.isFinite(values[j])) {
                fault(
                        name,
                        "must be a number: " + file + ", line " + line + ", column " + name + "=" + text
                                + "; leave out the column, or name it as a factor");
            }
        }
    }

    /** Keeps the first fault of a column. A column that is left out may hold anything. */
    private void fault(String name, String message) {
        faults.putIfAbsent(name, message);
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

    private Table table(List<String> names, List<double[]> numbers, List<String[]> texts) {
        Map<String, double[]> columns = new LinkedHashMap<>();
        Map<String, String[]> levels = new LinkedHashMap<>();
        for (int j = 0; j < names.size(); j++) {
            int at = j;
            if (factors.contains(names.get(j))) {
                levels.put(names.get(j), texts.stream().map(row -> row[at]).toArray(String[]::new));
            } else {
                double[] column = new double[numbers.size()];
                Arrays.setAll(column, t -> numbers.get(t)[at]);
                columns.put(names.get(j), column);
            }
        }
        return new Table(file.toString(), numbers.size(), names, columns, levels, faults);
    }
}
