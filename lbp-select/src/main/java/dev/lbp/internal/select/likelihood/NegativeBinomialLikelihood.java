package dev.lbp.internal.select.likelihood;

import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.select.average.Measures;
import java.util.Arrays;
import org.apache.commons.math3.special.Beta;
import org.apache.commons.math3.special.Gamma;

/**
 * Counts of mean {@code mu = e^eta} and variance {@code mu + mu^2 / size}. A row's log-likelihood is relative to its
 * largest one, at a mean of y; with {@code d = eta - log y} it is
 *
 * <pre>{@code -y log(1 + (e^-d - 1) size / (y + size)) - size log(1 + (e^d - 1) y / (y + size))}</pre>
 */
public class NegativeBinomialLikelihood extends RowLikelihood {

    private static final long serialVersionUID = 1L;

    private final double size;

    /** log y of each row; 0 where y is 0. */
    private final double[] logCounts;

    /** Each row's largest log-likelihood, at a mean equal to its count. */
    private final double[] largest;

    public NegativeBinomialLikelihood(Rows rows, double size) {
        this(rows, "negative binomial regression, size " + size, size);
    }

    NegativeBinomialLikelihood(Rows rows, String name, double size) {
        super(rows, name, new Moments(size));
        this.size = size;
        this.logCounts = logPositive();
        this.largest = new double[y.length];
        Arrays.setAll(largest, t -> y[t] > 0.0 ? at(y[t], y[t]) : 0.0);
    }

    /** The log-likelihood of a row at a mean, up to a constant of its count. */
    private double at(double count, double mean) {
        double logRest = count > 0.0 ? count * StrictMath.log1p(size / mean) : 0.0;
        return -(logRest + size * StrictMath.log1p(mean / size));
    }

    @Override
    double size() {
        return size;
    }

    @Override
    RowLikelihood with(Rows rows) {
        return new NegativeBinomialLikelihood(rows, size);
    }

    @Override
    double logLargest(double response, double weight) {
        return weight * (RowDensity.logLargest(response, size) - StrictMath.log1p(response / size));
    }

    @Override
    public double evaluate(double[] eta, double[] score, double[] curvature) {
        double sum = 0.0;
        for (int t = 0; t < y.length; t++) {
            double d = eta[t] - logCounts[t];
            boolean isNear = SmallStep.isSmall(d) && y[t] > 0.0; // the mean is near y, and differences lose digits
            double step = isNear ? SmallStep.expm1(d) : 0.0;
            double mean = isNear ? y[t] + y[t] * step : Exp.exp(eta[t]);
            double part = size / (size + mean);
            double rest = 1.0 / (1.0 + size / mean); // mean / (size + mean), which is 1 - part without cancellation
            double weight = weights[t];
            score[t] = weight * (isNear ? -y[t] * step : y[t] - mean) * part;
            curvature[t] = weight * (y[t] + size) * part * rest;
            sum += weight * (isNear ? Measures.near(y[t], step, size) : at(y[t], mean) - largest[t]);
        }
        return sum;
    }

    /** @param size infinite for Poisson counts */
    record Moments(double size) implements ResponseMoments {

        @Override
        public double mean(double eta) {
            return Exp.exp(eta);
        }

        @Override
        public double variance(double eta) {
            double mean = mean(eta);
            return Double.isInfinite(size) ? mean : mean + mean * mean / size;
        }

        @Override
        public boolean isCount() {
            return true;
        }

        /** {@inheritDoc} By incomplete gamma and beta functions, or by expansions where these are slow. */
        @Override
        public double atMost(double count, double eta) {
            double mean = mean(eta);
            if (!(mean <= Double.MAX_VALUE)) {
                return 0.0;
            }
            if (Double.isInfinite(size)) {
                return count < LargeCounts.LEAST
                        ? Gamma.regularizedGammaQ(count + 1.0, mean)
                        : LargeCounts.poisson(count, mean);
            }
            if (size >= LargeCounts.LEAST_SIZE) {
                return LargeCounts.nearlyPoisson(count, mean, size);
            }
            if (count >= LargeCounts.LEAST) {
                return LargeCounts.negativeBinomial(count, mean, size);
            }
            return Beta.regularizedBeta(size / (size + mean), size, count + 1.0);
        }
    }
}
