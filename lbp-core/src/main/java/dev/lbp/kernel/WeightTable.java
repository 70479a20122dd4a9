package dev.lbp.kernel;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The flip weights of one state, their sum, and the drawing of sites in proportion to them.
 *
 * <p>A table serves one chain on one thread. {@link #replace} changes some weights and keeps the sum; between {@link #save}
 * and {@link #rollback} changes can be undone bit for bit, which is how a rejected step leaves no trace. {@link #load}
 * replaces all weights at once.
 *
 * <p><b>Drawing by rejection.</b> A uniform site is kept with probability w / bound, else another is tried: N * bound / W
 * tries on average, where W is the sum and the bound is the largest weight there has been for a while. It needs neither order nor tree nor prefix sums, so a change of weight costs nothing but the sum.
 *
 * <p><b>Drawing by block</b>, where rejection would take more than {@link #AFFORDABLE_TRIES}, or has missed {@link #TRIES}
 * times: a block of about sqrt(N) sites by its sum, then a site in it, O(sqrt N). The sums of blocks in which a weight has
 * changed are made anew when they are next needed. Both ways follow the same law, so it does not matter which one ends a draw.
 *
 * <p><b>The sum</b> is kept by adding differences. It is made anew when it falls under 1e-3 of the largest value since the last
 * time, or after {@link #RESUM_SWEEPS} * N changes: so its relative error stays below 1e-9 (a test holds it).
 */
public final class WeightTable {

    /**
     * Below this part of the total, what is left of it after a subtraction is summed anew instead. The subtraction magnifies
     * the relative error of the total by at most its inverse: from 1e-16, of a total summed lately, to 1e-13.
     */
    private static final double CANCELLATION = 1e-3;

    private static final double SHRINKAGE = 1e-3;

    private static final int RESUM_SWEEPS = 16;

    /** The same for the bound. */
    private static final int TIGHT_FOR = 16;

    /** A try costs about 4 ns, a draw by block 75 to 390 at N = 10^3 to 10^5 (docs/results/performance.md). */
    private static final int AFFORDABLE_TRIES = 32;

    private static final int TRIES = 100;

    /** The bits of 1.0. */
    private static final long ONE = 0x3ff0000000000000L;

    private static final long SIGN = Long.MIN_VALUE;

    private final double[] weights;

    /** The sites that may be drawn, ascending; null for all of them. */
    private final int @Nullable [] free;

    private final int freeCount;
    private double total;
    private double peak;

    /** No weight is above it. */
    private double bound;

    /** Changes since the bound was the largest weight. */
    private long boundAge;

    private long changes;

    private final BlockSums blocks;

    private final LogProduct product = new LogProduct();

    /** Drawn sites that came up again, whose weight is held at 0 until a path is drawn, and what it was. */
    private int[] removed = new int[16];

    private double[] removedWeight = new double[16];
    private int removedCount;

    /** What {@link #weights(int[], int)} gives. */
    private double[] gathered = new double[64];

    private int[] undoSites = new int[64];
    private double[] undoWeights = new double[64];
    private int undoCount;
    private double savedTotal;
    private double savedPeak;
    private double savedBound;
    private long savedBoundAge;
    private long savedChanges;

    private WeightTable(int n, int @Nullable [] free) {
        this.weights = new double[n];
        this.free = free;
        this.freeCount = free == null ? n : free.length;
        this.blocks = new BlockSums(weights);
    }

    /**
     * A table of N weights, all zero.
     *
     * @param n the number of sites N, at least 1
     * @param free the sites that may be drawn, ascending, or null for all; the others must keep weight 0
     */
    public static WeightTable of(int n, int @Nullable [] free) {
        return new WeightTable(n, free);
    }

    /** The sum of all weights. */
    public double total() {
        if (total < SHRINKAGE * peak || changes > (long) RESUM_SWEEPS * weights.length) {
            resum();
        }
        return total;
    }

    /** What no weight is above: a draw takes about N * bound / total tries. */
    public double bound() {
        return bound;
    }

    /** Memory for the probability of one path at a time: an object each was 6 KB of garbage per step of 100 chains. */
    LogProduct product() {
        return product;
    }

    /** The weight of a site. */
    public double weight(int site) {
        return weights[site];
    }

    /** The weights of some sites, in the first places of an array that the next call uses again. */
    public double[] weights(int[] sites, int count) {
        if (count > gathered.length) {
            gathered = new double[Math.max(2 * gathered.length, count)];
        }
        double[] to = gathered;
        for (int k = 0; k < count; k++) {
            to[k] = weights[sites[k]];
        }
        return to;
    }

    /**
     * Replaces the weights of some sites: that of {@code sites[k]} by {@code values[k]}, k below the count. A site may be
     * there more than once; its last value counts.
     *
     * @param ceiling what none of the values is above; the nearer to the largest, the fewer tries a draw takes
     */
    public void replace(int[] sites, double[] values, int count, double ceiling) {
        if (undoCount + count > undoSites.length) {
            undoSites = Arrays.copyOf(undoSites, Math.max(2 * undoCount, undoCount + count));
            undoWeights = Arrays.copyOf(undoWeights, undoSites.length);
        }
        System.arraycopy(sites, 0, undoSites, undoCount, count);
        total += exchange(sites, values, count, undoWeights, undoCount);
        undoCount += count;
        changes += count;
        boundAge += count;
        peak = Math.max(peak, total);
        bound = Math.max(bound, ceiling);
        blocks.changed(sites, count);
    }

    /** Writes values to sites, what was there to an undo array, and returns by how much the sum has changed. */
    private double exchange(int[] sites, double[] values, int count, double[] before, int at) {
        double even = 0.0;
        double odd = 0.0;
        int k = 0;
        for (; k < count - 1; k += 2) {
            int first = sites[k];
            double firstBefore = weights[first];
            before[at + k] = firstBefore;
            weights[first] = values[k];
            even += values[k] - firstBefore;
            int second = sites[k + 1];
            double secondBefore = weights[second];
            before[at + k + 1] = secondBefore;
            weights[second] = values[k + 1];
            odd += values[k + 1] - secondBefore;
        }
        if (k < count) {
            int last = sites[k];
            before[at + k] = weights[last];
            even += values[k] - weights[last];
            weights[last] = values[k];
        }
        return even + odd;
    }

    /** Replaces all weights by the first N of an array; {@link #rollback} now goes back to these. */
    public void load(double[] source) {
        System.arraycopy(source, 0, weights, 0, weights.length);
        tightenBound();
        loaded(sum(weights, weights.length), bound);
    }

    /**
     * Replaces all weights by N of an array from an index on; {@link #rollback} now goes back to these.
     *
     * @param sum that of these weights, to a relative error below 1e-12
     * @param ceiling what none of them is above
     */
    public void load(double[] source, int from, double sum, double ceiling) {
        System.arraycopy(source, from, weights, 0, weights.length);
        loaded(sum, ceiling);
    }

    /** The same in single precision, which the weights then are exactly; the sum is that of the doubles they become. */
    public void load(float[] source, int from, double sum, double ceiling) {
        for (int i = 0; i < weights.length; i++) {
            weights[i] = source[from + i];
        }
        loaded(sum, ceiling);
    }

    private void loaded(double sum, double ceiling) {
        blocks.changedAll();
        total = sum;
        peak = sum;
        changes = 0;
        bound = ceiling;
        boundAge = 0;
        save();
    }

    /** Marks the weights as those that {@link #rollback} goes back to. */
    public void save() {
        undoCount = 0;
        savedTotal = total();
        savedPeak = peak;
        savedBound = bound;
        savedBoundAge = boundAge;
        savedChanges = changes;
    }

    /** Goes back to the weights and the total of the last {@link #save}, bit for bit. */
    public void rollback() {
        for (int k = undoCount - 1; k >= 0; k--) {
            weights[undoSites[k]] = undoWeights[k];
        }
        blocks.changed(undoSites, undoCount);
        undoCount = 0;
        total = savedTotal;
        peak = savedPeak;
        bound = savedBound;
        boundAge = savedBoundAge;
        changes = savedChanges;
    }

    /**
     * Draws sites one after another without replacement, each in proportion to its weight among those not yet drawn.
     *
     * <p>While it draws, the weight of a drawn site carries a minus sign: so a try looks at one array only.
     *
     * @param path receives them in the order drawn
     * @return whether there were that many sites of positive weight
     */
    public boolean drawDistinct(int count, UniformRandomProvider rng, int[] path) {
        if (count > freeCount) {
            return false;
        }
        int drawn = byRejection(count, rng, path, SIGN);
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
     * @param path receives them in the order drawn
     * @return whether any site has a positive weight
     */
    public boolean drawIndependent(int count, UniformRandomProvider rng, int[] path) {
        for (int r = byRejection(count, rng, path, 0L); r < count; r++) {
            path[r] = blocks.draw(rng);
            if (path[r] < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Draws sites until there are enough or too many tries have missed. Whether a try hits cannot be predicted, so no branch
     * depends on it: every try writes its site to the path, and only a hit moves on.
     *
     * @param mark the bits to change in the weight of a drawn site
     * @return how many were drawn
     */
    private int byRejection(int count, UniformRandomProvider rng, int[] path, long mark) {
        if (boundAge > (long) TIGHT_FOR * weights.length || !rejectionIsAffordable() && boundAge > weights.length) {
            tightenBound();
        }
        if (!rejectionIsAffordable()) {
            return 0;
        }
        long twice = 2L * freeCount;
        double ceiling = bound;
        int drawn = 0;
        for (long left = (long) TRIES * count; drawn < count && left > 0; ) {
            int tries = count - drawn; // so many cannot be too many
            left -= tries;
            for (; tries > 0; tries--) {
                long bits = rng.nextLong() >>> 1;
                // The whole part of bits * 2^-63 * N, with an error of the shares below 2^-63 N ...
                int k = (int) Math.multiplyHigh(bits, twice);
                int site = free == null ? k : free[k];
                // ... and what is left of the same product: uniform given the site, with 63 - log2 N bits. The upper 52
                // make
                // a number in [1, 2) without a conversion.
                double oneAndMore = Double.longBitsToDouble(((bits * twice) >>> 12) | ONE);
                double height = Math.fma(oneAndMore, ceiling, -ceiling);
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

    private boolean rejectionIsAffordable() {
        return freeCount * bound <= AFFORDABLE_TRIES * total();
    }

    private void tightenBound() {
        double largest = 0.0;
        for (double weight : weights) {
            largest = Math.max(largest, weight);
        }
        bound = largest;
        boundAge = 0;
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

    /** Copies the distinct sites of a path, in the order of their first occurrence, and returns how many there are. */
    public int distinct(int[] path, int count, int[] sites) {
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

    /**
     * The sum of the weights of all sites but the given ones, without the cancellation of a plain subtraction: exactly 0
     * if there are no others, and summed anew if it falls under 1e-3 of the total.
     *
     * @param path distinct sites
     * @param pathWeights their weights
     */
    public double totalWithout(int[] path, double[] pathWeights, int count) {
        if (count == freeCount) {
            return 0.0;
        }
        double rest = total() - sum(pathWeights, count);
        if (rest >= CANCELLATION * total()) {
            return rest;
        }
        for (int r = 0; r < count; r++) {
            weights[path[r]] = -weights[path[r]];
        }
        double sum = 0.0;
        for (double weight : weights) {
            sum += Math.max(weight, 0.0);
        }
        clearSigns(path, count);
        return sum;
    }

    private void clearSigns(int[] sites, int count) {
        for (int k = 0; k < count; k++) {
            weights[sites[k]] = Math.abs(weights[sites[k]]);
        }
    }

    private void resum() {
        total = sum(weights, weights.length);
        peak = total;
        changes = 0;
    }

    /** In four sums side by side: an addition need not wait for the one before. */
    private static double sum(double[] values, int count) {
        double s0 = 0.0;
        double s1 = 0.0;
        double s2 = 0.0;
        double s3 = 0.0;
        int k = 0;
        for (; k < count - 3; k += 4) {
            s0 += values[k];
            s1 += values[k + 1];
            s2 += values[k + 2];
            s3 += values[k + 3];
        }
        for (; k < count; k++) {
            s0 += values[k];
        }
        return (s0 + s1) + (s2 + s3);
    }
}
