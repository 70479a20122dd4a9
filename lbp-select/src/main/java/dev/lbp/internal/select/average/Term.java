package dev.lbp.internal.select.average;

/**
 * A coefficient that every model has: the constant, or that of a column that is always in. It is a combination of the
 * coefficients of scaled residuals.
 *
 * @param name of the column; {@link #CONSTANT} for the constant
 * @param base [columns of the base], its weights of the orthonormal columns that are always in
 * @param columns [columns of candidates], its weights of the candidates' scaled residuals
 * @param offset the prediction by the columns that are always in alone; 0 if models have coefficients for them
 * @param unit the factor that converts to the units of the data
 */
public record Term(String name, double[] base, double[] columns, double offset, double unit) {

    public static final String CONSTANT = "(intercept)";

    /** This term less another: by how much the linear predictor differs between two rows. */
    public Term minus(Term other) {
        return new Term(
                name, difference(base, other.base), difference(columns, other.columns), offset - other.offset, unit);
    }

    private static double[] difference(double[] a, double[] b) {
        double[] out = new double[a.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = a[k] - b[k];
        }
        return out;
    }
}
