package dev.lbp.select;

import dev.lbp.internal.kernel.Exp;

/** {@code y ~ Poisson(e^eta)}. */
final class PoissonLikelihood extends RowLikelihood {

    private static final long serialVersionUID = 1L;

    PoissonLikelihood(Rows rows) {
        super(rows);
    }

    @Override
    public String name() {
        return "Poisson regression";
    }

    @Override
    public double typical() {
        return logMean();
    }

    @Override
    double evaluate(double[] eta, double[] score, double[] curvature) {
        double sum = 0.0;
        for (int t = 0; t < y.length; t++) {
            double mean = Exp.exp(eta[t]);
            double weight = weights[t];
            score[t] = weight * (y[t] - mean);
            curvature[t] = weight * mean;
            sum += weight * (y[t] * eta[t] - mean);
        }
        return sum;
    }

    @Override
    public ResponseMoments moments() {
        return new Moments();
    }

    private record Moments() implements ResponseMoments {

        @Override
        public double mean(double eta) {
            return Exp.exp(eta);
        }

        @Override
        public double variance(double eta) {
            return mean(eta);
        }
    }
}
