package dev.lbp.result;

/**
 * A site whose marginal differs between chains by more than chance.
 *
 * @param site in [0, N)
 * @param fRatio how much wider the means of the chains spread than batch means within a chain explain, see {@link
 *     SampleResult#fRatios}; infinite if the site is constant within each chain
 * @param marginals P(x = 1) over the draws of each chain, [chains]; NaN of a chain without draws
 */
public record SiteDisagreement(int site, double fRatio, double[] marginals) {}
