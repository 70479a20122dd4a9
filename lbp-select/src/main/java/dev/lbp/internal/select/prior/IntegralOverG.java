package dev.lbp.internal.select.prior;

import java.util.ArrayList;
import java.util.List;

/**
 * The evidence of models of k columns under a prior of g, relative to the model without columns: {@code integral pi(g)
 * (1 + g)^((nu - k)/2) (1 + g rss)^(-nu/2) dg}, Liang et al. 2008, equation 6. With {@code t = log(g - least)}
 * and {@code u = -log rss} the integrand is {@code exp phi(t)}. In regressions that are not linear it is {@code pi(g)
 * (1 + g)^(-k/2) exp(-q / (2 (1 + g)))}, see {@link LocalG}.
 *
 * <p>The integral is a sum over equidistant v, where {@code t = mode + width sinh v}: tails that fall exponentially in
 * t fall double exponentially in v, so that the error falls exponentially with the number of terms (Takahasi and Mori
 * 1974).
 */
final class IntegralOverG {

    /** The step in v, the variable of the sum: {@code t = mode + width sinh(v)}. */
    private static final double STEP = 1.0 / 48;

    /** Terms whose logarithm is this much below the largest do not count. */
    private static final double NEGLIGIBLE = -45.0;

    /** The distance of two terms in v for {@link #nodes}. */
    private static final double COARSE_STEP = 0.3;

    private static final double COARSELY_NEGLIGIBLE = -18.0;

    /** Halvings that find the mode: the interval then has a length of at most 1e-6. */
    private static final int HALVINGS = 30;

    /** The t from which the mode is sought, g - least = e^-100. */
    private static final double LEAST_T = -100.0;

    private final PriorOfG prior;
    private final double halfNu;
    /** {@code (nu - k) / 2}, or {@code -k / 2} if the regression is not linear. */
    private final double halfRest;

    /** The infimum of g under the prior. */
    private final double least;

    /** {@code log(1 + least)}. */
    private final double base;

    /** {@code log(1 + least rss)} for the {@code rss = e^-u} that {@link #forEachTerm} was last called with. */
    private double restBase;

    /** Half the Wald statistic; 0 if the regression is linear. */
    private final double halfWald;

    /**
     * @param nu number of observations less the coefficients that all models have
     * @param k at least 1
     */
    IntegralOverG(PriorOfG prior, int nu, int k) {
        this.prior = prior;
        this.halfNu = 0.5 * nu;
        this.halfRest = 0.5 * (nu - k);
        this.halfWald = 0.0;
        this.least = prior.least();
        this.base = Math.log1p(least);
    }

    /**
     * The integral of a regression that is not linear, with the factor {@code (1 + g)^(-k/2) e^(-wald / (2 (1 + g)))}
     * beside the prior of g. It does not depend on u, so it is read at u = 0.
     *
     * @param prior with a least g of 0
     * @param k at least 1
     * @param wald at least 0
     */
    IntegralOverG(PriorOfG prior, int k, double wald) {
        this.prior = prior;
        this.halfNu = 0.0;
        this.halfRest = -0.5 * k;
        this.halfWald = 0.5 * wald;
        this.least = 0.0;
        this.base = 0.0;
    }

    /** The logarithm of the integral at {@code u = -log rss}. */
    double log(double u) {
        return at(u)[0];
    }

    /**
     * The logarithm of the integral, its derivative and its second derivative by u. The derivatives are {@code E[s]}
     * and {@code Var[s] - E[s (1 - 2 s / nu)]} of {@code s = (nu/2) g rss / (1 + g rss)}.
     *
     * @param u at least 0
     */
    double[] at(double u) {
        double[] sums = new double[3]; // of the weights w, of w (s - origin), and of w (s - origin)^2
        double[] origin = new double[1];
        double[] peakAndWidth = forEachTerm(u, STEP, NEGLIGIBLE, (t, weight) -> {
            double s = halfNu * shrinkage(t - u, restBase);
            origin[0] = sums[0] == 0.0 ? s : origin[0]; // s of the first term, at the mode: sums about it keep digits
            sums[0] += weight;
            sums[1] += weight * (s - origin[0]);
            sums[2] += weight * (s - origin[0]) * (s - origin[0]);
        });
        double shift = sums[1] / sums[0];
        double mean = origin[0] + shift;
        double variance = sums[2] / sums[0] - shift * shift;
        double curve = variance - (mean - (variance + mean * mean) / halfNu);
        return new double[] {peakAndWidth[0] + Math.log(sums[0] * STEP * peakAndWidth[1]), mean, curve};
    }

