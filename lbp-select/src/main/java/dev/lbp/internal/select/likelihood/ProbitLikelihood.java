package dev.lbp.internal.select.likelihood;

import dev.lbp.internal.kernel.Exp;

/** {@code y ~ Bernoulli(Phi(eta))}; with weights, y is the part of successes in that many trials. */
public final class ProbitLikelihood extends RowLikelihood {

    private static final long serialVersionUID = 1L;

    public ProbitLikelihood(Rows rows) {
        super(rows, "probit regression", new Moments());
    }

    @Override
    RowLikelihood with(Rows rows) {
        return new ProbitLikelihood(rows);
    }

    @Override
    public double evaluate(double[] eta, double[] score, double[] curvature) {
        double sum = 0.0;
        for (int t = 0; t < y.length; t++) {
            double x = Math.abs(eta[t]);
            double ratio = MillsRatio.at(x); // of the tail to the density
            double density = Exp.exp(-0.5 * x * x - MillsRatio.LOG_NORMALISER);
            double tail = density * ratio;
            // Near is the more probable response: 1 if eta >= 0, else 0. Far is the other one.
            double logNear = StrictMath.log1p(-tail);
            double logFar = -0.5 * x * x - MillsRatio.LOG_NORMALISER + StrictMath.log(ratio);
            double slopeNear = density / (1.0 - tail);
            double slopeFar = 1.0 / ratio;
            double near = eta[t] >= 0.0 ? y[t] : 1.0 - y[t];
            double sign = eta[t] >= 0.0 ? 1.0 : -1.0;
            double weight = weights[t];
            sum += weight * (near * logNear + (1.0 - near) * logFar);
            score[t] = weight * sign * (near * slopeNear - (1.0 - near) * slopeFar);
            curvature[t] = weight * (near * slopeNear * (slopeNear + x) + (1.0 - near) * slopeFar * (slopeFar - x));
        }
        return sum;
    }

    /** The standard normal distribution function. */
    public static double normalCdf(double z) {
        double x = Math.abs(z);
        double tail = density(x) * MillsRatio.at(x);
        return z >= 0.0 ? 1.0 - tail : tail;
    }

    private static double density(double x) {
        return Exp.exp(-0.5 * x * x - MillsRatio.LOG_NORMALISER);
    }

    private record Moments() implements ResponseMoments {

        @Override
        public double mean(double eta) {
            return normalCdf(eta);
        }

        @Override
        public double slope(double eta) {
            return density(eta);
        }

        @Override
        public double variance(double eta) {
            return mean(eta) * mean(-eta);
        }

        @Override
        public double mostMean() {
            return 1.0;
        }
    }
}
