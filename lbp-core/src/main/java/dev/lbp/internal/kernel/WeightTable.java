package dev.lbp.internal.kernel;

import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The flip weights of one state and their sum; it draws sites in proportion to the weights. A table serves one chain on
 * one thread.
 *
 * <pre>{@code
 * stored: weights[N], total, bound >= every weight, the sums of about sqrt(N) blocks, a log of replaced weights
 * replace(sites, values): log and replace the weights, add the differences to total, raise bound   O(count)
 * total():                first sum all weights, if total < 1e-3 * peak or after 16 N changes      O(1), rarely O(N)
 * draw R sites:           by rejection if N * bound / total <= 32 tries per site, else by block    O(R), O(R sqrt N)
 * save(), rollback():     clear the log; write its weights back, the last one first, bit for bit   O(changes)
 * load(source):           replace all weights                                                      O(N)
 * }</pre>
 *
 * <p>A rejected step rolls back, which restores every bit. {@link SiteDraw} has both ways to draw.
 *
 * <p>The peak is the largest total since the last summation. The conditions of total() keep its relative error below
 * 1e-9 (a test checks it). The bound is at least the largest weight; the larger it is, the more tries a draw takes.
 */
public final class WeightTable {

    /**
     * If a subtraction leaves less than this part of the total, the rest is summed instead. So a subtraction magnifies
     * the relative error of the total by at most 1000: from 1e-16 after a summation to 1e-13.
     */
    private static final double CANCELLATION = 1e-3;

    /** The total is summed again if it falls below this part of its peak. */
    private static final double SHRINKAGE = 1e-3;

    /** The total is summed again after this number of sweeps of N changes. */
    private static final int RESUM_SWEEPS = 16;

    /** The bound is computed again after this number of sweeps of N changes. */
    private static final int TIGHT_FOR = 16;

    /** Most tries per site by rejection: one reads a weight, a draw by block about 2 sqrt(N) sums and weights. */
    private static final int AFFORDABLE_TRIES = 32;

    private final double[] weights;
    private final int freeCount;
    private double total;
    private double peak;

    /** At least every weight. */
    private double bound;

    /** The number of changes since the bound was the largest weight. */
    private long boundAge;

    /** The number of changes since the last summation. */
    private long changes;

    private final SiteDraw draw;
    private final LogProduct product = new LogProduct();

    private final FlipProbabilities probabilities = new FlipProbabilities();

    /** The result of {@link #weights(int[], int, boolean)}. */
    private double[] gathered = new double[64];

    /** The log of replaced weights, unless {@link #savedWhole}. */
    private int[] undoSites = new int[64];

    private double[] undoWeights = new double[64];
    private int undoCount;

    /** All weights of the last {@link #save}, if {@link #savedWhole}. */
    private double @Nullable [] saved;

    private boolean savedWhole;
    private double savedTotal;
    private double savedPeak;
    private double savedBound;
    private long savedBoundAge;
    private long savedChanges;

    private WeightTable(int n, int @Nullable [] free, boolean forSingleDraws) {
        this.weights = new double[n];
        this.freeCount = free == null ? n : free.length;
        this.draw = new SiteDraw(weights, free, forSingleDraws);
    }

    /**
     * A table of N weights, all zero.
     *
     * @param n the number of sites N, at least 1
     * @param free the sites that may be drawn, ascending, or null for all; the others must keep weight 0
     */
    public static WeightTable of(int n, int @Nullable [] free) {
        return new WeightTable(n, free, /* forSingleDraws= */ false);
    }

    /**
     * A table for sites that are drawn one at a time, between changes of many weights: draws by block do not sum all
     * stale blocks again. The sums of blocks then depend on the past in their last bits, as the total does.
     *
     * @param n the number of sites N, at least 1
     * @param free the sites that may be drawn, ascending, or null for all; the others must keep weight 0
     */
    public static WeightTable forSingleDraws(int n, int @Nullable [] free) {
        return new WeightTable(n, free, /* forSingleDraws= */ true);
    }

    /** The sum of all weights, summed again after many changes or a large fall, lest it keep their rounding errors. */
    public double total() {
        if (total < SHRINKAGE * peak || changes > (long) RESUM_SWEEPS * weights.length) {
            resum();
        }
        return total;
    }

    /** An upper bound of the weights: a draw by rejection takes about N * bound / total tries. */
    public double bound() {
        return bound;
    }

