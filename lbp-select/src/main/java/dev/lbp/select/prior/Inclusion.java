package dev.lbp.select.prior;

import dev.lbp.internal.Check;
import java.io.Serializable;

/**
 * The prior distribution of models: the probability of a set of variables before the data are seen. It depends only on
 * the number of variables in the set.
 */
public interface Inclusion extends Serializable {

    /**
     * The logarithm of the prior probability of one given model, up to a constant.
     *
     * @param size number of variables in the model, 0 to p
     * @param p number of candidate variables, at least 1
     * @return not NaN, less than +Infinity; -Infinity excludes all models of this size
     */
    double logPrior(int size, int p);

    /**
     * Whether this prior is one of sizes. It matters where {@link Heredity} excludes models: then each size keeps its
     * probability, {@code logPrior} of a model times the number of all sets of this size, and the allowed models of the
     * size share it equally. Else the allowed models keep their ratios, as they do in BAS.
     *
     * @return false by default
     */
    default boolean isOfSizes() {
        return false;
    }

    /**
     * Each variable is in the model with probability h, independently of the others; under {@link Heredity} given that
     * the model is allowed, so that with h = 1/2 all allowed models are equally probable.
     *
     * @param h in (0, 1)
     */
    static Inclusion bernoulli(double h) {
        return new BernoulliInclusion(Check.inOpenUnit("h", h));
    }

    /**
     * Each variable is in the model with one unknown probability, which has a Beta(a, b) distribution. Beta(1, 1) makes
     * all model sizes from 0 to p equally probable, also under {@link Heredity}, and so corrects for the number of
     * variables (Scott and Berger 2010, doi:10.1214/10-AOS792).
     *
     * @param a finite and > 0
     * @param b finite and > 0
     */
    static Inclusion betaBinomial(double a, double b) {
        return new BetaBinomialInclusion(Check.positive("a", a), Check.positive("b", b));
    }

    /**
     * Each variable is in the model with probability {@code m / p}, so that the model has m variables on average; also
     * under {@link Heredity}.
     *
     * @param m finite and > 0; {@link #logPrior} refuses m >= p
     */
    static Inclusion expectedSize(double m) {
        return new ExpectedSizeInclusion(Check.positive("m", m));
    }
}
