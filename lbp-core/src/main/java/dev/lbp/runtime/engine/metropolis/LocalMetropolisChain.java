package dev.lbp.runtime.engine.metropolis;

import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.runtime.engine.chain.LocalBitChain;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ConditionalFlips;
import dev.lbp.runtime.engine.step.FlipWeights;
import dev.lbp.target.LocalEnergyModel;
import org.jspecify.annotations.Nullable;

/**
 * A Metropolis-Hastings chain of bits on the local engine. A table holds the flip weights. A step updates it only at
 * the sites whose log-ratio the tracker reports as changed, so it costs O(R * degree). A rejected step is undone bit
 * for bit, in tracker and table.
 *
 * <p>A weight depends only on the log-ratio of its site, so a state has the same weights after every path to it, as
 * detailed balance requires.
 */
public final class LocalMetropolisChain extends LocalBitChain {

    /** Covers rounding in the bound of the largest weight. */
    private static final double ROUNDED_UP = 1.0 + 1e-9;

    private final Proposal proposal;

    /** Whether the weights depend on the state; else the table never changes. */
    private final boolean weighted;

    private final FlipWeights weight;
    private final WeightTable table;
    private final int[] path;

    private final int[] free;
    private final boolean[] frozen;

    /** The number of free sites among the touched ones, or {@code ALL_SITES}. */
    private int touchedCount;

    private final double[] ratios;
    private final double[] weights;

    /** The weights as conditional probabilities; null if the weight function is not t/(t+1). */
    private final @Nullable ConditionalFlips conditionals;

    /** {@link #conditionals} if they are estimates that steps correct; else null. */
    private final @Nullable ConditionalFlips corrected;

    /** The site that {@link #logProbOfFlip} flips, as an array for the tracker. */
    private final int[] singleSite = new int[1];

    private final int[] touchedByFlip;

    /** Whether the touched sites have been checked once, at the first flips. */
    private boolean checked;

    public LocalMetropolisChain(LocalEnergyModel model, BitStart start, int index, MetropolisMove move) {
        super(model, start, index, move.newScale(start), move.mix().newSteps(start));
        int n = start.dimension();
        this.proposal = move.proposal();
        this.weighted = proposal.weighted();
        this.weight = new FlipWeights(move.weight());
        this.table = move.newTable(start);
        this.path = new int[n];
        this.free = start.freeSites();
        this.frozen = start.frozenMask();
        this.ratios = new double[weighted ? n : 0];
        this.weights = new double[weighted ? n : 0];
        // estimated conditional probabilities can be corrected if each step proposes one flip
        boolean corrects = move.proposesOneFlip() && !model.exactFlips();
        this.touchedByFlip = new int[corrects ? touched.length : 0];
        this.conditionals = weighted && weight.form() == FlipWeightKernel.Form.BARKER
                ? new ConditionalFlips(table, touched, corrects ? move.mix().moves() : 0.0, this::logProbOfFlip)
                : null;
        this.corrected = conditionals != null && conditionals.areCorrected() ? conditionals : null;
        begin();
        scale.guess(move.guess(state, free, ratios));
    }

    @Override
    public boolean usesLogRatios() {
        return weighted || extraStepsUseLogRatios();
    }

    @Override
    public void checkKeptWeights() {
        if (weighted) {
            checkWeights();
        }
    }

    /** Computes the weights of all free sites from the tracker. */
    @Override
    public void refresh() {
        if (!weighted) {
            return;
        }
        tracker.logRatios(free, free.length, ratios);
        weight.weights(ratios, 0, free.length, weights);
        table.load(free.length == state.length ? weights : weightsBySite()); // computes the sums again
        LogRatios.check(ratios, 0, free.length);
        checkTotal(free.length);
        updateConditionals(LocalEnergyModel.Tracker.ALL_SITES);
    }

    /** The weights of all sites, 0 for frozen ones. */
    private double[] weightsBySite() {
        double[] bySite = new double[state.length];
        for (int k = 0; k < free.length; k++) {
            bySite[free[k]] = weights[k];
        }
        return bySite;
    }

