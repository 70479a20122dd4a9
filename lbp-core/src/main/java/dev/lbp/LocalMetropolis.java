package dev.lbp;

import dev.lbp.internal.Transcript;
import dev.lbp.kernel.Exp;
import dev.lbp.kernel.Proposal;
import dev.lbp.kernel.WeightTable;

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

    /** Weights of the largest log-weight and of those near it may differ by rounding, but not by so much. */
    private static final double ROUNDED_UP = 1.0 + 1e-9;

    private final Proposal proposal;
    private final WeightFunction weight;
    private final WeightTable table;
    private final int[] path;

    private final int[] free;
    private final boolean[] fixed;

    /** What {@link LocalEnergyModel.Tracker#flipAll} says of this step. */
    private final int[] touched;

    private final double[] ratios;
    private final double[] weights;
    private double shift;

    LocalMetropolis(LocalEnergyModel model, Start start, int index, MetropolisSampler sampler) {
        super(model, start, index, sampler.controller());
        int n = start.dimension();
        int weighted = sampler.proposal().weighted() ? n : 0;
        this.proposal = sampler.proposal();
        this.weight = sampler.weight();
        this.table = sampler.newTable(start);
        this.path = new int[n];
        this.free = start.freeSites();
        this.fixed = start.frozenMask();
        this.touched = new int[2 * n];
        this.ratios = new double[weighted];
        this.weights = new double[weighted];
        begin();
        dial.guess(sampler.guess(state, free, ratios));
    }

    @Override
    void refresh() {
        if (!proposal.weighted()) {
            return;
        }
        askForAll();
        weight.weights(ratios, 0, free.length, shift, weights);
        double[] anew = new double[state.length];
        for (int k = 0; k < free.length; k++) {
            anew[free[k]] = weights[k];
        }
        table.load(anew); // with sums of its own: nothing is left of the weights before
        checkTotal(free.length);
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
        int count = tracker.flipAll(flipped, n, touched);
        double proposed = AcceptRule.checked(tracker.logProb());
        double probability = 0.0;
        boolean accept = false;
        if (proposed != Double.NEGATIVE_INFINITY) {
            follow(count);
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

    @Override
    void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        table.transcribe(transcript);
        shift = transcript.of(shift);
    }

    /**
     * Brings the weights of the first so many touched sites up to date. It does no harm that a site may be among them twice:
     * that costs less than to find out.
     */
    private void follow(int count) {
        if (!proposal.weighted()) {
            return;
        }
        if (count == LocalEnergyModel.Tracker.ALL_SITES) {
            reweighAll();
            return;
        }
        int n = free.length < fixed.length ? dropFixed(count) : count;
        double largest = ask(touched, n);
        if (weight.shift(largest) - shift > LARGEST_LOG_WEIGHT) {
            reweighAll();
            return;
        }
        reweigh(touched, n, largest);
        if (!weight.isBounded() && table.total() < SMALLEST_TOTAL) {
            reweighAll();
        }
    }

    private int dropFixed(int count) {
        int kept = 0;
        for (int k = 0; k < count; k++) {
            int site = touched[k];
            touched[kept] = site;
            kept += fixed[site] ? 0 : 1;
        }
        return kept;
    }

    private void reweighAll() {
        reweigh(free, free.length, askForAll());
    }

    /** Asks for all log-ratios, moves the shift to the largest log-weight, and returns that. */
    private double askForAll() {
        double largest = ask(free, free.length);
        shift = weight.shift(largest);
        return largest;
    }

    private double ask(int[] sites, int n) {
        tracker.logRatios(sites, n, ratios);
        return weight.largestLogWeight(ratios, 0, n);
    }

    private void reweigh(int[] sites, int n, double largestLogWeight) {
        weight.weights(ratios, 0, n, shift, weights);
        table.replace(sites, weights, n, ROUNDED_UP * Exp.exp(largestLogWeight - shift));
        checkTotal(n);
    }

    private void checkTotal(int n) {
        if (!(table.total() <= Double.MAX_VALUE)) {
            AcceptRule.checkRatios(ratios, 0, n);
            throw new IllegalStateException(
                    "must not be NaN or +Infinity: the weight " + weight.name() + " of a log-ratio");
        }
    }
}
