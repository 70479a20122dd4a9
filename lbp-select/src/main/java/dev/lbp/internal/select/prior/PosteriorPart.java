package dev.lbp.internal.select.prior;

import dev.lbp.select.prior.Evidence;

/**
 * The posterior distribution of a model's coefficients, or the part of it that belongs to one value of g. A
 * {@link Combination} of the coefficients is then {@code offset + shrinkage location} plus a t distribution with the
 * squared scale {@code variance form + noise squares}.
 *
 * @param weight the posterior probability of this value of g; 1 if there is one part
 * @param shrinkage the factor c in the location of the coefficients, {@code c A^-1 X'y}
 * @param variance the factor v in the squared scale of the coefficients, {@code v A^-1}
 * @param noise the squared scale of the noise, as a part of the response's sum of squares
 * @param freedom degrees of freedom; infinity for a normal distribution
 */
public record PosteriorPart(double weight, double shrinkage, double variance, double noise, double freedom) {

    /**
     * The posterior under an evidence that does not know its shape: a normal distribution with the evidence's
     * variances.
     */
    static PosteriorPart normal(Evidence evidence, int k, double rss) {
        return new PosteriorPart(
                1.0,
                evidence.shrinkage(k, rss),
                evidence.variance(k, rss),
                evidence.noise(k, rss),
                Double.POSITIVE_INFINITY);
    }

    /** The parts of the posterior of a model's coefficients under an evidence. */
    public static PosteriorPart[] of(Evidence evidence, int k, double rss) {
        return evidence instanceof AdditionEvidence known
                ? known.parts(k, rss)
                : new PosteriorPart[] {normal(evidence, k, rss)};
    }

    /**
     * The whole posterior distribution, as one part of weight 1: a t distribution with this shrinkage.
     *
     * @param sigma2 the squared scale of the noise
     */
    static PosteriorPart[] student(double shrinkage, double sigma2, double freedom) {
        return new PosteriorPart[] {new PosteriorPart(1.0, shrinkage, shrinkage * sigma2, sigma2, freedom)};
    }

    /** The location of a combination of the coefficients. */
    public double place(Combination of) {
        return of.offset() + shrinkage * of.location();
    }

    /** The scale of a combination of the coefficients. 0 times a variance is 0 even if the variance is infinite. */
    public double scale(Combination of) {
        double ofCoefficients = of.form() > 0.0 ? variance * of.form() : 0.0;
        return Math.sqrt(ofCoefficients + (of.squares() > 0.0 ? noise * of.squares() : 0.0));
    }
}
