package dev.lbp.result;

/**
 * A site whose marginal differs between chains by more than chance.
 *
 * @param site in [0, N)
 * @param fRatio the variance between the means of the chains, relative to the variance that batch means within a chain explain;
 *     see {@link SampleResult#fRatios}; infinite if the site is constant within each chain
 * @param marginals P(x = 1) over the draws of each chain, [chains]; NaN for a chain without draws
 */
public record SiteDisagreement(int site, double fRatio, double[] marginals) {}
