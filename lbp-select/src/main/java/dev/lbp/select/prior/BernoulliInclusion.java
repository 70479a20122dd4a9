package dev.lbp.select.prior;

/** Each variable is in with probability h. */
record BernoulliInclusion(double h) implements Inclusion {

    @Override
    public double logPrior(int size, int p) {
        return size * Math.log(h) + (p - size) * Math.log1p(-h);
    }

    @Override
    public String toString() {
        return "Bernoulli(" + h + ")";
    }
}
