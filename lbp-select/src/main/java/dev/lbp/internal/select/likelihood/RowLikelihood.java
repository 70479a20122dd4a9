package dev.lbp.internal.select.likelihood;

import dev.lbp.internal.Sum;
import dev.lbp.internal.select.average.Dispersion;
import org.jspecify.annotations.Nullable;

/** A likelihood of independent rows: W, minus the second derivatives of its logarithm by eta, is diagonal. */
public abstract class RowLikelihood implements Likelihood {

    private static final long serialVersionUID = 1L;

    final double[] y;

    /** Weights of the rows: a row of weight 2 counts as two equal rows. */
    final double[] weights;

    private final double[] offset;
    private final double observations;

    private final String name;
    private final ResponseMoments moments;

    RowLikelihood(Rows rows, String name, ResponseMoments moments) {
        this.name = name;
        this.moments = moments;
        this.y = rows.y();
        this.weights = rows.weights();
        this.offset = rows.offset();
        double sum = Sum.of(weights);
        this.observations = sum;
    }

    /**
     * A response with what is known of each row.
     *
     * @param y [n]
     * @param weights [n], positive
     * @param offset [n], a known part of eta
     */
    public record Rows(double[] y, double[] weights, double[] offset) {}

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final ResponseMoments moments() {
        return moments;
    }

    /** {@inheritDoc} 0; for counts, whose mean is positive, the logarithm of the mean. */
    @Override
    public final double typical() {
        return moments.isCount() ? logMean(y, weights) : 0.0;
    }

    /** The logarithm of the weighted mean of counts. */
    static double logMean(double[] y, double[] weights) {
        return StrictMath.log(Sum.of(y.length, t -> weights[t] * y[t]) / Sum.of(weights));
    }

    /** By row, the logarithm of the response; 0 where the response is 0. */
    final double[] logPositive() {
        double[] logs = new double[y.length];
        for (int t = 0; t < logs.length; t++) {
            logs[t] = y[t] > 0.0 ? StrictMath.log(y[t]) : 0.0;
        }
        return logs;
    }

    /**
     * Evaluates all rows.
     *
     * @param score receives the derivative of each row's log-likelihood
     * @param curvature receives minus the second derivative of each row's log-likelihood
     * @return the sum of the rows' log-likelihoods, up to a constant
     */
    public abstract double evaluate(double[] eta, double[] score, double[] curvature);

    /**
     * How much counts vary around their means; null if the responses are no counts, or there are no degrees of freedom.
     *
     * @param means of the rows
     * @param coefficients the number of coefficients
     * @param size the one that was estimated; NaN if none was
     * @param logSd the standard deviation of its logarithm; NaN if none was estimated
     */
    public @Nullable Dispersion dispersion(double[] means, double coefficients, double size, double logSd) {
        double taken = Double.isNaN(logSd) ? size() : size; // none was estimated: the known one, or infinity
        return moments.isCount() && observations > coefficients
                ? Dispersion.of(y, weights, means, observations - coefficients, taken, logSd)
                : null;
    }

    /** The size of a negative binomial distribution; infinite for other distributions. */
    double size() {
        return Double.POSITIVE_INFINITY;
    }

    /**
     * The predictive density of row t. It is given linear predictors that include the offset, so the likelihood of the
     * row gets none.
     *
     * @param size the one that was estimated; NaN if none was
     */
    public final RowDensity density(int t, double size) {
        double[] noOffset = {0.0};
        Rows one = new Rows(new double[] {y[t]}, new double[] {weights[t]}, noOffset);
        RowLikelihood row = with(one).given(size);
        return new RowDensity(row, row.logLargest(y[t], weights[t]));
    }

    /** The likelihood of these rows with a size that was estimated; this one if the family has none to estimate. */
    RowLikelihood given(double size) {
        return this;
    }

    /** The likelihood of other rows. */
    abstract RowLikelihood with(Rows rows);

    /**
     * The constant that {@link #evaluate} leaves out: the log-probability of a response where {@code evaluate} gives 0.
     * 0 if nothing is left out.
     */
    double logLargest(double response, double weight) {
        return 0.0;
    }

    @Override
    public final int rows() {
        return y.length;
    }

    @Override
    public final double observations() {
        return observations;
    }

    @Override
    public final double[] offset() {
        return offset;
    }

    @Override
    public final boolean hasConstant() {
        return true;
    }

    @Override
    public Curve newCurve() {
        return new DiagonalCurve();
    }

    /** The log-likelihood near the last eta, by the score and the curvature of each row. */
    class DiagonalCurve implements Curve {

        private final double[] score = new double[y.length];
        private final double[] curvature = new double[y.length];

        @Override
        public double at(double[] eta) {
            return evaluate(eta, score, curvature);
        }

        @Override
        public double[] score() {
            return score;
        }

        final double[] curvature() {
            return curvature;
        }

        @Override
        public void weigh(double[] x, double[] out) {
            for (int t = 0; t < out.length; t++) {
                out[t] = curvature[t] * x[t];
            }
        }

        @Override
        public void squares(float[][] rows, float[] out) {
            Projections.addSquares(rows, curvature, out);
        }
    }
}
