package dev.lbp.select.prior;

import java.io.Serializable;

/**
 * The evidence of a linear model: the probability of the data given the set of its variables, with coefficients and
 * noise integrated out. Every prior of coefficients that {@code VariableSelection} knows is a function of three numbers
 * of the model.
 *
 * <p>The response and each column are centred and scaled to sum of squares 1. X is the matrix of the model's columns,
 * {@code A = X'X + lambda I}, and lambda is 0 but for ridge priors.
 */
public interface Evidence extends Serializable {

    /**
     * The logarithm of the evidence, up to a constant that is the same for all models.
     *
     * @param k number of columns of the model, at least 0
     * @param rss {@code 1 - y'X A^-1 X'y}, in [0, 1]: the residual sum of squares as a part of the total one,
     *     {@code 1 - R^2} if lambda is 0
     * @param logDet {@code log det A}
     * @return finite
     */
    double logEvidence(int k, double rss, double logDet);

    /**
     * The factor c in the posterior mean of the coefficients, {@code c A^-1 X'y}.
     *
     * @param k number of columns of the model
     * @param rss the residual sum of squares as a part of the total one, in [0, 1]
     * @return 1 by default
     */
    default double shrinkage(int k, double rss) {
        return 1.0;
    }

    /**
     * The factor v in the posterior covariance of the coefficients, {@code v A^-1}.
     *
     * @param k number of columns of the model
     * @param rss the residual sum of squares as a part of the total one, in [0, 1]
     * @return NaN by default: coefficients and predictions then have no standard deviation
     */
    default double variance(int k, double rss) {
        return Double.NaN;
    }

    /**
     * The posterior variance of {@link #shrinkage}, where it depends on a parameter that has a prior of its own.
     *
     * @param k number of columns of the model
     * @param rss the residual sum of squares as a part of the total one, in [0, 1]
     * @return 0 by default
     */
    default double shrinkageVariance(int k, double rss) {
        return 0.0;
    }

    /**
     * The posterior mean of the noise variance of a model, as a part of the response's sum of squares.
     *
     * @param k number of columns of the model
     * @param rss the residual sum of squares as a part of the total one, in [0, 1]
     * @return {@code variance / shrinkage} by default: right if the covariance is {@code shrinkage sigma^2 A^-1}, as
     *     under Zellner's g-prior
     */
    default double noise(int k, double rss) {
        return variance(k, rss) / shrinkage(k, rss);
    }
}
