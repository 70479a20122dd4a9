package dev.lbp.select;

/** The coefficients of a generalised linear model: normal around the mode, with covariance H^-1. */
final class GlmMoments implements Regression.Moments<GlmFit> {

    private GlmFit fit;
    private double[][] covariance = new double[0][];

    GlmMoments(GlmFit any) {
        this.fit = any;
    }

    @Override
    public void load(GlmFit of) {
        fit = of;
        covariance = of.covariance();
    }

    @Override
    public int size() {
        return fit.size;
    }

    @Override
    public int column(int m) {
        return fit.columns[m];
    }

    @Override
    public double mean(int m) {
        return fit.coefficients[fit.baseSize() + m];
    }

    @Override
    public double square(int m) {
        int at = fit.baseSize() + m;
        return covariance[at][at] + fit.coefficients[at] * fit.coefficients[at];
    }
}
