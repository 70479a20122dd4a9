package dev.lbp.runtime.report;

import dev.lbp.result.TemperingResult;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What summaries and reports call the parts of a state, and the slots of a ladder.
 *
 * @param sites names of the sites; empty if they have numbers
 * @param values for each site names of its values; empty if they have numbers
 * @param beta the inverse temperature of a part of the target that alone is tempered; NaN if all of it is
 */
public record ReportTerms(List<String> sites, List<List<String>> values, double beta) {

    /** Numbers from 0. */
    public static final ReportTerms NUMBERS = new ReportTerms(List.of(), List.of());

    /** The terms of a target that is tempered as a whole. */
    public ReportTerms(List<String> sites, List<List<String>> values) {
        this(sites, values, Double.NaN);
    }

    /** Whether all of the target is tempered, so that the slots of a ladder have an energy, {@code -log pi / beta}. */
    boolean energies() {
        return Double.isNaN(beta);
    }

    /** The inverse temperature of the target of a ladder. */
    double targetBeta(TemperingResult ladder) {
        return energies() ? ladder.observables().targetBeta() : beta;
    }

    String site(int site) {
        return sites.isEmpty() ? "Site " + site : sites.get(site);
    }

    /** Names for bits: a site, and what its 1 means if values have names; none if sites have numbers. */
    public List<String> ones() {
        return values.isEmpty()
                ? sites
                : IntStream.range(0, sites.size())
                        .mapToObj(i -> sites.get(i) + "=" + value(i, 1))
                        .toList();
    }

    String value(int site, int value) {
        return values.isEmpty() ? String.valueOf(value) : values.get(site).get(value);
    }

    /** What heads a column with one value of all sites: its name if all sites name it alike, else its number. */
    String column(int value) {
        boolean shared = !values.isEmpty() && values.stream().allMatch(values.get(0)::equals);
        return shared ? values.get(0).get(value) : String.valueOf(value);
    }
}
