package dev.lbp.select.data;

import dev.lbp.internal.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The names of the rows of a file whose first line has no name for their column, as {@code write.table} of R writes it.
 * A file whose first line lacks the name of a column of values looks alike; its first column is refused here.
 */
final class CsvRowNames {

    private final boolean areQuoted;
    private final Set<String> before = new HashSet<>();
    private int last = -1;

    /** @param areQuoted whether the names are between quotes, so that numbers among them are no values */
    CsvRowNames(boolean areQuoted) {
        this.areQuoted = areQuoted;
    }

    static boolean isNumber(String text) {
        return text.matches("[-+]?[.,]?\\d.*");
    }

    /**
     * For the message about a name that is no column: similar names, and whether all of them look like values.
     *
     * @param texts the columns of texts, which a regression cannot use as they are
     */
    static String near(String name, List<String> columns, Set<String> texts) {
        boolean areNumbers = !columns.isEmpty() && columns.stream().allMatch(CsvRowNames::isNumber);
        return Names.near(name, columns.size(), columns::get, one -> texts.contains(one) ? one + " (text)" : one)
                + (areNumbers ? ", whose names are all numbers, as if its first row had values" : "");
    }

    /** Whether this may name the next row: no row had it, and if it is a number without quotes, it counts upwards. */
    boolean takes(String name) {
        if (!areQuoted && isNumber(name)) {
            int number = name.matches("\\d{1,9}") ? Integer.parseInt(name) : last;
            if (number <= last) {
                return false;
            }
            last = number;
        }
        return !name.isEmpty() && before.add(name);
    }
}
