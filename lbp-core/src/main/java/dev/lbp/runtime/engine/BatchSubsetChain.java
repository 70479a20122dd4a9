package dev.lbp.runtime.engine;

import dev.lbp.internal.Transcript;
import dev.lbp.runtime.model.BatchModel;

/**
 * A Metropolis-Hastings chain of the batched engine whose states all have the same number of ones. A step exchanges R ones and
 * R zeros, drawn from {@link Strata}; the weights of all free sites are computed for each proposed state.
 */
final class BatchSubsetChain extends ProposingChain {

    private final boolean weighted;
    final Strata strata;

    /** The log-ratios of all sites, and those of the free sites by position. */
    private final double[] all;

    private final double[] ratios;

    private Strata.Tables current;
    private Strata.Tables proposed;

    private boolean drawn;
    private int stepScale;
    private int proposedFlips;
    private double logForward;

    BatchSubsetChain(BatchModel batch, Start start, int index, MetropolisMove move) {
        super(batch, start, index, move.newScale(start));
        this.weighted = move.proposal().weighted();
        this.strata = new Strata(state, start, move);
        this.all = new double[weighted ? state.length : 0];
        this.ratios = new double[weighted ? start.freeCount() : 0];
        this.current = strata.newTables();
        this.proposed = weighted ? strata.newTables() : current;
    }

    @Override
    void begin() {
        double here = AcceptRule.checkedStart(batch.logProb[index]);
        strata.assign(state);
        if (weighted) {
            weigh(current);
        }
        logProb = here;
    }

    @Override
    void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        strata.transcribe(transcript);
        current.transcribe(transcript);
    }

    @Override
    void propose() {
        stepScale = scale.draw(rng);
        drawn = strata.draw(current, stepScale, rng);
        proposedFlips = 0;
        if (drawn) {
            logForward = strata.logProbability(current, stepScale, false);
            proposedFlips = strata.flips(stepScale, flipped);
            strata.exchange(stepScale);
        }
        batch.flip(index, flipped, proposedFlips);
    }

    @Override
    void decide() {
        double proposedLogProb = batch.logProb[index];
        boolean possible = drawn && AcceptRule.checked(proposedLogProb) != Double.NEGATIVE_INFINITY;
        boolean accepted = false;
        if (possible) {
            if (weighted) {
                weigh(proposed);
            }
            double logReverse = strata.logProbability(proposed, stepScale, true);
            accepted = decide(proposedLogProb, proposedFlips, logForward, logReverse);
        }
        if (accepted) {
            Strata.Tables before = current;
            current = proposed;
            proposed = before;
        } else {
            if (drawn) {
                strata.exchange(stepScale);
            }
            batch.flip(index, flipped, proposedFlips);
        }
        finish(stepScale, possible ? acceptanceProbability : 0.0, accepted, proposedFlips);
    }

    private void weigh(Strata.Tables tables) {
        batch.logRatios(index, all);
        int[] sites = strata.sites();
        for (int k = 0; k < sites.length; k++) {
            ratios[k] = all[sites[k]];
        }
        strata.weigh(tables, ratios);
    }
}
