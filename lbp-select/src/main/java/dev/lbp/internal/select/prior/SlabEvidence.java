package dev.lbp.internal.select.prior;

/**
 * Independent normal coefficients, {@code beta_j ~ N(0, sigma^2 / lambda)} for columns of sum of squares 1, and {@code
 * p(sigma^2) ~ 1/sigma^2}: log-evidence {@code (k/2) log lambda - (1/2) log det A - (nu/2) log rss}.
 */
public final class SlabEvidence extends LogRssEvidence {

    private static final long serialVersionUID = 1L;

    private final int nu;

    /**
     * @param nu number of observations less the coefficients that all models have
     */
    public SlabEvidence(double lambda, int nu) {
        super(0.5 * Math.log(lambda), 0.5 * nu, 0.0, true);
        this.nu = nu;
    }

    /** The variance of a t distribution with nu degrees of freedom. */
    @Override
    public double variance(int k, double rss) {
        return nu > 2 ? rss / (nu - 2) : Double.POSITIVE_INFINITY;
    }

    @Override
    public PosteriorPart[] parts(int k, double rss) {
        return PosteriorPart.student(1.0, rss / nu, nu);
    }
}
