package dev.lbp.runtime.engine.sweep;

import java.util.Arrays;

/**
 * The sites of a sweep, class by class of a colouring, and each class cut into blocks. The cuts depend on the model
 * alone. Chains share it.
 */
final class SiteBlocks {

    /**
     * The sites of a block: some tens of microseconds of work. On a lattice two neighbouring blocks share one cache
     * line of the state. A class of a million sites has enough blocks to keep 60 threads busy to the end.
     */
    static final int SITES = 4_096;

    /** All sites in the order of a sweep. */
    final int[] order;

    /** The place in the order where each block begins, and where the last one ends. */
    private final int[] starts;

    /** The first block of each class, and the number of blocks. */
    private final int[] firsts;

    private final int checksum;

    /**
     * @param classes the sites of each class, no class empty
     * @param most the most sites of a block
     */
    SiteBlocks(int[][] classes, int most) {
        int sites = 0;
        int blocks = 0;
        firsts = new int[classes.length + 1];
        for (int c = 0; c < classes.length; c++) {
            sites += classes[c].length;
            blocks += (classes[c].length + most - 1) / most;
            firsts[c + 1] = blocks;
        }
        order = new int[sites];
        starts = new int[blocks + 1];
        int at = 0;
        for (int c = 0; c < classes.length; c++) {
            System.arraycopy(classes[c], 0, order, at, classes[c].length);
            for (int b = firsts[c]; b < firsts[c + 1]; b++) {
                starts[b] = at + (b - firsts[c]) * most;
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
        if (Arrays.hashCode(order) != checksum) {
            throw new IllegalStateException("must not write to sites: siteRatios()");
        }
    }

    int classes() {
        return firsts.length - 1;
    }

    /** The blocks of all classes. */
    int count() {
        return starts.length - 1;
    }

    /** The first block of a class; for the number of classes, {@link #count}. */
    int first(int colour) {
        return firsts[colour];
    }

    /** The place in the {@link #order} where a block begins; the one before ends there. */
    int start(int block) {
        return starts[block];
    }
}
