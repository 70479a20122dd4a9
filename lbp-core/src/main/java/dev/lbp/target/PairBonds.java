package dev.lbp.target;

import dev.lbp.internal.Check;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A log-probability of pairs and fields, {@code log pi(x) = constant + sum_{i~j} J_ij [x_i = x_j] + sum_i h_i(x_i)}, of
 * N sites of C values. Cluster moves need it: they join equal neighbours by bonds. Immutable.
 */
public final class PairBonds implements Serializable {

    private static final long serialVersionUID = 1L;

    private final SiteGraph graph;
    private final double[] couplings;
    private final int values;
    private final double[] fields;

    /** Whether each site keeps its value; null if none does. */
    private final boolean @Nullable [] held;

    private PairBonds(SiteGraph graph, double[] couplings, int values, double[] fields, boolean @Nullable [] held) {
        this.graph = graph;
        this.couplings = couplings;
        this.values = values;
        this.fields = fields;
        this.held = held;
    }

    /** A number for each value of each site. */
    @FunctionalInterface
    public interface Field {

        /** The number of a value, 0 to C - 1, of a site, 0 to N - 1. */
        double of(int site, int value);
    }

    /**
     * Pairs and fields.
     *
     * @param graph the pairs
     * @param couplings J_ij for each entry of the rows of the graph, finite, equal in both rows of a pair; copied
     * @param values C, at least 2
     * @param fields h_i(c) at {@code i * values + c}, below infinity; -Infinity forbids a value, but not all of a site;
     *     copied
     * @throws IllegalArgumentException if an argument is not as described
     */
    public static PairBonds of(SiteGraph graph, double[] couplings, int values, double[] fields) {
        int n = Check.notNull("graph", graph).sites();
        int entries = graph.start(n);
        Check.length(entries, "couplings", Check.notNull("couplings", couplings).length);
        Check.finite("couplings", couplings);
        Check.atLeast(2, "values", values);
        Check.that(
                Check.notNull("fields", fields).length == (long) n * values,
                "be N * values=" + (long) n * values,
                "fields.length",
                fields.length);
        PairBonds bonds = new PairBonds(graph, couplings.clone(), values, fields.clone(), null);
        // checks J_ij = J_ji: rows are in order, so site i is the next unread entry in the row of its neighbour
        int[] nextEntry = new int[n];
        for (int i = 0; i < n; i++) {
            for (int k = graph.start(i); k < graph.start(i + 1); k++) {
                int other = graph.neighbour(k);
                double back = couplings[graph.start(other) + nextEntry[other]++];
                Check.that(
                        couplings[k] == back,
                        "be " + back + ", as in the row of site " + other,
                        "couplings[" + k + "]",
                        couplings[k]);
            }
            bonds.checkFields(i);
        }
        return bonds;
    }

    private void checkFields(int site) {
        boolean possible = false;
        for (int c = 0; c < values; c++) {
            double field = field(site, c);
            Check.that(field <= Double.MAX_VALUE, "be below infinity", "fields[" + (site * values + c) + "]", field);
            possible |= field > Double.NEGATIVE_INFINITY;
        }
        Check.that(possible, "leave a value possible, above -Infinity", "fields of site", site);
    }

    /** The pairs. */
    public SiteGraph graph() {
        return graph;
    }

    /** The number C of values of a site. */
    public int values() {
        return values;
    }

    /** J of an entry of the rows of the graph. */
    public double coupling(int entry) {
        return couplings[entry];
    }

    /** h of a value of a site. */
    public double field(int site, int value) {
        return fields[site * values + value];
    }

    /** Whether a site keeps its value. */
    public boolean holds(int site) {
        return held != null && held[site];
    }

    /**
     * A copy in which some sites keep their value.
     *
     * @param sites N values, true for each site that keeps its value; copied
     */
    public PairBonds holding(boolean[] sites) {
        Check.length(graph.sites(), "sites", Check.notNull("sites", sites).length);
        return new PairBonds(graph, couplings, values, fields, sites.clone());
    }

    /**
     * A copy with the couplings {@code beta J} and the fields {@code beta h + added}.
     *
     * @param beta an inverse temperature, finite and above 0
     * @param added a finite number for each value of each site
     */
    public PairBonds tempered(double beta, Field added) {
        Check.positive("beta", beta);
        double[] scaled = couplings.clone();
        for (int k = 0; k < scaled.length; k++) {
            scaled[k] *= beta;
        }
        double[] sums = new double[fields.length];
        for (int at = 0; at < sums.length; at++) {
            sums[at] = beta * fields[at] + added.of(at / values, at % values);
        }
        return new PairBonds(graph, scaled, values, sums, held);
    }
}
