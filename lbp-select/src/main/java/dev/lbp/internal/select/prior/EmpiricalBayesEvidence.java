package dev.lbp.internal.select.prior;

/**
 * Zellner's prior with the g of the largest evidence of each model, {@code max(F - 1, 0)}, F the F statistic of the
 * model (Liang et al. 2008, equation 9, doi:10.1198/016214507000001337). The model without columns has 0.
 *
 * @param nu number of observations less the coefficients that all models have
 */
public record EmpiricalBayesEvidence(int nu) implements AdditionEvidence {

    /** The g that is used in place of 0, for which quotients of coefficients and noise have no value. */
    private static final double LEAST_G = 1e-300;

    /** The evidence under the g that is best for a model: {@code F - 1}, or nearly 0 if that is negative. */
    private LogRssEvidence at(int k, double rss) {
        LogRssEvidence.checkFit(rss);
        double g = k == 0 ? 0.0 : (1.0 - rss) / k * ((nu - k) / rss) - 1.0;
        return LogRssEvidence.gPrior(Math.max(g, LEAST_G), nu);
    }

    @Override
    public double logEvidence(int k, double rss, double logDet) {
        return at(k, rss).logEvidence(k, rss, logDet);
    }

    /** {@inheritDoc} It is the slope under an infinite g, as the slope {@code (nu/2) g / (1 + g rss)} rises with g. */
    @Override
    public double slope(double rss) {
        return 0.5 * nu / rss;
    }

    @Override
    public void additions(int k, double rss, double[] squares, double[] pivots, double[] out) {
        double here = logEvidence(k, rss, 0.0);
        for (int j = 0; j < out.length; j++) {
            double part = Math.min(squares[j] / (pivots[j] * rss), LogRssEvidence.MOST_PART);
            out[j] = logEvidence(k + 1, rss * (1.0 - part), 0.0) - here;
        }
    }

    @Override
    public double shrinkage(int k, double rss) {
        return at(k, rss).shrinkage(k, rss);
    }

    @Override
    public double variance(int k, double rss) {
        return at(k, rss).variance(k, rss);
    }

    @Override
    public PosteriorPart[] parts(int k, double rss) {
        return at(k, rss).parts(k, rss);
    }
}
