package dev.lbp.internal.kernel;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Draws sites in proportion to the weights of a {@link WeightTable}.
 *
 * <pre>{@code
 * at most 100 * count times, until count sites are drawn:     // by rejection: N * bound / W tries per site on average
 *     site = uniform free site, height = uniform in [0, bound)
 *     if height < weight[site]: append site to path; without replacement, weight[site] = -weight[site]
 * until count sites are drawn:                                // by block: O(sqrt N) per site
 *     block by its sum, site in the block by |weight|; if its weight is negative: weight = 0 until the end, draw again
 * at the end: restore all weights
 * }</pre>
 *
 * <p>W is the sum of the weights. <b>Rejection</b> needs no order, tree or prefix sums, so a change of weight costs
 * nothing. The code has no branch on a try's outcome, which would be mispredicted: every try writes its site to the
 * path, and only a hit advances the position. A drawn site has a negative weight and is never hit, so a try reads only
 * one array.
 *
 * <p><b>Draws by block</b> ({@link BlockSums}) are used if there is no bound, or if {@link #TRIES} * count tries were
 * not enough. Both ways draw from the same distribution, so either may complete a path.
 */
final class SiteDraw {

    private static final int TRIES = 100;

    /** The bits of the double 1.0. */
    private static final long ONE = 0x3ff0000000000000L;

    private static final long SIGN = Long.MIN_VALUE;

    private final double[] weights;
    private final int @Nullable [] free;
    private final int freeCount;

    /** Sums of the weights by block; every change of weight must be reported to them. */
    final BlockSums blocks;

    /**
     * Sites of the path that were drawn again by block. Their weight, kept in {@link #removedWeight}, is 0 until the
     * path is complete.
     */
    private int[] removed = new int[16];

    private double[] removedWeight = new double[16];
    private int removedCount;

    /**
     * @param weights the array of the table
     * @param free the sites that may be drawn, ascending, or null for all; the others have weight 0
     * @param sumsMayFollow whether sums of blocks may be kept by differences
     */
    SiteDraw(double[] weights, int @Nullable [] free, boolean sumsMayFollow) {
        this.weights = weights;
        this.free = free;
        this.freeCount = free == null ? weights.length : free.length;
        this.blocks = new BlockSums(weights, sumsMayFollow);
    }

    /**
     * Draws {@code count} sites one after another without replacement, each in proportion to its weight among those not
     * yet drawn.
     *
     * @param path receives them in the order drawn
     * @param bound at least every weight; 0 to draw only by block
     * @return whether there were {@code count} sites of positive weight
     */
    boolean drawDistinct(int count, UniformRandomProvider rng, int[] path, double bound) {
        int drawn = byRejection(count, rng, path, bound, SIGN);
        while (drawn < count) {
            int site = undrawnByBlock(rng);
            if (site < 0) {
                break;
            }
            weights[site] = -weights[site]; // marks the site as drawn
            path[drawn++] = site;
        }
        restoreRemoved();
        clearSigns(path, drawn);
        return drawn == count;
    }

    /**
     * Draws sites independently, with replacement.
     *
     * @return whether any site has a positive weight
     */
    boolean drawIndependent(int count, UniformRandomProvider rng, int[] path, double bound) {
        long unmarked = 0L; // a drawn site keeps its weight, and may be drawn again
        for (int r = byRejection(count, rng, path, bound, unmarked); r < count; r++) {
            path[r] = blocks.draw(rng);
            if (path[r] < 0) {
                return false;
            }
        }
        return true;
    }

    /** Copies the distinct sites of a path, in the order of their first occurrence, and returns their number. */
    int copyDistinct(int[] path, int count, int[] sites) {
        int n = 0;
        for (int r = 0; r < count; r++) {
            int site = path[r];
            long bits = Double.doubleToRawLongBits(weights[site]);
            if (bits >= 0) { // a minus sign marks a site that was copied already
                weights[site] = Double.longBitsToDouble(bits | SIGN);
                sites[n++] = site;
            }
        }
        clearSigns(sites, n);
        return n;
    }

    /** The sum of the weights of all sites except some distinct ones, by adding them all. */
    double sumWithout(int[] sites, int count) {
        for (int k = 0; k < count; k++) { // a minus sign marks a site to leave out
            weights[sites[k]] = -weights[sites[k]];
        }
        double sum = 0.0;
        for (double weight : weights) {
            sum += Math.max(weight, 0.0);
        }
        clearSigns(sites, count);
        return sum;
    }

    /** Takes away the minus signs that mark sites as drawn or left out. */
    private void clearSigns(int[] sites, int count) {
        for (int k = 0; k < count; k++) {
            weights[sites[k]] = Math.abs(weights[sites[k]]);
        }
    }

    /**
     * Draws sites until there are {@code count} or too many tries have missed.
     *
     * @param mark the bits to flip in the weight of a drawn site
     * @return the number of sites drawn
     */
    private int byRejection(int count, UniformRandomProvider rng, int[] path, double bound, long mark) {
        if (bound == 0.0) {
            return 0;
        }
        long twice = 2L * freeCount;
        int drawn = 0;
        for (long left = (long) TRIES * count; drawn < count && left > 0; ) {
            int tries = count - drawn; // so few tries cannot draw too many sites
            left -= tries;
            for (; tries > 0; tries--) {
                long bits = rng.nextLong() >>> 1;
                // The integer part of bits * 2^-63 * N. The error of a site's probability is below 2^-63 N.
                int k = (int) Math.multiplyHigh(bits, twice);
                int site = free == null ? k : free[k];
                // The fraction of the same product is uniform given the site, with 63 - log2 N bits.
                // Its upper 52 bits make a number in [1, 2), without a conversion.
                double oneAndMore = Double.longBitsToDouble(((bits * twice) >>> 12) | ONE);
                double height = Math.fma(oneAndMore, bound, -bound);
                double weight = weights[site];
                // all ones if height < weight; never for a weight with a minus sign
                long hit = Double.doubleToRawLongBits(height - weight) >> 63;
                weights[site] = Double.longBitsToDouble(Double.doubleToRawLongBits(weight) ^ (hit & mark));
                path[drawn] = site;
                drawn -= (int) hit; // adds 1 for a hit; after a miss the next site replaces this one
            }
        }
        return drawn;
    }

    /**
     * Draws a site not yet drawn, by block. If a drawn site comes up, whose weight has a minus sign, its weight becomes
     * 0 until the path is complete.
     */
    private int undrawnByBlock(UniformRandomProvider rng) {
        int site = blocks.draw(rng);
        while (site >= 0 && weights[site] < 0.0) {
            if (removedCount == removed.length) {
                removed = Arrays.copyOf(removed, 2 * removedCount);
                removedWeight = Arrays.copyOf(removedWeight, 2 * removedCount);
            }
            removed[removedCount] = site;
            removedWeight[removedCount++] = weights[site];
            setWeight(site, 0.0);
            site = blocks.draw(rng);
        }
        return site;
    }

    /** Gives back their weights to the sites whose weight {@link #undrawnByBlock} has set to 0. */
    private void restoreRemoved() {
        while (removedCount > 0) {
            removedCount--;
            setWeight(removed[removedCount], removedWeight[removedCount]);
        }
    }

    private void setWeight(int site, double weight) {
        weights[site] = weight;
        blocks.markStale(site);
    }
}
