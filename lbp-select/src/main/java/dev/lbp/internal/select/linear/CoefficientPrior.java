package dev.lbp.internal.select.linear;

import dev.lbp.internal.select.prior.GlmPrior;
import dev.lbp.internal.select.prior.KnownVarianceEvidence;
import dev.lbp.internal.select.prior.LogRssEvidence;
import dev.lbp.internal.select.prior.MixtureEvidence;
import dev.lbp.internal.select.prior.PriorOfG;
import dev.lbp.select.prior.Evidence;
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
    Evidence evidence(Design design, double lambda, @Nullable Double noise);

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

    /**
     * Zellner's prior.
     *
     * @param g NaN for n
     * @param local whether it is the local g-prior of regressions that are not linear
     */
    record G(double g, boolean local) implements CoefficientPrior {

        @Override
        public String name() {
            return (local ? "local g-prior, g = " : "g-prior, g = ") + (Double.isNaN(g) ? "n" : g);
        }

        private double or(double n) {
            return Double.isNaN(g) ? n : g;
        }

        @Override
        public GlmPrior glm(double n) {
            return local ? GlmPrior.localG(or(n)) : GlmPrior.g(or(n));
        }

        @Override
        public Evidence evidence(Design design, double lambda, @Nullable Double noise) {
            if (local) {
                throw new IllegalArgumentException(
                        "must not be localGPrior in a regression that is linear or approximate; use gPrior");
            }
            return noise == null
                    ? LogRssEvidence.gPrior(or(design.n), design.freedom())
                    : KnownVarianceEvidence.gPrior(or(design.n), noise);
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
        public Evidence evidence(Design design, double lambda, @Nullable Double noise) {
            return noise == null
                    ? LogRssEvidence.slab(lambda, design.freedom())
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
        public Evidence evidence(Design design, double lambda, @Nullable Double noise) {
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
        public Evidence evidence(Design design, double lambda, @Nullable Double noise) {
            return noise == null
                    ? LogRssEvidence.bic(design.n, design.freedom())
                    : KnownVarianceEvidence.bic(design.n, noise);
        }
    }

    /** The caller's own. */
    record Own(Evidence evidence) implements CoefficientPrior {

        @Override
        public String name() {
            return "evidence of the caller";
        }

        @Override
        public Evidence evidence(Design design, double lambda, @Nullable Double noise) {
            refuse(noise);
            return evidence;
        }
    }
}