    /** Draws a path, makes its flips in the tracker and the table, and undoes them there if they are rejected. */
    @Override
    public void advance() {
        double stepScale = scale.next(rng);
        int length = proposal.draw(table, stepScale, rng, path);
        if (length < 0) {
            endStep((int) stepScale, 0.0, false, 0); // no path could be drawn, so the chain stays
            return;
        }
        double logForward = proposal.logProbability(table, path, length, stepScale, /* reversed= */ false);
        int n = proposal.flips(table, path, length, flipped);
        if (corrected != null) {
            corrected.propose(flipped[0], state[flipped[0]] == 1, logForward, logProb);
        }
        double proposedLogProb = propose(n);
        boolean possible = proposedLogProb != Double.NEGATIVE_INFINITY;
        boolean accepted = possible
                && acceptOrReject(
                        proposedLogProb,
                        n,
                        logForward,
                        proposal.logProbability(table, path, length, stepScale, /* reversed= */ true));
        if (!accepted) {
            tracker.restore();
            if (weighted) {
                table.rollback();
            }
        }
        endStep(length, possible ? acceptanceProbability : 0.0, accepted, n);
        if (corrected != null) {
            corrected.correct(proposedLogProb);
        }
    }

    /** The log-probability of the state with one site flipped. The chain stays as it is. */
    private double logProbOfFlip(int site) {
        tracker.save();
        try {
            singleSite[0] = site;
            tracker.flipAll(singleSite, 1, touchedByFlip);
            return AcceptRule.checked(tracker.logProb());
        } finally {
            tracker.restore();
        }
    }

    /** Ends a step. The sites that it touched have new conditional probabilities only if it was accepted. */
    private void endStep(int stepScale, double probability, boolean stepAccepted, int n) {
        updateConditionals(stepAccepted ? touchedCount : 0);
        finish(stepScale, probability, stepAccepted, n);
    }

    /** Notes for {@link #conditionals} that the probabilities of the first {@code count} touched sites have changed. */
    private void updateConditionals(int count) {
        if (conditionals != null) {
            conditionals.update(count);
        }
    }

    /** Updates the table and the conditional probabilities at the sites that the swap has touched. */
    @Override
    public void updateAfterSwap(int removed, int added, int count) {
        if (weighted) {
            table.save();
        }
        updateWeights(count);
        updateConditionals(touchedCount);
    }

    @Override
    public void endWithoutMove() {
        updateConditionals(0);
    }

    /**
     * Flips the first {@code n} sites of {@link #flipped} in the tracker and, if the new state is possible, updates the
     * table. Returns the log-probability of the new state.
     */
    private double propose(int n) {
        tracker.save();
        if (weighted) {
            table.save();
        }
        int count = TouchedSites.checked("flipAll()", tracker.flipAll(flipped, n, touched), touched, state.length);
        double proposedLogProb = AcceptRule.checked(tracker.logProb());
        if (proposedLogProb != Double.NEGATIVE_INFINITY) {
            updateWeights(count);
        }
        return proposedLogProb;
    }

    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        table.transcribe(transcript);
    }

    @Override
    public @Nullable ConditionalFlips conditionalFlips() {
        return conditionals;
    }

    /**
     * Recomputes the weights of the first {@code count} touched sites. A site may occur twice: to compute its weight
     * twice costs less than to search for duplicates.
     */
    private void updateWeights(int count) {
        if (!weighted) {
            return;
        }
        touchedCount = count;
        if (count == LocalEnergyModel.Tracker.ALL_SITES) {
            reweigh(free, free.length);
            return;
        }
        touchedCount = free.length < frozen.length ? dropFixed(touched, count, frozen) : count;
        reweigh(touched, touchedCount);
        if (!checked) {
            checkWeights();
            checked = true;
        }
    }

    /** Compares every weight in the table with its recomputed value. */
    private void checkWeights() {
        tracker.logRatios(free, free.length, ratios);
        weight.weights(ratios, 0, free.length, weights);
        for (int k = 0; k < free.length; k++) {
            checkWeight(free[k], table.weight(free[k]), weights[k]);
        }
    }

    /**
     * Recomputes the weights of the first {@code n} of some sites, which may repeat, and tells the table a bound of
     * them.
     */
    private void reweigh(int[] sites, int n) {
        tracker.logRatios(sites, n, ratios);
        double ceiling = ROUNDED_UP * weight.largest(ratios, 0, n);
        weight.weights(ratios, 0, n, weights);
        table.replace(sites, weights, n, ceiling);
        checkTotal(n);
    }

    /** Throws if a weight is NaN or infinite, given the log-ratios of the {@code n} weights that changed last. */
    private void checkTotal(int n) {
        if (!(table.total() <= Double.MAX_VALUE)) {
            LogRatios.check(ratios, 0, n);
            throw weight.failure(ratios, n);
        }
    }
}
