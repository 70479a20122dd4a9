package dev.lbp.runtime.engine;

import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.Transcript;
import dev.lbp.target.LocalEnergyModel;

/**
 * A Metropolis-Hastings chain of the local engine whose states all have the same number of ones. A step exchanges R ones and R
 * zeros, drawn from {@link Strata}, and costs O(R * degree). A rejected step is undone bit for bit, in tracker, strata and
 * tables.
 */
final class LocalSubsetChain extends LocalBitChain {

    private final boolean weighted;
    private final FlipWeights weight;
    final Strata strata;
    private final Strata.Tables tables;

    /** The sites that {@link LocalEnergyModel.Tracker#flipAll} reports in this step. */
    private final int[] touched;

    private final double[] ratios;
    private final double[] weights;

    /** The slots of touched sites and their weights, apart for the ones and the zeros. */
    private final int[] oneSlots;

    private final double[] oneWeights;
    private final int[] zeroSlots;
    private final double[] zeroWeights;

    /** True once the touched sites have been checked, at the first flips. */
    private boolean checked;

    LocalSubsetChain(LocalEnergyModel model, Start start, int index, MetropolisMove move) {
        super(model, start, index, move.controller());
        int n = start.dimension();
        this.weighted = move.proposal().weighted();
        this.weight = new FlipWeights(move.weight());
        this.strata = new Strata(state, start, move);
        this.tables = strata.newTables();
        this.touched = new int[2 * n];
        int room = weighted ? n : 0;
        this.ratios = new double[room];
        this.weights = new double[room];
        this.oneSlots = new int[room];
        this.oneWeights = new double[room];
        this.zeroSlots = new int[room];
        this.zeroWeights = new double[room];
        begin();
        scale.guess(move.guess(state, strata.sites(), ratios) / 2.0); // the theory counts flips, and R counts pairs
    }

    @Override
    void refresh() {
        strata.assign(state);
        if (weighted) {
            tracker.logRatios(strata.sites(), strata.sites().length, ratios);
            strata.weigh(tables, ratios);
        }
    }

    @Override
    void advance() {
        int stepScale = scale.draw(rng);
        if (!strata.draw(tables, stepScale, rng)) {
            finish(stepScale, 0.0, false, 0);
            return;
        }
        double logForward = strata.logProbability(tables, stepScale, false);
        int n = strata.flips(stepScale, flipped);
        double proposedLogProb = propose(stepScale, n);
        boolean possible = proposedLogProb != Double.NEGATIVE_INFINITY;
        boolean accepted =
                possible && decide(proposedLogProb, n, logForward, strata.logProbability(tables, stepScale, true));
        if (!accepted) {
            tracker.restore();
            strata.exchange(stepScale);
            tables.rollback();
        }
        finish(stepScale, possible ? acceptanceProbability : 0.0, accepted, n);
    }

    /** Exchanges the drawn sites and, if the new state is possible, updates the tables. Returns its log-probability. */
    private double propose(int stepScale, int n) {
        tracker.save();
        tables.save();
        strata.exchange(stepScale);
        int count = TouchedSites.checked("flipAll()", tracker.flipAll(flipped, n, touched), touched, state.length);
        double proposedLogProb = AcceptRule.checked(tracker.logProb());
        if (weighted && proposedLogProb != Double.NEGATIVE_INFINITY) {
            updateWeights(count);
        }
        return proposedLogProb;
    }

    @Override
    void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        strata.transcribe(transcript);
        tables.transcribe(transcript);
    }

    /** Recomputes the weights of the first {@code count} touched sites, which include the flipped ones. */
    private void updateWeights(int count) {
        if (count == LocalEnergyModel.Tracker.ALL_SITES) {
            reweigh(strata.sites(), strata.sites().length);
            return;
        }
        reweigh(touched, dropFrozen(count));
        if (!checked) {
            checkTouched();
            checked = true;
        }
    }

    private int dropFrozen(int count) {
        int kept = 0;
        for (int k = 0; k < count; k++) {
            int site = touched[k];
            touched[kept] = site;
            kept += strata.isFrozen(site) ? 0 : 1;
        }
        return kept;
    }

    private void reweigh(int[] sites, int n) {
        tracker.logRatios(sites, n, ratios);
        weight.weights(ratios, 0, n, weights);
        int ones = 0;
        int zeros = 0;
        for (int k = 0; k < n; k++) { // touched sites are ones or zeros at random, so a branch would be mispredicted
            int slot = strata.slot(sites[k]);
            int isZero = slot >>> 31;
            oneSlots[ones] = slot;
            oneWeights[ones] = weights[k];
            ones += 1 - isZero;
            zeroSlots[zeros] = -1 - slot;
            zeroWeights[zeros] = weights[k];
            zeros += isZero;
        }
        tables.ones().replace(oneSlots, oneWeights, ones, largest(oneWeights, ones));
        tables.zeros().replace(zeroSlots, zeroWeights, zeros, largest(zeroWeights, zeros));
        strata.checkTotals(tables, ratios, n);
    }

    private static double largest(double[] values, int n) {
        double largest = 0.0;
        for (int k = 0; k < n; k++) {
            largest = Math.max(largest, values[k]);
        }
        return largest;
    }

    /** Checks every weight in the tables. */
    private void checkTouched() {
        int[] sites = strata.sites();
        tracker.logRatios(sites, sites.length, ratios);
        weight.weights(ratios, 0, sites.length, weights);
        for (int k = 0; k < sites.length; k++) {
            int slot = strata.slot(sites[k]);
            double kept =
                    slot >= 0 ? tables.ones().weight(slot) : tables.zeros().weight(-1 - slot);
            checkWeight(sites[k], kept, weights[k]);
        }
    }
}
