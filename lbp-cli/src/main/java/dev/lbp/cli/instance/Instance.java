package dev.lbp.cli.instance;

import java.util.Arrays;

/**
 * Weighted pairs of sites from a file: pair k joins {@code from[k]} and {@code to[k]}, numbered from 0, with weight
 * {@code weights[k]}. Pairs may repeat; their weights are added. Callers must not change the arrays.
 *
 * @param file the name of the file, for messages
 * @param form the form of the file
 */
public record Instance(String file, PairForm form, int sites, int[] from, int[] to, double[] weights) {

    /** The number of pairs that repeat an earlier pair, in either order. */
    public int repeated() {
        long[] keys = new long[from.length];
        Arrays.setAll(keys, k -> (long) Math.min(from[k], to[k]) * sites + Math.max(from[k], to[k]));
        Arrays.sort(keys);
        int count = 0;
        for (int k = 1; k < keys.length; k++) {
            count += keys[k] == keys[k - 1] ? 1 : 0;
        }
        return count;
    }
}
