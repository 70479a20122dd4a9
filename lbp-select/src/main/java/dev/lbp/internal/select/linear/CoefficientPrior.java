package dev.lbp.internal.select.linear;

import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.select.prior.Counts;
import dev.lbp.internal.select.prior.EmpiricalBayesEvidence;
import dev.lbp.internal.select.prior.GlmPrior;
import dev.lbp.internal.select.prior.KnownVarianceEvidence;
import dev.lbp.internal.select.prior.LocalG;
import dev.lbp.internal.select.prior.LogRssEvidence;
import dev.lbp.internal.select.prior.MixtureEvidence;
import dev.lbp.internal.select.prior.PriorOfG;
import dev.lbp.select.prior.Evidence;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A prior of coefficients as the caller sets it, before the data are known.
 */
public interface CoefficientPrior {

    /** The short name of the prior, as on the command line and in tables that compare priors. */
    String label();

    /** The name of the prior in a summary. */
    String name(Counts counts);

    /**
     * The number lambda that the prior adds to the diagonal of X'X.
     *
     * @param unit what a prior variance of 1 is, divided by the noise variance: 1 if the prior is in units of the noise
     */
    default double lambda(Design design, double unit) {
        return 0.0;
    }

    /**
     * The evidence on some data.
     *
     * @param counts the numbers of observations and columns
     * @param nu the number of observations less the coefficients that all models have
     * @param lambda the result of {@link #lambda}
     * @param noise the noise variance as a part of the response's sum of squares; null if it is unknown
     */
    Evidence evidence(Counts counts, int nu, double lambda, @Nullable Double noise);

    /**
     * A copy with the parameters that the prior estimates from the data, such as g.
     *
     * @param models makes the posterior distribution of models under an evidence
     */
    default CoefficientPrior on(Design design, Function<Evidence, SelectionModel> models) {
        return this;
    }

    /** The prior in a regression that is not linear; {@link #check} refuses such a regression if there is none. */
    default GlmPrior glm(Counts counts) {
        throw new IllegalStateException("checked before: " + label());
    }

    /**
     * Refuses a regression that the prior is not made for. By default it is made for an unknown noise variance, and if
     * {@link #isOfLinear} for linear regressions alone; priors that allow more override this.
     *
     * @param linear whether the regression is linear, as the approximation of a logistic one is
     * @param known whether the noise variance is known, as it is in an approximation
     * @throws IllegalArgumentException if the prior is not for it
     */
    default void check(boolean linear, boolean known) {
        if (linear && known) {
            throw new IllegalArgumentException(
                    "must be gPrior, ridge or bic with noiseVariance or in an approximate regression, not " + label());
        }
        if (!linear && isOfLinear()) {
            throw new IllegalArgumentException("must not be " + label() + " in a regression that is not linear");
        }
    }

    /** Whether the prior is for linear regressions alone. */
    default boolean isOfLinear() {
        return false;
    }

    /**
     * Zellner's prior.
     *
     * @param g NaN for the number of observations
     * @param squared whether it is at least the squared number of columns
     * @param local whether it is the local g-prior of regressions that are not linear
     */
    record G(double g, boolean squared, boolean local) implements CoefficientPrior {

        @Override
        public String label() {
            String value = Double.isNaN(g) ? squared ? "=max(n,p2)" : "=n" : ":" + Numbers.shortest(g);
            return (local ? "local-g" : "g") + value;
        }

        @Override
        public String name(Counts counts) {
            String kind = local ? "local g-prior, g = " : "g-prior, g = ";
            String value = Numbers.shortest(g(counts));
            if (!Double.isNaN(g)) {
                return kind + value;
            }
            return squared
                    ? kind + "max(n, p^2) = " + value + ", " + counts + ", p = " + counts.columns() + " (columns)"
                    : kind + counts;
        }

        private double g(Counts counts) {
            double squares = squared ? (double) counts.columns() * counts.columns() : 0.0;
            return Double.isNaN(g) ? Math.max(counts.n(), squares) : g;
        }

        @Override
        public void check(boolean linear, boolean known) {
            if (local && linear) {
                throw new IllegalArgumentException(
                        "must not be localGPrior in a regression that is linear or approximate; use gPrior");
            }
        }

        @Override
        public GlmPrior glm(Counts counts) {
            return local ? GlmPrior.local(new LocalG.Fixed(g(counts))) : GlmPrior.g(g(counts));
        }

        @Override
        public Evidence evidence(Counts counts, int nu, double lambda, @Nullable Double noise) {
            double value = g(counts);
            return noise == null ? LogRssEvidence.gPrior(value, nu) : KnownVarianceEvidence.gPrior(value, noise);
        }
    }

    /** Independent normal coefficients of columns of standard deviation 1. */
    record Ridge(double tau2) implements CoefficientPrior {

