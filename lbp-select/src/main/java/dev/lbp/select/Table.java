package dev.lbp.select;

import dev.lbp.internal.Check;
import dev.lbp.internal.select.data.DataTable;
import dev.lbp.internal.select.data.RowValues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Named columns of data, all of the same length, without missing values. A column holds numbers, or if it is a factor
 * the levels of a category as texts. Tables do not change: methods such as {@link #log} return another one.
 */
public final class Table {

    private final DataTable data;

    Table(DataTable data) {
        this.data = data;
    }

    /** What a table holds. Throws if the table is null. */
    static DataTable data(Table table) {
        return Check.notNull("table", table).data;
    }

    /** A column of numbers of a table. */
    static RowValues values(Table table, String column) {
        return RowValues.of(data(table), column);
    }

    /**
     * Reads a file of values with separators, as {@link TableReader#read} does.
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
        return new Table(DataTable.of(names, values));
    }

    /** The source, the numbers of rows and columns, and the names of the first columns. */
    @Override
    public String toString() {
        return data.toString();
    }

    /** The name of the file that the table was read from, or "the table". */
    public String source() {
        return data.source();
    }

    /** The number of rows, without the names. */
    public int rows() {
        return data.rows();
    }

    /** The names of all columns, in order. */
    public List<String> names() {
        return data.names();
    }

    /** Whether a column is a factor. */
    public boolean isFactor(String column) {
        return data.isFactor(column);
    }

    /** The values of a column of numbers; a copy. */
    public double[] column(String column) {
        return data.column(column);
    }

    /** The values of a factor; a copy. */
    public String[] factor(String column) {
        return data.factor(column);
    }

    /** The table without some columns. */
    public Table without(String... columns) {
        return new Table(data.without(columns));
    }

    /** The table with the natural logarithms of some columns of positive numbers. */
    public Table log(String... columns) {
        return new Table(data.log(columns));
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
        return new Table(data.binary(column, one));
    }

    /**
     * Some of the rows.
     *
     * @param which their numbers from 0, in the order of the new table
     */
    public Table rows(int... which) {
        return new Table(data.rows(which));
    }
}
