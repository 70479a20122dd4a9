package dev.lbp.experiments.frame;

import dev.lbp.cli.instance.Excerpt;
import dev.lbp.experiments.report.Row;
import dev.lbp.internal.Check;
import dev.lbp.internal.files.WholeFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Keeps the finished cells of an experiment in a file of comma-separated values. A cell, one row of measured values, is
 * appended as soon as it is measured. An incomplete last line of a killed process is dropped; its cell is measured
 * again.
 */
public final class CellTable {

    /** Values with a comma are in quotes. An empty line is a record without values, so that it is refused. */
    private static final CSVFormat FORMAT = CSVFormat.RFC4180
            .builder()
            .setRecordSeparator('\n')
            .setIgnoreEmptyLines(false)
            .get();

    private final Path file;
    private final List<String> keys;
    private final List<String> columns;
    private final Preparation preparation;

    /** The cells by the texts of their keys, in the order of the file. */
    private final Map<List<String>, Row> cells = new LinkedHashMap<>();

    /** Writes the files that must exist before the first cell. */
    @FunctionalInterface
    interface Preparation {

        /** Writes the files that do not exist yet. */
        void prepare() throws IOException;
    }

    private CellTable(Path file, List<String> keys, List<String> columns, Preparation preparation) {
        this.file = file;
        this.preparation = preparation;
        this.keys = keys;
        this.columns = columns;
    }

    /**
     * Reads a file. If there is none, the first cell creates it: a command that ends before its first cell leaves no
     * file.
     *
     * @param keys the columns that identify a cell; no two rows agree in all of them
     * @param figures the columns of measured values
     * @param preparation called before each cell is written
     * @throws IllegalArgumentException if the file has other columns, a cell twice, a line of another form, or figures
     *     that cannot have been measured
     */
    static CellTable open(Path file, List<String> keys, List<String> figures, Preparation preparation)
            throws IOException {
        List<String> columns = Stream.concat(keys.stream(), figures.stream()).toList();
        CellTable table = new CellTable(file, List.copyOf(keys), columns, preparation);
        String header = table.header();
        String text = KeptText.of(file);
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        List<String> lines = whole.lines().toList();
        if (!lines.isEmpty() && !lines.get(0).equals(header)) {
            throw new IllegalArgumentException(
                    "must have the columns " + header + ": " + file + " has " + Excerpt.of(lines.get(0)));
        }
        if (whole.length() < text.length()) {
            WholeFile.replace(file, whole);
        }
        for (int k = 1; k < lines.size(); k++) {
            Row row = table.read(lines.get(k), file + ":" + (k + 1));
            figures.forEach(row::checkMeasured); // refuses wrong figures now, not after hours
        }
        return table;
    }

    /** Parses a line and adds its cell. Refuses a cell that an earlier line has. */
    private Row read(String line, String place) {
        Row row = parse(line, place);
        if (cells.put(key(row), row) != null) {
            int earlier = 2 + List.copyOf(cells.keySet()).indexOf(key(row)); // line 1 is the header
            throw new IllegalArgumentException(
                    place + ": must be another cell than line " + earlier + ": " + Excerpt.of(line));
        }
        return row;
    }

    private List<String> key(Row row) {
        return keys.stream().map(row::text).toList();
    }

    private String header() {
        return String.join(",", columns);
    }

    /** Parses a line. Messages name it by {@code place}. */
    private Row parse(String line, String place) {
        List<String> values = values(line);
        if (values.size() != columns.size()) {
            throw new IllegalArgumentException(
                    place + ": must have " + columns.size() + " values: " + Excerpt.of(line));
        }
        Row row = Row.from(place);
        for (int k = 0; k < values.size(); k++) {
            row = row.with(columns.get(k), values.get(k));
        }
        return row;
    }

    /** The values of a line. Empty if the line is empty or has an unclosed quote. */
    private static List<String> values(String line) {
        try (CSVParser parser = CSVParser.parse(line, FORMAT)) {
            return parser.stream().flatMap(CSVRecord::stream).toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /** The cell whose key columns equal those of {@code key}. Empty if it is missing. */
    public Optional<Row> find(Row key) {
        return Optional.ofNullable(cells.get(key(key)));
    }

    /** The cell of a key. If it is missing, it is measured and added. */
    public Row cell(Row key, Measurement measurement) throws IOException {
        Optional<Row> found = find(key);
        return found.isPresent() ? found.get() : add(measurement.of(key));
    }

    /** Measures a cell. */
    @FunctionalInterface
    public interface Measurement {

        /**
         * Returns the key and its figures.
         *
         * @throws RunInterrupted if the thread is interrupted
         */
        Row of(Row key) throws IOException;
    }

    /**
     * Adds a cell that is not in the table yet. A stream of {@link Files} writes it, because a channel would close if
     * its thread is interrupted.
     *
     * @throws IOException if the file cannot be written; the message begins with {@code cannot write FILE: }
     */
    public Row add(Row row) throws IOException {
        Check.state(find(row).isEmpty(), "not be there already: " + row);
        preparation.prepare();
        boolean first = Files.notExists(file) || Files.size(file) == 0;
        String line = (first ? header() + "\n" : "")
                + FORMAT.format(columns.stream().map(row::text).toArray())
                + "\n";
        try (OutputStream out = Files.newOutputStream(
                file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS)) {
            out.write(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) { // the message for a full disk does not name the file
            throw new IOException("cannot write " + file + ": " + e.getMessage(), e);
        }
        cells.put(key(row), row);
        return row;
    }

    /** All finished cells, in the order of the file. */
    public List<Row> rows() {
        return List.copyOf(cells.values());
    }
}
