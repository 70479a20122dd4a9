package dev.lbp.models.factor;

import dev.lbp.target.SiteNames;

/** What the models of terms have in common. */
abstract sealed class TermModel implements FactorModel permits FactorBits, FactorCategories {

    private static final long serialVersionUID = 1L;

    final Terms terms;

    TermModel(Terms terms) {
        this.terms = terms;
    }

    @Override
    public final int dimension() {
        return terms.sites();
    }

    @Override
    public final int values(int site) {
        return terms.values(site);
    }

    @Override
    public final SiteNames siteNames() {
        return terms.siteNames();
    }

    @Override
    public final FactorGraph factorGraph() {
        return terms.graph();
    }

    /** The name, N and the number of terms. */
    @Override
    public final String toString() {
        return terms.describe(name());
    }
}
