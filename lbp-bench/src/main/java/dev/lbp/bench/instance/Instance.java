package dev.lbp.bench.instance;

import java.util.Arrays;

/**
 * A list of weighted pairs of sites, as read from a file by {@link InstanceReader}: pair k joins {@code from[k]} and
 * {@code to[k]}, numbered from 0, with {@code weights[k]}. Pairs may repeat; their weights add up. The arrays are the
 * instance's own.
 *
 * @param file as messages name it
 */
public record Instance(String file, int sites, int[] from, int[] to, double[] weights) {

    /** How many of the pairs, in either order, were listed before. */
    public int repeated() {
        long[] keys = new long[from.length];
        for (int k = 0; k < keys.length; k++) {
            keys[k] = (long) Math.min(from[k], to[k]) * sites + Math.max(from[k], to[k]);
        }
        Arrays.sort(keys);
        int count = 0;
        for (int k = 1; k < keys.length; k++) {
            count += keys[k] == keys[k - 1] ? 1 : 0;
        }
        return count;
    }
}
