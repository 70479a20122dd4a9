package dev.lbp.internal.select.data;

import dev.lbp.internal.Check;
import dev.lbp.select.data.Table;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The offset of a regression: the known part of the linear predictor of each row.
 *
 * @param all [n], the sum of {@code given} and the values of {@code ofFormula}; null if there are neither
 * @param given a column or an array of the caller; null if there is none
 * @param ofFormula computes the offset that a formula has; null if there is none
 */
public record Offset(double @Nullable [] all, @Nullable RowValues given, Source.@Nullable Computed ofFormula) {

    public static final Offset NONE = new Offset(null, null, null);

    /**
     * A copy whose given column or array is {@code known}; an offset of a formula stays and is added to it.
     *
     * @param n the number of rows
     * @param data of the formula; null if there is none
     */
    public Offset with(RowValues known, int n, @Nullable Table data) {
        Check.length(n, known.name(), known.count());
        double[] copy = Check.finite(known.name(), known.all()).clone();
        return sum(new RowValues(known.name(), copy, known.table()), ofFormula, data);
    }

    /** A copy with another offset of a formula, null for none, beside the given column or array. */
    public Offset with(Source.@Nullable Computed formula, Table data) {
        return sum(given, formula, data);
    }

    /** Adds the caller's offsets and the values of a formula's offset; each may be null for none. */
    private static Offset sum(@Nullable RowValues given, Source.@Nullable Computed formula, @Nullable Table data) {
        double[] sum = given == null ? null : given.all();
        if (formula != null) {
            double[] values = formula.columns(Objects.requireNonNull(data)).get(0);
            if (given != null) {
                Arrays.setAll(values, t -> values[t] + given.at(t));
            }
            sum = Check.finite("offset", values);
        }
        return new Offset(sum, given, formula);
    }

    /** What computes the offsets of new rows from their table; null if no offset comes from a table. */
    public @Nullable Source source() {
        if (given == null || !given.isColumn()) {
            return ofFormula;
        }
        Source column = new Source.Column(given.name());
        return ofFormula == null ? column : ofFormula.plus(column);
    }

    /** What the summary adds to the name of the regression: the name of the offset; empty if there is none. */
    public String words() {
        return all == null
                ? ""
                : ", offset " + (given == null ? "" : given.name())
                        + (ofFormula == null ? "" : (given == null ? "" : " + ") + "of the formula");
    }

    /** Some of the rows. */
    public Offset rows(int... rows) {
        return new Offset(all == null ? null : RowValues.only(all, rows), given, ofFormula);
    }

    /** The offsets of n rows; all 0 if there is no offset. */
    public double[] of(int n) {
        return all == null ? new double[n] : all;
    }
}
