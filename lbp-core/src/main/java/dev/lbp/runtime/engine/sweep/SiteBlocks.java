package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.Check;
import java.util.Arrays;

/**
 * The sites of a sweep, class by class of a colouring, each class cut into blocks. The cuts depend on the model alone,
 * not on the number of threads. Chains share one instance.
 */
final class SiteBlocks {

    /**
     * The number of sites in a block: some tens of microseconds of work. On a lattice, consecutive blocks share only
     * one cache line of the state. A class of a million sites has enough blocks to keep 60 threads busy to the end.
     */
    static final int SITES = 4_096;

    /** All sites in the order of a sweep. */
    final int[] order;

    /** The index in {@link #order} where each block begins; the last element is where the last block ends. */
    private final int[] starts;

    /** The first block of each class; the last element is the number of blocks. */
    private final int[] firsts;

    private final int checksum;

    /**
     * @param classes the sites of each class, no class empty
     * @param mostSites the largest number of sites in a block
     */
    SiteBlocks(int[][] classes, int mostSites) {
        int sites = 0;
        int blocks = 0;
        firsts = new int[classes.length + 1];
        for (int c = 0; c < classes.length; c++) {
            sites += classes[c].length;
            blocks += (classes[c].length + mostSites - 1) / mostSites;
            firsts[c + 1] = blocks;
        }
        order = new int[sites];
        starts = new int[blocks + 1];
        int at = 0;
        for (int c = 0; c < classes.length; c++) {
            System.arraycopy(classes[c], 0, order, at, classes[c].length);
            for (int b = firsts[c]; b < firsts[c + 1]; b++) {
                starts[b] = at + (b - firsts[c]) * mostSites;
            }
            at += classes[c].length;
        }
        starts[blocks] = at;
        checksum = Arrays.hashCode(order);
    }

    /**
     * Checks that the model has not written to the sites that it was given.
     *
     * @throws IllegalStateException if it has
     */
    void checkUnchanged() {
        Check.state(Arrays.hashCode(order) == checksum, "not write to sites: siteRatios()");
    }

    int classes() {
        return firsts.length - 1;
    }

    /** The number of blocks of all classes. */
    int count() {
        return starts.length - 1;
    }

    /** The first block of a class; the number of blocks if {@code colour} is the number of classes. */
    int first(int colour) {
        return firsts[colour];
    }

    /** The index in {@link #order} where a block begins and the block before it ends. */
    int start(int block) {
        return starts[block];
    }
}
