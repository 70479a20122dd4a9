package dev.lbp.internal.kernel;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Sums of weights over blocks of about sqrt(N) sites. They draw a site exactly in O(sqrt N): first a block by its sum, then a
 * site in the block by its weight. A change of weight only marks its block as stale; the next draw recomputes the sum. So a sum
 * depends only on the weights of its block. After N changes without a draw, all sums are stale and changes are no longer
 * marked, so they cost nothing.
 *
 * <p>A weight counts by its absolute value, because {@link SiteDraw} gives some weights a minus sign during a draw.
 */
final class BlockSums {

    private final double[] weights;
    private final int shift;
    private final double[] sums;
    private final boolean[] stale;

    /** Changes since the last draw, if fewer than N. At N all sums are stale, and changes need not be marked. */
    private int unused;

    /**
     * @param weights of all sites, at least one; the owner reports each change
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

    /** Draws a site in proportion to its weight; -1 if all weights are 0. */
    int draw(UniformRandomProvider rng) {
        double left = refresh() * rng.nextDouble();
        // Rounding may carry a walk past its end. The draw is then the last block, or site, with a positive weight.
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

    /** Recomputes stale sums, and returns the sum of all. */
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
