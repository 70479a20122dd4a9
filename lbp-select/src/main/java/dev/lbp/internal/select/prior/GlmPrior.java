package dev.lbp.internal.select.prior;

import dev.lbp.internal.Check;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The prior of the coefficients of a generalised linear model, {@code N(0, P^-1)} with
 *
 * <pre>{@code P = ridge I + information Z'W0 Z}</pre>
 *
 * <p>Z are the model's columns less their projection on the columns that all models have, and W0 is the information of
 * the model without variables. If ridge and information are 0, the fit is that of the largest likelihood, and each
 * column costs {@code penalty}. Under a {@link LocalG} the fit is that of the largest likelihood, too.
 *
 * @param ridge the precision of columns of standard deviation 1, at least 0
 * @param information 1/g of Zellner's prior, at least 0
 * @param penalty the amount that each column takes off the log-evidence, at least 0
 * @param local the local g-prior; null for other priors
 */
public record GlmPrior(
        double ridge,
        double information,
        double penalty,
        @Nullable LocalG local) implements Serializable {

    /** No prior, and no penalty. */
    public static final GlmPrior FLAT = new GlmPrior(0.0, 0.0, 0.0, null);

    public static GlmPrior ridge(double tau2) {
        return new GlmPrior(1.0 / tau2, 0.0, 0.0, null);
    }

    public static GlmPrior g(double g) {
        return new GlmPrior(0.0, 1.0 / g, 0.0, null);
    }

    /**
     * The Bayesian information criterion: no prior, and a penalty of {@code log(n) / 2} for each column.
     *
     * @param n the number of observations, at least 1
     */
    public static GlmPrior bic(double n) {
        Check.that(n >= 1.0, "be at least 1 for bic", "the number of observations, the sum of their weights", n);
        return new GlmPrior(0.0, 0.0, 0.5 * Math.log(n), null);
    }

    public static GlmPrior local(LocalG local) {
        return new GlmPrior(0.0, 0.0, 0.0, local);
    }

    /**
     * An approximation of the change of the log-evidence if columns enter or leave a model whose fit is that of the
     * largest likelihood. Each column costs the penalty (BIC), or under a local g-prior the likelihood has a factor
     * that depends on the Wald statistic, which rises by about twice the rise of the log-likelihood.
     *
     * @param k number of columns before
     * @param wald the Wald statistic of these columns
     * @param columns the number of columns that enter; negative if they leave
     * @param rise of the log-likelihood
     */
    public double change(int k, double wald, int columns, double rise) {
        return local == null
                ? rise - columns * penalty
                : rise
                        + local.estimatedLogFactor(k + columns, Math.max(wald + 2.0 * rise, 0.0))
                        - local.estimatedLogFactor(k, wald);
    }

    /** Whether P is 0, so that a fit is at the largest likelihood. */
    public boolean isFlat() {
        return ridge == 0.0 && information == 0.0;
    }

    /** Whether P has the term of the data's information, {@code information Z'W0 Z}. */
    public boolean isInformed() {
        return information > 0.0;
    }
}
