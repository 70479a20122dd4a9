package dev.lbp.select;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.special.Beta;

/**
 * Integrals over g as in the literature, by the trapezoidal rule in log g. The integrand is analytic within a distance
 * of pi of the real line, so that the error falls exponentially with the number of terms.
 *
 * @param logDensity logarithm of the prior density of g
 */
public record NaiveMixture(DoubleUnaryOperator logDensity, double step) {

    /** The integral of a function of g, relative to that of 1; and the logarithm of the integral of 1. */
    public double log(int nu, int k, double rss) {
        return log(nu, k, rss, g -> 1.0);
    }

    public double mean(int nu, int k, double rss, DoubleUnaryOperator value) {
        return Math.exp(log(nu, k, rss, value) - log(nu, k, rss));
    }

    private double log(int nu, int k, double rss, DoubleUnaryOperator value) {
        double largest = Double.NEGATIVE_INFINITY;
        double sum = 0.0;
        for (double t = -60.0; t < 150.0; t += step) {
            double g = Math.exp(t);
            double log =
                    0.5 * (nu - k) * Math.log1p(g) - 0.5 * nu * Math.log1p(g * rss) + logDensity.applyAsDouble(g) + t;
            if (log > largest) {
                sum *= Math.exp(largest - log);
                largest = log;
            }
            if (log > largest - 60.0) {
                sum += value.applyAsDouble(g) * Math.exp(log - largest);
            }
        }
        return largest + Math.log(sum * step);
    }

    /** The posterior standard deviation of log g is above sqrt(2/n), which is four steps. */
    private static double step(int n) {
        return Math.min(0.1, 0.25 * Math.sqrt(2.0 / n));
    }

    public static NaiveMixture hyperG(double a, int n) {
        return new NaiveMixture(g -> Math.log((a - 2) / 2) - a / 2 * Math.log1p(g), step(n));
    }

    public static NaiveMixture hyperGn(double a, int n) {
        return new NaiveMixture(g -> Math.log((a - 2) / (2 * n)) - a / 2 * Math.log1p(g / n), step(n));
    }

    public static NaiveMixture zellnerSiow(int n) {
        return new NaiveMixture(
                g -> 0.5 * Math.log(n / 2.0) - 0.5 * Math.log(Math.PI) - 1.5 * Math.log(g) - n / (2 * g), step(n));
    }

    /**
     * The log-evidence under the hyper-g prior by Liang et al. 2008, equation 17, with the Gauss function as an
     * incomplete beta function.
     *
     * @param k less than nu + 2 - a
     */
    public static double closedForm(double a, int nu, int k, double rss) {
        if (k == 0) {
            return 0.0;
        }
        double c = (k + a) / 2;
        double rest = nu / 2.0 - c;
        return Math.log((a - 2) / (k + a - 2) * (c - 1))
                + (1 - c) * Math.log1p(-rss)
                - (rest + 1) * Math.log(rss)
                + Math.log(Beta.regularizedBeta(1 - rss, c - 1, rest + 1))
                + Beta.logBeta(c - 1, rest + 1);
    }
}
