package dev.lbp.internal.select.prior;

/**
 * A linear combination u'b of a model's coefficients b, or one of them, plus the prediction by the columns that are
 * always in. It has what the posterior distribution needs of u.
 *
 * @param offset the prediction by the columns that are always in; 0 for a candidate's coefficient
 * @param location {@code u'A^-1 X'y}
 * @param form {@code u'A^-1 u}
 * @param squares the sum of squares of the orthonormal columns that are always in; 0 for a candidate's coefficient
 */
public record Combination(double offset, double location, double form, double squares) {

    /** This combination plus the noise of one response. */
    public Combination withNoise() {
        return new Combination(offset, location, form, squares + 1.0);
    }
}
