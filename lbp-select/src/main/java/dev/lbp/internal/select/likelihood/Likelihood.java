package dev.lbp.internal.select.likelihood;

import java.io.Serializable;

/**
 * The log-likelihood of a response as a function of the linear predictor, one number eta for each row. It is concave
 * unless a size is estimated, and known up to a constant that is the same for all models.
 */
public interface Likelihood extends Serializable {

    /** The number of rows. */
    int rows();

    /** The likelihood's name in words, for a summary. */
    String name();

    /** Whether the linear predictor eta has a constant term. */
    boolean hasConstant();

    /** The number of observations that priors count: the sum of the rows' weights, or of the events' weights. */
    double observations();

    /** A rough linear predictor eta of a row in the model without variables, where a fit starts. */
    double typical();

    /** The offset: the part of each row's linear predictor eta that is known and has no coefficient. */
    double[] offset();

    /** A new object that evaluates the log-likelihood, for one thread. */
    Curve newCurve();

    /** The distribution of one new response, given its eta. */
    ResponseMoments moments();

    /**
     * The distribution of one new response, given its eta and a size that was estimated.
     *
     * @param size {@link Curve#size}; NaN, which is not used, if the family has none to estimate
     */
    default ResponseMoments moments(double size) {
        return moments();
    }

    /** The log-likelihood near the last eta it was evaluated at: its gradient, and minus its second derivatives W. */
    interface Curve {

        /** Evaluates at eta, and returns the log-likelihood, up to a constant. */
        double at(double[] eta);

        /** Forgets earlier evaluations, so that the next ones do not depend on them. */
        default void restart() {}

        /** The size of a negative binomial distribution that fits best at the last eta; NaN if it is not estimated. */
        default double size() {
            return Double.NaN;
        }

        /** The logarithm of the standard deviation of log size at the last eta; 0 if no size is estimated. */
        default double logSpread() {
            return 0.0;
        }

        /**
         * If the size of a negative binomial distribution is estimated, makes W until the next evaluation that of a
         * known size, which is positive definite. Returns whether this changes W.
         */
        default boolean decouple() {
            return false;
        }

        /** The gradient, [n]; valid until the next evaluation. */
        double[] score();

        /** Computes {@code out = W x}. */
        void weigh(double[] x, double[] out);

        /**
         * Computes {@code x'Wx} for all columns, in single precision, with the W of a known size.
         *
         * @param rows [n][p]
         * @param out [p]
         */
        void squares(float[][] rows, float[] out);
    }

    /** The mean, the variance and, for counts, the distribution function of one response, given its eta. */
    interface ResponseMoments extends Serializable {

        double mean(double eta);

        double variance(double eta);

        /** The derivative of the mean by eta, if the mean is a probability that rises from 0 to 1; NaN otherwise. */
        default double slope(double eta) {
            return Double.NaN;
        }

        /** The largest possible mean. */
        default double mostMean() {
            return Double.POSITIVE_INFINITY;
        }

        /** Whether a response is a count. */
        default boolean isCount() {
            return false;
        }

        /** The probability of at most a count; NaN if a response is none. */
        default double atMost(double count, double eta) {
            return Double.NaN;
        }
    }
}
