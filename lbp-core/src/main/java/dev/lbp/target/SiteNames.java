package dev.lbp.target;

import dev.lbp.internal.Check;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;

/**
 * The names of a model's sites and of their values. A site or value without a name goes by its number, from 0.
 *
 * @param sites one for each site, distinct; or none
 * @param values for each site one for each of its values, distinct; or none
 */
public record SiteNames(List<String> sites, List<List<String>> values) implements Serializable {

    /** No names: sites and values go by their numbers. */
    public static final SiteNames NONE = new SiteNames(List.of(), List.of());

    private static final long serialVersionUID = 1L;

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if two sites, or two values of a site, have one name
     */
    public SiteNames {
        sites = distinct("sites", sites);
        values = Check.notNull("values", values).stream()
                .map(names -> distinct("values of a site", names))
                .toList();
    }

    private static List<String> distinct(String argument, List<String> names) {
        List<String> own = List.copyOf(Check.notNull(argument, names));
        Check.that(new HashSet<>(own).size() == own.size(), "have distinct names", argument, own);
        return own;
    }

    /** The name of a site, or its number. */
    public String site(int site) {
        return sites.isEmpty() ? Integer.toString(site) : sites.get(site);
    }

    /** The name of a value of a site, or its number. */
    public String value(int site, int value) {
        return values.isEmpty() ? Integer.toString(value) : values.get(site).get(value);
    }
}
