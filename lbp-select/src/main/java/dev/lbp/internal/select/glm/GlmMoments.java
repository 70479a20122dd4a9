package dev.lbp.internal.select.glm;

import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.Term;
import dev.lbp.internal.select.prior.Combination;
import dev.lbp.internal.select.prior.PosteriorPart;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The coefficients of a generalised linear model: normal around the mode, with covariance H^-1, or a mixture of normal
 * distributions under a local g-prior.
 */
public final class GlmMoments implements Regression.Moments<GlmFit> {

    private static final PosteriorPart[] NORMAL = {new PosteriorPart(1.0, 1.0, 1.0, 0.0, Double.POSITIVE_INFINITY)};

    /** Gives the mixture that is the posterior distribution of coefficients: here one normal distribution. */
    public static final Supplier<PosteriorPart[]> PARTS = () -> NORMAL;

    private GlmFit fit;
    private PosteriorPart[] mixture = NORMAL;

    /** The covariance of the coefficients; null until the first coefficient is asked for. */
    private double @Nullable [][] covariance;

    GlmMoments(GlmFit any) {
        this.fit = any;
    }

    @Override
    public void load(GlmFit of) {
        fit = of;
        mixture = of.parts().get();
        covariance = null; // computed when a coefficient is asked for
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
    public Combination coefficient(int m) {
        double[][] known = covariance == null ? fit.covariance() : covariance;
        covariance = known;
        int at = fit.baseSize() + m;
        return new Combination(0.0, fit.coefficients[at], known[at][at], 0.0);
    }

    @Override
    public Combination term(Term term) {
        return fit.predictor(term);
    }

    @Override
    public double mean(Combination of) {
        double mean = of.offset();
        for (PosteriorPart part : mixture) {
            mean += part.weight() * part.shrinkage() * of.location();
        }
        return mean;
    }

    @Override
    public double square(Combination of) {
        double square = 0.0;
        for (PosteriorPart part : mixture) {
            double place = part.place(of); // the second moment is variance + mean^2
            square += part.weight() * (part.variance() * of.form() + part.noise() * of.squares() + place * place);
        }
        return square;
    }

    @Override
    public Supplier<PosteriorPart[]> parts() {
        return fit.parts();
    }
}
