package dev.lbp.internal.kernel;

import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The weights of one state whose N sites have C values each. Cell {@code i * C + c} has the weight of giving value c to
 * site i; the current value has weight 0. The weight of a site is the sum over its values, {@code W_i = sum_c w_ic}, in
 * a {@link WeightTable}.
 *
 * <p>A {@link Proposal} draws sites from this table. A drawn site i then takes value c with probability
 * {@code w_ic / W_i}. For a path of distinct sites the product is {@code prod_r w_{u_r,v_r} / (W - sum_{i<r} W_{u_i})}.
 */
public final class ValueWeights {

    private final int values;

    /** The weights of cells where they depend on the time step; null where they do not. */
    private final @Nullable TimedWeights timed;

    /** log t of each cell; -Infinity for current values, impossible ones and frozen sites. */
    private final double[] logRatios;

    /** The weight g(t) of each cell, that is, of each value of each site. */
    private final double[] weights;

    /**
     * The weights of cells at the time step {@link #timeStep}; the same array as {@link #weights} if cells do not
     * depend on the time step.
     */
    private final double[] cells;

    /** The weight W_i of each site, the sum of the weights of its cells. */
    private final double[] sums;

    private final WeightTable sites;

    /** The time step of the cells; NaN if the weights have changed since. */
    private double timeStep = Double.NaN;

    /**
     * @param n the number of sites N
     * @param values C
     * @param free the sites that may change, ascending, or null for all
     */
    public ValueWeights(int n, int values, int @Nullable [] free, Proposal proposal) {
        this.values = values;
        this.timed = proposal instanceof TimedWeights given ? given : null; // weights that depend on the time step
        this.logRatios = new double[n * values];
        this.weights = new double[n * values];
        this.cells = timed == null ? weights : new double[n * values];
        this.sums = new double[n];
        this.sites = WeightTable.of(n, free);
    }

    /** The array for the logits, which {@link #toLogRatios} turns into log-ratios. */
    public double[] logRatios() {
        return logRatios;
    }

    /** The array for the weights of all log-ratios. {@link #weightsChanged} must be called when it is filled. */
    public double[] weights() {
        return weights;
    }

    /**
     * Turns logits into log-ratios, {@code logits[i, c] - logits[i, x_i]}. The current value of a site gets -Infinity,
     * and so do all values of frozen sites.
     *
     * @throws IllegalStateException if a logit is NaN or +Infinity, or the logit of a current value is -Infinity
     */
    public void toLogRatios(int[] state, int[] frozen) {
        LogRatios.checkLogits(logRatios);
        for (int i = 0; i < state.length; i++) {
            int own = i * values + state[i];
            double ownLogit = logRatios[own];
            if (ownLogit == Double.NEGATIVE_INFINITY) {
                throw new IllegalStateException(
                        "must be finite: the logit of the current value of site " + i + "=" + ownLogit);
            }
            for (int k = i * values; k < (i + 1) * values; k++) {
                logRatios[k] -= ownLogit;
            }
            logRatios[own] = Double.NEGATIVE_INFINITY;
        }
        for (int site : frozen) {
            Arrays.fill(logRatios, site * values, (site + 1) * values, Double.NEGATIVE_INFINITY);
        }
        LogRatios.check(logRatios, 0, logRatios.length);
    }

    /** Must be called after every change of {@link #weights}. */
    public void weightsChanged() {
        timeStep = Double.NaN;
        if (timed == null) { // else sites(scale) sums them, once it knows the time step
            sumOverValues();
        }
    }

    /** Sums the cells of each site, and loads the sums into the table of sites. */
    private void sumOverValues() {
        for (int i = 0; i < sums.length; i++) {
            double sum = 0.0;
            for (int k = i * values; k < (i + 1) * values; k++) {
                sum += cells[k];
            }
            sums[i] = sum;
        }
        sites.load(sums);
    }

    /** The weights of sites at a scale. If weights depend on the scale, computes them unless they are of this scale. */
    public WeightTable sites(double scale) {
        if (timed != null && timeStep != scale) {
            timed.cells(logRatios, weights, values, scale, cells);
            sumOverValues();
            timeStep = scale;
        }
        return sites;
    }

    /** Draws another value of a site that has a positive weight. */
    public int draw(int site, UniformRandomProvider rng) {
        int from = site * values;
        double height = rng.nextDouble() * sums[site];
        int drawn = -1;
        for (int c = 0; c < values && (drawn < 0 || height >= 0.0); c++) {
            if (cells[from + c] > 0.0) {
                drawn = c; // stays if rounding leaves a height after all cells
                height -= cells[from + c];
            }
        }
        return drawn;
    }

    /**
     * The log-probability that the first {@code count} sites of {@code drawn}, given that they are drawn, take their
     * values in {@code state}.
     */
    public double logProbability(int[] drawn, int count, int[] state) {
        LogProduct product = sites.product().clear();
        for (int k = 0; k < count; k++) {
            int site = drawn[k];
            product.timesShare(cells[site * values + state[site]], sums[site]);
        }
        return product.log();
    }

    /** Writes or reads all values on which later draws depend. */
    public void transcribe(Transcript transcript) {
        transcript.of(logRatios, logRatios.length);
        transcript.of(weights, weights.length);
        if (transcript.isReading()) {
            weightsChanged();
        }
    }
}
