package dev.lbp.cli.instance;

import java.util.Arrays;

/**
 * A list of weighted pairs of sites, read from a file: pair k joins {@code from[k]} and
 * {@code to[k]}, numbered from 0, with {@code weights[k]}. Pairs may repeat; their weights are added. The arrays are
 * the instance's own.
 *
 * @param file the name for messages
 * @param form of the file
 */
public record Instance(String file, PairForm form, int sites, int[] from, int[] to, double[] weights) {

    /** The number of pairs that were listed before, in either order. */
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
