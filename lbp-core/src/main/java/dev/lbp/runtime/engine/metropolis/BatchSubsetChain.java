package dev.lbp.runtime.engine.metropolis;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.BatchChain;
import dev.lbp.runtime.engine.chain.ChoosingChain;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.engine.step.FlipWeights;
import dev.lbp.runtime.model.BatchModel;

/**
 * A Metropolis-Hastings chain of the batched engine whose states all have the same number of ones. A step exchanges R
 * ones and R zeros, drawn from {@link Strata}, and computes the weights of all free sites in the proposed state.
 */
public final class BatchSubsetChain extends BatchChain implements ChoosingChain {

    private final boolean weighted;
    private final SubsetIndex subset;
    final Strata strata;

    private FlipWeights weight;

    /** The log-ratios of all sites. */
    private final double[] allRatios;

    /** The free sites in the order of the positions of {@link #subset}. */
    private final int[] sites;

    /** The log-ratios of {@link #sites}. */
    private final double[] ratios;
    /** The weights of {@link #sites}. */
    private final double[] weights;

    private SubsetTables current;
    private SubsetTables proposed;

    /** Whether the current step has drawn a path; false if fewer than R ones or zeros have a positive weight. */
    private boolean drawn;

    private int stepScale;
    private double logForward;

    public BatchSubsetChain(BatchModel batch, BitStart start, int index, MetropolisMove move) {
        super(batch, start, index, move.newScale(start), move.mix());
        this.weighted = move.proposal().weighted();
        this.weight = new FlipWeights(move.weight());
        this.subset = new SubsetIndex(state, start, /* spare= */ false);
        this.strata = new Strata(subset, move.proposal());
        this.allRatios = new double[weighted ? state.length : 0];
        this.sites = new int[weighted ? start.freeCount() : 0];
        this.ratios = new double[sites.length];
        this.weights = new double[sites.length];
        this.current = weighted ? SubsetTables.of(subset) : SubsetTables.equal(subset);
        this.proposed = weighted ? SubsetTables.of(subset) : current;
    }

    /** The proposal does not change: all moves that are tried draw paths. */
    @Override
    public void use(MetropolisMove move, ChainScale ofMove) {
        weight = new FlipWeights(move.weight());
        scale = ofMove;
    }

    /** Starts at the state that the model has scored: assigns its sites to slots and computes their weights. */
    @Override
    public void begin() {
        double newLogProb = AcceptRule.checkedStart(batch.logProb[index], model);
        subset.assign();
        if (weighted) {
            weigh(current);
        }
        logProb = newLogProb;
    }

    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        subset.transcribe(transcript);
        current.transcribe(transcript);
    }

    /** Draws R ones and R zeros, and exchanges them in the index and in the chain's row. */
    @Override
    public void propose() {
        stepScale = scale.draw(rng);
        drawn = strata.draw(current, stepScale, rng);
        proposedFlips = 0;
        if (drawn) {
            logForward = strata.logProbability(current, stepScale, /* reversed= */ false);
            proposedFlips = strata.flips(stepScale, flipped);
            strata.exchange(stepScale);
        }
        batch.flip(index, flipped, proposedFlips);
    }

    /** Accepts or rejects the exchange; a rejected one is undone in the index and in the chain's row. */
    @Override
    public void decide() {
        double proposedLogProb = batch.logProb[index];
        boolean possible = drawn && AcceptRule.checked(proposedLogProb) != Double.NEGATIVE_INFINITY;
        boolean accepted = false;
        if (possible) {
            if (weighted) {
                weigh(proposed);
            }
            double logReverse = strata.logProbability(proposed, stepScale, /* reversed= */ true);
            accepted = acceptOrReject(proposedLogProb, proposedFlips, logForward, logReverse);
        }
        if (accepted) {
            SubsetTables before = current;
            current = proposed;
            proposed = before;
        } else {
            if (drawn) {
                strata.exchange(stepScale); // a second exchange undoes the first
            }
            batch.flip(index, flipped, proposedFlips); // back to the chain's state
        }
        finish(stepScale, possible ? acceptanceProbability : 0.0, accepted, proposedFlips);
    }

    /** Computes the weights of the state that the model has evaluated last for this chain. */
    private void weigh(SubsetTables tables) {
        batch.logRatios(index, allRatios);
        int n = subset.copySites(sites);
        for (int k = 0; k < n; k++) {
            ratios[k] = allRatios[sites[k]];
        }
        tables.load(subset, weight, ratios, n, weights);
    }
}
