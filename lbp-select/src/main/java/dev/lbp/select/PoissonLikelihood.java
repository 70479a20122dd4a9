package dev.lbp.select;

import dev.lbp.internal.kernel.Exp;
import org.apache.commons.math3.special.Gamma;

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
    public Measures measures() {
        return (outcome, by, predictions) -> Measures.counts(Double.POSITIVE_INFINITY, outcome, by, predictions);
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

        @Override
        public boolean isCount() {
            return true;
        }

        @Override
        public double atMost(double count, double eta) {
            double mean = mean(eta);
            return mean <= Double.MAX_VALUE ? Gamma.regularizedGammaQ(count + 1.0, mean) : 0.0;
        }
    }
}
