package dev.lbp.internal;

import java.util.Arrays;

/** Checks of the touched sites, or labels of moves, that a tracker returns: their log-ratios have changed. */
public final class TouchedSites {

    /** {@code ALL_SITES} or {@code ALL_MOVES} of a tracker: any log-ratio may have changed. */
    public static final int ALL = -1;

    private TouchedSites() {}

    /**
     * Checks the return value of a tracker's method, and returns it.
     *
     * @param n the number N of sites, the largest valid count
     * @throws IllegalStateException if it is neither a valid count nor {@link #ALL}
     */
    public static int count(String method, int returned, int n) {
        return count(method, returned, n, "N", "ALL_SITES");
    }

    /** Checks a returned count; {@code letter} and {@code all} are the names of n and {@link #ALL} in the message. */
    private static int count(String method, int returned, int n, String letter, String all) {
        if (returned < ALL || returned > n) {
            throw new IllegalStateException(
                    "must be in [0, " + letter + "=" + n + "], or " + all + ": " + method + "=" + returned);
        }
        return returned;
    }

    /**
     * Checks the return value and the sites: {@link #ALL}, or the first {@code returned} entries of {@code touched}.
     *
     * @throws IllegalStateException if the count is not valid, or an entry is not a site
     */
    public static int checked(String method, int returned, int[] touched, int n) {
        checkEntries(method, count(method, returned, n), touched, n, "N");
        return returned;
    }

    /**
     * Checks the return value and the labels of moves: {@link #ALL}, or the first {@code returned} entries.
     *
     * @param m the number M of labels, the largest valid count
     * @throws IllegalStateException if the count is not valid, or an entry is not a label
     */
    public static int checkedMoves(String method, int returned, int[] touched, int m) {
        checkEntries(method, count(method, returned, m, "M", "ALL_MOVES"), touched, m, "M");
        return returned;
    }

    private static void checkEntries(String method, int count, int[] touched, int n, String letter) {
        int outside = 0; // its sign bit is set by any entry below 0 or above n - 1
        for (int k = 0; k < count; k++) {
            outside |= touched[k] | (n - 1 - touched[k]);
        }
        for (int k = 0; outside < 0 && k < count; k++) {
            if (touched[k] < 0 || touched[k] >= n) {
                throw new IllegalStateException("must be in [0, " + letter + " - 1=" + (n - 1) + "]: touched[" + k
                        + "]=" + touched[k] + " of " + method);
            }
        }
    }

    /**
     * Adds the missing labels of a site to the first {@code count} touched labels. The labels of site i are {@code i C}
     * to {@code i C + C - 1}.
     *
     * @param seen an array of C values, which is overwritten
     * @return the new number of touched labels
     */
    public static int withLabelsOf(int site, int[] touched, int count, boolean[] seen) {
        int values = seen.length;
        Arrays.fill(seen, false);
        for (int k = 0; k < count; k++) {
            if (touched[k] / values == site) {
                seen[touched[k] % values] = true;
            }
        }
        int all = count;
        for (int c = 0; c < values; c++) {
            if (!seen[c]) {
                touched[all++] = site * values + c;
            }
        }
        return all;
    }
}
