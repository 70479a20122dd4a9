package dev.lbp.select;

import java.util.List;

/** Holds the records that are the rows of a {@link SelectionResult}'s tables: variables, models, coefficients. */
public abstract class SelectionTables {

    SelectionTables() {}

    /**
     * The probability that a variable is in the model.
     *
     * @param probability in [0, 1], the posterior inclusion probability (PIP)
     * @param error its standard error: 0 if exact, else at least 1 over the squared number of draws of all chains
     * @param averaged if sampled, whether it is an average of conditional probabilities over draws; else it is the
     *     share of draws that have the variable. In a regression that is not linear that of the smaller error is taken
     * @param prior the probability before the data are seen, the same for all variables
     */
    public record Variable(String name, double probability, double error, boolean averaged, double prior) {

        /**
         * The inclusion Bayes factor: by how much the data multiply the odds that the variable is in, against all
         * models without it. Infinite if the probability is exactly 1, to rounding. If sampled the probability is taken
         * no nearer to 0 or 1 than its standard error, so that there the factor is a bound.
         */
        public double bayesFactor() {
            double told = Math.min(Math.max(probability, error), 1.0 - error);
            return told / (1.0 - told) * ((1.0 - prior) / prior);
        }
    }

    /**
     * One model.
     *
     * @param variables that are in, beside those that are always in
     * @param probability the posterior probability; if sampled the share of draws, which estimates it
     * @param error standard error of the probability: 0 if exact; NaN if the chains drew it always, or never
     * @param relative the part that the model has of the probability of all models known: if exact the probability
     *     again; if sampled too large by what the models hold that were not drawn
     * @param logEvidence the log-evidence (marginal likelihood) less that of the model without candidates: the
     *     logarithm of the Bayes factor against that model
     * @param rSquared the part of the response's variance that the model explains, beyond the variables that are always
     *     in; in a regression that is not linear that of the likelihood ratio, {@code 1 - exp(-2 (l - l0) / n)}, and in
     *     an approximate one that of the linear regression on 0 and 1; NaN if the model is impossible
     */
    public record Model(
            List<String> variables,
            double probability,
            double error,
            double relative,
            double logEvidence,
            double rSquared) {
        /** Copies the list. */
        public Model {
            variables = List.copyOf(variables);
        }

        /**
         * Whether the prior and the data allow the model. One that has two copies of a column is impossible, and so is
         * one of more variables than models may have; its log-evidence is negative infinity.
         */
        public boolean isPossible() {
            return logEvidence > Double.NEGATIVE_INFINITY;
        }

        /**
         * The Bayes factor against another model of the same result: how much more probable the data are under this
         * one.
         */
        public double bayesFactor(Model against) {
            return Math.exp(logEvidence - against.logEvidence);
        }
    }

    /**
     * A coefficient in the units of the data, averaged over models. It is 0 in a model without its variable. In a
     * logistic regression it is a log-odds ratio, in regressions of counts and of survival times the logarithm of a
     * ratio of rates. In an {@link VariableSelection#approximate} regression it is too near to 0 if the effect is
     * strong.
     *
     * <p>In one model it has a t distribution if the noise variance is integrated out, with n - k degrees of freedom
     * under BIC and mixed over g if g is unknown, and a normal one in other regressions and under an evidence of the
     * caller. The interval and the signs are those of the mixture of these over models, and of 0.
     *
     * @param column the variable, or {@code factor=level}
     * @param probability that it is in the model, that of its {@link Variable}, so that {@code P(b = 0) = 1 -
     *     probability}
     * @param mean posterior mean
     * @param error standard error of the mean: 0 if exact; NaN if a sampled one never changed
     * @param sd posterior standard deviation; NaN if the evidence has no variances
     * @param meanIfIn mean over the models that have the variable; NaN if none has
     * @param sdIfIn standard deviation over these models; NaN if there are none
     * @param lower lower end of the credible interval, with as much probability below it as above the upper end; NaN if
     *     the evidence has no variances
     * @param upper upper end of the credible interval
     * @param positive {@code P(b > 0)}
     * @param negative {@code P(b < 0)}
     * @see SelectionResult#ratio what the exponential of a coefficient is called
     */
    public record Coefficient(
            String column,
            double probability,
            double mean,
            double error,
            double sd,
            double meanIfIn,
            double sdIfIn,
            double lower,
            double upper,
            double positive,
            double negative) {

        /** The exponential of the mean: an odds ratio, a ratio of rates or of hazards for one unit of the column. */
        public double ratio() {
            return Math.exp(mean);
        }

        /** The lower end of the credible interval of the ratio. */
        public double lowerRatio() {
            return Math.exp(lower);
        }

        /** The upper end of the credible interval of the ratio. */
        public double upperRatio() {
            return Math.exp(upper);
        }
    }
}
