package dev.lbp.internal.select.linear;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Adds columns to a {@link Solution} and removes them, by adding or removing a row and a column of its {@code F =
 * (X'X + lambda I)^-1}. Each costs O(k^2) with k columns, whatever n is: products of columns are known, in double
 * precision.
 */
final class ColumnUpdate implements Serializable {

    private static final long serialVersionUID = 1L;

    /**
     * If a column leaves whose diagonal element of the inverse is larger, the solution counts as worn: rounding errors
     * grow by this factor.
     */
    private static final double WEARING = 30.0;

    /** Where the inverse has a larger element, rounding errors of its solutions matter, and solutions are refined. */
    private static final double ILL_CONDITIONED = 1e3;

    private final Gram gram;
    private final double lambda;
    private final Solution solution;

    /** Products of a new column with the fit's columns, and their weights in the projection of the new column. */
    private double[] products = new double[8];

    private double[] projection = new double[8];

    /** While {@link #refine} improves a solution z of {@code A z = right}: the residual {@code right - A z}. */
    private double[] rest = new double[8];

    ColumnUpdate(Gram gram, double lambda, Solution solution) {
        this.gram = gram;
        this.lambda = lambda;
        this.solution = solution;
    }

    /** Makes room for the columns of the solution. */
    private void reserve() {
        if (products.length < solution.size) {
            int capacity = 2 * solution.size;
            products = Arrays.copyOf(products, capacity);
            projection = Arrays.copyOf(projection, capacity);
            rest = new double[capacity]; // has nothing to keep: each refinement writes it first
        }
    }

    /**
     * The weights of the solution's columns in the projection, on all of them, of the column that was last given to
     * {@link #pivot} or {@link #project}. The caller must not change the array.
     */
    double[] projection() {
        reserve();
        return projection;
    }

    /**
     * Sets {@link #projection} to the weights that an exact fit has computed for a column; {@link #pivot} would compute
     * them with rounding errors.
     *
     * @param weights in the order of {@link ExactFit#column}
     */
    void project(ExactFit from, double[] weights) {
        reserve();
        for (int m = 0; m < solution.size; m++) {
            projection[solution.place(from.column(m))] = weights[m];
        }
    }

    /**
     * The pivot of a column outside the fit: the part of its sum of squares that the fit does not explain, plus lambda.
     * Also sets {@link #products} and {@link #projection}.
     */
    double pivot(int column) {
        reserve();
        int size = solution.size;
        int[] columns = solution.columns;
        double[][] inverse = solution.inverse;
        double pivot = 1.0 + lambda; // columns have sum of squares 1
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
        if (isIllConditioned()) { // the projection, and with it the pivot, has too few digits
            refine(projection, products);
            pivot = 1.0 + lambda;
            for (int m = 0; m < size; m++) {
                pivot -= projection[m] * products[m];
            }
        }
        return pivot;
    }

    private boolean isIllConditioned() {
        int size = solution.size;
        double[][] inverse = solution.inverse;
        double largest = 0.0;
        for (int m = 0; m < size; m++) {
            largest = Math.max(largest, inverse[m][m]);
        }
        return largest > ILL_CONDITIONED;
    }

    /**
     * One step of iterative refinement of {@code A z = right}. Large elements of F cancel in F right, and leave errors
     * of their rounding in z. Those would be larger than the pivot of a column that the others nearly explain too.
     */
    private void refine(double[] z, double[] right) {
        int size = solution.size;
        int[] columns = solution.columns;
        double[][] inverse = solution.inverse;
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

    /** Refines the coefficients of the solution. */
    private void refineCoefficients() {
        reserve();
        for (int m = 0; m < solution.size; m++) {
            products[m] = gram.response(solution.columns[m]);
        }
        refine(solution.coefficients, products);
    }

    /** The product of the residual and the column that {@link #pivot} was last called with. */
    double covariance(int column) {
        int size = solution.size;
        double[] coefficients = solution.coefficients;
        double sum = gram.response(column);
        for (int m = 0; m < size; m++) {
            sum -= products[m] * coefficients[m];
        }
        return sum;
    }

    /** The sum of the squared coefficients, if the column of the last {@link #pivot} enters with coefficient beta. */
    double squaresWith(double beta) {
        int size = solution.size;
        double[] coefficients = solution.coefficients;
        double sum = beta * beta;
        for (int m = 0; m < size; m++) {
            double coefficient = coefficients[m] - projection[m] * beta;
            sum += coefficient * coefficient;
        }
        return sum;
    }

    /** Adds the column that {@link #pivot} was last called with. */
    void add(int column, double pivot, double covariance) {
        if (solution.size == solution.columns.length) {
            solution.grow();
        }
        int size = solution.size;
        double[][] inverse = solution.inverse;
        double[] coefficients = solution.coefficients;
        // With w the projection and d the pivot: F gains w w' / d and the border (-w, 1) / d, and b loses w beta.
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
        solution.columns[size] = column;
        solution.size++;
        solution.rss -= covariance * beta;
        solution.logDet += Math.log(pivot);
        if (isIllConditioned()) {
            refineCoefficients();
        }
    }

    /**
     * Removes the column at a place.
     *
     * @param change receives how the residuals of all columns change
     */
    void remove(int place, ColumnChange change) {
        int[] columns = solution.columns;
        double[][] inverse = solution.inverse;
        double[] coefficients = solution.coefficients;
        int size = solution.size;
        double[] row = inverse[place];
        double f = row[place];
        double beta = coefficients[place];
        solution.worn |= f > WEARING;
        change.removal(columns, row, size, place, beta);
        // With f the diagonal element of F and r the column's row of F: F loses r r' / f, and b loses r beta / f.
        solution.rss += beta * beta / f;
        solution.logDet += Math.log(f);
        reserve();
        System.arraycopy(row, 0, projection, 0, size);
        for (int m = 0; m < size; m++) {
            double scaled = projection[m] / f;
            double[] other = inverse[m];
            for (int l = 0; l < size; l++) {
                other[l] -= scaled * projection[l];
            }
            coefficients[m] -= scaled * beta;
        }
        moveLastTo(place);
    }

    /** Removes the column at a place: the last column takes the place, in F too. */
    private void moveLastTo(int place) {
        int last = --solution.size;
        solution.columns[place] = solution.columns[last];
        solution.coefficients[place] = solution.coefficients[last];
        double[][] inverse = solution.inverse;
        double[] row = inverse[last];
        inverse[last] = inverse[place];
        inverse[place] = row;
        for (int m = 0; m < last; m++) {
            inverse[m][place] = inverse[m][last];
        }
    }
}
