package dev.lbp.internal.select.linear;

import java.io.Serializable;
import java.util.stream.IntStream;

/**
 * Bounds of the errors of a fit that come from rounding of products and of the columns' values.
 *
 * <pre>
 * A fast fit is good if the trace of F is below a bound, so that errors of products do not matter,
 *                 and if the columns' own rounding errors cannot make them collinear.
 * A set has no fit if one column's residual on the others, r_m = x_m - sum_a w_a x_a, is not longer than the rounding
 * errors of the values of x_m and of the w_a x_a.
 * </pre>
 *
 * <p>Each method costs O(k), but for {@link #strain}, O(k^2).
 */
final class FitErrors implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The largest trace of an inverse F that is built column by column. Pivots then are right to about 1e-9. */
    private static final double MOST_TRACE = 1e6;

    /**
     * The largest noise of a fast fit: squared rounding errors of columns in units of their residuals. At 1 a set may
     * be collinear.
     */
    private static final double MOST_NOISE = 0.5;

    /** In an exact fit, the least pivot (the squared length of a column's residual) that {@link #safePivot} returns. */
    private static final double LEAST_EXACT = 1e-6;

    /** The largest error that a fast fit's log-determinant may have, also from products in single precision. */
    private static final double DETERMINANT_ERROR = 1e-3;

    private final Gram gram;
    private final double lambda;
    private final Solution solution;
    private final ColumnUpdate update;

    /** The trace of F from which on the fit is computed in exact numbers. */
    private final double mostTrace;

    /** If the trace of F is below this, rounding errors of the columns' values cannot make the set collinear. */
    private final double finest;

    /** The errors of the set that is in a solution. */
    FitErrors(Gram gram, double lambda, Solution solution, ColumnUpdate update) {
        this.gram = gram;
        this.lambda = lambda;
        this.solution = solution;
        this.update = update;
        this.mostTrace = Math.min(MOST_TRACE, DETERMINANT_ERROR / (4.0 * gram.error()));
        this.finest = lambda > 0.0 ? Double.POSITIVE_INFINITY : MOST_NOISE / square(gram.mostRounding);
    }

    /**
     * A column of a larger pivot (the squared length of its residual on the fit) may enter, if {@link #noiseLeft}
     * allows it: a fast fit then stays fast, and the set of an exact fit still has a fit. With a column of pivot d the
     * trace of F is at most {@code trace + (1 + trace) / d}.
     *
     * @param exact whether the fit is exact
     */
    double safePivot(boolean exact) {
        double trace = solution.trace();
        // fast: the d at which trace + (1 + trace) / d is mostTrace, without a division by 0 or less
        return exact ? Math.max(LEAST_EXACT, 4.0 * strain()) : (1.0 + trace) / Math.max(mostTrace - trace, 1.0);
    }

    /** The squared rounding errors of the columns' values, in units of their residuals. */
    double noise() {
        double sum = 0.0;
        for (int m = 0; m < solution.size; m++) {
            sum += solution.inverse[m][m] * square(gram.rounding(solution.columns[m]));
        }
        return sum;
    }

    /**
     * How much more {@link #noise} the fit may have so that it stays fast or, if it is exact, the set has a fit. A
     * column of rounding error r and pivot d makes it at most {@code noise + (noise + r^2) / d}, since no weight in its
     * projection, squared, exceeds F_mm.
     */
    double noiseLeft(boolean exact) {
        // With a lambda every set has a fit. An exact fit is safe up to a noise of 1, where sets may be collinear.
        return lambda > 0.0 ? Double.POSITIVE_INFINITY : (exact ? 1.0 : MOST_NOISE) - noise();
    }

    /** Whether a fast fit with the column that {@link ColumnUpdate#pivot} was last called with stays fast. */
    boolean isSafe(int column, double pivot) {
        if (!(pivot > 1.0 / mostTrace)) {
            return false;
        }
        double[] projection = update.projection();
        double inversePivot = 1.0 / pivot;
        double trace = inversePivot; // of F with the column: F grows by a border and by projection projection' / pivot
        for (int m = 0; m < solution.size; m++) {
            trace += solution.inverse[m][m] + projection[m] * projection[m] * inversePivot;
        }
        return trace < mostTrace && (trace < finest || isFine(column, inversePivot));
    }

    /** Whether rounding errors of the columns' values are small in a fit with one more column. */
    private boolean isFine(int column, double inversePivot) {
        double[] projection = update.projection();
        // The sum over columns of their diagonal element of F, as it is with the new column, times their squared error.
        double noise = inversePivot * square(gram.rounding(column));
        for (int m = 0; m < solution.size; m++) {
            noise += (solution.inverse[m][m] + projection[m] * projection[m] * inversePivot)
                    * square(gram.rounding(solution.columns[m]));
        }
        return noise < MOST_NOISE;
    }

    /** Whether errors of products and of the columns' values are small enough for a fast fit of the present set. */
    boolean isSafe() {
        double trace = solution.trace();
        return trace < mostTrace && (trace < finest || noise() < MOST_NOISE);
    }

    /**
     * How near the set is to being collinear within the rounding errors of its columns; from 1 on it has no fit. It is
     * the largest over m of {@code sum_a w_a^2 rounding_a^2 / d_m}: the squared error of the residual r_m, whose
     * weights are {@code w_a = F_am / F_mm}, divided by its squared length {@code d_m = 1 / F_mm}. F is
     * {@code (X'X)^-1} of the set, or of the set and one more column.
     *
     * @param pivot of the additional column, whose {@link ColumnUpdate#projection} has been written; 0 for none
     */
    double strain(double pivot, int column) {
        if (lambda > 0.0) {
            return 0.0;
        }
        int size = solution.size;
        double[] projection = update.projection();
        double most = 0.0;
        double own = pivot > 0.0 ? square(gram.rounding(column)) : 0.0;
        for (int m = 0; m < size; m++) {
            double share = pivot > 0.0 ? projection[m] / pivot : 0.0; // F_am grows by share * projection[a]
            double sum = own * square(share);
            for (int a = 0; a < size; a++) {
                sum += square((solution.inverse[m][a] + share * projection[a]) * gram.rounding(solution.columns[a]));
            }
            most = Math.max(most, sum / (solution.inverse[m][m] + share * projection[m]));
        }
        if (pivot > 0.0) { // the residual of the additional column itself
            double sum = own;
            for (int a = 0; a < size; a++) {
                sum += square(projection[a] * gram.rounding(solution.columns[a]));
            }
            most = Math.max(most, sum / pivot);
        }
        return most;
    }

    /** {@link #strain(double, int)} of the set itself, without a further column. */
    double strain() {
        return strain(0.0, 0);
    }

    /**
     * The fit's columns whose combination is, to rounding, {@code column}. Their weights are the projection that was
     * computed last, so it must be that of {@code column}. The rounding error of the weight of column m has the
     * variance noise * F_mm, and the column takes part if its squared weight is larger. The pivot is such a noise too,
     * since nothing but rounding errors is left of a column that depends on others.
     */
    int[] explaining(int column, double pivot) {
        int size = solution.size;
        double[] projection = update.projection();
        double noise = square(gram.rounding(column));
        for (int m = 0; m < size; m++) {
            noise += square(projection[m] * gram.rounding(solution.columns[m]));
        }
        double variance = Math.max(pivot, noise); // times F_mm: that of the weight of column m
        return IntStream.range(0, size)
                .filter(m -> projection[m] * projection[m] > variance * solution.inverse[m][m])
                .map(m -> solution.columns[m])
                .sorted()
                .toArray();
    }

    /**
     * The typical error of rss, {@code b'Eb} of random errors E of all products.
     *
     * @param squares the sum of the squared coefficients
     */
    double ofRss(double squares) {
        // With the response as a column, b'Eb is (1, -b)'E(1, -b). Its standard deviation is at most sqrt(2) times the
        // error of a product times the squared length 1 + squares; 4 is a margin.
        return 4.0 * gram.error() * (1.0 + squares);
    }

    static double square(double value) {
        return value * value;
    }
}
