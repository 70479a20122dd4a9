package dev.lbp.internal.select.linear;

import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.Term;
import dev.lbp.internal.select.data.Baseline;
import dev.lbp.internal.select.prior.Combination;
import dev.lbp.internal.select.prior.PosteriorPart;
import dev.lbp.select.prior.Evidence;
import java.util.function.Supplier;

/** The coefficients of linear models, for scaled columns and response. */
final class LinearMoments implements Regression.Moments<LinearFit> {

    private final Evidence evidence;
    private LinearFit fit;
    private Shape shape = new Shape(Double.NaN, Double.NaN, Double.NaN);
    private double noise;

    LinearMoments(Evidence evidence, LinearFit any) {
        this.evidence = evidence;
        this.fit = any;
    }

    @Override
    public void load(LinearFit of) {
        fit = of;
        shape = Shape.of(evidence, of.size(), of.rss());
        noise = evidence.noise(of.size(), of.rss());
    }

    @Override
    public int size() {
        return fit.size();
    }

    @Override
    public int column(int m) {
        return fit.solution.columns[m];
    }

    @Override
    public Combination coefficient(int m) {
        return new Combination(0.0, fit.solution.coefficients[m], fit.solution.inverse[m][m], 0.0);
    }

    @Override
    public Combination term(Term term) {
        double location = 0.0;
        for (int m = 0; m < fit.size(); m++) {
            location += fit.solution.coefficients[m] * term.columns()[fit.solution.columns[m]];
        }
        double squares = Baseline.dot(term.base(), term.base());
        return new Combination(term.offset(), location, fit.form(term.columns()), squares);
    }

    @Override
    public double mean(Combination of) {
        return of.offset() + shape.shrinkage() * of.location();
    }

    /**
     * {@inheritDoc} It is the variance plus the square of {@code offset + shrinkage location}, averaged over the
     * shrinkage. 0 times a variance is 0 even if the variance is infinite.
     */
    @Override
    public double square(Combination of) {
        double ofCoefficients = of.form() > 0.0 ? shape.variance() * of.form() : 0.0;
        double ofBase = of.squares() > 0.0 ? noise * of.squares() : 0.0;
        return ofCoefficients
                + ofBase
                + of.offset() * (of.offset() + 2.0 * shape.shrinkage() * of.location())
                + shape.square() * of.location() * of.location();
    }

    @Override
    public Supplier<PosteriorPart[]> parts() {
        int k = fit.size();
        double rss = fit.rss();
        return () -> PosteriorPart.of(evidence, k, rss);
    }

    /**
     * The numbers of an evidence that give moments of a model's coefficients, see {@link Evidence}.
     *
     * @param shrinkage the mean of the factor c in the coefficients' mean {@code c A^-1 X'y}
     * @param variance the factor v in their covariance {@code v A^-1}, given c
     * @param square the mean of the squared shrinkage
     */
    record Shape(double shrinkage, double variance, double square) {

        static Shape of(Evidence evidence, int k, double rss) {
            double shrinkage = evidence.shrinkage(k, rss);
            // the mean of a square is the squared mean and the variance
            return new Shape(
                    shrinkage, evidence.variance(k, rss), shrinkage * shrinkage + evidence.shrinkageVariance(k, rss));
        }
    }
}
