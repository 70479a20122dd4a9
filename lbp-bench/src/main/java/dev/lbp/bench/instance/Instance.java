package dev.lbp.bench.instance;

/**
 * A list of weighted pairs of sites, as read from a file by {@link InstanceReader}: pair k joins {@code from[k]} and
 * {@code to[k]}, numbered from 0, with {@code weights[k]}. Pairs may repeat; their weights add up. The arrays are the
 * instance's own.
 */
public record Instance(int sites, int[] from, int[] to, double[] weights) {}
