package dev.lbp.internal.select.average;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * A coefficient that every model has: the constant, or that of a column that is always in. It is a combination of the
 * coefficients of scaled residuals.
 *
 * @param name of the column; {@link #CONSTANT} for the constant
 * @param base by orthonormal column that is always in, the weight of its coefficient in this combination
 * @param columns by candidates' column, the weight of the coefficient of its scaled residual
 * @param offset the prediction by the columns that are always in alone; 0 if models have coefficients for them
 * @param unit the factor that converts to the units of the data
 */
public record Term(String name, double[] base, double[] columns, double offset, double unit) {

    public static final String CONSTANT = "(intercept)";

    /**
     * The constant, if there is one, and the coefficients of the columns that are always in.
     *
     * @param always names of these columns
     * @param at makes the prediction, under a name, of a row with given values of these columns whose candidates are 0
     */
    public static List<Term> all(List<String> always, boolean hasConstant, BiFunction<String, double[], Term> at) {
        int q = always.size();
        Term constant = at.apply(CONSTANT, new double[q]);
        List<Term> terms = new ArrayList<>();
        if (hasConstant) {
            terms.add(constant);
        }
        for (int k = 0; k < q; k++) {
            double[] values = new double[q];
            values[k] = 1.0;
            terms.add(at.apply(always.get(k), values).minus(constant));
        }
        return terms;
    }

    /** The difference of two terms: if they are predictions of rows, by how much these differ. */
    public Term minus(Term other) {
        return new Term(
                name, difference(base, other.base), difference(columns, other.columns), offset - other.offset, unit);
    }

    private static double[] difference(double[] a, double[] b) {
        return IntStream.range(0, a.length).mapToDouble(k -> a[k] - b[k]).toArray();
    }
}
