package dev.lbp.models.factor;

import dev.lbp.target.CategoricalModel;
import dev.lbp.target.SiteGraph;
import dev.lbp.target.SiteNames;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/** A {@link FactorModel} of sites with their own numbers of values; {@link FactorModel#values} makes one. */
public final class FactorCategories implements FactorModel, CategoricalModel {

    private static final long serialVersionUID = 1L;

    private final Terms terms;
    private final int values;
    private final ValueRows rows;

    FactorCategories(Terms terms) {
        this.terms = terms;
        this.values = terms.mostValues();
        this.rows = new ValueRows(terms);
    }

    @Override
    public int dimension() {
        return terms.sites();
    }

    /** The largest number of values of a site. */
    @Override
    public int values() {
        return values;
    }

    @Override
    public int values(int site) {
        return terms.values(site);
    }

    @Override
    public SiteNames siteNames() {
        return terms.siteNames();
    }

    @Override
    public FactorGraph factorGraph() {
        return terms.graph();
    }

    /** The name, N and the number of terms. */
    @Override
    public String toString() {
        return terms.describe(name());
    }

    @Override
    public Tracker newTracker() {
        return new ValueTermTracker(terms, rows);
    }

    /** Empty if the graph would have too many pairs. */
    @Override
    public Optional<SiteGraph> graph() {
        return terms.siteGraph();
    }

    /** Uniform values; if they are impossible, a search for a possible state begins from them. */
    @Override
    public int[] randomState(UniformRandomProvider rng) {
        return rows.others.possibleState(terms, rng);
    }
}
