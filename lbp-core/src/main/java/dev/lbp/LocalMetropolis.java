package dev.lbp;

import dev.lbp.kernel.Proposal;
import dev.lbp.kernel.WeightTable;
import java.util.Arrays;

/**
 * A Metropolis-Hastings chain of the local engine. Flip weights are kept in a table that changes only where the tracker says
 * that a log-ratio did, so a step costs O(R * degree); a rejected one is undone bit for bit, in tracker and table.
 *
 * <p>Weights of an unbounded function are scaled by exp(-shift), with the shift near the largest log-weight. It moves only
 * when a weight comes near overflow or all weights near underflow: a common factor changes no probability of a path.
 */
final class LocalMetropolis extends LocalChain {

    /** Leaves room for 10^6 weights and more of this size below the largest double, e^709. */
    private static final double LARGEST_LOG_WEIGHT = 600.0;

    /** e^-300: well above what {@code Exp} takes for zero, so weights e^-400 times smaller than the largest still count. */
    private static final double SMALLEST_TOTAL = 5e-131;

    private final Proposal proposal;
    private final WeightFunction weight;
    private final WeightTable table;
    private final boolean[] fixed;
    private final int[] path;

    /** The distinct free sites touched by this step, with their log-ratios and weights; all empty if nothing is weighted. */
    private final int[] touched;

    private final double[] ratios;
    private final double[] weights;
    private final int[] mark;
    private int epoch;

    private final int[] flipTouched;
    private double shift;

    LocalMetropolis(LocalEnergyModel model, Start start, int index, MetropolisSampler sampler) {
        super(model, start, index, sampler.controller());
        int n = start.dimension();
        int weighted = sampler.proposal().weighted() ? n : 0;
        this.proposal = sampler.proposal();
        this.weight = sampler.weight();
        this.table = sampler.newTable(start);
        this.fixed = start.frozenMask();
        this.path = new int[n];
        this.touched = new int[weighted];
        this.ratios = new double[weighted];
        this.weights = new double[weighted];
        this.mark = new int[weighted];
        this.flipTouched = new int[n];
        begin();
        dial.guess(sampler.guess(state, start.freeSites(), ratios));
    }

    @Override
    void refresh() {
        if (!proposal.weighted()) {
            return;
        }
        int n = askForAll();
        weight.weights(ratios, 0, n, shift, weights);
        double[] anew = new double[state.length];
        for (int k = 0; k < n; k++) {
            anew[touched[k]] = weights[k];
        }
        table.load(anew); // with sums of its own: nothing is left of the weights before
        checkTotal();
    }

    @Override
    void advance() {
        int stepScale = dial.draw(rng);
        if (!proposal.draw(table, stepScale, rng, path)) {
            finish(stepScale, 0.0, false, 0);
            return;
        }
        double logForward = proposal.logProbability(table, path, stepScale, false);
        int n = proposal.flips(table, path, stepScale, flipped);
        double shiftBefore = shift;
        tracker.save();
        table.save();
        int touchedCount = flip(n);
        double proposed = AcceptRule.checked(tracker.logProb());
        double probability = 0.0;
        boolean accept = false;
        if (proposed != Double.NEGATIVE_INFINITY) {
            follow(touchedCount);
            double logReverse = proposal.logProbability(table, path, stepScale, true);
            probability = AcceptRule.acceptanceProbability(logProb, proposed, logForward, logReverse);
            accept = AcceptRule.accepts(probability, rng);
        }
        if (accept) {
            toggle(n);
            logProb = proposed;
        } else {
            tracker.restore();
            table.rollback();
            shift = shiftBefore;
        }
        finish(stepScale, probability, accept, n);
    }

    /** Flips the first n proposed sites in the tracker, and gathers the sites touched, each once. */
    private int flip(int n) {
        if (!proposal.weighted()) {
            for (int k = 0; k < n; k++) {
                tracker.flip(flipped[k], flipTouched);
            }
            return 0;
        }
        if (++epoch == 0) {
            Arrays.fill(mark, 0);
            epoch = 1;
        }
        int count = 0;
        boolean all = false;
        for (int k = 0; k < n; k++) {
            int m = tracker.flip(flipped[k], flipTouched);
            all |= m == LocalEnergyModel.Tracker.ALL_SITES;
            for (int j = 0; j < m; j++) {
                int site = flipTouched[j];
                if (mark[site] != epoch && !fixed[site]) {
                    mark[site] = epoch;
                    touched[count++] = site;
                }
            }
        }
        return all ? touchFreeSites() : count;
    }

    /** Brings the weights of the first so many touched sites up to date. */
    private void follow(int count) {
        if (!proposal.weighted()) {
            return;
        }
        ask(count);
        if (weight.shift(ratios, 0, count) - shift > LARGEST_LOG_WEIGHT) {
            reweighAll();
            return;
        }
        reweigh(count);
        if (!weight.isBounded() && table.total() < SMALLEST_TOTAL) {
            reweighAll();
        }
    }

    private int touchFreeSites() {
        int count = 0;
        for (int i = 0; i < touched.length; i++) {
            if (!fixed[i]) {
                touched[count++] = i;
            }
        }
        return count;
    }

    private void reweighAll() {
        reweigh(askForAll());
    }

    private int askForAll() {
        int n = touchFreeSites();
        ask(n);
        shift = weight.shift(ratios, 0, n);
        return n;
    }

    private void ask(int count) {
        tracker.logRatios(touched, count, ratios);
        AcceptRule.checkRatios(ratios, 0, count);
    }

    private void reweigh(int count) {
        weight.weights(ratios, 0, count, shift, weights);
        table.replace(touched, weights, count);
        checkTotal();
    }

    private void checkTotal() {
        if (!(table.total() <= Double.MAX_VALUE)) {
            throw new IllegalStateException(
                    "must not be NaN or +Infinity: the weight " + weight.name() + " of a log-ratio");
        }
    }
}
