package dev.lbp.internal.select.prior;

/**
 * The Bayesian information criterion: log-evidence {@code -(k/2) log n - (n/2) log rss}. Coefficients are those of
 * least squares, with t distributions of the usual standard errors as scales.
 */
public final class BicEvidence extends LogRssEvidence {

    private static final long serialVersionUID = 1L;

    private final int nu;

    /**
     * @param nu n less the coefficients that all models have
     */
    public BicEvidence(int n, int nu) {
        super(-0.5 * Math.log(n), 0.5 * n, 0.0, false);
        this.nu = nu;
    }

    /** The variance of a t distribution with nu - k degrees of freedom. */
    @Override
    public double variance(int k, double rss) {
        return nu - k > 2 ? rss / (nu - k - 2) : Double.POSITIVE_INFINITY;
    }

    /** The usual t statistics of least squares. */
    @Override
    public PosteriorPart[] parts(int k, double rss) {
        return PosteriorPart.student(1.0, nu > k ? rss / (nu - k) : Double.POSITIVE_INFINITY, Math.max(nu - k, 1));
    }
}
