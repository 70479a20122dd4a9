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
 * tries on average, where W is the sum and the bound is 1 or, for weights without one, the largest there has been for a
 * while. It needs neither order nor tree nor prefix sums, so a change of weight costs nothing but the sum.
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

    /** A try costs about 4 ns, a draw by block 75 to 390 at N = 10^3 to 10^5 (docs/results/performance.md). */
    private static final int AFFORDABLE_TRIES = 32;

    private static final int TRIES = 100;

    private static final double FRACTION = 0x1p-53;

    private final double[] weights;

    /** The sites that may be drawn, ascending; null for all of them. */
    private final int @Nullable [] free;

    private final int freeCount;
    private final boolean bounded;

    private double total;
    private double peak;

    /** No weight is above it; of unbounded weights, the largest of the last N changes and more. */
    private double bound;

    /** Changes since the bound was the largest weight. */
    private long boundAge;

    private long changes;

    private final int[] mark;
    private int epoch;

    private final BlockSums blocks;

    /** Sites whose weight is held at 0 until a path is drawn, and what it was. */
    private int[] removed = new int[16];

    private double[] removedWeight = new double[16];
    private int removedCount;

    private int[] undoSites = new int[64];
    private double[] undoWeights = new double[64];
    private int undoCount;
    private double savedTotal;
    private double savedPeak;
    private double savedBound;
    private long savedBoundAge;
    private long savedChanges;

    private WeightTable(int n, boolean bounded, int @Nullable [] free) {
        this.weights = new double[n];
        this.bounded = bounded;
        this.free = free;
        this.freeCount = free == null ? n : free.length;
        this.mark = new int[n];
        this.blocks = new BlockSums(weights);
        this.bound = bounded ? 1.0 : 0.0;
    }

    /**
     * A table of N weights, all zero.
     *
     * @param n the number of sites N, at least 1
     * @param bounded whether every weight is at most 1
     * @param free the sites that may be drawn, ascending, or null for all; the others must keep weight 0
     */
    public static WeightTable of(int n, boolean bounded, int @Nullable [] free) {
        return new WeightTable(n, bounded, free);
    }

    /** The sum of all weights. */
    public double total() {
        if (total < SHRINKAGE * peak || changes > (long) RESUM_SWEEPS * weights.length) {
            resum();
        }
        return total;
    }

    /** The weight of a site. */
    public double weight(int site) {
        return weights[site];
    }

    /** Replaces the weights of some distinct sites: that of {@code sites[k]} by {@code values[k]}, k below the count. */
    public void replace(int[] sites, double[] values, int count) {
        if (undoCount + count > undoSites.length) {
            undoSites = Arrays.copyOf(undoSites, Math.max(2 * undoCount, undoCount + count));
            undoWeights = Arrays.copyOf(undoWeights, undoSites.length);
        }
        double change = 0.0;
        double largest = bound;
        for (int k = 0; k < count; k++) {
            int site = sites[k];
            double before = weights[site];
            double after = values[k];
            undoSites[undoCount + k] = site;
            undoWeights[undoCount + k] = before;
            weights[site] = after;
            blocks.changed(site);
            change += after - before;
            largest = after > largest ? after : largest;
        }
        undoCount += count;
        changes += count;
        boundAge += count;
        total += change;
        peak = Math.max(peak, total);
        bound = bounded ? 1.0 : largest;
    }

    /** Replaces all weights by the first N of an array; {@link #rollback} now goes back to these. */
    public void load(double[] source) {
        System.arraycopy(source, 0, weights, 0, weights.length);
        blocks.changedAll();
        resum();
        if (!bounded) {
            tightenBound();
        }
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
            int site = undoSites[k];
            weights[site] = undoWeights[k];
            blocks.changed(site);
        }
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
     * @param path receives them in the order drawn
     * @return whether there were that many sites of positive weight
     */
    public boolean drawDistinct(int count, UniformRandomProvider rng, int[] path) {
        if (count > freeCount) {
            return false;
        }
        clearMarks();
        int drawn = byRejection(count, rng, path, 0);
        while (drawn < count) {
            int site = unmarkedByBlock(rng);
            if (site < 0) {
                break;
            }
            mark[site] = epoch;
            path[drawn++] = site;
        }
        putBack();
        return drawn == count;
    }

    /**
     * Draws sites independently, with replacement.
     *
     * @param path receives them in the order drawn
     * @return whether any site has a positive weight
     */
    public boolean drawIndependent(int count, UniformRandomProvider rng, int[] path) {
        for (int r = byRejection(count, rng, path, 1); r < count; r++) {
            path[r] = blocks.draw(rng);
            if (path[r] < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Draws sites until there are enough or too many tries have missed, and marks them. Whether a try hits cannot be predicted,
     * so no branch depends on it: every try writes its site to the path, and only a hit moves on.
     *
     * @param repeats 1 if a marked site may be drawn again, else 0
     * @return how many were drawn
     */
    private int byRejection(int count, UniformRandomProvider rng, int[] path, int repeats) {
        if (!rejectionIsAffordable()) {
            if (bounded || boundAge <= weights.length) {
                return 0;
            }
            tightenBound();
            if (!rejectionIsAffordable()) {
                return 0;
            }
        }
        int drawn = 0;
        for (long tries = (long) TRIES * count; drawn < count && tries > 0; tries--) {
            long bits = rng.nextLong();
            // The whole part of bits * 2^-64 * N, with an error of the shares below 2^-64 ...
            int k = (int) (Math.multiplyHigh(bits, freeCount) + ((bits >> 63) & freeCount));
            int site = free == null ? k : free[k];
            // ... and what is left of the same product: uniform on [0, 1) given the site, with 64 - log2 N bits.
            double fraction = ((bits * freeCount) >>> 11) * FRACTION;
            int below = (int) (Double.doubleToRawLongBits(fraction * bound - weights[site]) >>> 63);
            int unlike = mark[site] ^ epoch;
            int hit = below & (repeats | ((unlike | -unlike) >>> 31));
            mark[site] ^= unlike & -hit;
            path[drawn] = site;
            drawn += hit;
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

    /** A site without a mark, by block; a marked one that comes up is taken out until the path is drawn. */
    private int unmarkedByBlock(UniformRandomProvider rng) {
        int site = blocks.draw(rng);
        while (site >= 0 && mark[site] == epoch) {
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
        clearMarks();
        int n = 0;
        for (int r = 0; r < count; r++) {
            int site = path[r];
            if (mark[site] != epoch) {
                mark[site] = epoch;
                sites[n++] = site;
            }
        }
        return n;
    }

    /**
     * The sum of the weights of all sites but the given ones, without the cancellation of a plain subtraction: exactly 0
     * if there are no others, and summed anew if it falls under 1e-3 of the total.
     *
     * @param path distinct sites
     */
    public double totalWithout(int[] path, int count) {
        if (count == freeCount) {
            return 0.0;
        }
        double selected = 0.0;
        for (int r = 0; r < count; r++) {
            selected += weights[path[r]];
        }
        double rest = total() - selected;
        if (rest >= CANCELLATION * total()) {
            return rest;
        }
        clearMarks();
        for (int r = 0; r < count; r++) {
            mark[path[r]] = epoch;
        }
        double sum = 0.0;
        for (int i = 0; i < weights.length; i++) {
            sum += mark[i] == epoch ? 0.0 : weights[i];
        }
        return sum;
    }

    private void clearMarks() {
        if (++epoch == 0) {
            Arrays.fill(mark, 0);
            epoch = 1;
        }
    }

    private void resum() {
        double sum = 0.0;
        for (double weight : weights) {
            sum += weight;
        }
        total = sum;
        peak = sum;
        changes = 0;
    }
}
