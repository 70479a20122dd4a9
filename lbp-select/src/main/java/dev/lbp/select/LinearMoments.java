package dev.lbp.select;

/** The coefficients of linear models, for scaled columns and response. */
final class LinearMoments implements Regression.Moments<Fit> {

    private final Evidence evidence;
    private Fit fit;
    private double shrinkage;
    private double variance;
    private double square;

    LinearMoments(Evidence evidence, Fit any) {
        this.evidence = evidence;
        this.fit = any;
    }

    @Override
    public void load(Fit of) {
        fit = of;
        int k = of.size();
        shrinkage = evidence.shrinkage(k, of.rss());
        variance = evidence.variance(k, of.rss());
        square = shrinkage * shrinkage + evidence.shrinkageVariance(k, of.rss());
    }

    @Override
    public int size() {
        return fit.size();
    }

    @Override
    public int column(int m) {
        return fit.columns()[m];
    }

    @Override
    public double mean(int m) {
        return shrinkage * fit.coefficient(m);
    }

    @Override
    public double square(int m) {
        double coefficient = fit.coefficient(m);
        return variance * fit.inverse(m)[m] + square * coefficient * coefficient;
    }
}
