package dev.lbp.internal.select.prior;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A mixture of g-priors: {@code beta ~ N(0, g sigma^2 (X'X)^-1)} and {@code p(sigma^2) ~ 1/sigma^2} with a prior of g.
 * The model without columns has log-evidence 0.
 *
 * <p>Given the model, the expectation of {@code (1 + g)^-1} is the evidence of k + 2 columns divided by that of k, at
 * the same rss, since k enters the integral as {@code (1 + g)^(-k/2)}; that of {@code (1 + g)^-2} has k + 4.
 */
public final class MixtureEvidence implements AdditionEvidence {

    private static final long serialVersionUID = 1L;

    private final PriorOfG prior;
    private final int nu;

    /** Whether the prior of g depends on k. */
    private final boolean varies;

    /**
     * The table of k columns, at k; null until it is first needed. k is at most nu - 1, and up to 4 more for moments.
     * If the prior varies with k, the table of k and {@code more} is at {@code 3 k + more / 2}.
     */
    private final AtomicReferenceArray<EvidenceTable> tables;

    /**
     * @param nu number of observations less the coefficients that all models have
     */
    public MixtureEvidence(PriorOfG prior, int nu) {
        this.prior = prior;
        this.nu = nu;
        this.varies = !prior.of(1).equals(prior.of(2));
        // k + more is at most nu + 3; if the prior varies, each k has three tables, with more = 0, 2 and 4
        this.tables = new AtomicReferenceArray<>((nu + 4) * (varies ? 3 : 1));
    }

    /**
     * The table of the log-evidence of {@code k + more} columns under the prior of g in models of k columns. Two
     * threads may both make it, with the same numbers.
     *
     * @param more 0 for the evidence of k columns; 2 or 4 for the moments of {@code 1 / (1 + g)} in their model
     */
    private EvidenceTable table(int k, int more) {
        // Where the prior of g is one for all k, the table of k and `more` is that of k + more columns.
        int place = varies ? 3 * k + more / 2 : k + more;
        EvidenceTable table = tables.get(place);
        if (table == null) {
            table = new EvidenceTable(prior.of(k), nu, k + more);
            tables.set(place, table);
        }
        return table;
    }

    @Override
    public double logEvidence(int k, double rss, double logDet) {
        LogRssEvidence.checkFit(rss);
        return value(k, u(rss));
    }

    /** -log rss, but at least 0: rounding can make rss larger than 1. */
    private static double u(double rss) {
        return Math.max(-Math.log(rss), 0.0);
    }

    /** {@inheritDoc} It is the slope under an infinite g, as the slope {@code (nu/2) g / (1 + g rss)} rises with g. */
    @Override
    public double slope(double rss) {
        return 0.5 * nu / rss;
    }

    private double value(int k, double u) {
        return value(k, 0, u);
    }

    /** The log-evidence at u = -log rss of {@code k + more} columns, under the prior of g in models of k columns. */
    private double value(int k, int more, double u) {
        return k + more == 0 ? 0.0 : table(k, more).value(u);
    }

    @Override
    public void additions(int k, double rss, double[] squares, double[] pivots, double[] out) {
        double u = u(rss);
        double here = value(k, u);
        EvidenceTable more = table(k + 1, 0);
        for (int j = 0; j < out.length; j++) {
            double square = squares[j];
            double s = square / (pivots[j] * rss); // the part of rss that column j explains
            double rise; // -log(1 - s), by which u = -log rss rises with the column
            if (s < LogRssEvidence.SERIES) { // as 2 artanh(z)
                double z = s / (2.0 - s);
                rise = 2.0 * z * LogRssEvidence.series(z);
            } else {
                rise = -Math.log1p(-Math.min(s, LogRssEvidence.MOST_PART));
            }
            out[j] = more.value(u + rise) - here;
        }
    }

    /**
     * {@inheritDoc} It is the mean of {@code g/(1 + g) = 1 - 1/(1 + g)}. The mean of 1/(1 + g) is the evidence of k + 2
     * columns divided by that of k.
     */
    @Override
    public double shrinkage(int k, double rss) {
        return -Math.expm1(value(k, 2, u(rss)) - value(k, u(rss)));
    }

    @Override
    public double shrinkageVariance(int k, double rss) {
        double u = u(rss);
        double rest = Math.exp(value(k, 2, u) - value(k, u)); // E[1/(1 + g)]
        // the variance of 1/(1 + g), which is that of g/(1 + g): E[1/(1 + g)^2] less the squared mean
        return Math.max(Math.exp(value(k, 4, u) - value(k, u)) - rest * rest, 0.0);
    }

    /**
     * The expectation over g of the variance given g, that of a t distribution with nu degrees of freedom: the mean of
     * {@code (1 - r) (rss + (1 - rss) r)} with r = 1/(1 + g), divided by nu - 2.
     */
    @Override
    public double variance(int k, double rss) {
        if (nu <= 2) {
            return Double.POSITIVE_INFINITY;
        }
        double u = u(rss);
        double rest = Math.exp(value(k, 2, u) - value(k, u)); // E[1/(1 + g)]
        double square = Math.exp(value(k, 4, u) - value(k, u)); // E[1/(1 + g)^2]
        return (rss * (1.0 - rest) + (1.0 - rss) * (rest - square)) / (nu - 2);
    }

    /**
     * {@inheritDoc} A part for each of some values of g; given g, coefficients are as under {@link
     * LogRssEvidence#gPrior}.
     */
    @Override
    public PosteriorPart[] parts(int k, double rss) {
        if (k == 0) {
            return PosteriorPart.student(1.0, rss / nu, nu);
        }
        double[][] nodes = new IntegralOverG(prior.of(k), nu, k).nodes(u(rss));
        PosteriorPart[] parts = new PosteriorPart[nodes.length];
        for (int i = 0; i < parts.length; i++) {
            double shrinkage = nodes[i][1]; // g/(1 + g); nodes[i][0] is the weight of this g
            double sigma2 = (1.0 - shrinkage + shrinkage * rss) / nu;
            parts[i] = new PosteriorPart(nodes[i][0], shrinkage, shrinkage * sigma2, sigma2, nu);
        }
        return parts;
    }

    @Override
    public double noise(int k, double rss) {
        double rest = Math.exp(value(k, 2, u(rss)) - value(k, u(rss))); // E[1/(1 + g)]
        return nu > 2 ? (rss + (1.0 - rss) * rest) / (nu - 2) : Double.POSITIVE_INFINITY;
    }
}
