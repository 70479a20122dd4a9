package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.Names;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.report.ReportTerms;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.SiteNames;
import dev.lbp.target.Target;

/**
 * Finds the sites and values of a model by name, or by number if they have no names.
 *
 * @param most the number of values of a site; the largest number if sites differ
 */
public record NamedSites(Target model, SiteNames names, int sites, int most) {

    static NamedSites of(RunTarget<?> target) {
        Target model = target.model();
        int most = Math.max(2, target.space().cellsPerSite()); // a bit has one cell
        return new NamedSites(model, ModelCalls.namesOf(model), target.space().sites(), most);
    }

    /**
     * The index of the site with a name.
     *
     * @throws IllegalArgumentException if there is none; the message lists the nearest names
     */
    public int site(String name) {
        return Names.find("a site", Check.notNull("site", name), sites, names::site);
    }

    /**
     * The value of a site that has a name.
     *
     * @throws IllegalArgumentException if the site has none of this name; the message lists the nearest names
     */
    public int value(int site, String name) {
        String kind = "a value of site " + names.site(site);
        return Names.find(kind, Check.notNull("value", name), values(site), k -> names.value(site, k));
    }

    /** The number of values of a site. */
    int values(int site) {
        return model instanceof CategoricalModel categories ? categories.values(site) : most;
    }

    /** The names of sites and values for reports. */
    ReportTerms terms() {
        return new ReportTerms(names.sites(), names.values());
    }
}
