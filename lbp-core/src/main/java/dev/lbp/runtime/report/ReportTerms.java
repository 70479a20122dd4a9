package dev.lbp.runtime.report;

import java.util.List;

/**
 * What summaries and reports call the parts of a state.
 *
 * @param sites names of the sites; empty if they have numbers
 * @param values names of the values of a site; empty if they have numbers
 */
public record ReportTerms(List<String> sites, List<String> values) {

    /** Numbers from 0. */
    public static final ReportTerms NUMBERS = new ReportTerms(List.of(), List.of());

    String site(int site) {
        return sites.isEmpty() ? "Site " + site : sites.get(site);
    }

    String value(int value) {
        return values.isEmpty() ? String.valueOf(value) : values.get(value);
    }
}
