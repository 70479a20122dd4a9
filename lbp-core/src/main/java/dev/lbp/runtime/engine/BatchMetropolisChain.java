package dev.lbp.runtime.engine;

import dev.lbp.internal.Transcript;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.runtime.model.BatchModel;
import org.jspecify.annotations.Nullable;

/**
 * A Metropolis-Hastings chain of the batched engine: its half of a lock-step, before and after the model's evaluation. The
 * weights of the current state are kept from the step that found it, those of the proposed one are computed densely. The
 * proposed state is nowhere but in what the model is shown.
 */
final class BatchMetropolisChain extends ChainState {

    private final BatchModel batch;
    private final Proposal proposal;
    private final FlipWeights weight;
    private final @Nullable Form form;
    private final int[] frozen;
    private final int[] path;

    /** For weights that no kernel knows. */
    private final double[] scratch;

    private WeightTable current;
    private WeightTable proposed;

    private boolean drawn;
    private int stepScale;
    private int proposedFlips;
    private double logForward;

    BatchMetropolisChain(BatchModel batch, Start start, int index, MetropolisMove move) {
        super(start, index, move.controller());
        this.batch = batch;
        this.proposal = move.proposal();
        this.weight = new FlipWeights(move.weight());
        this.form = weight.form();
        this.frozen = start.frozen();
        this.path = new int[state.length];
        this.scratch = new double[proposal.weighted() && form == null ? state.length : 0];
        this.current = move.newTable(start);
        this.proposed = proposal.weighted() ? move.newTable(start) : current;
    }

    /** Takes what the model says of the state that the chain begins at. */
    void begin() {
        double here = AcceptRule.checkedStart(batch.logProb[index]);
        if (proposal.weighted()) {
            weigh(current);
        }
        logProb = here;
    }

    @Override
    void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        current.transcribe(transcript);
    }

    /** Draws a path, and shows the model where it leads. */
    void propose() {
        stepScale = dial.draw(rng);
        drawn = proposal.draw(current, stepScale, rng, path);
        proposedFlips = 0;
        if (drawn) {
            logForward = proposal.logProbability(current, path, stepScale, false);
            proposedFlips = proposal.flips(current, path, stepScale, flipped);
        }
        batch.flip(index, flipped, proposedFlips);
    }

    /** Accepts or rejects, given what the model says of the proposed state. */
    void decide() {
        double proposedLogProb = batch.logProb[index];
        double probability = 0.0;
        boolean accept = false;
        if (drawn && AcceptRule.checked(proposedLogProb) != Double.NEGATIVE_INFINITY) {
            if (proposal.weighted()) {
                weigh(proposed);
            }
            double logReverse = proposal.logProbability(proposed, path, stepScale, true);
            probability = AcceptRule.acceptanceProbability(logProb, proposedLogProb, logForward, logReverse);
            accept = AcceptRule.accepts(probability, rng);
        }
        if (accept) {
            toggle(proposedFlips);
            logProb = proposedLogProb;
            WeightTable before = current;
            current = proposed;
            proposed = before;
        } else {
            batch.flip(index, flipped, proposedFlips);
        }
        finish(stepScale, probability, accept, proposedFlips);
    }

    private void weigh(WeightTable table) {
        if (form != null) {
            batch.weigh(index, form, frozen, table);
            return;
        }
        batch.logRatios(index, scratch);
        for (int site : frozen) {
            scratch[site] = Double.NEGATIVE_INFINITY; // weight 0
        }
        LogRatios.check(scratch, 0, scratch.length);
        weight.weights(scratch, 0, scratch.length, scratch);
        table.load(scratch);
        if (!(table.total() <= Double.MAX_VALUE)) {
            batch.logRatios(index, scratch);
            throw weight.failure(scratch, scratch.length);
        }
    }
}
