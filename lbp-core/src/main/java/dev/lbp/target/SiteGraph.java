package dev.lbp.target;

import dev.lbp.internal.Check;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Which sites of a model meet in a term of its log-probability {@code log pi(x) = sum_a f_a(x_a)}, in compressed rows:
 * the neighbours of site i are entries {@code start(i)} to {@code start(i + 1) - 1}, in increasing order. Immutable.
 *
 * <p>An extra pair only costs time; a missing pair is an error. Two sites without a common term are independent given
 * all the others.
 */
public final class SiteGraph implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int[] start;
    private final int[] neighbour;

    private SiteGraph(int[] start, int[] neighbour) {
        this.start = start;
        this.neighbour = neighbour;
    }

    /**
     * The graph with given rows.
     *
     * @param start N + 1 values, from 0 to {@code neighbours.length}, not descending; copied
     * @param neighbours the rows, each in strictly increasing order and without its own site; copied
     * @throws IllegalArgumentException if the rows are not as above, or the graph is not symmetric
     */
    public static SiteGraph ofRows(int[] start, int[] neighbours) {
        int[] rows = Check.notNull("start", start).clone();
        int[] all = Check.notNull("neighbours", neighbours).clone();
        int n = Check.atLeast(2, "start.length", rows.length) - 1;
        Check.that(rows[0] == 0, "be 0", "start[0]", rows[0]);
        for (int i = 0; i < n; i++) {
            Check.that(
                    rows[i + 1] >= rows[i] && rows[i + 1] <= all.length,
                    "be in [start[" + i + "]=" + rows[i] + ", neighbours.length=" + all.length + "]",
                    "start[" + (i + 1) + "]",
                    rows[i + 1]);
            for (int k = rows[i]; k < rows[i + 1]; k++) {
                Check.that(
                        all[k] >= 0 && all[k] < n && all[k] != i && (k == rows[i] || all[k] > all[k - 1]),
                        "be a site other than " + i + ", 0 to " + (n - 1) + ", in increasing order in its row",
                        "neighbours[" + k + "]",
                        all[k]);
            }
        }
        Check.that(rows[n] == all.length, "be neighbours.length=" + all.length, "start[" + n + "]", rows[n]);
        SiteGraph graph = new SiteGraph(rows, all);
        for (int i = 0; i < n; i++) {
            for (int k = rows[i]; k < rows[i + 1]; k++) {
                if (!graph.joins(all[k], i)) {
                    throw new IllegalArgumentException("must be symmetric: site " + all[k] + " is a neighbour of site "
                            + i + ", but " + i + " is none of " + all[k]);
                }
            }
        }
        return graph;
    }

    /**
     * The graph that joins the sites of each term.
     *
     * @param sites the number of sites N, at least 1
     * @param terms the distinct sites of each term, 0 to N - 1
     */
    public static SiteGraph ofTerms(int sites, int[][] terms) {
        Check.atLeast(1, "sites", sites);
        int[] rowStart = new int[sites + 1];
        for (int a = 0; a < Check.notNull("terms", terms).length; a++) {
            for (int site : Check.notNull("terms[" + a + "]", terms[a])) {
                Check.that(site >= 0 && site < sites, "be in [0, " + (sites - 1) + "]", "terms[" + a + "]", site);
                rowStart[site + 1] += terms[a].length - 1;
            }
            Check.that(
                    Arrays.stream(terms[a]).distinct().count() == terms[a].length,
                    "have distinct sites",
                    "terms[" + a + "]",
                    Arrays.toString(terms[a]));
        }
        Arrays.parallelPrefix(rowStart, Math::addExact); // now where each site's row begins, with repeated neighbours
        int[] all = new int[rowStart[sites]];
        int[] end = rowStart.clone();
        for (int[] term : terms) {
            for (int i : term) {
                for (int j : term) {
                    if (j != i) {
                        all[end[i]++] = j;
                    }
                }
            }
        }
        int[] start = new int[sites + 1];
        for (int i = 0; i < sites; i++) {
            Arrays.sort(all, rowStart[i], end[i]); // then equal neighbours follow each other, and one stays
            int to = start[i];
            for (int k = rowStart[i]; k < end[i]; k++) {
                if (to == start[i] || all[k] != all[to - 1]) {
                    all[to++] = all[k];
                }
            }
            start[i + 1] = to;
        }
        return new SiteGraph(start, Arrays.copyOf(all, start[sites]));
    }

    /** The number of sites N. */
    public int sites() {
        return start.length - 1;
    }

    /**
     * The first entry of a site's row.
     *
     * @param site 0 to N
     */
    public int start(int site) {
        return start[site];
    }

    /**
     * The neighbour of an entry.
     *
     * @param entry 0 to {@code start(N) - 1}
     */
    public int neighbour(int entry) {
        return neighbour[entry];
    }

    /** The number of neighbours of a site. */
    public int degree(int site) {
        return start[site + 1] - start[site];
    }

    /** The number of pairs of sites that are joined. */
    public int pairs() {
        return neighbour.length / 2;
    }

    /** Whether two different sites are joined. */
    public boolean joins(int site, int other) {
        return Arrays.binarySearch(neighbour, start[site], start[site + 1], other) >= 0;
    }
}
