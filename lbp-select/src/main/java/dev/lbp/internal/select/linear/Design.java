package dev.lbp.internal.select.linear;

import dev.lbp.internal.select.data.Baseline;
import dev.lbp.internal.select.data.RegressionColumns;
import dev.lbp.internal.select.data.Response;
import dev.lbp.internal.select.data.RowValues;
import dev.lbp.internal.select.data.ZScores;
import dev.lbp.internal.select.prior.Counts;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * A regression problem in the form that the evidence needs: the residuals of response and columns on the
 * {@link Baseline}, each scaled to sum of squares 1. It converts coefficients to the units of the data.
 *
 * @param n the number of observations: the rows, but for summary statistics
 * @param names of the columns
 * @param norms square roots of the residual sums of squares of the columns
 * @param responseNorm square root of the residual sum of squares of the response
 * @param responseRounding the length of the rounding errors of the response's values, as a part of {@code responseNorm}
 * @param columnProducts of the columns with the baseline, [p][1 + q]
 * @param responseProducts of the response with the baseline, [1 + q]
 * @param weight the mean of the rows' weights
 */
record Design(
        int n,
        Baseline baseline,
        Gram gram,
        String[] names,
        double[] norms,
        double responseNorm,
        double responseRounding,
        double[][] columnProducts,
        double[] responseProducts,
        double weight)
        implements Serializable {

    private static final long serialVersionUID = 1L;

    /**
     * Where the baseline explains all but this part of a column's length, its residual is computed without rounding
     * errors.
     */
    private static final double EXPLAINED = 1.0 / 64.0;

    /**
     * Makes the residuals of the columns and of the response on the baseline, and the products of all pairs of them.
     *
     * @param from the columns, finite
     * @param y the response, finite
     * @throws IllegalArgumentException if a column or the response is constant, given the baseline, but for rounding
     *     errors
     */
    static Design of(RegressionColumns from, Response y) {
        Baseline baseline = from.baseline();
        double[][] columns = from.columns();
        String[] names = from.names();
        double[] response = y.unknown();
        int n = response.length;
        int p = columns.length;
        double[][] always = Arrays.stream(from.base()).map(y::scaled).toArray(double[][]::new);
        // With weights the constant is one more column that is always in; without them ExactColumns centres columns.
        double[][] constant = y.weights() == null ? new double[0][] : new double[][] {RowValues.ones(n)};
        double[][] all = Stream.of(columns, constant, from.base(), new double[][] {response})
                .flatMap(Arrays::stream)
                .map(y::scaled)
                .toArray(double[][]::new);
        ExactColumns exact = new ExactColumns(all, p, y.weights() == null);
        Maker maker = new Maker(baseline, always, new ExactFit(exact, 0.0), y);
        Residual left = maker.residual(response, -1, "the response");
        double least = y.isSummary() ? ZScores.rounding(p) : 0.0; // made from correlations, columns have further errors
        double[][] x = new double[n][p];
        double[] norms = new double[p];
        double[] rounding = new double[p];
        double[][] products = new double[p][];
        for (int j = 0; j < p; j++) {
            Residual column = maker.residual(columns[j], j, "column " + names[j]);
            products[j] = column.products;
            norms[j] = column.norm;
            rounding[j] = Math.max(column.rounding, least);
            for (int t = 0; t < n; t++) {
                x[t][j] = column.values[t];
            }
        }
        Gram gram = Gram.of(x, left.values, new Gram.Source(exact, rounding));
        double weight = Arrays.stream(y.rowWeights()).average().orElseThrow();
        return new Design(
                y.count(), baseline, gram, names, norms, left.norm, left.rounding, products, left.products, weight);
    }

    /**
     * A column's residual on the baseline.
     *
     * @param values [n], of sum of squares 1
     * @param norm of the residual before it was scaled
     * @param rounding the length of the rounding errors of the column's and the baseline's values, as a part of norm
     * @param products with the baseline
     */
    private record Residual(double[] values, double norm, double rounding, double[] products) {}

    /** Computes the residuals of columns and response on the baseline. */
    private record Maker(Baseline baseline, double[][] always, ExactFit exact, Response y) {

        /**
         * The residual of a column on the baseline, without rounding errors if too few digits would be left.
         *
         * @param place of the column, -1 for the response
         * @throws IllegalArgumentException if the residual is not longer than the rounding errors of the values
         */
        Residual residual(double[] column, int place, String what) {
            double[] scaled = y.scaled(column);
            double[] values = scaled.clone();
            double[] products = baseline.remove(values);
            double norm = Baseline.norm(values);
            if (!(norm <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException("must have squares with a finite sum: " + what);
            }
            double centred = norm; // becomes the length of the column less its mean
            for (int k = 1; k < products.length; k++) {
                centred = Math.hypot(centred, products[k]);
            }
            // Too few digits are left where the baseline explains nearly all of the column, or where the baseline's own
            // columns are nearly collinear and explain something.
            if (norm <= EXPLAINED * centred || baseline.leastPart() <= EXPLAINED && norm < centred) {
                norm = place < 0 ? exact.responseLength() : exact.length(place);
                values =
                        norm > 0.0 ? place < 0 ? exact.responseResidual() : exact.direction(new int[0], place) : values;
            } else {
                divide(values, norm, place);
            }
            double errors = Gram.ROUNDING * Baseline.norm(scaled); // rounding of this column, then of those always in
            double[] coefficients = baseline.coefficients(products);
            for (int k = 0; k < always.length; k++) {
                errors = Math.hypot(errors, Gram.ROUNDING * coefficients[k + 1] * Baseline.norm(always[k]));
            }
            if (!(norm > errors)) {
                throw new IllegalArgumentException(reason(column) + what);
            }
            return new Residual(values, norm, errors / norm, products);
        }

        /**
         * Scales a residual to sum of squares 1. The response, at place -1, is multiplied by 1 / norm and a column is
         * divided by norm: the two round differently.
         */
        private static void divide(double[] values, double norm, int place) {
            if (place < 0) {
                Baseline.scale(values, 1.0 / norm);
                return;
            }
            for (int t = 0; t < values.length; t++) {
                values[t] /= norm;
            }
        }

        /** The beginning of a refusal of a column or response that is 0 on the baseline, up to rounding. */
        private String reason(double[] column) {
            boolean constant = Arrays.stream(column).allMatch(value -> value == column[0]);
            if (baseline.size() > 1) {
                return "must not be constant, nor explained by the variables that are always in: ";
            }
            return constant
                    ? "must not be constant: "
                    : "must vary by more than the rounding errors of its values, near " + column[0]
                            + " (subtract a number from all of them before they are rounded): ";
        }
    }

    Counts counts() {
        return new Counts(n, "rows", names.length);
    }

    /** Observations less the coefficients that all models have. */
    int freedom() {
        return n - baseline.size();
    }

    /** A coefficient of scaled columns and response, in the units of the data. */
    double unscaled(int column, double coefficient) {
        return coefficient * responseNorm / norms[column];
    }

    /** The standard deviation of what the baseline leaves of a column. */
    double deviation(int column) {
        return norms[column] / Math.sqrt(weight * freedom());
    }

    /** A column's value at a new observation, as the scaled residual. */
    double residual(int column, double value, double[] base) {
        return (value - Baseline.dot(columnProducts[column], base)) / norms[column];
    }

    /** What the baseline alone predicts at a new observation. */
    double predicted(double[] base) {
        return Baseline.dot(responseProducts, base);
    }
}