    /**
     * A product for the probability of one path at a time, reused: new ones were 6 KB of garbage per step of 100
     * chains.
     */
    LogProduct product() {
        return product;
    }

    /** The probabilities of a factorised proposal, the same proposal at every call. */
    FlipProbabilities probabilities(FactorisedProposal proposal, double timeStep) {
        return probabilities.updated(proposal, weights, timeStep);
    }

    /** The weights of all sites, always in the same array; not to be written to. */
    public double[] weights() {
        return weights;
    }

    /** The weight of a site. */
    public double weight(int site) {
        return weights[site];
    }

    /**
     * The weights of some sites, in the first places of an array that the next call overwrites.
     *
     * @param backwards whether to return them in the opposite order of the sites
     */
    public double[] weights(int[] sites, int count, boolean backwards) {
        if (count > gathered.length) {
            gathered = new double[Math.max(2 * gathered.length, count)];
        }
        double[] to = gathered;
        if (backwards) {
            for (int k = 0; k < count; k++) {
                to[k] = weights[sites[count - 1 - k]];
            }
        } else {
            for (int k = 0; k < count; k++) {
                to[k] = weights[sites[k]];
            }
        }
        return to;
    }

    /**
     * Replaces the weights of some sites: the weight of {@code sites[k]} by {@code values[k]}, for k below {@code
     * count}. A site may occur more than once, with the same value each time.
     *
     * @param ceiling at least each of the values; the nearer to the largest, the fewer tries a draw takes
     */
    public void replace(int[] sites, double[] values, int count, double ceiling) {
        if (undoCount + count > weights.length) {
            saveWhole();
        }
        if (undoCount + count > undoSites.length) {
            undoSites = Arrays.copyOf(undoSites, Math.max(2 * undoCount, undoCount + count));
            undoWeights = Arrays.copyOf(undoWeights, undoSites.length);
        }
        int oldWeights = undoCount; // where exchange() writes them in undoWeights
        System.arraycopy(sites, 0, undoSites, oldWeights, count);
        total += exchange(sites, values, count, undoWeights, oldWeights);
        undoCount += savedWhole ? 0 : count; // with a whole copy the log keeps nothing: it only lends its array
        changes += count;
        boundAge += count;
        peak = Math.max(peak, total);
        bound = Math.max(bound, ceiling);
        draw.blocks.addDifferences(sites, values, undoWeights, oldWeights, count);
        probabilities.invalidate();
    }

    /** Keeps a copy of all weights of the save in place of the log, which has become longer than they are. */
    private void saveWhole() {
        if (!savedWhole) {
            double[] whole = saved == null ? new double[weights.length] : saved;
            System.arraycopy(weights, 0, whole, 0, weights.length);
            undoReplacements(whole);
            saved = whole;
            savedWhole = true;
        }
        undoCount = 0;
    }

    private void undoReplacements(double[] values) {
        for (int k = undoCount - 1; k >= 0; k--) { // backwards: a site's first entry in the log has its oldest weight
            values[undoSites[k]] = undoWeights[k];
        }
    }

