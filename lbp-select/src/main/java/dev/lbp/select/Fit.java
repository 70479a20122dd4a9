package dev.lbp.select;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The least-squares fit of one set of columns: {@code F = (X'X + lambda I)^-1} by borders, {@code b = F X'y}, the residual sum
 * of squares and the determinant. Adding or removing one of k columns costs O(k^2), whatever n is.
 *
 * <pre>
 * fast:   F from products of columns in double precision
 * exact:  F, b, rss and the determinant by {@link ExactFit} from the columns themselves, rounded to doubles
 *
 * A set is exact if the trace of F is above a bound, so that errors of products matter,
 *                if the columns' own rounding errors may make them collinear,
 *             or if its evidence needs more digits of rss than products give ({@link #sharpen}).
 * A set has no fit if one column's residual on the others, r_m = x_m - sum_a w_a x_a, is not longer than the rounding errors
 * of the values of x_m and of the w_a x_a.
 * </pre>
 *
 * <p>All these are properties of the set, whatever the order in which its columns enter.
 */
final class Fit implements Serializable {

    private static final long serialVersionUID = 1L;

    /** An inverse with elements of this size loses as many digits when the column leaves. */
    private static final double WEARING = 30.0;

    /** Where the inverse has a larger element, rounding errors of its solutions matter, and solutions are refined. */
    private static final double ILL_CONDITIONED = 1e3;

    /** The largest trace of an inverse by borders. Pivots then are right to about 1e-9. */
    private static final double MOST_TRACE = 1e6;

    /** A part of what makes a set collinear: the squared rounding errors of columns, in units of their residuals. */
    private static final double MOST_NOISE = 0.5;

    /** In an exact fit, a column of a larger pivot is far from the others. */
    private static final double LEAST_EXACT = 1e-6;

    /** The largest error of a log-determinant, in single precision too. */
    private static final double DETERMINANT_ERROR = 1e-3;

    private final Gram gram;
    private final double lambda;

    /** The trace of F from which on the fit is exact. */
    private final double mostTrace;

    /** Up to this trace, no rounding errors of columns' values make a set collinear. */
    private final double finest;

    private transient @Nullable ExactFit exactFit;

    private int size;
    private int[] columns;
    private double[][] inverse;
    private double[] coefficients;
    private double rss = 1.0;
    private double logDet;

    /** Whether the numbers come from {@link ExactFit}. */
    private boolean exact;

    /** Whether rounding errors have grown, so that the fit should be computed again from nothing. */
    private boolean worn;

    /** Products of a new column with those of the fit, and the weights of these in its projection. */
    private double[] products;

    private double[] projection;

    /** What a solution leaves of the right side. */
    private double[] rest;

    private double ratedPivot;
    private double ratedRss;
    private double ratedLogDet;
    private double ratedError;

    /** A fit of no columns. */
    Fit(Gram gram, double lambda) {
        this.gram = gram;
        this.lambda = lambda;
        this.mostTrace = Math.min(MOST_TRACE, DETERMINANT_ERROR / (4.0 * gram.error()));
        this.finest = lambda > 0.0 ? Double.POSITIVE_INFINITY : MOST_NOISE / square(gram.mostRounding());
        allocate(8);
    }

    private void allocate(int capacity) {
        columns = new int[capacity];
        inverse = new double[capacity][capacity];
        coefficients = new double[capacity];
        products = new double[capacity + 1];
        projection = new double[capacity + 1];
        rest = new double[capacity];
    }

    /** Removes all columns. */
    void clear() {
        size = 0;
        rss = 1.0;
        logDet = 0.0;
        worn = false;
        exact = false;
    }

    /** Becomes equal to another fit of the same columns of data. */
    void copy(Fit other) {
        if (other.size > columns.length) {
            allocate(other.columns.length);
        }
        size = other.size;
        rss = other.rss;
        logDet = other.logDet;
        worn = other.worn;
        exact = other.exact;
        System.arraycopy(other.columns, 0, columns, 0, size);
        System.arraycopy(other.coefficients, 0, coefficients, 0, size);
        for (int m = 0; m < size; m++) {
            System.arraycopy(other.inverse[m], 0, inverse[m], 0, size);
        }
    }

    private void grow() {
        int[] oldColumns = columns;
        double[][] oldInverse = inverse;
        double[] oldCoefficients = coefficients;
        allocate(2 * size);
        System.arraycopy(oldColumns, 0, columns, 0, size);
        System.arraycopy(oldCoefficients, 0, coefficients, 0, size);
        for (int m = 0; m < size; m++) {
            System.arraycopy(oldInverse[m], 0, inverse[m], 0, size);
        }
    }

    int size() {
        return size;
    }

    /** The columns, in no order, in the first {@link #size} places; not to be written to. */
    int[] columns() {
        return columns;
    }

    double coefficient(int place) {
        return coefficients[place];
    }

    /** A row of F; not to be written to. */
    double[] inverse(int place) {
        return inverse[place];
    }

    /** {@code 1 - y'X b}, not below 0. */
    double rss() {
        return Math.max(rss, 0.0);
    }

    double logDet() {
        return logDet;
    }

    /** Whether the numbers are exact, but for their rounding to doubles. */
    boolean isExact() {
        return exact;
    }

    /** The typical error of rss, {@code b'Eb} of random errors E of all products. */
    double rssError() {
        return exact ? 0.0 : 4.0 * gram.error() * (1.0 + squares());
    }

    /** The sum of the squared coefficients. */
    double squares() {
        double sum = 0.0;
        for (int m = 0; m < size; m++) {
            sum += coefficients[m] * coefficients[m];
        }
        return sum;
    }

    double trace() {
        double sum = 0.0;
        for (int m = 0; m < size; m++) {
            sum += inverse[m][m];
        }
        return sum;
    }

    /** A column of a larger pivot leaves the fit as exact as it is, and may enter if {@link #noiseLeft} allows it. */
    double safePivot() {
        double trace = trace();
        return exact ? Math.max(LEAST_EXACT, 4.0 * strain(0.0, 0)) : (1.0 + trace) / Math.max(mostTrace - trace, 1.0);
    }

    /** The squared rounding errors of the columns' values, in units of their residuals. */
    double noise() {
        double sum = 0.0;
        for (int m = 0; m < size; m++) {
            sum += inverse[m][m] * square(gram.rounding(columns[m]));
        }
        return sum;
    }

    /**
     * How much more {@link #noise} the fit may have, so that it stays fast, or the set has a fit. A column of rounding error r and
     * pivot d makes it at most {@code noise + (noise + r^2) / d}, since no weight in its projection, squared, exceeds F_mm.
     */
    double noiseLeft() {
        return lambda > 0.0 ? Double.POSITIVE_INFINITY : (exact ? 1.0 : MOST_NOISE) - noise();
    }

    /** Whether a fast fit with the column that {@link #pivot} was last called with stays fast. */
    private boolean isSafe(int column, double pivot) {
        if (exact || !(pivot > 1.0 / mostTrace)) {
            return false;
        }
        double inversePivot = 1.0 / pivot;
        double trace = inversePivot;
        for (int m = 0; m < size; m++) {
            trace += inverse[m][m] + projection[m] * projection[m] * inversePivot;
        }
        return trace < mostTrace && (trace < finest || isFine(column, inversePivot));
    }

    /** Whether rounding errors of the columns' values are small in a fit with one more column. */
    private boolean isFine(int column, double inversePivot) {
        double noise = inversePivot * square(gram.rounding(column));
        for (int m = 0; m < size; m++) {
            noise += (inverse[m][m] + projection[m] * projection[m] * inversePivot) * square(gram.rounding(columns[m]));
        }
        return noise < MOST_NOISE;
    }

    private static double square(double value) {
        return value * value;
    }

    /**
     * How near the set is to one without a fit, which begins at 1: the largest {@code sum_a w_a^2 rounding_a^2 / d_m}, where {@code
     * w_a = F_am / F_mm} and {@code d_m = 1 / F_mm}, in the fit with one more column or without.
     *
     * @param pivot of the additional column, whose projection has been written; 0 for none
     */
    private double strain(double pivot, int column) {
        if (lambda > 0.0) {
            return 0.0;
        }
        double most = 0.0;
        double own = pivot > 0.0 ? square(gram.rounding(column)) : 0.0;
        for (int m = 0; m < size; m++) {
            double share = pivot > 0.0 ? projection[m] / pivot : 0.0;
            double sum = own * square(share);
            for (int a = 0; a < size; a++) {
                sum += square((inverse[m][a] + share * projection[a]) * gram.rounding(columns[a]));
            }
            most = Math.max(most, sum / (inverse[m][m] + share * projection[m]));
        }
        if (pivot > 0.0) {
            double sum = own;
            for (int a = 0; a < size; a++) {
                sum += square(projection[a] * gram.rounding(columns[a]));
            }
            most = Math.max(most, sum / pivot);
        }
        return most;
    }

    private ExactFit exactFit() {
        ExactFit made = exactFit;
        if (made == null) {
            made = new ExactFit(gram.exact(), lambda);
            exactFit = made;
        }
        return made;
    }

    /** Computes the fit exactly. */
    void sharpen() {
        if (!exact) {
            take(sorted());
            exact = true;
        }
    }

    /**
     * Becomes the exact fit of a set of columns.
     *
     * @return false if it has none; the fit then is of no use
     */
    private boolean take(int[] ascending) {
        ExactFit from = exactFit();
        boolean apart = from.load(ascending);
        size = from.size();
        if (size > columns.length) {
            allocate(2 * size);
        }
        for (int m = 0; m < size; m++) {
            columns[m] = from.column(m);
        }
        from.copyCoefficients(coefficients);
        from.copyInverse(inverse);
        rss = from.rss();
        logDet = from.logDet();
        worn = false;
        double trace = trace();
        exact = !(trace < mostTrace && (trace < finest || noise() < MOST_NOISE));
        return apart && strain(0.0, 0) < 1.0;
    }

    /**
     * Becomes the fit of a set of columns.
     *
     * @return false if it has none; the fit then is of no use
     */
    boolean load(int[] ascending) {
        clear();
        for (int column : ascending) {
            double pivot = pivot(column);
            if (!isSafe(column, pivot)) {
                return take(ascending);
            }
            add(column, pivot, covariance(column));
        }
        return true;
    }

    /** Whether a column left whose pivot was so small that the inverse lost digits. */
    boolean isWorn() {
        return worn;
    }

    /** Where a column is; -1 if it is not there. */
    int place(int column) {
        for (int m = 0; m < size; m++) {
            if (columns[m] == column) {
                return m;
            }
        }
        return -1;
    }

    /** By how much rss grows without a column of the fit: {@code b_i^2 / F_ii}. */
    double rise(int place) {
        return coefficients[place] * coefficients[place] / inverse[place][place];
    }

    /** What the fit leaves of one column outside it, relative to the whole column, plus lambda: the pivot of the column. */
    double pivot(int column) {
        if (products.length <= size) {
            grow();
        }
        double pivot = 1.0 + lambda;
        for (int m = 0; m < size; m++) {
            products[m] = gram.at(columns[m], column);
        }
        for (int m = 0; m < size; m++) {
            double[] row = inverse[m];
            double sum = 0.0;
            for (int l = 0; l < size; l++) {
                sum += row[l] * products[l];
            }
            projection[m] = sum;
            pivot -= sum * products[m];
        }
        if (isIllConditioned()) {
            refine(projection, products);
            pivot = 1.0 + lambda;
            for (int m = 0; m < size; m++) {
                pivot -= projection[m] * products[m];
            }
        }
        return pivot;
    }

    private boolean isIllConditioned() {
        double largest = 0.0;
        for (int m = 0; m < size; m++) {
            largest = Math.max(largest, inverse[m][m]);
        }
        return largest > ILL_CONDITIONED;
    }

    /**
     * One step of iterative refinement of {@code A z = right}. Large elements of F cancel in F right, and leave errors of their
     * rounding in z. Those would be larger than the pivot of a column that the others nearly explain too.
     */
    private void refine(double[] z, double[] right) {
        for (int m = 0; m < size; m++) {
            double sum = right[m] - lambda * z[m];
            for (int l = 0; l < size; l++) {
                sum -= gram.at(columns[m], columns[l]) * z[l];
            }
            rest[m] = sum;
        }
        for (int m = 0; m < size; m++) {
            for (int l = 0; l < size; l++) {
                z[m] += inverse[m][l] * rest[l];
            }
        }
    }

    private void refineCoefficients() {
        for (int m = 0; m < size; m++) {
            products[m] = gram.response(columns[m]);
        }
        refine(coefficients, products);
    }

    /** The product of the column that {@link #pivot} was last called with and the residual. */
    double covariance(int column) {
        double sum = gram.response(column);
        for (int m = 0; m < size; m++) {
            sum -= products[m] * coefficients[m];
        }
        return sum;
    }

    /**
     * Computes rss and the determinant with one more column, for {@link #ratedRss}, {@link #ratedLogDet} and {@link #ratedError}.
     *
     * @return false if this set has no fit
     */
    boolean rate(int column) {
        double pivot = pivot(column);
        if (!isSafe(column, pivot)) {
            return rateExactly(column);
        }
        double covariance = covariance(column);
        double beta = covariance / pivot;
        double sum = 1.0 + beta * beta;
        for (int m = 0; m < size; m++) {
            sum += square(coefficients[m] - projection[m] * beta);
        }
        ratedRss = rss - covariance * beta;
        ratedLogDet = logDet + Math.log(pivot);
        ratedError = 4.0 * gram.error() * sum;
        return true;
    }

    /** As {@link #rate}, from the columns themselves. */
    boolean rateExactly(int column) {
        ExactFit from = exactFit();
        ExactFit.Addition addition = from.addition(sorted(), column);
        if (projection.length < size) {
            grow();
        }
        for (int m = 0; m < size; m++) {
            projection[place(from.column(m))] = addition.projection()[m];
        }
        ratedRss = addition.rss();
        ratedPivot = addition.pivot();
        ratedLogDet = logDet + Math.log(ratedPivot);
        ratedError = 0.0;
        return ratedPivot > 0.0 && strain(ratedPivot, column) < 1.0;
    }

    /** The columns whose combination is, to rounding, the column that {@link #add} last refused. */
    int[] explaining(int column) {
        double noise = square(gram.rounding(column));
        for (int m = 0; m < size; m++) {
            noise += square(projection[m] * gram.rounding(columns[m]));
        }
        double least = Math.max(ratedPivot, noise);
        return IntStream.range(0, size)
                .filter(m -> projection[m] * projection[m] > least * inverse[m][m])
                .map(m -> columns[m])
                .sorted()
                .toArray();
    }

    double ratedRss() {
        return ratedRss;
    }

    double ratedLogDet() {
        return ratedLogDet;
    }

    double ratedError() {
        return ratedError;
    }

    /**
     * {@code v'Fv}.
     *
     * @param values by column of the data
     */
    double form(double[] values) {
        if (exact) {
            exactFit().load(sorted());
            return exactFit().form(values);
        }
        double form = 0.0;
        for (int m = 0; m < size; m++) {
            double value = values[columns[m]];
            double[] row = inverse[m];
            for (int l = 0; l < size; l++) {
                form += value * row[l] * values[columns[l]];
            }
        }
        return form;
    }

    /** The residual of the response, [n], of an exact fit. */
    double[] residual() {
        exactFit().load(sorted());
        return exactFit().residual();
    }

    /** How the residuals of all columns differ between a set and the same with one more column. */
    Direction.Exact direction(int[] ascending, int column) {
        ExactFit.Addition addition = exactFit().addition(ascending, column);
        return new Direction.Exact(exactFit().direction(ascending, column), addition.pivot(), addition.covariance());
    }

    /**
     * Adds a column.
     *
     * @param change receives how the residuals of all columns change
     * @return false if a column would be a combination of the others, to rounding; the fit is then as before
     */
    boolean add(int column, Direction change) {
        double pivot = exact ? 0.0 : pivot(column);
        if (!isSafe(column, pivot)) {
            return addExactly(column, change);
        }
        double covariance = covariance(column);
        change.addition(columns, projection, size, column, pivot, covariance);
        add(column, pivot, covariance);
        return true;
    }

    private boolean addExactly(int column, Direction change) {
        if (!rateExactly(column)) {
            return false;
        }
        int[] before = sorted();
        change.exactly(before, column, -1.0);
        int[] after = Arrays.copyOf(before, size + 1);
        after[size] = column;
        Arrays.sort(after);
        take(after);
        return true;
    }

    /** Adds the column that {@link #pivot} was last called with, by borders. */
    private void add(int column, double pivot, double covariance) {
        if (size == columns.length) {
            double[] kept = projection;
            grow();
            System.arraycopy(kept, 0, projection, 0, size);
        }
        double beta = covariance / pivot;
        for (int m = 0; m < size; m++) {
            double[] row = inverse[m];
            double scaled = projection[m] / pivot;
            for (int l = 0; l < size; l++) {
                row[l] += scaled * projection[l];
            }
            row[size] = -scaled;
            inverse[size][m] = -scaled;
            coefficients[m] -= projection[m] * beta;
        }
        inverse[size][size] = 1.0 / pivot;
        coefficients[size] = beta;
        columns[size] = column;
        size++;
        rss -= covariance * beta;
        logDet += Math.log(pivot);
        if (isIllConditioned()) {
            refineCoefficients();
        }
    }

    /**
     * Removes the column at a place.
     *
     * @param change receives how the residuals of all columns change
     */
    void remove(int place, Direction change) {
        if (exact) {
            int column = columns[place];
            int[] rest =
                    Arrays.stream(sorted()).filter(other -> other != column).toArray();
            change.exactly(rest, column, 1.0);
            take(rest);
            return;
        }
        double[] row = inverse[place];
        double f = row[place];
        double beta = coefficients[place];
        worn |= f > WEARING;
        change.removal(columns, row, size, place, beta);
        rss += beta * beta / f;
        logDet += Math.log(f);
        System.arraycopy(row, 0, projection, 0, size);
        for (int m = 0; m < size; m++) {
            double scaled = projection[m] / f;
            double[] other = inverse[m];
            for (int l = 0; l < size; l++) {
                other[l] -= scaled * projection[l];
            }
            coefficients[m] -= scaled * beta;
        }
        size--;
        columns[place] = columns[size];
        coefficients[place] = coefficients[size];
        double[] last = inverse[size];
        inverse[size] = inverse[place];
        inverse[place] = last;
        for (int m = 0; m < size; m++) {
            inverse[m][place] = inverse[m][size];
        }
    }

    /** The columns in ascending order. */
    int[] sorted() {
        int[] sorted = Arrays.copyOf(columns, size);
        Arrays.sort(sorted);
        return sorted;
    }
}
