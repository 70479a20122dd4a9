package dev.lbp.select;

import dev.lbp.internal.kernel.Exp;

/** {@code y ~ Bernoulli(1 / (1 + e^-eta))}; with weights, y is the part of successes in that many trials. */
final class LogisticLikelihood extends RowLikelihood {

    private static final long serialVersionUID = 1L;

    /** Factors 1 + e^-|eta| of one logarithm: each is at most 2. */
    private static final int FACTORS = 512;

    private final boolean unweighted;

    LogisticLikelihood(Rows rows) {
        super(rows);
        boolean ones = true;
        for (double weight : weights) {
            ones &= weight == 1.0;
        }
        this.unweighted = ones;
    }

    @Override
    public String name() {
        return "logistic regression";
    }

    @Override
    double evaluate(double[] eta, double[] score, double[] curvature) {
        double sum = 0.0;
        double product = 1.0;
        for (int t = 0; t < y.length; t++) {
            double e = Exp.exp(-Math.abs(eta[t]));
            double q = 1.0 / (1.0 + e);
            double mean = eta[t] >= 0.0 ? q : e * q;
            double weight = weights[t];
            score[t] = weight * (y[t] - mean);
            curvature[t] = weight * (e * q * q);
            sum += weight * (y[t] * eta[t] - Math.max(eta[t], 0.0));
            if (unweighted) {
                product *= 1.0 + e;
                if (t % FACTORS == FACTORS - 1) {
                    sum -= StrictMath.log(product);
                    product = 1.0;
                }
            } else {
                sum -= weight * StrictMath.log1p(e);
            }
        }
        return sum - StrictMath.log(product);
    }

    @Override
    public String predicted() {
        return "probability";
    }

    @Override
    public Measures measures() {
        return Measures::binary;
    }

    @Override
    public ResponseMoments moments() {
        return new Moments();
    }

    private record Moments() implements ResponseMoments {

        @Override
        public double mean(double eta) {
            return 1.0 / (1.0 + Exp.exp(-eta));
        }

        @Override
        public double variance(double eta) {
            return mean(eta) * mean(-eta);
        }
    }
}
