package dev.lbp.select;

import java.io.Serializable;

/**
 * A regression problem in the form that the evidence needs: the residuals of response and columns on the {@link Baseline}, each
 * scaled to sum of squares 1, and what leads back to the units of the data.
 */
final class Design implements Serializable {

    private static final long serialVersionUID = 1L;

    /** A column whose residual is smaller than this part of the column is constant. */
    private static final double CONSTANT = 1e-9;

    final int n;
    final Baseline baseline;
    final Gram gram;

    /** Names of the columns. */
    final String[] names;

    /** Square roots of the residual sums of squares of the columns and of the response. */
    private final double[] norms;

    final double responseNorm;

    /** Products with the baseline, [p][1 + q] and [1 + q]. */
    private final double[][] columnProducts;

    private final double[] responseProducts;

    private Design(
            Baseline baseline,
            Gram gram,
            String[] names,
            double[] norms,
            double responseNorm,
            double[][] columnProducts,
            double[] responseProducts,
            int n) {
        this.n = n;
        this.baseline = baseline;
        this.gram = gram;
        this.names = names;
        this.norms = norms;
        this.responseNorm = responseNorm;
        this.columnProducts = columnProducts;
        this.responseProducts = responseProducts;
    }

    /**
     * @param columns [p][n], the candidates, finite
     * @param response [n], finite
     * @throws IllegalArgumentException if a column or the response is constant, given the baseline
     */
    static Design of(Baseline baseline, double[][] columns, String[] names, double[] response) {
        int n = response.length;
        int p = columns.length;
        double[] y = response.clone();
        double[] responseProducts = baseline.remove(y);
        double responseNorm = checkedNorm(y, response, baseline, "the response");
        Baseline.scale(y, 1.0 / responseNorm);
        double[][] x = new double[n][p];
        double[] norms = new double[p];
        double[][] products = new double[p][];
        for (int j = 0; j < p; j++) {
            double[] column = columns[j].clone();
            products[j] = baseline.remove(column);
            norms[j] = checkedNorm(column, columns[j], baseline, "column " + names[j]);
            for (int t = 0; t < n; t++) {
                x[t][j] = column[t] / norms[j];
            }
        }
        return new Design(baseline, Gram.of(x, y), names, norms, responseNorm, products, responseProducts, n);
    }

    private static double checkedNorm(double[] residual, double[] original, Baseline baseline, String what) {
        double norm = Baseline.norm(residual);
        if (!(norm > CONSTANT * Baseline.norm(original))) {
            String given = baseline.size() > 1 ? ", nor explained by the variables that are always in" : "";
            throw new IllegalArgumentException("must not be constant" + given + ": " + what);
        }
        if (!(norm <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("must have squares with a finite sum: " + what);
        }
        return norm;
    }

    /** Observations less the coefficients that all models have. */
    int freedom() {
        return n - baseline.size();
    }

    /** A coefficient of scaled columns and response, in the units of the data. */
    double unscaled(int column, double coefficient) {
        return coefficient * responseNorm / norms[column];
    }

    /** A column's value at a new observation, as the scaled residual. */
    double residual(int column, double value, double[] base) {
        return (value - dot(columnProducts[column], base)) / norms[column];
    }

    /** What the baseline alone predicts at a new observation. */
    double predicted(double[] base) {
        return dot(responseProducts, base);
    }

    /**
     * The coefficients of the baseline's columns, the constant first, in a model with these coefficients of all columns.
     *
     * @param coefficients [p] in the units of the data
     */
    double[] baselineCoefficients(double[] coefficients) {
        double[] products = responseProducts.clone();
        for (int j = 0; j < coefficients.length; j++) {
            for (int k = 0; k < products.length; k++) {
                products[k] -= coefficients[j] * columnProducts[j][k];
            }
        }
        return baseline.coefficients(products);
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0.0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }
}
