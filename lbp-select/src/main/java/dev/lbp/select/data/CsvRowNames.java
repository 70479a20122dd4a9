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
     * For the message about a name that is no column: similar names, and whether all names, or most, look like values.
     *
     * @param texts the columns with a text that is no finite number, which a regression cannot use as they are
     */
    static String near(String name, List<String> columns, Set<String> texts) {
        long numbers = columns.stream().filter(CsvRowNames::isNumber).count();
        String share = numbers == columns.size() ? "all" : "mostly";
        return Names.near(name, columns.size(), columns::get, one -> texts.contains(one) ? one + " (text)" : one)
                + (2 * numbers > columns.size()
                        ? ", whose names are " + share + " numbers, as if its first row had values"
                        : "");
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
