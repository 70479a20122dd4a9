package dev.lbp.internal.select.likelihood;

import dev.lbp.internal.kernel.Exp;

/**
 * {@code y ~ Poisson(e^eta)}. A row's log-likelihood is relative to its largest one, at a mean of y: with
 * {@code d = eta - log y} it is {@code y (d - e^d + 1)}, minus half the deviance. It keeps its digits where counts are
 * large.
 */
public final class PoissonLikelihood extends RowLikelihood {

    private static final long serialVersionUID = 1L;

    /** log y of each row; 0 where y is 0. */
    private final double[] logCounts;

    public PoissonLikelihood(Rows rows) {
        super(rows, "Poisson regression", new NegativeBinomialLikelihood.Moments(Double.POSITIVE_INFINITY));
        this.logCounts = logPositive();
    }

    @Override
    RowLikelihood with(Rows rows) {
        return new PoissonLikelihood(rows);
    }

    @Override
    double logLargest(double response, double weight) {
        return weight * RowDensity.logLargest(response);
    }

    @Override
    public double evaluate(double[] eta, double[] score, double[] curvature) {
        double sum = 0.0;
        for (int t = 0; t < y.length; t++) {
            double d = eta[t] - logCounts[t];
            double above; // mean - y
            double mean;
            if (SmallStep.isSmall(d) && y[t] > 0.0) { // the difference of the mean and y would lose digits
                above = y[t] * SmallStep.expm1(d);
                mean = y[t] + above;
            } else {
                mean = Exp.exp(eta[t]);
                above = mean - y[t];
            }
            double weight = weights[t];
            score[t] = -weight * above;
            curvature[t] = weight * mean;
            sum += weight * (y[t] * d - above);
        }
        return sum;
    }
}