        @Override
        public String label() {
            return "ridge:" + Numbers.shortest(tau2);
        }

        @Override
        public String name(Counts counts) {
            return "independent normal coefficients, tau^2 = " + tau2;
        }

        @Override
        public void check(boolean linear, boolean known) {}

        @Override
        public GlmPrior glm(Counts counts) {
            return GlmPrior.ridge(tau2);
        }

        /**
         * {@inheritDoc} It is the noise variance divided by a coefficient's prior variance, which is tau2 units for
         * columns of standard deviation 1, and n - 1 times as much here, where columns have sum of squares 1.
         */
        @Override
        public double lambda(Design design, double unit) {
            return 1.0 / (tau2 * unit * (design.n() - 1));
        }

        @Override
        public Evidence evidence(Counts counts, int nu, double lambda, @Nullable Double noise) {
            return noise == null ? LogRssEvidence.slab(lambda, nu) : KnownVarianceEvidence.slab(lambda, noise);
        }
    }

    /**
     * Zellner's prior with a prior of g; the local one in a regression that is not linear.
     *
     * @param label the short name
     * @param text the name of the prior of g
     * @param counting whether the prior depends on the number of observations
     * @param isOfLinear whether the prior is for linear regressions alone
     * @param priorOfG makes the prior from the number of observations and the number of coefficients that all models
     *     have
     */
    record Mixture(
            String label,
            String text,
            boolean counting,
            boolean isOfLinear,
            BiFunction<Double, Integer, PriorOfG> priorOfG)
            implements CoefficientPrior {

        @Override
        public String name(Counts counts) {
            return counting ? text + ", " + counts : text;
        }

        @Override
        public GlmPrior glm(Counts counts) {
            return GlmPrior.local(new LocalG.Mixture(priorOfG.apply(counts.n(), 1)));
        }

        @Override
        public Evidence evidence(Counts counts, int nu, double lambda, @Nullable Double noise) {
            return new MixtureEvidence(priorOfG.apply(counts.n(), (int) counts.n() - nu), nu);
        }
    }

    /**
     * Zellner's prior with, in each model, the g of its largest evidence; in a regression that is not linear, the local
     * g-prior with such a g.
     */
    record EmpiricalBayes() implements CoefficientPrior {

        @Override
        public String label() {
            return "eb-local";
        }

        @Override
        public String name(Counts counts) {
            return "local empirical Bayes, the g of largest evidence in each model";
        }

        @Override
        public GlmPrior glm(Counts counts) {
            return GlmPrior.local(new LocalG.EmpiricalBayes());
        }

        @Override
        public Evidence evidence(Counts counts, int nu, double lambda, @Nullable Double noise) {
            return new EmpiricalBayesEvidence(nu);
        }
    }

    /**
     * Zellner's prior with one g for all models, that of their largest evidence together.
     *
     * @param g NaN before it is known
     */
    record GlobalEmpiricalBayes(double g) implements CoefficientPrior {

        @Override
        public String label() {
            return "eb-global";
        }

        @Override
        public String name(Counts counts) {
            return "global empirical Bayes, g = " + Numbers.format("%.4g", g);
        }

        @Override
        public boolean isOfLinear() {
            return true;
        }

        @Override
        public CoefficientPrior on(Design design, Function<Evidence, SelectionModel> models) {
            SelectionModel start = models.apply(LogRssEvidence.gPrior(design.n(), design.freedom())); // any g will do
            return new GlobalEmpiricalBayes(new GlobalG(start, design.freedom()).largest());
        }

        @Override
        public Evidence evidence(Counts counts, int nu, double lambda, @Nullable Double noise) {
            return LogRssEvidence.gPrior(g, nu);
        }
    }

    /** The Bayesian information criterion. */
    record Bic() implements CoefficientPrior {

        @Override
        public String label() {
            return "bic";
        }

        @Override
        public String name(Counts counts) {
            return "BIC, " + counts;
        }

        @Override
        public void check(boolean linear, boolean known) {}

        @Override
        public GlmPrior glm(Counts counts) {
            return GlmPrior.bic(counts.n());
        }

        @Override
        public Evidence evidence(Counts counts, int nu, double lambda, @Nullable Double noise) {
            return noise == null ? LogRssEvidence.bic(counts.n(), nu) : KnownVarianceEvidence.bic(counts.n(), noise);
        }
    }

    /** An evidence that the caller wrote. */
    record Own(Evidence evidence) implements CoefficientPrior {

        @Override
        public String label() {
            return "evidence of the caller";
        }

        @Override
        public String name(Counts counts) {
            return label();
        }

        @Override
        public boolean isOfLinear() {
            return true;
        }

        @Override
        public Evidence evidence(Counts counts, int nu, double lambda, @Nullable Double noise) {
            return evidence;
        }
    }
}
