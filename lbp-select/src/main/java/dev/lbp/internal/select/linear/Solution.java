package dev.lbp.internal.select.linear;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The numbers of the least-squares fit of one set of columns: {@code F = (X'X + lambda I)^-1}, {@code b = F X'y}, the
 * residual sum of squares and the determinant. A {@link ColumnUpdate} changes them in place, or they are those of an
 * {@link ExactFit}.
 */
final class Solution implements Serializable {

    private static final long serialVersionUID = 1L;

    int size;

    /** The columns of the set, in no order. This and the other arrays may have more places than {@link #size}. */
    int[] columns;

    /** {@code F = (X'X + lambda I)^-1} of the set's columns. */
    double[][] inverse;

    /** The coefficients b, in the order of the columns. */
    double[] coefficients;

    /** {@code 1 - y'X b}; rounding errors may make it negative. */
    double rss = 1.0;

    double logDet;

    /** Whether rounding errors have grown, so that the fit must be computed again from nothing. */
    boolean worn;

    /** A solution of no columns. */
    Solution() {
        allocate(8);
    }

    private void allocate(int capacity) {
        columns = new int[capacity];
        inverse = new double[capacity][capacity];
        coefficients = new double[capacity];
    }

    /** Removes all columns. */
    void clear() {
        size = 0;
        rss = 1.0;
        logDet = 0.0;
        worn = false;
    }

    /** Becomes equal to another solution of the same columns of data. */
    void copy(Solution other) {
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

    /** Makes room for more columns. */
    void grow() {
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

    /** Takes the numbers of an exact fit. */
    void take(ExactFit from) {
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

    /** The place of a column in {@link #columns}; -1 if it is not in the set. */
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

    /**
     * {@code v'Fv}.
     *
     * @param values by column of the data
     */
    double form(double[] values) {
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

    /** The columns in ascending order. */
    int[] sorted() {
        int[] sorted = Arrays.copyOf(columns, size);
        Arrays.sort(sorted);
        return sorted;
    }
}
