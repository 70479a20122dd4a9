package dev.lbp.internal.select.prior;

/**
 * Zellner's prior with the g of the largest evidence of each model, {@code max(F - 1, 0)}, F the F statistic of the
 * model (Liang et al. 2008, equation 9, doi:10.1198/016214507000001337). The model without columns has 0.
 *
 * @param nu number of observations less the coefficients that all models have
 */
public record EmpiricalBayesEvidence(int nu) implements AdditionEvidence {

    private double g(int k, double rss) {
        double explained = Math.max(1.0 - rss, 0.0);
        return k == 0 || explained == 0.0 ? 0.0 : Math.max(explained / k * ((nu - k) / rss) - 1.0, 0.0);
    }

    @Override
    public double logEvidence(int k, double rss, double logDet) {
        LogRssEvidence.checkFit(rss);
        double g = g(k, rss);
        return 0.5 * (nu - k) * Math.log1p(g) - 0.5 * nu * Math.log1p(g * rss);
    }

    /** The evidence rises at most as that of an infinite g does. */
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
        double g = g(k, rss);
        return g / (1.0 + g);
    }

    /** Of a t distribution with nu degrees of freedom. */
    @Override
    public double variance(int k, double rss) {
        return shrinkage(k, rss) * noise(k, rss);
    }

    @Override
    public double noise(int k, double rss) {
        return nu > 2 ? squares(k, rss) / (nu - 2) : Double.POSITIVE_INFINITY;
    }

    private double squares(int k, double rss) {
        double shrinkage = shrinkage(k, rss);
        return 1.0 - shrinkage + shrinkage * rss;
    }

    @Override
    public PosteriorPart[] parts(int k, double rss) {
        return PosteriorPart.student(shrinkage(k, rss), squares(k, rss) / nu, nu);
    }
}
