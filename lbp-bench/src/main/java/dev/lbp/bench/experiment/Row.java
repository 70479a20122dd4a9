package dev.lbp.bench.experiment;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table: values by column. Numbers are kept with all their digits, so that what is read back is what was measured.
 * Immutable.
 */
public final class Row {

    /** Of no columns. */
    public static final Row EMPTY = new Row(Map.of());

    private final Map<String, String> values;

    private Row(Map<String, String> values) {
        this.values = values;
    }

    /** This row and one more value; text has neither quote nor line break. */
    public Row with(String column, Object value) {
        String text = value.toString();
        if (text.matches("(?s).*[\"\r\n].*")) {
            throw new IllegalArgumentException("must have no quote or line break: " + column + "=" + text);
        }
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(column, text);
        return new Row(more);
    }

    /** The text in a column. */
    public String text(String column) {
        @Nullable String value = values.get(column);
        if (value == null) {
            throw new IllegalArgumentException("must be one of " + values.keySet() + ": column=" + column);
        }
        return value;
    }

    /** The number in a column. */
    public double number(String column) {
        return Double.parseDouble(text(column));
    }

    boolean has(String column) {
        return values.containsKey(column);
    }

    /** Whether both have the same in these columns. */
    boolean agrees(Row other, Collection<String> columns) {
        return columns.stream().allMatch(column -> text(column).equals(other.text(column)));
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
