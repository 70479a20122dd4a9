package dev.lbp.internal.kernel;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * How sites are drawn in proportion to the weights of a {@link WeightTable}.
 *
 * <p><b>By rejection</b>: a uniform site is kept with probability w / bound, else another is tried, N * bound / W tries on
 * average, where W is the sum of the weights. It needs neither order nor tree nor prefix sums, so a change of weight costs
 * nothing. Whether a try hits cannot be predicted, so no branch depends on it: every try writes its site to the path, and only
 * a hit moves on.
 *
 * <p><b>By block</b>, where there is no bound to try against or {@link #TRIES} times as many tries have missed: a block of
 * about sqrt(N) sites by its sum, then a site in it, O(sqrt N). Both ways follow the same law, so it does not matter which one
 * ends a path.
 *
 * <p>While a path of distinct sites is drawn, the weight of a drawn one carries a minus sign: so a try looks at one array only.
 */
final class SiteDraw {

    private static final int TRIES = 100;

    /** The bits of 1.0. */
    private static final long ONE = 0x3ff0000000000000L;

    private static final long SIGN = Long.MIN_VALUE;

    private final double[] weights;
    private final int @Nullable [] free;
    private final int freeCount;

    /** To be told of every change of weight. */
    final BlockSums blocks;

    /** Drawn sites that came up again, whose weight is held at 0 until the path is drawn, and what it was. */
    private int[] removed = new int[16];

    private double[] removedWeight = new double[16];
    private int removedCount;

    /**
     * @param weights the table's own
     * @param free the sites that may be drawn, ascending, or null for all; the others have weight 0
     */
    SiteDraw(double[] weights, int @Nullable [] free) {
        this.weights = weights;
        this.free = free;
        this.freeCount = free == null ? weights.length : free.length;
        this.blocks = new BlockSums(weights);
    }

    /**
     * Draws sites one after another without replacement, each in proportion to its weight among those not yet drawn.
     *
     * @param path receives them in the order drawn
     * @param bound no weight is above it; 0 to draw by block alone
     * @return whether there were that many sites of positive weight
     */
    boolean distinct(int count, UniformRandomProvider rng, int[] path, double bound) {
        int drawn = byRejection(count, rng, path, bound, SIGN);
        while (drawn < count) {
            int site = undrawnByBlock(rng);
            if (site < 0) {
                break;
            }
            weights[site] = -weights[site];
            path[drawn++] = site;
        }
        putBack();
        clearSigns(path, drawn);
        return drawn == count;
    }

    /**
     * Draws sites independently, with replacement.
     *
     * @return whether any site has a positive weight
     */
    boolean independent(int count, UniformRandomProvider rng, int[] path, double bound) {
        for (int r = byRejection(count, rng, path, bound, 0L); r < count; r++) {
            path[r] = blocks.draw(rng);
            if (path[r] < 0) {
                return false;
            }
        }
        return true;
    }

    /** Copies the distinct sites of a path, in the order of their first occurrence, and returns how many there are. */
    int distinctOf(int[] path, int count, int[] sites) {
        int n = 0;
        for (int r = 0; r < count; r++) {
            int site = path[r];
            long bits = Double.doubleToRawLongBits(weights[site]);
            if (bits >= 0) {
                weights[site] = Double.longBitsToDouble(bits | SIGN);
                sites[n++] = site;
            }
        }
        clearSigns(sites, n);
        return n;
    }

    /** The sum of the weights of all sites but some distinct ones, by adding them all up. */
    double sumWithout(int[] sites, int count) {
        for (int k = 0; k < count; k++) {
            weights[sites[k]] = -weights[sites[k]];
        }
        double sum = 0.0;
        for (double weight : weights) {
            sum += Math.max(weight, 0.0);
        }
        clearSigns(sites, count);
        return sum;
    }

    private void clearSigns(int[] sites, int count) {
        for (int k = 0; k < count; k++) {
            weights[sites[k]] = Math.abs(weights[sites[k]]);
        }
    }

    /**
     * Draws sites until there are enough or too many tries have missed.
     *
     * @param mark the bits to change in the weight of a drawn site
     * @return how many were drawn
     */
    private int byRejection(int count, UniformRandomProvider rng, int[] path, double bound, long mark) {
        if (bound == 0.0) {
            return 0;
        }
        long twice = 2L * freeCount;
        int drawn = 0;
        for (long left = (long) TRIES * count; drawn < count && left > 0; ) {
            int tries = count - drawn; // so many cannot be too many
            left -= tries;
            for (; tries > 0; tries--) {
                long bits = rng.nextLong() >>> 1;
                // The whole part of bits * 2^-63 * N, with an error of the shares below 2^-63 N ...
                int k = (int) Math.multiplyHigh(bits, twice);
                int site = free == null ? k : free[k];
                // ... and what is left of the same product: uniform given the site, with 63 - log2 N bits.
                // Its upper 52 make a number in [1, 2), without a conversion.
                double oneAndMore = Double.longBitsToDouble(((bits * twice) >>> 12) | ONE);
                double height = Math.fma(oneAndMore, bound, -bound);
                double weight = weights[site];
                // all ones if below: a weight with a minus sign is below nothing
                long hit = Double.doubleToRawLongBits(height - weight) >> 63;
                weights[site] = Double.longBitsToDouble(Double.doubleToRawLongBits(weight) ^ (hit & mark));
                path[drawn] = site;
                drawn -= (int) hit;
            }
        }
        return drawn;
    }

    /** A site not yet drawn, by block; a drawn one that comes up is taken out until the path is drawn. */
    private int undrawnByBlock(UniformRandomProvider rng) {
        int site = blocks.draw(rng);
        while (site >= 0 && weights[site] < 0.0) {
            if (removedCount == removed.length) {
                removed = Arrays.copyOf(removed, 2 * removedCount);
                removedWeight = Arrays.copyOf(removedWeight, 2 * removedCount);
            }
            removed[removedCount] = site;
            removedWeight[removedCount++] = weights[site];
            hold(site, 0.0);
            site = blocks.draw(rng);
        }
        return site;
    }

    private void putBack() {
        while (removedCount > 0) {
            removedCount--;
            hold(removed[removedCount], removedWeight[removedCount]);
        }
    }

    private void hold(int site, double weight) {
        weights[site] = weight;
        blocks.changed(site);
    }
}
