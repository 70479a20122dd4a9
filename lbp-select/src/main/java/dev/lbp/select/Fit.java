package dev.lbp.select;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The least-squares fit of one set of columns: {@code F = (X'X + lambda I)^-1} by borders, {@code b = F X'y}, the residual sum
 * of squares and the determinant. Adding or removing one of k columns costs O(k^2), whatever n is.
 */
final class Fit implements Serializable {

    private static final long serialVersionUID = 1L;

    /** An inverse with elements of this size loses as many digits when the column leaves. */
    private static final double WEARING = 30.0;

    /** Where the inverse has a larger element, rounding errors of its solutions matter, and solutions are refined. */
    private static final double ILL_CONDITIONED = 1e3;

    private final Gram gram;
    private final double lambda;

    /** The smallest part of any column that the others of a model may leave unexplained, {@code 1 / F_jj} of each. */
    private final double tolerance;

    private int size;
    private int[] columns;
    private double[][] inverse;
    private double[] coefficients;
    private double rss = 1.0;
    private double logDet;

    /** Whether rounding errors have grown, so that the fit should be computed again from nothing. */
    private boolean worn;

    /** Products of a new column with those of the fit, and the weights of these in its projection. */
    private double[] products;

    private double[] projection;

    /** What a solution leaves of the right side. */
    private double[] rest;

    /** A fit of no columns. */
    Fit(Gram gram, double lambda) {
        this.gram = gram;
        this.lambda = lambda;
        this.tolerance = gram.isSingle() ? 1e-6 : 1e-9;
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

    /** The pivot that a column must exceed to enter. */
    double leastPivot() {
        return tolerance;
    }

    /** A column of a larger pivot may enter, whatever it is: {@code F_mm} grows by at most {@code F_mm / pivot}. */
    double safePivot() {
        double largest = largestInverse();
        double room = 1.0 / tolerance - largest;
        return room > 0.0 ? Math.max(largest / room, tolerance) : Double.POSITIVE_INFINITY;
    }

    /**
     * Whether the column that {@link #pivot} was last called with may enter: else one of the columns would be a combination of
     * the others, to rounding. So it depends on the set of columns alone whether they have a fit, not on their order.
     *
     * @param pivot of this column
     */
    boolean mayEnter(double pivot) {
        boolean apart = pivot > tolerance;
        for (int m = 0; m < size && apart; m++) {
            apart = inverse[m][m] + projection[m] * projection[m] / pivot < 1.0 / tolerance;
        }
        return apart;
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
        return largestInverse() > ILL_CONDITIONED;
    }

    private double largestInverse() {
        double largest = 0.0;
        for (int m = 0; m < size; m++) {
            largest = Math.max(largest, inverse[m][m]);
        }
        return largest;
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
     * Adds a column.
     *
     * @param change receives how the residuals of all columns change
     * @return false if a column would be a combination of the others, to rounding; the fit is then as before
     */
    boolean add(int column, Direction change) {
        double pivot = pivot(column);
        if (!mayEnter(pivot)) {
            return false;
        }
        double covariance = covariance(column);
        change.addition(columns, projection, size, column, pivot, covariance);
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
        return true;
    }

    /**
     * Removes the column at a place.
     *
     * @param change receives how the residuals of all columns change
     */
    void remove(int place, Direction change) {
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
