package dev.lbp.runtime.engine.metropolis;

import dev.lbp.internal.TouchedSites;
import dev.lbp.runtime.engine.chain.LabelWeights;
import dev.lbp.runtime.engine.chain.LocalBitChain;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.step.FlipWeights;

/**
 * The flip weights of a chain of the local engine whose number of ones is fixed. A weight changes if the log-ratio or
 * the slot of its site changes.
 */
public final class SubsetWeights {

    public final SubsetTables tables;
    private final SubsetIndex subset;
    private final FlipWeights weight;

    /** The free sites, by position. */
    private final int[] sites;

    /** The log-ratios and weights of one update, whose sites may occur twice. */
    private final double[] ratios;

    private final double[] weights;

    /** The slots and weights of the updated ones, and of the updated zeros. */
    private final int[] oneSlots;

    private final double[] oneWeights;
    private final int[] zeroSlots;
    private final double[] zeroWeights;

    /** The slot that a moved site has left, as an array for the table, which then gives it weight 0. */
    private final int[] vacated = new int[1];

    private final double[] zeroWeight = new double[1];

    /**
     * @param tables the weights of the ones and of the zeros, which this keeps up to date
     */
    public SubsetWeights(SubsetIndex subset, SubsetTables tables, FlipWeights weight) {
        this.subset = subset;
        this.tables = tables;
        this.weight = weight;
        int room = subset.dimension() + 1; // one more, for the vacant slot
        this.sites = new int[subset.count()];
        this.ratios = new double[room];
        this.weights = new double[room];
        this.oneSlots = new int[room];
        this.oneWeights = new double[room];
        this.zeroSlots = new int[room];
        this.zeroWeights = new double[room];
    }

    /** Assigns the sites to slots by the state of the chain, and computes all weights. */
    public void load(LabelWeights.Source source) {
        subset.assign();
        int n = subset.copySites(sites);
        source.logRatios(sites, n, ratios);
        weights[n] = 0.0; // the weight of the vacant slot, if there is one
        tables.load(subset, weight, ratios, n, weights);
    }

    /** Guesses the scale by the log-ratios at the state of the last {@link #load}, see {@link MetropolisMove#guess}. */
    double guess(MetropolisMove move, byte[] state) {
        return move.guess(state, sites, ratios);
    }

    /** Moves a site that flips to the vacant slot. Its old slot, which is now vacant, gets weight 0. */
    public void flip(int site) {
        int slot = subset.slot(site);
        subset.flip(site);
        vacated[0] = slot >= 0 ? slot : -1 - slot; // a negative number stands for a slot of the zeros
        (slot >= 0 ? tables.ones() : tables.zeros()).replace(vacated, zeroWeight, 1, 0.0);
    }

    /**
     * Recomputes the weights of sites whose log-ratio or slot has changed.
     *
     * @param touched the sites, all free
     * @param count the number of these sites, or {@code ALL_SITES}
     */
    public void update(LabelWeights.Source source, int[] touched, int count) {
        if (count == TouchedSites.ALL) {
            replace(source, sites, subset.copySites(sites));
        } else {
            replace(source, touched, count);
        }
    }

    /** Replaces the weights of {@code n} sites by recomputed ones. */
    private void replace(LabelWeights.Source source, int[] touched, int n) {
        source.logRatios(touched, n, ratios);
        weight.weights(ratios, 0, n, weights);
        int ones = 0;
        int zeros = 0;
        for (int k = 0; k < n; k++) { // fills both lists without a branch, which would be mispredicted
            int slot = subset.slot(touched[k]);
            int isZero = slot >>> 31; // 1 for a negative number, which stands for a slot of the zeros
            oneSlots[ones] = slot;
            oneWeights[ones] = weights[k];
            ones += 1 - isZero;
            zeroSlots[zeros] = -1 - slot;
            zeroWeights[zeros] = weights[k];
            zeros += isZero;
        }
        tables.ones().replace(oneSlots, oneWeights, ones, largest(oneWeights, ones));
        tables.zeros().replace(zeroSlots, zeroWeights, zeros, largest(zeroWeights, zeros));
        tables.checkTotals(weight, ratios, n);
    }

    /** The largest of n weights; 0 if there are none. */
    private static double largest(double[] values, int n) {
        double largest = 0.0;
        for (int k = 0; k < n; k++) {
            largest = Math.max(largest, values[k]);
        }
        return largest;
    }

    /**
     * Compares every weight with its recomputed value. They differ if a site was not reported as touched.
     *
     * @throws IllegalStateException with the first site whose weight differs
     */
    public void check(LabelWeights.Source source) {
        int n = subset.copySites(sites);
        source.logRatios(sites, n, ratios);
        weight.weights(ratios, 0, n, weights);
        for (int k = 0; k < n; k++) {
            int slot = subset.slot(sites[k]);
            // a negative number stands for a slot of the zeros
            double stored =
                    slot >= 0 ? tables.ones().weight(slot) : tables.zeros().weight(-1 - slot);
            LocalBitChain.checkWeight(sites[k], stored, weights[k]);
        }
    }
}
