package dev.lbp.internal.select.glm;

import dev.lbp.internal.select.data.Baseline;
import dev.lbp.internal.select.data.EqualColumns;
import dev.lbp.internal.select.data.RegressionColumns;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a generalised linear model: those that all models have, and the candidates, each divided by its
 * standard deviation and less its projection on the former. It also converts coefficients to the units of the data.
 */
final class GlmDesign implements Serializable {

    private static final long serialVersionUID = 1L;

    /** A column whose residual is a smaller part of its length is explained by the baseline, up to rounding. */
    private static final double LEAST_PART = 0x1p-40;

    /** Two columns may be equal if they differ by at most this part of their length. */
    private static final double EQUAL = 1e-7;

    /**
     * If two columns differ by at most this part of their length, {@link Cholesky} may find no pivot for the second.
     */
    private static final double NEAR = 1e-5;

    /** Columns that all models have, [q][n], orthonormal. */
    final double[][] base;

    /** Candidates, [p][n]. */
    final double[][] columns;

    /** The candidates by rows, [n][p]. */
    final float[][] rows;

    final String[] names;

    private final Baseline baseline;
    /** By candidate, its products with the baseline's columns, [p][1 + q], in the units of the data. */
    private final double[][] products;

    /** By candidate, its standard deviation in the units of the data. */
    private final double[] scales;

    /**
     * @param from the columns in the units of the data
     * @param weights of the rows
     * @param firstBase 0; 1 if the models have no constant
     * @throws IllegalArgumentException if a column is constant or explained by the baseline; the message names it
     */
    GlmDesign(RegressionColumns from, double[] weights, int firstBase) {
        int n = weights.length;
        double[][] given = from.columns();
        this.baseline = from.baseline();
        this.names = from.names();
        this.base = new double[baseline.size() - firstBase][];
        Arrays.setAll(base, k -> baseline.column(firstBase + k));
        this.columns = new double[given.length][];
        this.products = new double[given.length][];
        this.scales = new double[given.length];
        this.rows = new float[n][given.length];
        for (int j = 0; j < given.length; j++) {
            double[] column = given[j].clone();
            double before = Baseline.norm(column);
            products[j] = baseline.remove(column);
            if (!(Baseline.norm(column) > LEAST_PART * before)) {
                throw new IllegalArgumentException((baseline.size() > 1
                                ? "must not be constant, nor explained by the variables that are always in: "
                                : "must not be constant: ")
                        + "column " + names[j]);
            }
            scales[j] = deviation(given[j], weights);
            columns[j] = column;
            for (int t = 0; t < n; t++) {
                column[t] /= scales[j];
                rows[t][j] = (float) column[t];
            }
        }
    }

    /**
     * The standard deviation of a column whose rows count as often as their weights, also where squares would be too
     * small or too large for a double.
     */
    private static double deviation(double[] column, double[] weights) {
        double deviation = deviation(column, weights, 1.0);
        if (deviation > 1e-140 && deviation < 1e140) {
            return deviation;
        }
        double largest = 0.0;
        for (double value : column) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest * deviation(column, weights, largest);
    }

    /** The weighted standard deviation of a column whose values are divided by {@code unit}. */
    private static double deviation(double[] column, double[] weights, double unit) {
        double total = 0.0;
        double mean = 0.0;
        for (int t = 0; t < column.length; t++) {
            total += weights[t];
            mean += weights[t] * (column[t] / unit);
        }
        mean /= total;
        double squares = 0.0;
        for (int t = 0; t < column.length; t++) {
            double distance = column[t] / unit - mean;
            squares += weights[t] * distance * distance;
        }
        return Math.sqrt(squares / (total - 1.0));
    }

    /** The places of two columns that are the same up to scale, shift and the baseline; null if there are none. */
    int @Nullable [] equalPair() {
        return EqualColumns.pair(columns, EQUAL);
    }

    /** The places of two columns that fits may not tell apart; null if there are none. */
    int @Nullable [] nearPair() {
        return EqualColumns.pair(columns, NEAR);
    }

    /** A coefficient in the units of the data. */
    double unscaled(int column, double coefficient) {
        return coefficient / scales[column];
    }

    /** The values of {@link #base} at a new row: those of the baseline, without the constant if models have none. */
    double[] baseAt(double[] always) {
        double[] all = baseline.at(always);
        double[] kept = new double[base.length];
        System.arraycopy(all, all.length - kept.length, kept, 0, kept.length);
        return kept;
    }

    /** A candidate's value at a new row, in the units of {@link #columns}. */
    double at(int column, double value, double[] always) {
        return (value - Baseline.dot(products[column], baseline.at(always))) / scales[column];
    }
}
