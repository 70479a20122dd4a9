package dev.lbp.internal.select.linear;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Records how one change of a fit changes the residuals of all columns: {@code v = X'x}, where x is a combination of
 * columns with {@code x'x} = 1. The products c of columns with the residual change by a multiple of v, the pivots d by
 * its squares.
 */
final class ColumnChange implements Serializable {

    private static final long serialVersionUID = 1L;

    private int count;
    private int[] columns = new int[8];
    private double[] weights = new double[8];

    /** The products c of columns with the residual of the response grow by {@code slope v}. */
    private double slope;

    /** The pivots d of columns grow by {@code sign v^2}. */
    private double sign;

    /** The column that was removed; -1 if one was added. */
    private int removed;

    /** The product c and the pivot d that the removed column has now that it is outside the fit. */
    private double covariance;

    private double pivot;

    /** The other columns and the one that enters or leaves, if x has to be computed from the columns themselves. */
    private int @Nullable [] others;

    private int column;

    /**
     * The exact x.
     *
     * @param vector x, [n]
     * @param pivot of the column that enters or leaves
     * @param covariance its product with the residual of the response
     */
    record Exact(double[] vector, double pivot, double covariance) {}

    private void makeRoom(int least) {
        if (columns.length < least) {
            columns = new int[2 * least];
            weights = new double[2 * least];
        }
        count = least;
    }

    /**
     * Records that a column enters: x is the column's residual on the fit, scaled to length 1.
     *
     * @param fit columns of the fit, in the first {@code size} places
     * @param projection the weights of these columns in the projection of the new column
     */
    void addition(int[] fit, double[] projection, int size, int entering, double columnPivot, double product) {
        makeRoom(size + 1);
        double scale = 1.0 / Math.sqrt(columnPivot);
        for (int m = 0; m < size; m++) {
            columns[m] = fit[m];
            weights[m] = -projection[m] * scale;
        }
        columns[size] = entering;
        weights[size] = scale;
        slope = -product * scale;
        sign = -1.0;
        removed = -1;
        others = null;
    }

    /**
     * Records that a column leaves: x is its residual on the others, scaled to length 1. That is {@code sum_m F_pm x_m
     * / sqrt(F_pp)} for the column at place p.
     *
     * @param all columns of the fit before, in the first {@code size} places
     * @param row of F at the column's place
     * @param coefficient of the column
     */
    void removal(int[] all, double[] row, int size, int place, double coefficient) {
        makeRoom(size);
        double scale = 1.0 / Math.sqrt(row[place]);
        for (int m = 0; m < size; m++) {
            columns[m] = all[m];
            weights[m] = row[m] * scale;
        }
        slope = coefficient * scale;
        sign = 1.0;
        removed = all[place];
        others = null;
        pivot = 1.0 / row[place];
        covariance = coefficient * pivot;
    }

    /** 1 + the sum of the squared weights: the factor by which v^2 enlarges an error of the products. */
    double reach() {
        double sum = 1.0;
        for (int m = 0; m < count; m++) {
            sum += weights[m] * weights[m];
        }
        return sum;
    }

    /**
     * Records that a column enters or leaves an exact fit. The direction x is computed when the change is applied.
     *
     * @param without the columns of the set without it, ascending
     * @param change -1 if the column enters, 1 if it leaves
     */
    void exactly(int[] without, int entering, double change) {
        others = without;
        column = entering;
        sign = change;
        count = 0; // no weights of x are known
        removed = change > 0.0 ? entering : -1;
    }

    void copy(ColumnChange other) {
        makeRoom(other.count);
        System.arraycopy(other.columns, 0, columns, 0, count);
        System.arraycopy(other.weights, 0, weights, 0, count);
        slope = other.slope;
        sign = other.sign;
        removed = other.removed;
        covariance = other.covariance;
        pivot = other.pivot;
        others = other.others;
        column = other.column;
    }

    /**
     * Computes c and d after the change from those before it; new and old arrays may be the same.
     *
     * @param fit of the same data, for its exact directions
     * @param v room for one number per column
     */
    void apply(Gram gram, LinearFit fit, double[] v, double[] oldC, double[] oldD, double[] c, double[] d) {
        if (others == null) {
            gram.combine(columns, weights, count, v);
        } else {
            Exact exact = fit.direction(others, column);
            gram.project(exact.vector, v);
            pivot = exact.pivot;
            covariance = exact.covariance;
            slope = sign * covariance / Math.sqrt(pivot);
        }
        double a = slope;
        double b = sign;
        for (int j = 0; j < v.length; j++) {
            c[j] = oldC[j] + a * v[j];
            d[j] = oldD[j] + b * v[j] * v[j];
        }
        if (removed >= 0) {
            c[removed] = covariance;
            d[removed] = pivot;
        }
    }
}
