package dev.lbp.internal.select.prior;

/**
 * The log-evidence where the noise variance is known: {@code k perColumn - slope rss}, less {@code (1/2) log det A} if
 * {@code withDet}. It keeps the digits of a small rss, which {@code slope (1 - rss)} would lose.
 */
public record KnownVarianceEvidence(double perColumn, double slope, boolean withDet, double shrinkage, double variance)
        implements AdditionEvidence {

    /**
     * The g-prior.
     *
     * @param noise the noise variance as a part of the response's total sum of squares
     */
    public static KnownVarianceEvidence gPrior(double g, double noise) {
        double shrinkage = g / (1.0 + g);
        return new KnownVarianceEvidence(
                -0.5 * Math.log1p(g), 0.5 * shrinkage / noise, false, shrinkage, shrinkage * noise);
    }

    /**
     * Independent coefficients, {@code N(0, sigma^2 / lambda)} for columns of sum of squares 1.
     *
     * @param noise the noise variance as a part of the response's total sum of squares
     */
    public static KnownVarianceEvidence slab(double lambda, double noise) {
        return new KnownVarianceEvidence(0.5 * Math.log(lambda), 0.5 / noise, true, 1.0, noise);
    }

    /**
     * The Bayesian information criterion.
     *
     * @param noise the noise variance as a part of the response's total sum of squares
     */
    public static KnownVarianceEvidence bic(double n, double noise) {
        return new KnownVarianceEvidence(-0.5 * Math.log(n), 0.5 / noise, false, 1.0, noise);
    }

    @Override
    public double logEvidence(int k, double rss, double logDet) {
        double value = k * perColumn - slope * rss;
        return withDet ? value - 0.5 * logDet : value;
    }

    @Override
    public double slope(double rss) {
        return slope;
    }

    @Override
    public double shrinkage(int k, double rss) {
        return shrinkage;
    }

    @Override
    public double variance(int k, double rss) {
        return variance;
    }

    @Override
    public PosteriorPart[] parts(int k, double rss) {
        return new PosteriorPart[] {PosteriorPart.normal(this, k, rss)};
    }

    @Override
    public void additions(int k, double rss, double[] squares, double[] pivots, double[] out) {
        for (int j = 0; j < out.length; j++) { // one column more, and rss lower by squares[j] / pivots[j]
            out[j] = perColumn + slope * squares[j] / pivots[j];
        }
        if (withDet) {
            for (int j = 0; j < out.length; j++) {
                out[j] -= 0.5 * Math.log(pivots[j]);
            }
        }
    }
}
