package dev.lbp.internal.select.likelihood;

import dev.lbp.internal.kernel.Exp;

/**
 * {@code y ~ Bernoulli(1 / (1 + e^-eta))}; with weights, y is the part of successes in that many trials. The
 * log-likelihood is that of the row less the largest one: for {@code d = eta - logit y} it is {@code y d - log(1 + y
 * (e^d - 1))}, times the weight.
 */
public final class LogisticLikelihood extends RowLikelihood {

    private static final long serialVersionUID = 1L;

    /**
     * One logarithm is taken of a product of this many factors 1 + e^-|eta|. Each is at most 2, so that the product is
     * finite.
     */
    private static final int FACTORS = 512;

    /** Whether each row is one trial. */
    private final boolean unweighted;

    /** logit y of each row; infinite where y is 0 or 1. */
    private final double[] logits;

    /** Each row's largest log-likelihood, if its weight were 1. */
    private final double[] largest;

    public LogisticLikelihood(Rows rows) {
        super(rows, "logistic regression", new Moments());
        boolean single = true; // each row is one trial
        this.logits = new double[y.length];
        this.largest = new double[y.length];
        for (int t = 0; t < y.length; t++) {
            logits[t] = StrictMath.log(y[t]) - StrictMath.log1p(-y[t]);
            boolean isBit = Double.isInfinite(logits[t]); // y is 0 or 1
            largest[t] = isBit ? 0.0 : y[t] * StrictMath.log(y[t]) + (1.0 - y[t]) * StrictMath.log1p(-y[t]);
            single &= isBit && weights[t] == 1.0;
        }
        this.unweighted = single;
    }

    @Override
    RowLikelihood with(Rows rows) {
        return new LogisticLikelihood(rows);
    }

    @Override
    double logLargest(double response, double weight) {
        return RowDensity.logLargest(weight * response, weight * (1.0 - response));
    }

    @Override
    public double evaluate(double[] eta, double[] score, double[] curvature) {
        double sum = 0.0;
        double product = 1.0;
        for (int t = 0; t < y.length; t++) {
            double e = Exp.exp(-Math.abs(eta[t]));
            double q = 1.0 / (1.0 + e); // the larger of the probabilities of 0 and 1
            double mean = eta[t] >= 0.0 ? q : e * q;
            double weight = weights[t];
            score[t] = weight * (y[t] - mean);
            curvature[t] = weight * (e * q * q);
            double d = eta[t] - logits[t];
            if (unweighted) { // y is 0 or 1; the logarithms of 1 + e are taken of products of many
                sum += y[t] * eta[t] - Math.max(eta[t], 0.0);
                product *= 1.0 + e;
                if (t % FACTORS == FACTORS - 1) {
                    sum -= StrictMath.log(product);
                    product = 1.0;
                }
            } else if (SmallStep.isSmall(d)) { // near the row's largest likelihood, where differences lose digits
                double step = y[t] * SmallStep.expm1(d);
                score[t] = -weight * (1.0 - y[t]) * step / (1.0 + step);
                sum += weight * (y[t] <= 0.5 ? near(y[t], d) : near(1.0 - y[t], -d));
            } else {
                boolean failures = y[t] > 0.5; // 1 - y is then the smaller part, and is known to more digits
                double part = failures ? 1.0 - y[t] : y[t];
                double at = failures ? -eta[t] : eta[t];
                if (failures) {
                    score[t] = weight * ((eta[t] >= 0.0 ? e * q : q) - part);
                }
                sum += weight * (part * at - Math.max(at, 0.0) - StrictMath.log1p(e) - largest[t]);
            }
        }
        return sum - StrictMath.log(product);
    }

    /**
     * The log-likelihood of a row of weight 1 less its largest value, {@code y d - log(1 + y (e^d - 1))} with a small
     * {@code d = eta - logit y}.
     *
     * @param part y; or 1 - y, the part of failures, if -d is given in place of d
     */
    private static double near(double part, double d) {
        return part * d - StrictMath.log1p(part * SmallStep.expm1(d));
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

        @Override
        public double slope(double eta) {
            return variance(eta);
        }

        @Override
        public double mostMean() {
            return 1.0;
        }
    }
}
