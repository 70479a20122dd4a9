package dev.lbp.internal.select.linear;

import dev.lbp.internal.Sum;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The fit of a set of columns in numbers of 320 bits behind the point, for sets that double precision cannot carry.
 *
 * <pre>
 * rows: one for each column x_i, the variables that are always in first
 *     weights M_i      x_i + sum_a M_ia x_a is the residual of x_i on the columns before
 *     pivot d_i        its sum of squares
 *     covariance c_i   its product with the response
 * rss = y'y - sum_i c_i^2 / d_i,   b_a = sum_i M_ia c_i / d_i,   (X'X)^-1_ab = sum_i M_ia M_ib / d_i
 * </pre>
 *
 * <p>Gram and Schmidt's method on products without rounding errors, {@link ExactColumns}. A row costs O(k^2). Rows are
 * in descending order of columns, so that the numbers are a function of the set, and sets that share their first rows
 * share the work: in the order of a Gray code two rows change on average. Everything that leaves this class is for
 * columns and response of sum of squares 1.
 */
final class ExactFit {

    private static final int BITS = 320;

    /** A pivot is 0 below this part of the column's sum of squares. */
    private static final double NOTHING = 0x1p-130;

    private final ExactColumns data;
    private final double lambda;

    /** The number of columns that every model has; they are the first of {@link #rows}. */
    private final int always;

    private final List<Row> rows = new ArrayList<>();

    /** By candidate, the square of its residual on the columns that are always in. */
    private final Map<Integer, BigInteger> squares = new HashMap<>();

    private final double responseLength;

    /**
     * One column behind others.
     *
     * @param weights M of the columns before; that of the column itself is 1
     * @param rss of the fit with this column
     * @param rounded the weights and the 1 as doubles
     * @param length of the column, after those that are always in
     */
    private record Row(
            int column,
            BigInteger[] weights,
            BigInteger pivot,
            BigInteger covariance,
            BigInteger rss,
            double[] rounded,
            double length) {

        /** The pivot as a part of the column's sum of squares. */
        double part() {
            return ExactFit.rounded(pivot) / (length * length);
        }
    }

    /**
     * The numbers of a set with one more column.
     *
     * @param pivot the square of the column's residual on the set; 0 only if the column depends on the set
     * @param rss of the set with the column
     * @param projection the weights of the set's columns, in the order of {@link #columns}, in the projection of the
     *     column
     */
    record Addition(double pivot, double covariance, double rss, double[] projection) {}

    /** A fit of no candidates. */
    ExactFit(ExactColumns data, double lambda) {
        this.data = data;
        this.lambda = lambda;
        this.always = data.response() - data.candidates;
        for (int column = data.candidates; column < data.response(); column++) {
            rows.add(row(column, BigInteger.ZERO, 1.0)); // without a ridge, in the column's own units
        }
        this.responseLength = Math.sqrt(rounded(rest())); // of its residual on the columns that are always in
    }

    /** The product of two fixed-point numbers, which are integers in units of 2^-BITS. */
    private static BigInteger multiply(BigInteger a, BigInteger b) {
        return a.multiply(b).shiftRight(BITS);
    }

    /** A fixed-point number as a double. */
    private static double rounded(BigInteger value) {
        return Math.scalb(value.doubleValue(), -BITS);
    }

    private BigInteger product(int i, int j) {
        return data.product(i, j).shiftLeft(BITS - ExactColumns.PRODUCT_BITS);
    }

    /** The residual sum of squares of the response. */
    private BigInteger rest() {
        return rows.isEmpty() ? product(data.response(), data.response()) : rows.get(rows.size() - 1).rss;
    }

