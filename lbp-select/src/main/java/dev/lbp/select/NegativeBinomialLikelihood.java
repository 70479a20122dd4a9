package dev.lbp.select;

import dev.lbp.internal.kernel.Exp;
import org.apache.commons.math3.special.Beta;

/** Counts of mean {@code mu = e^eta} and variance {@code mu + mu^2 / size}. */
final class NegativeBinomialLikelihood extends RowLikelihood {

    private static final long serialVersionUID = 1L;

    private final double size;

    NegativeBinomialLikelihood(Rows rows, double size) {
        super(rows);
        this.size = size;
    }

    @Override
    public String name() {
        return "negative binomial regression, size " + size;
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
            double part = size / (size + mean);
            double rest = 1.0 / (1.0 + size / mean); // 1 - part, without cancellation
            double weight = weights[t];
            score[t] = weight * (y[t] - mean) * part;
            curvature[t] = weight * (y[t] + size) * part * rest;
            double logRest = y[t] > 0.0 ? y[t] * StrictMath.log1p(size / mean) : 0.0;
            sum -= weight * (logRest + size * StrictMath.log1p(mean / size));
        }
        return sum;
    }

    @Override
    public Measures measures() {
        return (outcome, by, predictions) -> Measures.counts(size, outcome, by, predictions);
    }

    @Override
    public ResponseMoments moments() {
        return new Moments(size);
    }

    private record Moments(double size) implements ResponseMoments {

        @Override
        public double mean(double eta) {
            return Exp.exp(eta);
        }

        @Override
        public double variance(double eta) {
            double mean = mean(eta);
            return mean + mean * mean / size;
        }

        @Override
        public boolean isCount() {
            return true;
        }

        @Override
        public double atMost(double count, double eta) {
            return Beta.regularizedBeta(size / (size + mean(eta)), size, count + 1.0);
        }
    }
}
