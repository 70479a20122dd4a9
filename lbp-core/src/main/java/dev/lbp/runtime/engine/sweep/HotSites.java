package dev.lbp.runtime.engine.sweep;

import java.util.Arrays;

/**
 * The hot sites of a sweep: sites whose flips have log-ratios above a threshold. Each place, an index in the order of
 * the sweep, has one bit. The next hot place is found in O(1 + gap / 64).
 */
final class HotSites {

    private final int[] order;

    /** The place of each site in the order; -1 for a site that is not in it. */
    private final int[] place;

    private final long[] bits;

    /**
     * @param order distinct sites, in the order of the sweep
     * @param dimension the number N of sites
     */
    HotSites(int[] order, int dimension) {
        this.order = order;
        this.place = new int[dimension];
        Arrays.fill(place, -1); // sites that the sweep leaves out
        for (int k = 0; k < order.length; k++) {
            place[order[k]] = k;
        }
        this.bits = new long[(order.length + 63) / 64];
    }

    /**
     * Sets or clears the bits of {@code n} sites, given their log-ratios. Sites that are not in the order are left out.
     */
    void update(int[] sites, int n, double[] logRatios, double threshold) {
        for (int k = 0; k < n; k++) {
            int at = place[sites[k]];
            if (at >= 0) {
                long bit = 1L << at; // a shift uses the last six bits of its count: the place in the word
                int word = at >> 6;
                bits[word] = logRatios[k] > threshold ? bits[word] | bit : bits[word] & ~bit;
            }
        }
    }

    /** The sites in the order of the sweep. */
    int[] order() {
        return order;
    }

    /** The first hot place from {@code from} on; the number of places if there is none. */
    int next(int from) {
        int word = from >> 6;
        if (word >= bits.length) {
            return order.length;
        }
        long hotBits = bits[word] & -1L << from; // clears the places before it: Java shifts by from mod 64
        while (hotBits == 0L) {
            if (++word == bits.length) {
                return order.length;
            }
            hotBits = bits[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(hotBits);
    }
}
