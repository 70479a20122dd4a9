package dev.lbp.internal.select.data;

import dev.lbp.internal.Check;
import dev.lbp.select.data.Table;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of the caller, one for each row, which messages can name.
 *
 * @param table that has them as a column; null if they are an array
 */
public record RowValues(String name, double[] all, @Nullable Table table) {

    /** The largest allowed count, also times its weight: rounding spoils the likelihood of larger ones. */
    public static final double MOST_COUNT = 1e12;

    public static RowValues of(String array, double[] all) {
        return new RowValues(array, Check.notNull(array, all), null);
    }

    public static RowValues of(Table table, String column) {
        double[] all = Check.notNull("table", table).column(Check.notNull("column", column));
        return new RowValues(column, all, table);
    }

    /** The numbers of these rows, in the order of {@code rows}. */
    public static double[] only(double[] of, int... rows) {
        return IntStream.of(rows).mapToDouble(t -> of[t]).toArray();
    }

    /** An array of n ones. */
    public static double[] ones(int n) {
        double[] ones = new double[n];
        Arrays.fill(ones, 1.0);
        return ones;
    }

    public int count() {
        return all.length;
    }

    public double at(int t) {
        return all[t];
    }

    /** The name of a row's number, for messages. */
    String place(int t) {
        return table == null ? name + "[" + t + "]" : table.place(name, t);
    }

    /** The name of these numbers, for messages. */
    public String place() {
        return table == null ? name : table.place(name);
    }

    /** Whether the numbers are a column of a table; else they come from an array. */
    public boolean isColumn() {
        return table != null;
    }

    /**
     * The exception that refuses a row's number.
     *
     * @param constraint what the number must be
     * @param advice follows in the message; may be empty
     */
    public IllegalArgumentException failure(String constraint, int t, String advice) {
        return new IllegalArgumentException("must be " + constraint + ": " + place(t) + "=" + all[t] + advice);
    }

    /** Checks whole numbers from 0 to {@link #MOST_COUNT}. */
    public RowValues checkCounts() {
        for (int t = 0; t < all.length; t++) {
            if (!(all[t] >= 0.0 && all[t] == Math.rint(all[t]) && all[t] <= Double.MAX_VALUE)) {
                throw failure("a whole number >= 0", t, "");
            }
            if (all[t] > MOST_COUNT) {
                throw failure("a count of at most " + MOST_COUNT, t, "");
            }
        }
        return this;
    }

    /** Checks numbers that are 0 or 1. */
    public RowValues checkBits(String meaning) {
        for (int t = 0; t < all.length; t++) {
            if (all[t] != 0.0 && all[t] != 1.0) {
                throw failure(meaning, t, "");
            }
        }
        return this;
    }

    /** Checks that these numbers are weights, finite and > 0. Returns their products with earlier weights. */
    public double[] weights(double[] earlier) {
        Check.length(earlier.length, name, all.length);
        double[] product = earlier.clone();
        for (int t = 0; t < all.length; t++) {
            if (!(all[t] > 0.0 && all[t] <= Double.MAX_VALUE)) {
                throw failure("finite and > 0", t, all[t] == 0.0 ? "; leave out the row" : "");
            }
            product[t] *= all[t];
            if (!(product[t] > 0.0 && product[t] <= Double.MAX_VALUE)) {
                throw failure("finite and > 0, times earlier weights", t, "");
            }
        }
        return product;
    }

    /** Checks that {@code other} has as many numbers as this. */
    public void checkLength(RowValues other) {
        Check.length(all.length, other.name, other.all.length);
    }
}
