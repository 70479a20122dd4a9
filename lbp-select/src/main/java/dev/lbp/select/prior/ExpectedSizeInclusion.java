package dev.lbp.select.prior;

import dev.lbp.internal.Check;

/** Each variable is in with probability m / p. */
record ExpectedSizeInclusion(double m) implements Inclusion {

    @Override
    public double logPrior(int size, int p) {
        Check.that(m < p, "be < p=" + p + ", the number of variables", "m", m);
        return new BernoulliInclusion(m / p).logPrior(size, p);
    }

    @Override
    public boolean isOfSizes() {
        return true;
    }

    @Override
    public String toString() {
        return "expected size " + m;
    }
}
