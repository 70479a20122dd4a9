package dev.lbp.internal.kernel;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Sums of weights over blocks of about sqrt(N) sites, from which a site is drawn exactly in O(sqrt N): first the block by its
 * sum, then the site in it. A change of weight only marks its block; the sum is made anew at the next draw. So a sum is a
 * function of the weights it stands for. Where nobody has drawn for N changes, they are no longer followed, and cost nothing.
 *
 * <p>A weight counts by its size: a {@link WeightTable} gives some of them a minus sign for a while.
 */
final class BlockSums {

    private final double[] weights;
    private final int shift;
    private final double[] sums;
    private final boolean[] stale;

    /** Changes since the last draw, if fewer than N: else all sums are stale, and changes need not be marked. */
    private int unused;

    /**
     * @param weights those of all sites, at least one; whoever changes one says so
     */
    BlockSums(double[] weights) {
        this.weights = weights;
        this.shift = (33 - Integer.numberOfLeadingZeros(weights.length)) / 2;
        this.sums = new double[((weights.length - 1) >> shift) + 1];
        this.stale = new boolean[sums.length];
        this.unused = weights.length;
    }

    void changed(int site) {
        stale[site >> shift] = true;
    }

    void changed(int[] sites, int count) {
        if (count >= weights.length - unused) {
            changedAll();
            return;
        }
        unused += count;
        for (int k = 0; k < count; k++) {
            stale[sites[k] >> shift] = true;
        }
    }

    void changedAll() {
        unused = weights.length;
    }

    /** Draws a site in proportion to its weight; -1 if there is no weight. */
    int draw(UniformRandomProvider rng) {
        double left = refresh() * rng.nextDouble();
        // Rounding may carry a walk past its end: then the last block, or site, with any weight is meant.
        int block = -1;
        for (int b = 0; b < sums.length; b++) {
            if (sums[b] > 0.0) {
                block = b;
                if (left < sums[b]) {
                    break;
                }
                left -= sums[b];
            }
        }
        int site = -1;
        for (int i = block << shift; block >= 0 && i < end(block); i++) {
            double weight = Math.abs(weights[i]);
            if (weight > 0.0) {
                site = i;
                if (left < weight) {
                    break;
                }
                left -= weight;
            }
        }
        return site;
    }

    /** Makes stale sums anew, and returns the sum of all. */
    private double refresh() {
        if (unused >= weights.length) {
            Arrays.fill(stale, true);
        }
        unused = 0;
        double total = 0.0;
        for (int b = 0; b < sums.length; b++) {
            if (stale[b]) {
                double sum = 0.0;
                for (int i = b << shift; i < end(b); i++) {
                    sum += Math.abs(weights[i]);
                }
                sums[b] = sum;
                stale[b] = false;
            }
            total += sums[b];
        }
        return total;
    }

    private int end(int block) {
        return Math.min(weights.length, (block + 1) << shift);
    }
}
