package dev.lbp.internal.select.prior;

import java.io.Serializable;

/**
 * A prior distribution of g, the variance of Zellner's g-prior. Functions take {@code t = log(g - least)}, where g is
 * always above {@link #least}, and densities are of t.
 *
 * <p>With any of these priors, the posterior density of t given a model has one mode.
 */
public interface PriorOfG extends Serializable {

    /** The prior of g in models of k columns; this one for all k by default. */
    default PriorOfG of(int k) {
        return this;
    }

    /** The infimum of g. */
    default double least() {
        return 0.0;
    }

    /** The logarithm of the density of {@code t = log(g - least)}, its normalising constant included. */
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

        /** {@inheritDoc} The density of g times {@code g / m = e^scaled}, as g = e^t here. */
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

    /**
     * The robust prior, {@code (1 + least)^(1/2) (1 + g)^(-3/2) / 2} for g above {@code least = (n + 1) / (common + k)
     * - 1} (Bayarri, Berger, Forte and Garcia-Donato 2012, equation 14 with their recommendations,
     * doi:10.1214/12-AOS1013).
     *
     * @param common the number of coefficients that all models have
     * @param k the number of a model's other coefficients
     */
    record Robust(double n, int common, int k) implements PriorOfG {

        @Override
        public PriorOfG of(int columns) {
            return new Robust(n, common, columns);
        }

        @Override
        public double least() {
            return (n + 1.0) / (common + k) - 1.0;
        }

        /**
         * {@inheritDoc} Here {@code g = least + e^t}, so {@code log(1 + g) = base + softplus(t - base)} with
         * {@code base = log(1 + least)}; the last factor {@code dg/dt = e^t} adds t.
         */
        @Override
        public double logDensity(double t) {
            double base = Math.log1p(least());
            return Math.log(0.5) - base + t - 1.5 * softplus(t - base);
        }

        @Override
        public double slope(double t) {
            return 1.0 - 1.5 * logistic(t - Math.log1p(least()));
        }
    }
}
