package dev.lbp.select.prior;

import org.apache.commons.math3.special.Beta;

/** The prior {@code log B(a + size, b + p - size) - log B(a, b)}, B the beta function. */
record BetaBinomialInclusion(double a, double b) implements Inclusion {

    @Override
    public double logPrior(int size, int p) {
        return logBeta(a + size, b + (p - size)) - logBeta(a, b);
    }

    /** log B(x, y). Near 0, where the library's function fails, {@code B(x, y) = B(x + 1, y) (x + y) / x}. */
    private static double logBeta(double x, double y) {
        if (x < 1.0) {
            return logBeta(x + 1.0, y) + Math.log(x + y) - Math.log(x);
        }
        return y < 1.0 ? logBeta(y, x) : Beta.logBeta(x, y);
    }

    @Override
    public boolean isOfSizes() {
        return true;
    }

    @Override
    public String toString() {
        return "beta-binomial(" + a + ", " + b + ")";
    }
}
