package dev.lbp.internal.select.linear;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The least-squares fit of one set of columns, either fast or exact. Adding or removing one of k columns costs O(k^2),
 * whatever n is, while the fit is fast.
 *
 * <pre>
 * fast:   F from products of columns in double precision, by a {@link ColumnUpdate}
 * exact:  F, b, rss and the determinant by {@link ExactFit} from the columns themselves, rounded to doubles
 *
 * A set is exact if errors are too large for a fast fit ({@link FitErrors}),
 *             or if its evidence needs more digits of rss than products give ({@link #sharpen}).
 * </pre>
 *
 * <p>So the set alone decides whether it is exact and whether it has a fit, whatever the order in which its columns
 * enter.
 */
public final class LinearFit implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The least correlation of columns that may be copies. Products of single precision have errors of 3e-8. */
    private static final double COPY = 0.999999;

    private final Gram gram;
    private final double lambda;
    /** The numbers of the fit. Only this class and its {@link ColumnUpdate} write to them. */
    final Solution solution = new Solution();

    private final ColumnUpdate update;
    final FitErrors errors;
    private transient @Nullable ExactFit exactFit;

    /** Whether the numbers come from {@link ExactFit}. */
    private boolean exact;

    private double ratedPivot;

    /** The rss of the fit with the column that {@link #rate} was last called with. */
    double ratedRss;

    /** The log-determinant of the fit with the column that {@link #rate} was last called with. */
    double ratedLogDet;

    /** The typical error of {@link #ratedRss}. */
    double ratedError;

    /** A fit of no columns. */
    public LinearFit(Gram gram, double lambda) {
        this.gram = gram;
        this.lambda = lambda;
        this.update = new ColumnUpdate(gram, lambda, solution);
        this.errors = new FitErrors(gram, lambda, solution, update);
    }

    /** Removes all columns. */
    void clear() {
        solution.clear();
        exact = false;
    }

    /** Becomes equal to another fit of the same columns of data. */
    void copy(LinearFit other) {
        solution.copy(other.solution);
        exact = other.exact;
    }

    int size() {
        return solution.size;
    }

    /** The residual sum of squares {@code 1 - y'X b} of a response of length 1; at least 0 in spite of rounding. */
    double rss() {
        return Math.max(solution.rss, 0.0);
    }

    double logDet() {
        return solution.logDet;
    }

    /** Whether the numbers are exact, but for their rounding to doubles. */
    boolean isExact() {
        return exact;
    }

    /** The typical error of rss, {@code b'Eb} of random errors E of all products. */
    double rssError() {
        return exact ? 0.0 : errors.ofRss(solution.squares());
    }

    private ExactFit exactFit() {
        ExactFit made = exactFit;
        if (made == null) {
            made = new ExactFit(gram.exact, lambda);
            exactFit = made;
        }
        return made;
    }

    /** Replaces the numbers of the fit by exact ones, rounded to doubles. */
    void sharpen() {
        if (!exact) {
            take(solution.sorted());
            exact = true;
        }
    }

    /**
     * Makes this the exact fit of a set of columns.
     *
     * @return false if the set has no fit; this fit is then of no use
     */
    private boolean take(int[] ascending) {
        boolean independent = exactFit().load(ascending);
        solution.take(exactFit());
        exact = !errors.isSafe(); // a safe fit may change by fast updates from here on
        return independent && errors.strain() < 1.0; // from 1 on rounding errors may make the set collinear
    }

    /**
     * Makes this the fit of a set of columns.
     *
     * @return false if the set has no fit; this fit is then of no use
     */
    public boolean load(int[] ascending) {
        clear();
        for (int column : ascending) {
            double pivot = update.pivot(column);
            if (!errors.isSafe(column, pivot)) {
                return take(ascending);
            }
            update.add(column, pivot, update.covariance(column));
        }
        return true;
    }

    /**
     * Computes rss and the determinant with one more column, for {@link #ratedRss}, {@link #ratedLogDet} and
     * {@link #ratedError}: in doubles if the fit is fast and stays so with the column, else in exact numbers.
     *
     * @return false if this set has no fit
     */
    public boolean rate(int column) {
        double pivot = exact ? 0.0 : update.pivot(column);
        if (exact || !errors.isSafe(column, pivot)) {
            return !isCopy(column) && rateExactly(column);
        }
        double covariance = update.covariance(column);
        double beta = covariance / pivot;
        ratedRss = solution.rss - covariance * beta;
        ratedLogDet = solution.logDet + Math.log(pivot);
        ratedError = errors.ofRss(update.squaresWith(beta));
        return true;
    }

    /**
     * Whether a column is one of the fit's, up to scale and shift, so that no set has a fit with both. Genotypes have
     * many copies, and a chain rates them at each of its states. With lambda > 0 copies have a fit together.
     */
    private boolean isCopy(int column) {
        for (int m = 0; m < size() && lambda == 0.0; m++) {
            int other = solution.columns[m];
            if (Math.abs(gram.at(other, column)) > COPY && gram.exact.areParallel(other, column)) {
                return true;
            }
        }
        return false;
    }

    /** Does what {@link #rate} does, from the columns themselves in exact numbers. */
    public boolean rateExactly(int column) {
        ExactFit from = exactFit();
        ExactFit.Addition addition = from.addition(solution.sorted(), column);
        update.project(from, addition.projection()); // strain() reads the projection
        ratedRss = addition.rss();
        ratedPivot = addition.pivot();
        ratedLogDet = solution.logDet + Math.log(ratedPivot);
        ratedError = 0.0;
        return ratedPivot > 0.0 && errors.strain(ratedPivot, column) < 1.0;
    }

    /** The columns whose combination is, to rounding, the column that {@link #add} last refused. */
    int[] explaining(int column) {
        return errors.explaining(column, ratedPivot);
    }

    /**
     * {@code v'Fv}.
     *
     * @param values by column of the data
     */
    double form(double[] values) {
        if (exact) {
            exactFit().load(solution.sorted());
            return exactFit().form(values);
        }
        return solution.form(values);
    }

    /** The residual of the response, [n], of an exact fit. */
    double[] residual() {
        exactFit().load(solution.sorted());
        return exactFit().residual();
    }

    /** The exact change of the residuals of all columns if one more column enters a set. */
    ColumnChange.Exact direction(int[] ascending, int column) {
        ExactFit.Addition addition = exactFit().addition(ascending, column);
        return new ColumnChange.Exact(exactFit().direction(ascending, column), addition.pivot(), addition.covariance());
    }

    /**
     * Adds a column.
     *
     * @param change receives how the residuals of all columns change
     * @return false if a column would be a combination of the others, to rounding; the fit is then as before
     */
    boolean add(int column, ColumnChange change) {
        double pivot = exact ? 0.0 : update.pivot(column);
        if (exact || !errors.isSafe(column, pivot)) {
            return addExactly(column, change);
        }
        double covariance = update.covariance(column);
        change.addition(solution.columns, update.projection(), size(), column, pivot, covariance);
        update.add(column, pivot, covariance);
        return true;
    }

    /** Adds a column to the set, and computes the fit exactly. */
    private boolean addExactly(int column, ColumnChange change) {
        if (!rateExactly(column)) {
            return false;
        }
        int[] before = solution.sorted();
        change.exactly(before, column, -1.0); // -1: the column enters
        int[] after = Arrays.copyOf(before, size() + 1);
        after[size()] = column;
        Arrays.sort(after);
        take(after);
        return true;
    }

    /**
     * Removes the column at a place.
     *
     * @param change receives how the residuals of all columns change
     */
    void remove(int place, ColumnChange change) {
        if (!exact) {
            update.remove(place, change);
            return;
        }
        int column = solution.columns[place];
        int[] rest = Arrays.stream(solution.sorted())
                .filter(other -> other != column)
                .toArray();
        change.exactly(rest, column, 1.0); // 1: the column leaves
        take(rest);
    }
}