    /**
     * The row that a column has behind the present rows: Gram and Schmidt's step, in fixed-point numbers.
     *
     * @param ridge is added to the square of the column
     * @param length the number that the row's numbers are divided by when they are rounded to doubles
     */
    private Row row(int column, BigInteger ridge, double length) {
        int size = rows.size();
        BigInteger[] products = new BigInteger[size];
        for (int i = 0; i < size; i++) {
            products[i] = product(rows.get(i).column, column);
        }
        BigInteger[] weights = new BigInteger[size]; // with 2 BITS bits behind the point until all terms are added
        Arrays.fill(weights, BigInteger.ZERO);
        BigInteger pivot = product(column, column).add(ridge);
        BigInteger covariance = product(column, data.response());
        for (int i = 0; i < size; i++) {
            Row row = rows.get(i);
            BigInteger sum = products[i].shiftLeft(BITS); // the product of the column with the residual of row i
            for (int a = 0; a < i; a++) {
                sum = sum.add(row.weights[a].multiply(products[a]));
            }
            BigInteger part = sum.divide(row.pivot); // the multiple of that residual that is taken off the column
            pivot = pivot.subtract(multiply(part, sum.shiftRight(BITS)));
            covariance = covariance.subtract(multiply(part, row.covariance));
            for (int a = 0; a < i; a++) {
                weights[a] = weights[a].subtract(part.multiply(row.weights[a]));
            }
            weights[i] = part.shiftLeft(BITS).negate();
        }
        double[] rounded = new double[size + 1];
        for (int a = 0; a < size; a++) {
            weights[a] = weights[a].shiftRight(BITS);
            rounded[a] = rounded(weights[a]);
        }
        rounded[size] = 1.0;
        BigInteger rss = pivot.signum() > 0
                ? rest().subtract(covariance.multiply(covariance).divide(pivot))
                : rest();
        return new Row(column, weights, pivot, covariance, rss, rounded, length);
    }

    /** The square of a candidate's residual on the columns that are always in. May remove rows of other candidates. */
    private BigInteger square(int column) {
        BigInteger known = squares.get(column);
        if (known == null) {
            keep(always);
            known = row(column, BigInteger.ZERO, 1.0).pivot; // without a ridge, in the column's own units
            squares.put(column, known);
        }
        return known;
    }

    /** Removes all rows but the first {@code count}. */
    private void keep(int count) {
        rows.subList(count, rows.size()).clear();
    }

    /** The row of a candidate whose {@link #square} is known. */
    private Row candidate(int column) {
        BigInteger square = square(column);
        BigInteger ridge = BigInteger.ZERO;
        if (lambda > 0.0) {
            // lambda is an integer times 2^-bits, so lambda times the square needs integers alone.
            int bits = 52 - Math.getExponent(lambda);
            ridge = square.multiply(BigInteger.valueOf((long) Math.scalb(lambda, bits)))
                    .shiftRight(bits);
        }
        return row(column, ridge, Math.sqrt(rounded(square)));
    }

    /**
     * Becomes the fit of a set of candidates.
     *
     * @param ascending the columns
     * @return false if one of them is a combination of others, to all digits; the fit then is that of some of them
     */
    boolean load(int[] ascending) {
        for (int column : ascending) { // first, because it may remove rows
            square(column);
        }
        int size = ascending.length;
        int same = 0; // rows to keep: rows are in descending order of columns, and the first ones are those of the set
        while (same < Math.min(size, size()) && rows.get(always + same).column == ascending[size - 1 - same]) {
            same++;
        }
        keep(always + same);
        for (int m = size - 1 - same; m >= 0; m--) {
            Row row = candidate(ascending[m]);
            if (!(row.part() > NOTHING)) {
                return false;
            }
            rows.add(row);
        }
        return true;
    }

    /** The number of candidates that are in the set. */
    int size() {
        return rows.size() - always;
    }

    /** The candidate whose row is at this place behind the rows of the columns that are always in. */
    int column(int place) {
        return rows.get(always + place).column;
    }

    double rss() {
        return rounded(rest()) / (responseLength * responseLength);
    }

    double logDet() {
        return Sum.of(size(), m -> Math.log(rows.get(always + m).part()));
    }

    /** Writes the coefficients of columns and response of length 1, in the order of {@link #column}. */
    void copyCoefficients(double[] out) {
        BigInteger[] all = coefficients();
        for (int m = 0; m < size(); m++) {
            out[m] = rounded(all[always + m]) * rows.get(always + m).length / responseLength;
        }
    }

