package dev.lbp.select;

import dev.lbp.internal.kernel.Exp;
import org.apache.commons.math3.special.Erf;
import org.apache.commons.math3.special.Gamma;

/**
 * {@code y ~ Poisson(e^eta)}. The log-likelihood is that of the row less the largest one, {@code y (d - e^d + 1)} with
 * {@code d = eta - log y}, which is minus half the deviance: it keeps its digits where counts are large.
 */
final class PoissonLikelihood extends RowLikelihood {

    private static final long serialVersionUID = 1L;

    /** Of the rows; 0 where y is 0. */
    private final double[] logCounts;

    PoissonLikelihood(Rows rows) {
        super(rows);
        this.logCounts = logPositive();
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
            double d = eta[t] - logCounts[t];
            double above; // mean - y
            double mean;
            if (SmallStep.isSmall(d) && y[t] > 0.0) {
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

    @Override
    public Measures measures() {
        return (outcome, by, predictions) -> Measures.counts(Double.POSITIVE_INFINITY, outcome, by, predictions);
    }

    @Override
    public ResponseMoments moments() {
        return new Moments();
    }

    private record Moments() implements ResponseMoments {

        /** From this count on, Temme's expansion is right to 1e-9, and the series of the gamma function slow. */
        private static final double LARGE_COUNT = 1e4;

        /** A relative distance of count and mean below which its powers are summed. */
        private static final double NEAR = 1e-3;

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
            if (!(mean <= Double.MAX_VALUE)) {
                return 0.0;
            }
            return count < LARGE_COUNT ? Gamma.regularizedGammaQ(count + 1.0, mean) : expanded(count + 1.0, mean);
        }

        /**
         * The regularised gamma function {@code Q(a, x)} by the first term of its uniform expansion (Temme 1979,
         * doi:10.1137/0510071). It costs the same for all a, where the series costs O(sqrt(a)).
         */
        private static double expanded(double a, double x) {
            double distance = (x - a) / a;
            double square = Math.abs(distance) < NEAR
                    ? distance * distance * (1.0 - distance * (2.0 / 3.0 - distance * (0.5 - distance * 0.4)))
                    : 2.0 * (distance - StrictMath.log1p(distance));
            double eta = Math.copySign(Math.sqrt(square), distance);
            double correction = Math.abs(distance) < NEAR ? eta / 12.0 - 1.0 / 3.0 : 1.0 / distance - 1.0 / eta;
            double tail = Exp.exp(-0.5 * a * square) / Math.sqrt(2.0 * Math.PI * a);
            return Math.min(Math.max(0.5 * Erf.erfc(eta * Math.sqrt(0.5 * a)) + tail * correction, 0.0), 1.0);
        }
    }
}
