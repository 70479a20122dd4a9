package dev.lbp.select.data;

import dev.lbp.internal.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@link Table} from a text file of values as programs and spreadsheets write them: in UTF-8, perhaps packed by
 * gzip, the names of the columns in the first row, values with separators or line ends between quotes (RFC 4180). What
 * stands between values, and the sign of decimals, are found in the file unless they are set. Each setting returns this
 * object. Not thread-safe.
 *
 * <pre>{@code
 * Table table = TableReader.of(Path.of("patients.csv")).factors("ward").read();
 * }</pre>
 */
public final class TableReader {

    private static final Set<Character> SEPARATORS = Set.of(',', ';', '\t', '|', CsvShape.BLANK);

    private final Path file;
    private Set<String> factors = Set.of();
    private @Nullable Character separator;
    private @Nullable Character decimal;

    private TableReader(Path file) {
        this.file = file;
    }

    /** A reader of a file. */
    public static TableReader of(Path file) {
        return new TableReader(Check.notNull("file", file));
    }

    /** Columns that hold texts: categories, or a response of two words. All others must hold numbers. */
    public TableReader factors(String... columns) {
        factors = new LinkedHashSet<>(Arrays.asList(Check.notNull("columns", columns)));
        return this;
    }

    /**
     * What stands between values. By default what a first line such as {@code sep=;} names; else the one of
     * these that gives the first rows the same number of values, the largest number if there are several. Blanks stand
     * between values in files of {@code write.table} of R; several in a row are one separator.
     *
     * @param between a comma, a semicolon, a tab, a vertical bar or a blank
     */
    public TableReader separator(char between) {
        Check.that(SEPARATORS.contains(between), "be a comma, a semicolon, a tab, | or a blank", "separator", between);
        separator = between;
        return this;
    }

    /**
     * The sign before decimals. By default it is a point if commas separate values; else the one that more of the first
     * rows' values have.
     *
     * @param sign a point or a comma
     */
    public TableReader decimal(char sign) {
        Check.that(sign == '.' || sign == ',', "be a point or a comma", "decimal", sign);
        decimal = sign;
        return this;
    }

    /**
     * Reads the file.
     *
     * <p>A column with missing values (nothing, {@code NA}, {@code NaN}, {@code null}, {@code .}, {@code ?}) or with
     * texts among its numbers can only be left out, by {@link Table#without}, or rows without a value by
     * {@link Table#complete}. Every other use of it is refused, with the file, the line and the column. Rows without
     * any value at the end of the file are left out. A first column whose name is empty is no column but {@link
     * Table#rowNames}.
     *
     * @throws IllegalArgumentException if the file does not hold such a table; the message has the file and the line
     * @throws IOException if the file cannot be read
     */
    public Table read() throws IOException {
        return CsvReader.read(file, factors, separator, decimal);
    }
}