    /** The coefficients {@code b_a = sum_i M_ia c_i / d_i} of all rows, in the units of the exact columns. */
    private BigInteger[] coefficients() {
        BigInteger[] sums = new BigInteger[rows.size()]; // products have twice the bits, until the shift at the end
        Arrays.fill(sums, BigInteger.ZERO);
        for (int i = 0; i < sums.length; i++) {
            Row row = rows.get(i);
            BigInteger own = row.covariance.shiftLeft(BITS).divide(row.pivot);
            for (int a = 0; a < i; a++) {
                sums[a] = sums[a].add(row.weights[a].multiply(own));
            }
            sums[i] = own.shiftLeft(BITS);
        }
        for (int i = 0; i < sums.length; i++) {
            sums[i] = sums[i].shiftRight(BITS);
        }
        return sums;
    }

    /** Writes {@code (X'X + lambda I)^-1}, in the order of {@link #column}. */
    void copyInverse(double[][] out) {
        int size = size();
        for (int a = 0; a < size; a++) {
            Arrays.fill(out[a], 0, size, 0.0);
        }
        for (int i = 0; i < size; i++) { // adds M_ia M_ib / d_i, in the lower triangle
            Row row = rows.get(always + i);
            double scale = 1.0 / rounded(row.pivot);
            for (int a = 0; a <= i; a++) {
                double left = row.rounded[always + a] * rows.get(always + a).length * scale;
                for (int b = 0; b <= a; b++) {
                    out[a][b] += left * (row.rounded[always + b] * rows.get(always + b).length);
                }
            }
        }
        for (int a = 0; a < size; a++) {
            for (int b = 0; b < a; b++) {
                out[b][a] = out[a][b];
            }
        }
    }

    /**
     * {@code v'(X'X + lambda I)^-1 v} as a sum of squares, since the elements of the inverse would cancel.
     *
     * @param values by candidate
     */
    double form(double[] values) {
        double form = 0.0;
        for (int i = always; i < rows.size(); i++) {
            Row row = rows.get(i);
            double sum = 0.0;
            for (int a = always; a <= i; a++) {
                sum += row.rounded[a] * rows.get(a).length * values[rows.get(a).column];
            }
            form += sum * sum / rounded(row.pivot);
        }
        return form;
    }

    /**
     * Becomes the fit of a set, and computes the numbers of the set with one more column.
     *
     * @param ascending the columns of the set, which has a fit
     */
    Addition addition(int[] ascending, int column) {
        square(column); // first, because it may remove rows
        load(ascending);
        Row row = candidate(column);
        double[] projection = new double[size()];
        // The residual is the column plus weights times others, so the projection has these weights with the other
        // sign, here for columns of length 1.
        Arrays.setAll(projection, a -> -row.rounded[always + a] * rows.get(always + a).length / row.length);
        return new Addition(
                row.part() > NOTHING ? row.part() : 0.0,
                rounded(row.covariance) / (row.length * responseLength),
                rounded(row.rss) / (responseLength * responseLength),
                projection);
    }

    /** The residual on a set of a column that is not in it, [n], of length 1. */
    double[] direction(int[] ascending, int column) {
        square(column); // before load, because it may remove rows
        load(ascending);
        Row row = candidate(column);
        return combination(column, row.weights, Math.sqrt(rounded(row.pivot)));
    }

    /** The residual of the response on the variables that are always in, [n], of sum of squares 1. */
    double[] responseResidual() {
        keep(always);
        return residual();
    }

    /** The residual of the response, [n]. */
    double[] residual() {
        BigInteger[] weights = coefficients();
        for (int a = 0; a < weights.length; a++) {
            weights[a] = weights[a].negate();
        }
        return combination(data.response(), weights, responseLength);
    }

    /** The length of a candidate's residual on the variables that are always in, in the units of the data. */
    double length(int column) {
        return Math.sqrt(rounded(square(column))) * data.unit(column);
    }

    /** The length of the response's residual on the variables that are always in, in the units of the data. */
    double responseLength() {
        return responseLength * data.unit(data.response());
    }

    /** A column plus multiples of those in the rows, divided by a length. */
    private double[] combination(int column, BigInteger[] weights, double length) {
        double[] high = new double[data.rows()];
        double[] low = new double[data.rows()];
        data.add(column, DoubleDouble.ONE, high, low);
        for (int a = 0; a < weights.length; a++) {
            data.add(rows.get(a).column, DoubleDouble.of(weights[a], BITS), high, low);
        }
        for (int t = 0; t < high.length; t++) {
            high[t] = (high[t] + low[t]) / length;
        }
        return high;
    }
}
