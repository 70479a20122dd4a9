package dev.lbp.internal.select.linear;

import dev.lbp.internal.select.prior.BicEvidence;
import dev.lbp.internal.select.prior.GPriorEvidence;
import dev.lbp.internal.select.prior.GlmPrior;
import dev.lbp.internal.select.prior.KnownVarianceEvidence;
import dev.lbp.internal.select.prior.LinearEvidence;
import dev.lbp.internal.select.prior.MixtureEvidence;
import dev.lbp.internal.select.prior.PriorOfG;
import dev.lbp.internal.select.prior.SlabEvidence;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The prior of coefficients, before it is known for which data: what {@code VariableSelection} keeps of its settings.
 */
public interface CoefficientPrior {

    /** As in a summary. */
    String name();

    /**
     * What it adds to the diagonal of X'X.
     *
     * @param unit of prior variances, as a part of the noise variance
     */
    default double lambda(Design design, double unit) {
        return 0.0;
    }

    /**
     * The evidence on these data.
     *
     * @param lambda as {@link #lambda} gave it
     * @param noise the noise variance as a part of the response's sum of squares; null if it is unknown
     */
    LinearEvidence evidence(Design design, double lambda, @Nullable Double noise);

    /**
     * The prior in a regression that is not linear.
     *
     * @param n the number of observations
     */
    default GlmPrior glm(double n) {
        throw new IllegalArgumentException(
                "must be gPrior, localGPrior, ridge or bic in a regression that is not linear, not " + name());
    }

    /** For priors whose noise variance is unknown. */
    default void refuse(@Nullable Double noise) {
        if (noise != null) {
            throw new IllegalArgumentException(
                    "must be gPrior, ridge or bic with noiseVariance or in an approximate regression, not " + name());
        }
    }

    /** Zellner's prior; NaN for g = n. */
    record G(double g) implements CoefficientPrior {

        @Override
        public String name() {
            return Double.isNaN(g) ? "g-prior, g = n" : "g-prior, g = " + g;
        }

        @Override
        public GlmPrior glm(double n) {
            return GlmPrior.g(Double.isNaN(g) ? n : g);
        }

        @Override
        public LinearEvidence evidence(Design design, double lambda, @Nullable Double noise) {
            double here = Double.isNaN(g) ? design.n : g;
            return noise == null
                    ? new GPriorEvidence(here, design.freedom())
                    : KnownVarianceEvidence.gPrior(here, noise);
        }
    }

    /** The local g-prior of regressions that are not linear; NaN for g = n. */
    record LocalG(double g) implements CoefficientPrior {

        @Override
        public String name() {
            return Double.isNaN(g) ? "local g-prior, g = n" : "local g-prior, g = " + g;
        }

        @Override
        public GlmPrior glm(double n) {
            return GlmPrior.localG(Double.isNaN(g) ? n : g);
        }

        @Override
        public LinearEvidence evidence(Design design, double lambda, @Nullable Double noise) {
            throw new IllegalArgumentException(
                    "must not be localGPrior in a regression that is linear or approximate; use gPrior");
        }
    }

    /** Independent normal coefficients of columns of standard deviation 1. */
    record Ridge(double tau2) implements CoefficientPrior {

        @Override
        public String name() {
            return "independent normal coefficients, tau^2 = " + tau2;
        }

        @Override
        public GlmPrior glm(double n) {
            return GlmPrior.ridge(tau2);
        }

        /** A column of sum of squares 1 has a coefficient sqrt(n - 1) times as large. */
        @Override
        public double lambda(Design design, double unit) {
            return 1.0 / (tau2 * unit * (design.n - 1));
        }

        @Override
        public LinearEvidence evidence(Design design, double lambda, @Nullable Double noise) {
            return noise == null
                    ? new SlabEvidence(lambda, design.freedom())
                    : KnownVarianceEvidence.slab(lambda, noise);
        }
    }

    /**
     * Zellner's prior with a prior of g.
     *
     * @param priorOfG from the number of observations
     */
    record Mixture(String name, IntFunction<PriorOfG> priorOfG) implements CoefficientPrior {

        @Override
        public LinearEvidence evidence(Design design, double lambda, @Nullable Double noise) {
            refuse(noise);
            return new MixtureEvidence(priorOfG.apply(design.n), design.freedom());
        }
    }

    /** The Bayesian information criterion. */
    record Bic() implements CoefficientPrior {

        @Override
        public String name() {
            return "BIC";
        }

        @Override
        public GlmPrior glm(double n) {
            return GlmPrior.bic(n);
        }

        @Override
        public LinearEvidence evidence(Design design, double lambda, @Nullable Double noise) {
            return noise == null
                    ? new BicEvidence(design.n, design.freedom())
                    : KnownVarianceEvidence.bic(design.n, noise);
        }
    }

    /** The caller's own. */
    record Own(LinearEvidence evidence) implements CoefficientPrior {

        @Override
        public String name() {
            return "evidence of the caller";
        }

        @Override
        public LinearEvidence evidence(Design design, double lambda, @Nullable Double noise) {
            refuse(noise);
            return evidence;
        }
    }
}
