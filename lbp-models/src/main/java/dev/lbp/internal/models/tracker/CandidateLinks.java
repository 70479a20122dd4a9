package dev.lbp.internal.models.tracker;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.internal.States;
import java.io.Serializable;

/**
 * The candidate links of a {@code MatchingModel}, in order of their left site and then of their right one. The links of
 * left site i are {@code leftStart[i]} to {@code leftStart[i + 1] - 1}; the links of right site j are in
 * {@code rightLinks} from {@code rightStart[j]} to {@code rightStart[j + 1] - 1}.
 */
public record CandidateLinks(
        int[] left, int[] right, double[] weight, int[] leftStart, int[] rightStart, int[] rightLinks)
        implements Serializable {

    /** The answer of {@link #find} if two sites have no candidate link. */
    static final int NONE = -1;

    /** Bytes of a link while the lists are sorted: its sites, weight and indices, as given and as sorted. */
    private static final double BYTES_PER_LINK = 48.0;

    /** Bytes of a site while the lists are sorted: where its links begin, and a copy of that. */
    private static final double BYTES_PER_SITE = 8.0;

    /**
     * Refuses links that do not fit into memory, with the numbers that a chain keeps of them.
     *
     * @param sites n1 + n2
     * @param sizes the arguments that give these numbers, as the caller wrote them
     */
    public static void checkMemory(double links, double sites, String sizes) {
        Memory.checkLength(links, sizes);
        Memory.check(
                (BYTES_PER_LINK + Double.BYTES) * links + BYTES_PER_SITE * sites,
                sizes,
                "a chain alone needs " + Memory.size(Double.BYTES * links)
                        + " for a number for each candidate link; make the model smaller");
    }

    /** Checks a user's lists and sorts them, O(n1 + n2 + links). */
    public static CandidateLinks of(int n1, int n2, int[] from, int[] to, double[] weights) {
        int links = Check.notNull("weights", weights).length;
        Check.atLeast(1, "weights.length", links);
        Check.length(links, "from", Check.notNull("from", from).length);
        Check.length(links, "to", Check.notNull("to", to).length);
        Check.finite("weights", weights);
        for (int k = 0; k < links; k++) {
            checkEnd("from", k, from[k], n1);
            checkEnd("to", k, to[k], n2);
        }
        checkMemory(links, (double) n1 + n2, "n1=" + n1 + ", n2=" + n2 + ", weights.length=" + links);
        int[] rightStart = starts(n2, to);
        int[] byRight = sorted(States.sites(links), to, rightStart); // indices in the user's lists
        int[] leftStart = starts(n1, from);
        int[] order = sorted(byRight, from, leftStart); // by left site, and then by right one, since the sort is stable
        int[] left = new int[links];
        int[] right = new int[links];
        double[] weight = new double[links];
        for (int e = 0; e < links; e++) {
            left[e] = from[order[e]];
            right[e] = to[order[e]];
            weight[e] = weights[order[e]];
            if (e > 0 && left[e] == left[e - 1] && right[e] == right[e - 1]) {
                throw new IllegalArgumentException("must not repeat the link of k=" + order[e - 1] + ": from["
                        + order[e] + "]=" + left[e] + ", to[" + order[e] + "]=" + right[e]);
            }
        }
        return new CandidateLinks(
                left, right, weight, leftStart, rightStart, sorted(States.sites(links), right, rightStart));
    }

    /** Checks that an end of a link, element k of the user's array {@code name}, is one of n sites. */
    private static void checkEnd(String name, int k, int site, int n) {
        if (site < 0 || site >= n) {
            throw new IllegalArgumentException("must be in [0, " + (n - 1) + "]: " + name + "[" + k + "]=" + site);
        }
    }

    /** Where the entries of each key begin when all are sorted by key. */
    private static int[] starts(int keys, int[] key) {
        int[] start = new int[keys + 1];
        for (int k : key) {
            start[k + 1]++;
        }
        for (int k = 0; k < keys; k++) {
            start[k + 1] += start[k];
        }
        return start;
    }

    /** Sorts indices by their keys, a counting sort; indices of one key stay in order. See {@link #starts}. */
    private static int[] sorted(int[] indices, int[] key, int[] start) {
        int[] next = start.clone();
        int[] sorted = new int[indices.length];
        for (int index : indices) {
            sorted[next[key[index]]++] = index;
        }
        return sorted;
    }

    public int count() {
        return weight.length;
    }

    /** The link of two sites, O(log degree); O(1) if the left site has links with all right sites. */
    int find(int i, int j) {
        int low = leftStart[i];
        int high = leftStart[i + 1] - 1;
        if (high - low + 2 == rightStart.length) { // a link with each of the n2 right sites; rightStart has n2 + 1
            return low + j;
        }
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (right[middle] == j) {
                return middle;
            }
            if (right[middle] < j) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return NONE;
    }
}
