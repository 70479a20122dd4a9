package dev.lbp.internal.select.prior;

/**
 * Zellner's g-prior, {@code beta ~ N(0, g sigma^2 (X'X)^-1)} and {@code p(sigma^2) ~ 1/sigma^2}: log-evidence
 * {@code -(k/2) log(1 + g) - (nu/2) log((1 + g rss) / (1 + g))} (Liang et al. 2008, doi:10.1198/016214507000001337).
 */
public final class GPriorEvidence extends LogRssEvidence {

    private static final long serialVersionUID = 1L;

    private final double g;
    private final int nu;

    /**
     * @param nu number of observations less the coefficients that all models have
     */
    public GPriorEvidence(double g, int nu) {
        super(-0.5 * Math.log1p(g), 0.5 * nu, 1.0 / g, false);
        this.g = g;
        this.nu = nu;
    }

    @Override
    public double shrinkage(int k, double rss) {
        return g / (1.0 + g);
    }

    /** The variance of a t distribution with nu degrees of freedom. */
    @Override
    public double variance(int k, double rss) {
        return nu > 2 ? g / (1.0 + g) * (1.0 + g * rss) / ((1.0 + g) * (nu - 2)) : Double.POSITIVE_INFINITY;
    }

    @Override
    public PosteriorPart[] parts(int k, double rss) {
        return PosteriorPart.student(g / (1.0 + g), (1.0 + g * rss) / ((1.0 + g) * nu), nu);
    }
}
