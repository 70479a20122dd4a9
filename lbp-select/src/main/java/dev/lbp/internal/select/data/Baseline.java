package dev.lbp.internal.select.data;

import java.io.Serializable;

/**
 * The columns that every model has: the constant, and the variables that are always in. Their regression coefficients
 * have a flat prior, so response and candidates are replaced by their residuals on these columns (Frisch, Waugh and
 * Lovell).
 */
public final class Baseline implements Serializable {

    private static final long serialVersionUID = 1L;

    /** A column that its predecessors explain up to this part of its length is a combination of them, to rounding. */
    private static final double COLLINEAR = 0x1p-46;

    /** Orthonormal columns, [1 + q][n]. */
    private final double[][] basis;

    /** basis[k] is the sum over m <= k of weights[k][m] times original column m; column 0 is the constant. */
    private final double[][] weights;

    /** What {@link #leastPart()} returns; 1 if there is only the constant. */
    private double leastPart = 1.0;

    private Baseline(double[][] basis, double[][] weights) {
        this.basis = basis;
        this.weights = weights;
    }

    /**
     * Makes the basis by the method of Gram and Schmidt, applied to each column twice.
     *
     * @param roots [n], of the weights, by which constant and columns are multiplied
     * @param always [q][n], the columns of the variables that are always in
     * @param names of these columns, for messages
     * @throws IllegalArgumentException if a column is a combination of the constant and those before it
     */
    public static Baseline of(double[] roots, double[][] always, String[] names) {
        int size = 1 + always.length;
        double[][] basis = new double[size][];
        double[][] weights = new double[size][size];
        Baseline made = new Baseline(basis, weights);
        for (int k = 0; k < size; k++) {
            double[] column = roots.clone();
            for (int t = 0; t < column.length && k > 0; t++) {
                column[t] *= always[k - 1][t];
            }
            double before = norm(column);
            double[] weight = weights[k];
            weight[k] = 1.0;
            double centred = 0.0;
            for (int pass = 0; pass < 2; pass++) {
                for (int l = 0; l < k; l++) {
                    double product = made.remove(l, column); // the second pass removes what rounding left in the first
                    centred = l == 0 && pass == 0 ? norm(column) : centred; // the length without the constant
                    for (int m = 0; m <= l; m++) {
                        weight[m] -= product * weights[l][m];
                    }
                }
            }
            double left = norm(column);
            if (!(left > COLLINEAR * before)) {
                throw new IllegalArgumentException("must not be constant nor a combination of the variables before it:"
                        + " always-in variable " + names[k - 1]);
            }
            if (k > 0) {
                made.leastPart = Math.min(made.leastPart, left / centred);
            }
            scale(column, 1.0 / left);
            scale(weight, 1.0 / left);
            basis[k] = column;
        }
        return made;
    }

    /**
     * The smallest part of its length that a column that is always in keeps, once it is centred, if its projection on
     * those before it is subtracted. In (0, 1]; near 0 if these columns are nearly collinear.
     */
    public double leastPart() {
        return leastPart;
    }

    /** The number of columns, at least 1. */
    public int size() {
        return basis.length;
    }

    /** One of the orthonormal columns, the constant first; not to be written to. */
    public double[] column(int k) {
        return basis[k];
    }

    /**
     * Replaces a column by its residual on the baseline. A second pass removes what rounding errors left.
     *
     * @return its products with the basis columns
     */
    public double[] remove(double[] column) {
        double[] products = new double[basis.length];
        for (int pass = 0; pass < 2; pass++) {
            for (int l = 0; l < basis.length; l++) {
                products[l] += remove(l, column);
            }
        }
        return products;
    }

    /** Subtracts from a column its projection on basis column l. Returns their product. */
    private double remove(int l, double[] column) {
        double[] direction = basis[l];
        double product = dot(direction, column);
        for (int t = 0; t < column.length; t++) {
            column[t] -= product * direction[t];
        }
        return product;
    }

    /**
     * The basis columns at a new observation.
     *
     * @param always its values of the variables that are always in
     */
    public double[] at(double[] always) {
        double[] values = new double[basis.length];
        for (int k = 0; k < values.length; k++) {
            values[k] = weights[k][0];
            for (int m = 1; m <= k; m++) {
                values[k] += weights[k][m] * always[m - 1];
            }
        }
        return values;
    }

    /** Converts products with the basis columns to coefficients of the original columns, the constant first. */
    public double[] coefficients(double[] products) {
        double[] coefficients = new double[basis.length];
        for (int k = 0; k < products.length; k++) {
            for (int m = 0; m <= k; m++) {
                coefficients[m] += products[k] * weights[k][m];
            }
        }
        return coefficients;
    }

    /** The Euclidean norm, also where squares would be too small or too large for a double. */
    public static double norm(double[] column) {
        double squares = squares(column, 1.0);
        if (squares > 1e-280 && squares < 1e280) {
            return Math.sqrt(squares);
        }
        double largest = 0.0;
        for (double value : column) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest > 0.0 ? largest * Math.sqrt(squares(column, largest)) : 0.0;
    }

    /** The sum of squares of a column's values, each divided by {@code unit}, so that none overflows. */
    private static double squares(double[] column, double unit) {
        double sum = 0.0;
        for (double value : column) {
            sum += value / unit * (value / unit);
        }
        return sum;
    }

    public static double dot(double[] a, double[] b) {
        double sum = 0.0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    public static void scale(double[] column, double factor) {
        for (int t = 0; t < column.length; t++) {
            column[t] *= factor;
        }
    }
}
