package dev.lbp.internal.select.prior;

import dev.lbp.internal.select.data.DataException;

/**
 * The log-evidence where the noise variance is unknown: {@code k perColumn - exponent log((offset + rss) / (offset +
 * 1))}, less {@code (1/2) log det A} if {@code withDet}. The model without columns has 0. Coefficients have t
 * distributions.
 */
public final class LogRssEvidence implements AdditionEvidence {

    private static final long serialVersionUID = 1L;

    /** Below this part of the total sum of squares, a residual is rounding error of the response. */
    private static final double ROUNDING = 1e-26;

    /** The largest part of rss that a column explains in {@link #additions}. */
    static final double MOST_PART = 1.0 - 0x1p-40;

    /** Up to this s {@link #series} is exact to 1e-16. */
    static final double SERIES = 0.1;

    private final double perColumn;
    private final double exponent;
    private final boolean withDet;

    /** g of Zellner's prior; 0 for other priors. */
    private final double g;

    /** {@code 1/g}; 0 for other priors. */
    private final double offset;

    /** Observations less the coefficients that all models have. */
    private final int nu;

    /** Whether each column takes one of the residual degrees of freedom, as under BIC. */
    private final boolean spends;

    private LogRssEvidence(double perColumn, double exponent, boolean withDet, double g, int nu, boolean spends) {
        this.perColumn = perColumn;
        this.exponent = exponent;
        this.withDet = withDet;
        this.g = g;
        this.offset = g > 0.0 ? 1.0 / g : 0.0;
        this.nu = nu;
        this.spends = spends;
    }

    /**
     * Zellner's g-prior, {@code beta ~ N(0, g sigma^2 (X'X)^-1)} and {@code p(sigma^2) ~ 1/sigma^2}: log-evidence
     * {@code -(k/2) log(1 + g) - (nu/2) log((1 + g rss) / (1 + g))} (Liang et al. 2008,
     * doi:10.1198/016214507000001337).
     *
     * @param nu number of observations less the coefficients that all models have
     */
    public static LogRssEvidence gPrior(double g, int nu) {
        return new LogRssEvidence(-0.5 * Math.log1p(g), 0.5 * nu, false, g, nu, false);
    }

    /**
     * Independent normal coefficients, {@code beta_j ~ N(0, sigma^2 / lambda)} for columns of sum of squares 1, and
     * {@code p(sigma^2) ~ 1/sigma^2}: log-evidence {@code (k/2) log lambda - (1/2) log det A - (nu/2) log rss}.
     *
     * @param nu number of observations less the coefficients that all models have
     */
    public static LogRssEvidence slab(double lambda, int nu) {
        return new LogRssEvidence(0.5 * Math.log(lambda), 0.5 * nu, true, 0.0, nu, false);
    }

    /**
     * The Bayesian information criterion: log-evidence {@code -(k/2) log n - (n/2) log rss}. Coefficients are those of
     * least squares, with the usual t statistics.
     *
     * @param nu number of observations less the coefficients that all models have
     */
    public static LogRssEvidence bic(double n, int nu) {
        return new LogRssEvidence(-0.5 * Math.log(n), 0.5 * n, false, 0.0, nu, true);
    }

    @Override
    public double logEvidence(int k, double rss, double logDet) {
        checkFit(offset + rss);
        double value = k * perColumn - exponent * Math.log((offset + rss) / (offset + 1.0));
        return withDet ? value - 0.5 * logDet : value;
    }

    @Override
    public double slope(double rss) {
        return exponent / (offset + rss);
    }

    @Override
    public double shrinkage(int k, double rss) {
        return g > 0.0 ? g / (1.0 + g) : 1.0;
    }

    /** {@inheritDoc} That of a t distribution: infinite for two or fewer degrees of freedom. */
    @Override
    public double variance(int k, double rss) {
        int freedom = freedom(k);
        return freedom > 2 ? shrinkage(k, rss) * squares(rss) / ((1.0 + g) * (freedom - 2)) : Double.POSITIVE_INFINITY;
    }

    @Override
    public PosteriorPart[] parts(int k, double rss) {
        int freedom = freedom(k);
        // without degrees of freedom the scale is infinite, so that the freedom of the t distribution does not matter
        double sigma2 = freedom > 0 ? squares(rss) / ((1.0 + g) * freedom) : Double.POSITIVE_INFINITY;
        return PosteriorPart.student(shrinkage(k, rss), sigma2, Math.max(freedom, 1));
    }

    private int freedom(int k) {
        return spends ? nu - k : nu;
    }

    /** The sum of squares that the noise variance is estimated from, times {@code 1 + g}. */
    private double squares(double rss) {
        return g > 0.0 ? 1.0 + g * rss : rss;
    }

    /**
     * With {@code s = square / (pivot (offset + rss))} and {@code z = s / (2 - s)},
     * {@code -log(1 - s) = 2 z series(z)}. The JIT compiler makes vector code of the series, but not of
     * logarithms; so a second loop takes logarithms for the few columns of larger s.
     */
    @Override
    public void additions(int k, double rss, double[] squares, double[] pivots, double[] out) {
        double rest = offset + rss;
        double twice = 2.0 * rest;
        double factor = 2.0 * exponent;
        for (int j = 0; j < out.length; j++) {
            double square = squares[j];
            double z = square / (twice * pivots[j] - square);
            out[j] = perColumn + factor * z * series(z);
        }
        double bound = SERIES * rest;
        for (int j = 0; j < out.length; j++) {
            if (squares[j] > bound * pivots[j]) {
                double s = Math.min(squares[j] / (pivots[j] * rest), MOST_PART);
                out[j] = perColumn - exponent * Math.log1p(-s);
            }
        }
        if (withDet) {
            for (int j = 0; j < out.length; j++) {
                out[j] -= 0.5 * Math.log(pivots[j]);
            }
        }
    }

    /** {@code artanh(z) / z = 1 + z^2/3 + z^4/5 + ..} */
    static double series(double z) {
        double z2 = z * z;
        return 1.0 + z2 * (1.0 / 3 + z2 * (1.0 / 5 + z2 * (1.0 / 7 + z2 * (1.0 / 9 + z2 * (1.0 / 11)))));
    }

    /** Refuses a residual that is rounding error. */
    static void checkFit(double rest) {
        if (!(rest > ROUNDING)) {
            throw new DataException(
                    "must not fit the response exactly: a model does, to rounding, and its evidence is then"
                            + " infinite; use the g-prior, whose evidence stays finite");
        }
    }
}
