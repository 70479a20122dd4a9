package dev.lbp.internal.select.data;

import dev.lbp.internal.Check;
import dev.lbp.select.data.Table;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The known part of a linear predictor.
 *
 * @param all [n], the sum of the next two; null for 0
 * @param given a column or an array of the caller; null if there is none
 * @param ofFormula that of a formula; null if there is none
 */
public record Offset(double @Nullable [] all, @Nullable RowValues given, Source.@Nullable Computed ofFormula) {

    public static final Offset NONE = new Offset(null, null, null);

    /** With this column or array, to which that of a formula is added. */
    public Offset with(RowValues known, int n, @Nullable Table data) {
        Check.length(n, known.name(), known.count());
        double[] copy = Check.finite(known.name(), known.all()).clone();
        return sum(new RowValues(known.name(), copy, known.table()), ofFormula, data);
    }

    /** With that of a formula, which is added to the one that is given; null for none. */
    public Offset with(Source.@Nullable Computed formula, Table data) {
        return sum(given, formula, data);
    }

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

    /** What new rows of a table have their offsets from; null if there is nothing. */
    public @Nullable Source source() {
        if (given == null || !given.isColumn()) {
            return ofFormula;
        }
        Source column = new Source.Column(given.name());
        return ofFormula == null ? column : ofFormula.plus(column);
    }

    /** Some of the rows. */
    public Offset rows(int... rows) {
        return new Offset(all == null ? null : RowValues.only(all, rows), given, ofFormula);
    }

    /** The offsets of n rows. */
    public double[] of(int n) {
        return all == null ? new double[n] : all;
    }
}
