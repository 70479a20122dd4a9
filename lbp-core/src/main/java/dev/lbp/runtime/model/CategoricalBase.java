package dev.lbp.runtime.model;

import dev.lbp.internal.Sum;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Independent sites of C values, normalised: the reference of tempered categories. Frozen sites keep their value and
 * add nothing to a log-probability. A row of a batch is one-hot.
 */
public final class CategoricalBase implements RowReference<int[]> {

    private final int sites;
    private final int values;

    /** The number of values of each site, at most C. */
    private final IntUnaryOperator counts;

    private final boolean @Nullable [] frozen;

    /**
     * The logit of value c at site i is at i C + c, rounded to a grid on which sums of N of them are exact; null if all
     * values weigh the same.
     */
    private final double @Nullable [] logits;

    /** The cumulated probabilities of each site's values: P(x_i <= c) at index i C + c. */
    private final double[] cumulated;

    /** The log-probability of a state minus the sum of its logits. */
    private final double constant;

    private CategoricalBase(
            int sites, int values, IntUnaryOperator counts, boolean @Nullable [] frozen, double @Nullable [] logits) {
        this.sites = sites;
        this.values = values;
        this.counts = counts;
        this.frozen = frozen;
        this.logits = logits;
        this.cumulated = new double[logits == null ? 0 : sites * values];
        double sum = 0.0;
        for (int i = 0; i < sites; i++) {
            if (isFree(i)) {
                // the logarithm of the site's normaliser
                sum -= logits == null ? Math.log(counts.applyAsInt(i)) : cumulate(logits, i);
            }
        }
        this.constant = sum;
    }

    /**
     * The base of given logits.
     *
     * @param logits [N][C], finite; log P(x_i = c) up to a constant for each site; null for uniform values
     * @param counts the number of values of each site; logits of values beyond it are ignored
     * @param frozen N values, true for sites that keep their value; null for none
     */
    public static CategoricalBase of(
            double @Nullable [][] logits, int sites, int values, IntUnaryOperator counts, boolean @Nullable [] frozen) {
        if (logits == null) {
            return new CategoricalBase(sites, values, counts, frozen, null);
        }
        double sum = 0.0;
        for (double[] row : logits) {
            sum += Arrays.stream(row).map(Math::abs).max().orElse(0.0);
        }
        double grid = 2.0 * Math.ulp(sum); // so no sum needs more bits than a double has
        double[] rounded = new double[sites * values];
        for (int i = 0; i < sites; i++) {
            for (int c = 0; c < values; c++) {
                rounded[i * values + c] = grid * Math.rint(logits[i][c] / grid);
            }
        }
        boolean fair = Arrays.stream(rounded).allMatch(logit -> logit == 0.0);
        return new CategoricalBase(sites, values, counts, frozen, fair ? null : rounded);
    }

    /** Fills in {@link #cumulated} for a site. Returns the logarithm of the sum of e^logit over its values. */
    private double cumulate(double[] allLogits, int site) {
        int from = site * values;
        int count = counts.applyAsInt(site);
        double largest = Double.NEGATIVE_INFINITY;
        for (int c = 0; c < count; c++) {
            largest = Math.max(largest, allLogits[from + c]);
        }
        double total = 0.0;
        for (int c = 0; c < count; c++) {
            total += Math.exp(allLogits[from + c] - largest);
            cumulated[from + c] = total;
        }
        for (int c = 0; c < count; c++) {
            cumulated[from + c] /= total;
        }
        return largest + Math.log(total);
    }

    private boolean isFree(int site) {
        return frozen == null || !frozen[site];
    }

    /** The largest number C of values of a site. */
    int values() {
        return values;
    }

    /** The logit of a value of a site; 0 if the site is frozen. */
    double logit(int site, int value) {
        return logits == null || !isFree(site) ? 0.0 : logits[site * values + value];
    }

    /** The log-probability of a state minus the sum of its logits. */
    double constant() {
        return constant;
    }

    /** The sum of the logits of a state, exact. */
    double sumOfLogits(int[] state) {
        return Sum.of(sites, i -> logit(i, state[i]));
    }

    /** Draws the value of every free site by its own probabilities. */
    @Override
    public void draw(int[] state, UniformRandomProvider rng) {
        for (int i = 0; i < sites; i++) {
            if (isFree(i)) {
                state[i] = logits == null ? rng.nextInt(counts.applyAsInt(i)) : valueAt(i, rng.nextDouble());
            }
        }
    }

    /** The value of a site for a uniform random number: the inverse of the cumulated probabilities. */
    private int valueAt(int site, double uniform) {
        int value = 0;
        while (value < counts.applyAsInt(site) - 1 && uniform >= cumulated[site * values + value]) {
            value++;
        }
        return value;
    }

    @Override
    public double logProb(int[] state) {
        return logits == null ? constant : constant + sumOfLogits(state);
    }

    @Override
    public boolean isFair() {
        return logits == null;
    }

    /** Adds the logits of all values of all sites, times {@code share}. */
    @Override
    public void addRatios(double share, int[] state, double[] row) {
        for (int i = 0; i < sites; i++) {
            for (int c = 0; c < values; c++) {
                row[i * values + c] += share * logit(i, c);
            }
        }
    }

    @Override
    public StateRows<int[]> rows() {
        return StateRows.VALUES;
    }

    @Override
    public int sites() {
        return sites;
    }
}
