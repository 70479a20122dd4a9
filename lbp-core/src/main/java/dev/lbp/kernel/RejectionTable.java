package dev.lbp.kernel;

import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Weights of at most 1, drawn by rejection: a uniform site is kept with probability equal to its weight, else another is
 * tried. It needs no order, no tree and no prefix sums, so that changing a weight costs nothing but the sum; a draw takes
 * N / W tries on average, W the sum of the weights not yet drawn.
 *
 * <p>After {@link #TRIES} misses the draw is finished by an exact scan in O(N). Both follow the same law, so it does not
 * matter to the result which one ends.
 *
 * <p>The sum is kept by adding differences. It is summed anew when it falls under 1e-3 of the largest value since the last
 * time, or after {@link #RESUM_SWEEPS} * N changes: so its relative error stays below 1e-9 (a test holds it).
 */
final class RejectionTable extends WeightTable {

    /** At 1 % of mean weight, 53 % of draws end by then; below, a scan of thousands of weights is the lesser evil. */
    private static final int TRIES = 75;

    private static final int RESUM_SWEEPS = 16;

    private static final double SHRINKAGE = 1e-3;

    private static final double FRACTION = 0x1p-53;

    private double total;
    private double peak;
    private long changes;
    private double savedTotal;
    private double savedPeak;
    private long savedChanges;

    RejectionTable(int n, int @Nullable [] free) {
        super(n, free);
    }

    @Override
    public double total() {
        if (total < SHRINKAGE * peak || changes > (long) RESUM_SWEEPS * weights.length) {
            resum();
        }
        return total;
    }

    @Override
    public void save() {
        super.save();
        savedTotal = total();
        savedPeak = peak;
        savedChanges = changes;
    }

    @Override
    public void rollback() {
        super.rollback();
        total = savedTotal;
        peak = savedPeak;
        changes = savedChanges;
    }

    @Override
    int drawAny(UniformRandomProvider rng) {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            long bits = rng.nextLong();
            int site = index(bits);
            if (fraction(bits) < weights[site]) {
                return site;
            }
        }
        double left = total() * rng.nextDouble();
        int last = -1;
        for (int i = 0; i < weights.length; i++) {
            if (weights[i] > 0.0) {
                last = i;
                left -= weights[i];
                if (left < 0.0) {
                    return i;
                }
            }
        }
        return last;
    }

    @Override
    int drawUnmarked(UniformRandomProvider rng) {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            long bits = rng.nextLong();
            int site = index(bits);
            if (fraction(bits) < weights[site] && !marked(site)) {
                return site;
            }
        }
        double left = sumUnmarked() * rng.nextDouble();
        int last = -1;
        for (int i = 0; i < weights.length; i++) {
            if (weights[i] > 0.0 && !marked(i)) {
                last = i;
                left -= weights[i];
                if (left < 0.0) {
                    return i;
                }
            }
        }
        return last;
    }

    /** The site: the whole part of bits * 2^-64 * (number of free sites). Each has its share to within 2^-64. */
    private int index(long bits) {
        int k = (int) (Math.multiplyHigh(bits, freeCount) + ((bits >> 63) & freeCount));
        return free == null ? k : free[k];
    }

    /** What is left of the same product: uniform on [0, 1) given the site, with 64 - log2 N bits. */
    private double fraction(long bits) {
        return ((bits * freeCount) >>> 11) * FRACTION;
    }

    @Override
    void changed(int site, double before, double after) {
        total += after - before;
        peak = Math.max(peak, total);
        changes++;
    }

    @Override
    void reloaded() {
        resum();
        savedTotal = total;
        savedPeak = peak;
        savedChanges = changes;
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
