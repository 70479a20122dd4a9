package dev.lbp.result;

/**
 * A site whose marginal differs between chains by more than chance.
 *
 * @param site in [0, N)
 * @param fRatio the variance between the means of the chains, relative to the variance that batch means within a chain
 *     explain; see {@link RunResult#fRatios}; infinite if the site is constant within each chain
 * @param marginals P(x = value) over the draws of each chain, [chains]; NaN for a chain without draws
 * @param value 1 for bits; for whole numbers the value of the site whose marginals are furthest apart
 */
public record SiteDisagreement(int site, double fRatio, double[] marginals, int value) {

    /** A disagreement at a site of bits, whose marginals are P(x = 1). */
    public SiteDisagreement(int site, double fRatio, double[] marginals) {
        this(site, fRatio, marginals, 1);
    }
}
