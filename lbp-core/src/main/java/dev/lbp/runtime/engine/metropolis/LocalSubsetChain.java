package dev.lbp.runtime.engine.metropolis;

import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.LabelWeights;
import dev.lbp.runtime.engine.chain.LocalBitChain;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.engine.step.FlipWeights;
import dev.lbp.target.LocalEnergyModel;
import org.jspecify.annotations.Nullable;

/**
 * A Metropolis-Hastings chain of the local engine whose states all have the same number of ones. A step exchanges R
 * ones and R zeros, drawn from {@link Strata}, and costs O(R * degree). A rejected step is undone bit for bit, in
 * tracker, strata and tables.
 */
final class LocalSubsetChain extends LocalBitChain implements LabelWeights.Source {

    private final SubsetIndex subset;
    final Strata strata;

    /** The weights, which change with the state; null if every weight is 1. */
    private final @Nullable SubsetWeights weights;

    private final SubsetTables tables;

    private final boolean[] fixed;

    /** Whether the touched sites have been checked once, at the first flips. */
    private boolean checked;

    LocalSubsetChain(LocalEnergyModel model, BitStart start, int index, MetropolisMove move) {
        super(
                model,
                start,
                index,
                new ChainScale(move.controller(), start.largestScale()),
                move.mix().newSteps(start));
        this.subset = new SubsetIndex(state, start, /* spare= */ false);
        this.strata = new Strata(subset, move.proposal());
        boolean weighted = move.proposal().weighted();
        this.tables = weighted ? SubsetTables.of(subset) : SubsetTables.equal(subset);
        this.weights = weighted ? new SubsetWeights(subset, tables, new FlipWeights(move.weight())) : null;
        this.fixed = start.frozenMask();
        begin();
        if (weights != null) {
            scale.guess(weights.guess(move, state) / 2.0); // the theory counts flips, and R counts pairs
        }
    }

    @Override
    public void logRatios(int[] sites, int n, double[] out) {
        tracker.logRatios(sites, n, out);
    }

    @Override
    public boolean usesLogRatios() {
        return weights != null || extraStepsUseLogRatios();
    }

    @Override
    public void checkKeptWeights() {
        if (weights != null) {
            weights.check(this);
        }
    }

    /** Assigns the sites to slots and, if weights depend on the state, computes them. */
    @Override
    public void refresh() {
        if (weights == null) {
            subset.assign();
        } else {
            weights.load(this);
        }
    }

    /** Exchanges R drawn ones and zeros; a rejection undoes this in tracker, index and tables. */
    @Override
    public void advance() {
        int stepScale = scale.draw(rng);
        if (!strata.draw(tables, stepScale, rng)) {
            finish(stepScale, 0.0, false, 0);
            return;
        }
        double logForward = strata.logProbability(tables, stepScale, /* reversed= */ false);
        int n = strata.flips(stepScale, flipped);
        double proposedLogProb = propose(stepScale, n);
        boolean possible = proposedLogProb != Double.NEGATIVE_INFINITY;
        boolean accepted = possible
                && acceptOrReject(
                        proposedLogProb, n, logForward, strata.logProbability(tables, stepScale, /* reversed= */ true));
        if (!accepted) {
            tracker.restore();
            strata.exchange(stepScale); // a second exchange undoes the first
            tables.rollback();
        }
        finish(stepScale, possible ? acceptanceProbability : 0.0, accepted, n);
    }

    /**
     * Exchanges the drawn sites and, if the new state is possible, updates the tables. Returns the log-probability of
     * the new state.
     */
    private double propose(int stepScale, int n) {
        tracker.save();
        tables.save();
        strata.exchange(stepScale);
        int count = TouchedSites.checked("flipAll()", tracker.flipAll(flipped, n, touched), touched, state.length);
        double proposedLogProb = AcceptRule.checked(tracker.logProb());
        if (weights != null && proposedLogProb != Double.NEGATIVE_INFINITY) {
            updateWeights(weights, count);
        }
        return proposedLogProb;
    }

    /** Exchanges the slots of both sites, and updates the weights that the swap has changed. */
    @Override
    public void updateAfterSwap(int removed, int added, int count) {
        tables.save();
        // slot() gives -1 - slot for a zero
        subset.exchange(subset.slot(removed), -1 - subset.slot(added));
        if (weights != null) {
            updateWeights(weights, count);
        }
    }

    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        subset.transcribe(transcript);
        tables.transcribe(transcript);
    }

    /** Recomputes the weights of the first {@code count} touched sites, which include the flipped ones. */
    private void updateWeights(SubsetWeights changing, int count) {
        boolean all = count == LocalEnergyModel.Tracker.ALL_SITES;
        changing.update(this, touched, all ? count : dropFixed(touched, count, fixed));
        if (!checked && !all) {
            changing.check(this);
            checked = true;
        }
    }
}
