package dev.lbp.internal.select.prior;

import java.io.Serializable;

/**
 * A prior distribution of g, the variance of Zellner's g-prior. Functions take {@code t = log g}, and densities are of
 * t.
 *
 * <p>With any of these priors, the posterior density of t given a model has one mode.
 */
public interface PriorOfG extends Serializable {

    /** The logarithm of the density of t, the constant included. */
    double logDensity(double t);

    /** The derivative of {@link #logDensity}. */
    double slope(double t);

    /** {@code log(1 + e^t)}. */
    static double softplus(double t) {
        return Math.max(t, 0.0) + Math.log1p(Math.exp(-Math.abs(t)));
    }

    /** {@code e^t / (1 + e^t)}, the derivative of {@link #softplus}. */
    static double logistic(double t) {
        return 1.0 / (1.0 + Math.exp(-t));
    }

    /**
     * {@code (a - 2) / (2 m) (1 + g/m)^(-a/2)}. The hyper-g prior has m = 1, the hyper-g/n prior m = n (Liang et al.
     * 2008, equations 12 and 21, doi:10.1198/016214507000001337).
     *
     * @param a in (2, 4]
     */
    record Hyper(double a, double m) implements PriorOfG {

        @Override
        public double logDensity(double t) {
            double scaled = t - Math.log(m);
            return Math.log(0.5 * a - 1.0) + scaled - 0.5 * a * softplus(scaled);
        }

        @Override
        public double slope(double t) {
            return 1.0 - 0.5 * a * logistic(t - Math.log(m));
        }
    }

    /**
     * An inverse gamma distribution with shape 1/2 and rate n/2: coefficients then have a multivariate Cauchy
     * distribution (Zellner and Siow 1980).
     */
    record ZellnerSiow(double n) implements PriorOfG {

        @Override
        public double logDensity(double t) {
            return 0.5 * Math.log(n / (2.0 * Math.PI)) - 0.5 * t - 0.5 * n * Math.exp(-t);
        }

        @Override
        public double slope(double t) {
            return -0.5 + 0.5 * n * Math.exp(-t);
        }
    }
}
