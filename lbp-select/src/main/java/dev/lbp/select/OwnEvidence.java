package dev.lbp.select;

import dev.lbp.internal.select.prior.LinearEvidence;

/** An evidence of the caller, as regressions use it. */
record OwnEvidence(Evidence own) implements LinearEvidence {

    @Override
    public double logEvidence(int k, double rss, double logDet) {
        return own.logEvidence(k, rss, logDet);
    }

    @Override
    public double shrinkage(int k, double rss) {
        return own.shrinkage(k, rss);
    }

    @Override
    public double variance(int k, double rss) {
        return own.variance(k, rss);
    }

    @Override
    public double shrinkageVariance(int k, double rss) {
        return own.shrinkageVariance(k, rss);
    }

    @Override
    public double noise(int k, double rss) {
        return own.noise(k, rss);
    }
}
