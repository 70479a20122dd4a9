package dev.lbp.internal.select.prior;

import java.io.Serializable;

/** The evidence of a linear model, as {@code Evidence} defines it: a function of three numbers of the model. */
public interface LinearEvidence extends Serializable {

    double logEvidence(int k, double rss, double logDet);

    default double shrinkage(int k, double rss) {
        return 1.0;
    }

    default double variance(int k, double rss) {
        return Double.NaN;
    }

    default double shrinkageVariance(int k, double rss) {
        return 0.0;
    }

    default double noise(int k, double rss) {
        return variance(k, rss) / shrinkage(k, rss);
    }
}
