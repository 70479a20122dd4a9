package dev.lbp.select;

import org.apache.commons.math3.special.Beta;

/** {@code log B(a + size, b + p - size) - log B(a, b)}. */
record BetaBinomialInclusion(double a, double b) implements Inclusion {

    @Override
    public double logPrior(int size, int p) {
        return Beta.logBeta(a + size, b + p - size) - Beta.logBeta(a, b);
    }

    @Override
    public String toString() {
        return "beta-binomial(" + a + ", " + b + ")";
    }
}