    /**
     * The posterior distribution of g, as weights of some values. Means of smooth functions of g have a relative error
     * of about 1e-7.
     *
     * @param u at least 0
     * @return [values][2]: a weight, and g/(1 + g); the weights have the sum 1
     */
    double[][] nodes(double u) {
        List<double[]> nodes = new ArrayList<>();
        forEachTerm(
                u,
                COARSE_STEP,
                COARSELY_NEGLIGIBLE,
                (t, weight) -> nodes.add(new double[] {weight, shrinkage(t, base)}));
        double sum = nodes.stream().mapToDouble(node -> node[0]).sum();
        nodes.forEach(node -> node[0] /= sum);
        return nodes.toArray(double[][]::new);
    }

    /** Receives a value of t and its weight in the sum, relative to the integrand at the mode. */
    private interface Term {
        void at(double t, double weight);
    }

    /**
     * Passes the values of the integrand in v at equidistant v, relative to that at the mode, to {@code term}: first
     * the one at the mode, then outwards on either side until they are negligible.
     *
     * @param negligible the logarithm, relative to the mode, below which a side ends
     * @return the logarithm of the integrand at the mode, and the width of {@code t = mode + width sinh v}
     */
    private double[] forEachTerm(double u, double step, double negligible, Term term) {
        restBase = Math.log1p(least * Math.exp(-u));
        double mode = mode(u);
        double width = Math.min(1.0, 1.0 / Math.sqrt(Math.max(curvature(mode, u), 1.0)));
        double peak = phi(mode, u);
        for (int sign = -1; sign <= 1; sign += 2) {
            double log = 0.0;
            for (int i = sign < 0 ? 0 : 1; log > negligible; i++) { // v = 0 once
                double v = sign * i * step;
                double t = mode + width * Math.sinh(v);
                log = phi(t, u) - peak;
                term.at(t, Math.exp(log) * Math.cosh(v));
            }
        }
        return new double[] {peak, width};
    }

    /** {@code (a + e^x) / (1 + a + e^x)}, where b is {@code log(1 + a)}. */
    private static double shrinkage(double x, double b) {
        return PriorOfG.logistic(x - b) - Math.expm1(-b) * PriorOfG.logistic(b - x);
    }

    /** {@code log(1 + a + e^x)}, where b is {@code log(1 + a)}. */
    private static double log(double x, double b) {
        return b + PriorOfG.softplus(x - b);
    }

    /**
     * The logarithm of the integrand, the prior density of t times {@code (1 + g)^halfRest (1 + g rss)^-halfNu}; in
     * regressions that are not linear {@code e^(-halfWald / (1 + g))} stands in place of the last factor.
     */
    private double phi(double t, double u) {
        double value = prior.logDensity(t) + halfRest * log(t, base);
        // logistic(-t) is 1 / (1 + g), and the other term is log(1 + g rss)
        return halfWald > 0.0 ? value - halfWald * PriorOfG.logistic(-t) : value - halfNu * log(t - u, restBase);
    }

    /** The derivative of phi by t. */
    private double slope(double t, double u) {
        double part = PriorOfG.logistic(t - base); // the derivative of log(1 + g)
        double value = prior.slope(t) + halfRest * part;
        return halfWald > 0.0
                ? value + halfWald * part * PriorOfG.logistic(-t)
                : value - halfNu * PriorOfG.logistic(t - u - restBase);
    }

    /** Minus the second derivative of phi by t, by a difference quotient; it need not be precise to set a width. */
    private double curvature(double t, double u) {
        double step = 1e-3;
        return (slope(t - step, u) - slope(t + step, u)) / (2.0 * step);
    }

    /** The t at which the slope is 0, by halving: the slope is positive below it and negative above. */
    private double mode(double u) {
        double low = LEAST_T;
        double high = 100.0 + u;
        for (int k = 0; k < HALVINGS; k++) {
            double middle = 0.5 * (low + high);
            if (slope(middle, u) > 0.0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return 0.5 * (low + high);
    }
}
