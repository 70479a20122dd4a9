package dev.lbp.kernel;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The flip weights of one state, their sum, and the drawing of sites in proportion to them.
 *
 * <p>A table serves one chain on one thread. {@link #set} changes single weights and keeps the sum; between {@link #save}
 * and {@link #rollback} changes can be undone bit for bit, which is how a rejected step leaves no trace. {@link #load}
 * replaces all weights at once.
 *
 * <p>Two specialisations, chosen by {@link #of}: {@link RejectionTable} when no weight exceeds 1, {@link SumTree} when
 * weights have no bound.
 */
public abstract class WeightTable {

    /**
     * Below this part of the total, what is left of it after a subtraction is summed anew instead. The subtraction magnifies
     * the relative error of the total by at most its inverse: from 1e-16, of a total summed lately, to 1e-13.
     */
    private static final double CANCELLATION = 1e-3;

    final double[] weights;

    /** The sites that may be drawn, ascending; null for all of them. */
    final int @Nullable [] free;

    final int freeCount;

    private final int[] mark;
    private int epoch;

    private int[] undoSites = new int[64];
    private double[] undoWeights = new double[64];
    private int undoCount;

    WeightTable(int n, int @Nullable [] free) {
        this.weights = new double[n];
        this.free = free;
        this.freeCount = free == null ? n : free.length;
        this.mark = new int[n];
    }

    /**
     * A table of N weights, all zero.
     *
     * @param n the number of sites N, at least 1
     * @param bounded whether every weight is at most 1
     * @param free the sites that may be drawn, ascending, or null for all; the others must keep weight 0
     */
    public static WeightTable of(int n, boolean bounded, int @Nullable [] free) {
        return bounded ? new RejectionTable(n, free) : new SumTree(n, free);
    }

    /** The sum of all weights. */
    public abstract double total();

    /** Draws one site with probability proportional to its weight; the total must be positive. */
    abstract int drawAny(UniformRandomProvider rng);

    /** Draws one site by weight among those without a mark, or returns -1 if none of them has a positive weight. */
    abstract int drawUnmarked(UniformRandomProvider rng);

    abstract void changed(int site, double before, double after);

    abstract void reloaded();

    /** Called when {@link #drawDistinct} is done with its marks. */
    void endDraw() {}

    /** The weight of a site. */
    public final double weight(int site) {
        return weights[site];
    }

    /** Replaces the weight of a site. */
    public final void set(int site, double weight) {
        double before = weights[site];
        if (undoCount == undoSites.length) {
            undoSites = Arrays.copyOf(undoSites, 2 * undoCount);
            undoWeights = Arrays.copyOf(undoWeights, 2 * undoCount);
        }
        undoSites[undoCount] = site;
        undoWeights[undoCount++] = before;
        weights[site] = weight;
        changed(site, before, weight);
    }

    /** Replaces all weights by the first N of an array; {@link #rollback} now goes back to these. */
    public final void load(double[] source) {
        System.arraycopy(source, 0, weights, 0, weights.length);
        undoCount = 0;
        reloaded();
    }

    /** Marks the weights as those that {@link #rollback} goes back to. */
    public void save() {
        undoCount = 0;
    }

    /** Goes back to the weights and the total of the last {@link #save}, bit for bit. */
    public void rollback() {
        for (int k = undoCount - 1; k >= 0; k--) {
            int site = undoSites[k];
            double now = weights[site];
            weights[site] = undoWeights[k];
            changed(site, now, undoWeights[k]);
        }
        undoCount = 0;
    }

    /**
     * Draws sites one after another without replacement, each in proportion to its weight among those not yet drawn.
     *
     * @param path receives them in the order drawn
     * @return whether there were that many sites of positive weight
     */
    public final boolean drawDistinct(int count, UniformRandomProvider rng, int[] path) {
        if (count > freeCount) {
            return false;
        }
        clearMarks();
        int drawn = 0;
        while (drawn < count) {
            int site = drawUnmarked(rng);
            if (site < 0) {
                break;
            }
            mark[site] = epoch;
            path[drawn++] = site;
        }
        endDraw();
        return drawn == count;
    }

    /**
     * Draws sites independently, with replacement.
     *
     * @param path receives them in the order drawn
     * @return whether any site has a positive weight
     */
    public final boolean drawIndependent(int count, UniformRandomProvider rng, int[] path) {
        if (!(total() > 0.0)) {
            return false;
        }
        for (int r = 0; r < count; r++) {
            path[r] = drawAny(rng);
        }
        return true;
    }

    /** Copies the distinct sites of a path, in the order of their first occurrence, and returns how many there are. */
    public final int distinct(int[] path, int count, int[] sites) {
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
    public final double totalWithout(int[] path, int count) {
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
        return sumUnmarked();
    }

    final boolean marked(int site) {
        return mark[site] == epoch;
    }

    final double sumUnmarked() {
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
}
