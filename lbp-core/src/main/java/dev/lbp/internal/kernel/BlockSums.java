package dev.lbp.internal.kernel;

import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Sums of weights over blocks of about sqrt(N) sites, for exact draws of sites in O(sqrt N): first a block by its sum,
 * then a site in the block by its weight. A change of weight only marks its block as stale, and the next draw
 * recomputes the sum. So a sum depends only on the weights of its block. After N changes without a draw, all sums count
 * as stale, and further changes cost nothing.
 *
 * <p>If many weights change between two draws of one site, nearly every block would be stale at each draw. Sums that
 * <em>follow</em> add the difference of each change instead, in O(1). They begin to follow at a draw by block, and stop
 * after N changes without a draw.
 *
 * <p>Sums are of absolute values, because {@link SiteDraw} gives some weights a minus sign during a draw.
 */
final class BlockSums {

    private final double[] weights;

    /** log2 of the number of sites in a block. */
    private final int shift;

    private final double[] sums;
    private final boolean[] stale;

    /** Whether the sums may follow changes of weights, see the class comment. */
    private final boolean mayFollow;

    /** Whether a change of a weight now adds the difference to its block's sum, in place of marking the block stale. */
    private boolean following;

    private final double[] savedSums;
    private boolean savedFollowing;
    private int savedChanges;

    /** The number of changes since the last draw, at most N. At N all sums are stale, and changes are not marked. */
    private int changesSinceDraw;

    /**
     * @param weights the weights of all sites, at least one; the owner reports each change
     * @param mayFollow whether the sums may follow; they then have the rounding of the differences
     */
    BlockSums(double[] weights, boolean mayFollow) {
        this.weights = weights;
        // half the number of binary digits of N, rounded up: blocks of about sqrt(N) sites
        this.shift = (33 - Integer.numberOfLeadingZeros(weights.length)) / 2;
        this.sums = new double[((weights.length - 1) >> shift) + 1];
        this.stale = new boolean[sums.length];
        this.changesSinceDraw = weights.length; // no sum is known yet: all count as stale
        this.mayFollow = mayFollow;
        this.savedSums = new double[mayFollow ? sums.length : 0];
    }

    /**
     * Follows the replacement of some weights, or marks their blocks as stale.
     *
     * @param values the new weights
     * @param before the old weights, from index {@code at} on
     */
    void addDifferences(int[] sites, double[] values, double[] before, int at, int count) {
        // after N changes without a draw the sums are computed anew: that costs no more, and has no rounding
        if (!following || reachesAll(count)) {
            markStale(sites, count);
            return;
        }
        changesSinceDraw += count;
        int block = 0;
        double sum = sums[0];
        for (int k = 0; k < count; k++) {
            int next = sites[k] >> shift;
            if (next != block) { // stores the sum of the block of the earlier sites
                sums[block] = sum;
                sum = sums[next];
                block = next;
            }
            sum += values[k] - before[at + k];
        }
        sums[block] = sum;
    }

    /** Saves the sums for {@link #rollback} if they follow, that is, if changes of weights are added to them. */
    void save() {
        savedFollowing = following;
        savedChanges = changesSinceDraw;
        if (following) {
            System.arraycopy(sums, 0, savedSums, 0, sums.length);
        }
    }

    /** Returns to the saved sums, after the weights have been restored. Returns false if they did not follow. */
    boolean rollback() {
        if (savedFollowing) {
            System.arraycopy(savedSums, 0, sums, 0, sums.length);
            Arrays.fill(stale, false);
            changesSinceDraw = savedChanges;
        }
        following = savedFollowing;
        return savedFollowing;
    }

    /**
     * Writes or reads the sums. Sums that follow have the rounding errors of the added differences, so they are stored;
     * others are computed again from the weights.
     */
    void transcribe(Transcript transcript) {
        if (mayFollow) {
            following = transcript.of(following);
            transcript.of(sums, sums.length);
            changesSinceDraw = transcript.of(changesSinceDraw);
            if (transcript.isReading()) {
                Arrays.fill(stale, false);
            }
        }
        if (transcript.isReading() && !following) {
            markAllStale();
        }
    }

    void markStale(int site) {
        stale[site >> shift] = true;
    }

    /** Marks the blocks of changed sites stale; all blocks once there were as many changes since a draw as sites. */
    void markStale(int[] sites, int count) {
        if (reachesAll(count)) {
            markAllStale();
            return;
        }
        changesSinceDraw += count;
        for (int k = 0; k < count; k++) {
            stale[sites[k] >> shift] = true;
        }
    }

    /** Whether {@code count} more changes make at least N changes since the last draw. */
    private boolean reachesAll(int count) {
        return count >= weights.length - changesSinceDraw; // count + changesSinceDraw might overflow
    }

    /**
     * Makes the next draw recompute all sums, if they were updated by differences ("follow"): these add up rounding
     * errors.
     */
    void recomputeFollowing() {
        if (following) {
            markAllStale();
        }
    }

    void markAllStale() {
        changesSinceDraw = weights.length;
        following = false;
    }

    /** Draws a site in proportion to its weight; -1 if all weights are 0. */
    int draw(UniformRandomProvider rng) {
        double left = refresh() * rng.nextDouble();
        // If rounding leaves a rest after all sums, a site of the last block of positive weight is drawn.
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
        int site = block < 0 ? -1 : drawIn(block, left);
        boolean sumWasRounding = site < 0 && following; // all weights of the drawn block are 0, but not its sum
        if (sumWasRounding) {
            markAllStale();
            return draw(rng);
        }
        return site;
    }

    /** The site of a block at the height {@code remaining} of its weights laid end to end; -1 if all are 0. */
    private int drawIn(int block, double remaining) {
        double left = remaining;
        int site = -1;
        for (int i = block << shift; i < end(block); i++) {
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

    /** Recomputes stale sums, and returns the sum of all blocks. */
    private double refresh() {
        if (changesSinceDraw >= weights.length) { // changes beyond N were not marked
            Arrays.fill(stale, true);
        }
        changesSinceDraw = 0;
        double total = 0.0;
        for (int b = 0; b < sums.length; b++) {
            if (stale[b]) {
                sums[b] = sumOfWeights(b);
                stale[b] = false;
            }
            total += sums[b];
        }
        following = mayFollow;
        return total;
    }

    private double sumOfWeights(int block) {
        double sum = 0.0;
        for (int i = block << shift; i < end(block); i++) {
            sum += Math.abs(weights[i]); // a draw may have given the weight a minus sign
        }
        return sum;
    }

    private int end(int block) {
        return Math.min(weights.length, (block + 1) << shift);
    }
}
