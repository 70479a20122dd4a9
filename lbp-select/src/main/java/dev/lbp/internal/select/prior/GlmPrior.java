package dev.lbp.internal.select.prior;

import dev.lbp.internal.Check;
import java.io.Serializable;

/**
 * The prior of the coefficients of a generalised linear model, {@code N(0, P^-1)} with
 *
 * <pre>{@code P = ridge I + information Z'W0 Z}</pre>
 *
 * <p>Z are the model's columns less their projection on the columns that all models have, and W0 is the information of
 * the model without variables. Where both numbers are 0, the fit is that of a flat prior and each column costs {@code
 * penalty}.
 *
 * <p>The local g-prior has such a fit. It is {@code N(0, g S^-1)} for the coefficients, S their information at the
 * largest likelihood of the model itself, given the columns that all models have (Li and Clyde 2018,
 * doi:10.1080/01621459.2018.1469992, whose evidence BAS computes).
 *
 * @param ridge the precision of columns of standard deviation 1, at least 0
 * @param information 1/g of Zellner's prior, at least 0
 * @param penalty the amount that each column takes off the log-evidence, at least 0
 * @param local g of the local g-prior; 0 if it is another
 */
public record GlmPrior(double ridge, double information, double penalty, double local) implements Serializable {

    /** No prior, and no penalty. */
    public static final GlmPrior FLAT = new GlmPrior(0.0, 0.0, 0.0, 0.0);

    public static GlmPrior ridge(double tau2) {
        return new GlmPrior(1.0 / tau2, 0.0, 0.0, 0.0);
    }

    public static GlmPrior g(double g) {
        return new GlmPrior(0.0, 1.0 / g, 0.0, 0.0);
    }

    /** @param n the number of observations, at least 1 */
    public static GlmPrior bic(double n) {
        Check.that(n >= 1.0, "be at least 1 for bic", "the number of observations, the sum of their weights", n);
        return new GlmPrior(0.0, 0.0, 0.5 * Math.log(n), 0.0);
    }

    public static GlmPrior localG(double g) {
        return new GlmPrior(0.0, 0.0, 0.5 * Math.log1p(g), g);
    }

    public boolean isLocal() {
        return local > 0.0;
    }

    /** What the local g-prior multiplies estimates by. */
    public double shrinkage() {
        return local / (1.0 + local);
    }

    /** Whether fits are those of the largest likelihood. */
    public boolean isFlat() {
        return ridge == 0.0 && information == 0.0;
    }

    public boolean isInformed() {
        return information > 0.0;
    }
}
