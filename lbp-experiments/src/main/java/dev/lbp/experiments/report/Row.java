package dev.lbp.experiments.report;

import dev.lbp.cli.instance.Excerpt;
import dev.lbp.cli.terminal.Text;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table: values by column. Numbers keep all their digits, so that a number from a file equals the measured
 * one. Immutable.
 */
public final class Row {

    /** A row without columns. */
    public static final Row EMPTY = from("");

    /** File and line of a row from a file; empty if it was measured. */
    private final String place;

    private final Map<String, String> values;

    /** The objects whose texts are in a key, such as a constant of an enum. */
    private final List<Object> parts;

    private Row(String place, Map<String, String> values, List<Object> parts) {
        this.place = place;
        this.values = values;
        this.parts = parts;
    }

    /** A row without columns, with the file and line for messages. */
    public static Row from(String place) {
        return new Row(place, Map.of(), List.of());
    }

    /** This row and one more value. */
    public Row with(String column, Object value) {
        String text = value.toString();
        if (text.matches("(?s).*[\"\r\n].*")) {
            throw new IllegalArgumentException(prefix() + "must have no quote or line break: " + column + "=" + text);
        }
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(column, text);
        return new Row(place, more, parts);
    }

    /** This row and two more values: a mean, and its standard error in the column {@code COLUMN_se}. */
    public Row with(String column, Estimate estimate) {
        return with(column, estimate.mean()).with(column + "_se", estimate.error());
    }

    /** This row and one more value: the duration in seconds. */
    public Row with(String column, Duration time) {
        return with(column, 1e-9 * time.toNanos());
    }

    /** This row with one more object attached, which {@link #part} returns. */
    public Row behind(Object part) {
        return new Row(
                place, values, Stream.concat(parts.stream(), Stream.of(part)).toList());
    }

    /** The first attached object of a type. */
    public <T> T part(Class<T> type) {
        return parts.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be a type behind " + this + ": " + type));
    }

    /** The text in a column. */
    public String text(String column) {
        @Nullable String value = values.get(column);
        if (value == null) {
            throw new IllegalArgumentException("must be one of " + values.keySet() + ": column=" + column);
        }
        return value;
    }

    /**
     * The number in a column.
     *
     * @throws IllegalArgumentException if it is not a number
     */
    public double number(String column) {
        try {
            return Double.parseDouble(text(column));
        } catch (NumberFormatException e) {
            throw bad("must be a number", column, e);
        }
    }

    /**
     * Checks a measured number: it must be finite and at least 0, an acceptance also at most 1. NaN is allowed in
     * columns that begin with {@code ess} (a chain never moved) or {@code averaged} (a sampler has no averages).
     * Columns that begin with {@code log_} or {@code gap} may have any value, NaN and infinity too, because a training
     * may diverge.
     *
     * @throws IllegalArgumentException if it is not such a number
     */
    public void checkMeasured(String column) {
        double value = number(column);
        double most = column.equals("acceptance") ? 1.0 : Double.MAX_VALUE;
        boolean absent = (column.startsWith("ess") || column.startsWith("averaged")) && Double.isNaN(value);
        boolean signed = column.startsWith("log_") || column.startsWith("gap");
        if (!absent && !signed && !(value >= 0.0 && value <= most)) {
            throw bad(most == 1.0 ? "must be in [0, 1]" : "must be finite and >= 0", column, /* cause= */ null);
        }
    }

    /** A whole number in a column. */
    public int whole(String column) {
        return (int) number(column);
    }

    /** The number in a column as text; "-" for NaN. */
    public String number(int decimals, String column) {
        return Text.number(decimals, number(column));
    }

    /** The mean and standard error that {@link #with(String, Estimate)} stored. */
    public Estimate estimate(String column) {
        return new Estimate(number(column), number(column + "_se"));
    }

    private IllegalArgumentException bad(String constraint, String column, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                prefix() + constraint + ": " + column + "=" + Excerpt.of(text(column)), cause);
    }

    /** File and line, for the beginning of a message; empty if the row was measured. */
    private String prefix() {
        return place.isEmpty() ? "" : place + ": ";
    }

    /** This row with only the given columns. */
    public Row only(String... columns) {
        Map<String, String> some = new LinkedHashMap<>();
        Stream.of(columns).forEach(column -> some.put(column, text(column)));
        return new Row(place, some, parts);
    }

    Set<String> columns() {
        return values.keySet();
    }

    public boolean has(String column) {
        return values.containsKey(column);
    }

    /** Whether both rows have the same texts in these columns. */
    public boolean agrees(Row other, Collection<String> columns) {
        return columns.stream().allMatch(column -> text(column).equals(other.text(column)));
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