    /** Writes values to sites, writes the old ones to {@code before}, and returns the change of the sum. */
    private double exchange(int[] sites, double[] values, int count, double[] before, int at) {
        // two sums in turn, so that an addition need not wait for the one before
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

    /** Replaces all weights by the first N values of an array, and saves, so that {@link #rollback} restores these. */
    public void load(double[] source) {
        load(source, 0);
    }

    /** Replaces all weights by N values of an array, from index {@code from}, and saves for {@link #rollback}. */
    public void load(double[] source, int from) {
        System.arraycopy(source, from, weights, 0, weights.length);
        tightenBound();
        resetTo(LaneSum.ofFirst(weights, weights.length), bound);
    }

    /**
     * Replaces all weights by N values of an array, from index {@code from}, and saves, so that {@link #rollback}
     * restores these.
     *
     * @param sum the sum of these weights, to a relative error below 1e-12
     * @param ceiling at least each of these weights
     */
    public void load(double[] source, int from, double sum, double ceiling) {
        System.arraycopy(source, from, weights, 0, weights.length);
        resetTo(sum, ceiling);
    }

    /**
     * Replaces all weights by N floats of an array, from index {@code from}, and saves. The weights equal the floats
     * exactly, and {@code sum} is the sum of the floats as doubles.
     */
    public void load(float[] source, int from, double sum, double ceiling) {
        for (int i = 0; i < weights.length; i++) {
            weights[i] = source[from + i];
        }
        resetTo(sum, ceiling);
    }

    /** Begins anew with the present weights, their sum and a bound of them, and saves for {@link #rollback}. */
    private void resetTo(double sum, double ceiling) {
        draw.blocks.markAllStale();
        probabilities.invalidate();
        total = sum;
        peak = sum;
        changes = 0;
        bound = ceiling;
        boundAge = 0;
        save();
    }

    /** Writes or reads all values on which later draws depend. */
    public void transcribe(Transcript transcript) {
        transcript.of(weights, weights.length);
        total = transcript.of(total);
        peak = transcript.of(peak);
        bound = transcript.of(bound);
        boundAge = transcript.of(boundAge);
        changes = transcript.of(changes);
        draw.blocks.transcribe(transcript);
        if (transcript.isReading()) {
            probabilities.invalidate();
        }
    }

    /** Saves the weights for {@link #rollback}. */
    public void save() {
        undoCount = 0;
        savedWhole = false;
        savedTotal = total();
        savedPeak = peak;
        savedBound = bound;
        savedBoundAge = boundAge;
        savedChanges = changes;
        draw.blocks.save();
    }

    /** Restores the weights and the total of the last {@link #save}, bit for bit. */
    public void rollback() {
        boolean sumsRestored = draw.blocks.rollback();
        if (savedWhole) {
            System.arraycopy(saved, 0, weights, 0, weights.length);
        } else {
            undoReplacements(weights);
        }
        if (!sumsRestored && savedWhole) {
            draw.blocks.markAllStale();
        } else if (!sumsRestored) {
            draw.blocks.markStale(undoSites, undoCount);
        }
        probabilities.invalidate();
        undoCount = 0;
        savedWhole = false;
        total = savedTotal;
        peak = savedPeak;
        bound = savedBound;
        boundAge = savedBoundAge;
        changes = savedChanges;
    }

    /**
     * Draws {@code count} sites one after another without replacement, each in proportion to its weight among those not
     * yet drawn.
     *
     * @param path receives them in the order drawn
     * @return whether there were {@code count} sites of positive weight
     */
    public boolean drawDistinct(int count, UniformRandomProvider rng, int[] path) {
        return count <= freeCount && draw.drawDistinct(count, rng, path, affordableBound());
    }

    /**
     * Draws {@code count} sites independently, with replacement.
     *
     * @param path receives them in the order drawn
     * @return whether any site has a positive weight
     */
    public boolean drawIndependent(int count, UniformRandomProvider rng, int[] path) {
        return draw.drawIndependent(count, rng, path, affordableBound());
    }

    /** The bound, computed anew if it is old or (after N changes) too high; 0 if rejection would take too long. */
    private double affordableBound() {
        if (boundAge > (long) TIGHT_FOR * weights.length || (!rejectionIsAffordable() && boundAge > weights.length)) {
            tightenBound();
        }
        return rejectionIsAffordable() ? bound : 0.0;
    }

    private boolean rejectionIsAffordable() {
        return freeCount * bound <= AFFORDABLE_TRIES * total();
    }

    private void tightenBound() {
        bound = FlipWeightKernels.chosen().largest(null, weights, 0, weights.length);
        boundAge = 0;
    }

    /** Copies the distinct sites of a path, in the order of their first occurrence, and returns their number. */
    public int distinct(int[] path, int count, int[] sites) {
        return draw.copyDistinct(path, count, sites);
    }

    /**
     * The sum of the weights of all sites except the given ones, without the cancellation of a plain subtraction:
     * exactly 0 if there are no others, and summed again if it is below 1e-3 of the total.
     *
     * @param path distinct sites
     * @param pathWeights the weights of these sites
     */
    public double totalWithout(int[] path, double[] pathWeights, int count) {
        if (count == freeCount) {
            return 0.0;
        }
        double rest = total() - LaneSum.ofFirst(pathWeights, count);
        return rest >= CANCELLATION * total() ? rest : draw.sumWithout(path, count);
    }

    private void resum() {
        total = LaneSum.ofFirst(weights, weights.length);
        peak = total;
        changes = 0;
        draw.blocks.recomputeFollowing(); // sums of blocks that have the rounding of earlier changes, as total had
    }
}
