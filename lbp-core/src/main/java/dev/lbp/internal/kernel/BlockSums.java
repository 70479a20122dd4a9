package dev.lbp.internal.kernel;

import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Sums of weights over blocks of about sqrt(N) sites. They draw a site exactly in O(sqrt N): first a block by its sum,
 * then a site in the block by its weight. A change of weight only marks its block as stale; the next draw recomputes
 * the sum. So a sum depends only on the weights of its block. After N changes without a draw, all sums are stale and
 * changes are no longer marked, so they cost nothing.
 *
 * <p>Where many weights change between two single draws, nearly every block would be stale at each. Sums that
 * <em>follow</em> get the differences instead, in O(1) for a change. They begin to follow with a draw by block, and
 * stop after N changes without one.
 *
 * <p>A weight counts by its absolute value, because {@link SiteDraw} gives some weights a minus sign during a draw.
 */
final class BlockSums {

    private final double[] weights;
    private final int shift;
    private final double[] sums;
    private final boolean[] stale;

    /** Whether the sums may follow. */
    private final boolean mayFollow;

    /** Whether differences of weights are added to the sums. */
    private boolean following;

    private final double[] savedSums;
    private boolean savedFollowing;
    private int savedUnused;

    /** Changes since the last draw, if fewer than N. At N all sums are stale, and changes need not be marked. */
    private int unused;

    /**
     * @param weights of all sites, at least one; the owner reports each change
     * @param mayFollow whether the sums may follow; then they are exact to the rounding of the differences
     */
    BlockSums(double[] weights, boolean mayFollow) {
        this.weights = weights;
        this.shift = (33 - Integer.numberOfLeadingZeros(weights.length)) / 2;
        this.sums = new double[((weights.length - 1) >> shift) + 1];
        this.stale = new boolean[sums.length];
        this.unused = weights.length;
        this.mayFollow = mayFollow;
        this.savedSums = new double[mayFollow ? sums.length : 0];
    }

    /**
     * Records that some weights have been replaced.
     *
     * @param values the new weights
     * @param before the old ones, from index {@code at}
     */
    void replaced(int[] sites, double[] values, double[] before, int at, int count) {
        if (!following || count >= weights.length - unused) {
            changed(sites, count);
            return;
        }
        unused += count;
        int block = 0;
        double sum = sums[0];
        for (int k = 0; k < count; k++) {
            int next = sites[k] >> shift;
            if (next != block) {
                sums[block] = sum;
                sum = sums[next];
                block = next;
            }
            sum += values[k] - before[at + k];
        }
        sums[block] = sum;
    }

    /** Saves the sums for {@link #rollback}, if they follow. */
    void save() {
        savedFollowing = following;
        savedUnused = unused;
        if (following) {
            System.arraycopy(sums, 0, savedSums, 0, sums.length);
        }
    }

    /** Returns to the saved sums, after the weights have been restored. Returns false if they did not follow. */
    boolean rollback() {
        if (savedFollowing) {
            System.arraycopy(savedSums, 0, sums, 0, sums.length);
            Arrays.fill(stale, false);
            unused = savedUnused;
        }
        following = savedFollowing;
        return savedFollowing;
    }

    /** Writes or reads the sums. Those that do not follow depend on the weights alone. */
    void transcribe(Transcript transcript) {
        if (mayFollow) {
            following = transcript.of(following);
            transcript.of(sums, sums.length);
            unused = transcript.of(unused);
            if (transcript.isReading()) {
                Arrays.fill(stale, false);
            }
        }
        if (transcript.isReading() && !following) {
            changedAll();
        }
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

    /** Gets rid of the rounding of differences: the next draw recomputes sums that have followed. */
    void resummed() {
        if (following) {
            changedAll();
        }
    }

    void changedAll() {
        unused = weights.length;
        following = false;
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
        int site = block < 0 ? -1 : drawIn(block, left);
        if (site < 0 && following) { // only rounding was left of the sum of this block
            changedAll();
            return draw(rng);
        }
        return site;
    }

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
        following = mayFollow;
        return total;
    }

    private int end(int block) {
        return Math.min(weights.length, (block + 1) << shift);
    }
}
